-- Since 15.20 PostgreSQL does not alter a table whose row type is used in a function's parsed body, and 20260108000000 alters imports.
-- A body in quotes is parsed when it runs. A database that has the later migrations already gets this one too.
create or replace function private.imported_at(import public.imports, file_row int) returns timestamptz language sql stable as $$
  select import.created_at - file_row * interval '1 microsecond'
$$;
