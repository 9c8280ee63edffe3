-- CSV imports: chunks of rows, errors, remembered mappings, and how new rows are stored.

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  file_name text not null constraint imports_file_name_length check (char_length(file_name) <= 255),
  import_type text not null check (import_type in ('leads', 'companies')),
  audience text constraint imports_audience_length check (char_length(audience) <= 100),
  created_by uuid default auth.uid() references auth.users on delete set null,
  total_rows int not null default 0,
  successful_rows int not null default 0,
  duplicate_rows int not null default 0,
  error_rows int not null default 0,
  companies_created int not null default 0,
  created_at timestamptz not null default now(),
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  undone_at timestamptz,
  undone_by uuid references auth.users on delete set null,
  removed_leads int not null default 0,
  removed_companies int not null default 0,
  remaining_leads int,
  remaining_companies int,
  corrects_import_id uuid,
  updating jsonb,
  updated_rows int not null default 0,
  restored_rows int not null default 0,
  unrestored_rows int not null default 0,
  told_at timestamptz,
  told_by uuid,
  told_message text constraint imports_told_message_length check (char_length(told_message) <= 2000),
  constraint imports_remaining_rows_check check ((remaining_leads is null) = (remaining_companies is null)),
  constraint imports_total_rows_check check (total_rows = (successful_rows + duplicate_rows + error_rows)),
  constraint imports_undone_at_check check (undone_at is not null or remaining_leads is null),
  unique (id, customer_id),
  constraint imports_corrects_import_id_fkey foreign key (corrects_import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (corrects_import_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.imports is 'One row per imported file. Written by import_rows, undo_import and tell_customer only.';
comment on column public.imports.audience is 'Audience given to the imported leads.';
comment on column public.imports.companies_created is 'Companies created from the company names of imported leads.';
comment on column public.imports.columns is 'Headers of the file in their order; null for the oldest imports.';
comment on column public.imports.undone_at is 'When undoing started. It is complete when remaining_leads is set.';
comment on column public.imports.remaining_leads is
  'Leads that undo did not delete because they were changed after the import or have comments; null until undo is complete.';
comment on column public.imports.remaining_companies is
  'Companies that undo did not delete because they were changed, have comments, or are named by a remaining lead; null until undo is complete.';
comment on column public.imports.corrects_import_id is
  'The import whose rejected rows this file has: it is named after that file, as the app names a file of errors.';
comment on column public.imports.updating is 'The way in which the import updated duplicates, as in import_rows; null if it skipped them.';
comment on column public.imports.updated_rows is 'Rows among the duplicates whose values were stored.';
comment on column public.imports.restored_rows is 'Leads or companies whose former values undo restored.';
comment on column public.imports.unrestored_rows is
  'Leads or companies that undo left with values of the import that were changed since, or whose former key another row has now.';
comment on column public.imports.told_at is 'When the customer was last told that the import has something to review.';
comment on column public.imports.told_by is 'The administrator who told them. Not a foreign key, which a distributed database cannot add.';
comment on column public.imports.told_message is 'What the administrator wrote to the customer then.';

create index imports_created_idx on public.imports (created_at desc, id desc);
create index imports_customer_created_idx on public.imports (customer_id, created_at desc, id desc);
create index imports_with_errors_idx on public.imports (created_at desc, id desc) where error_rows > 0;
create index imports_corrects_idx on public.imports (corrects_import_id, customer_id) where corrects_import_id is not null;

alter table public.imports
  alter customer_id set statistics 1,
  alter audience set statistics 1;

create table public.import_chunks (
  import_id uuid not null,
  first_row int not null check (first_row >= 2),
  hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  customer_id uuid not null,
  primary key (import_id, first_row),
  constraint import_chunks_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_chunks is 'One row per chunk of an import. The same chunk sent again gets the stored answer.';
comment on column public.import_chunks.hash is 'Hash of the chunk''s content.';
comment on column public.import_chunks.created_at is 'Equals updated_at of the rows that the chunk created, until they are changed.';
comment on column public.import_chunks.customer_id is 'Customer of the import.';

alter table public.import_chunks
  alter import_id set statistics 1,
  alter customer_id set statistics 1;

create table public.import_errors (
  import_id uuid not null,
  row int not null check ("row" >= 2),
  error text not null,
  cells jsonb not null,
  created_at timestamptz not null default now(),
  customer_id uuid not null,
  sheet_row int check (sheet_row >= 1),
  primary key (import_id, "row"),
  constraint import_errors_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_errors is 'Rows of a file that could not be imported.';
comment on column public.import_errors.row is 'Row number in the file; the header is row 1.';
comment on column public.import_errors.cells is 'The row as it is in the file.';
comment on column public.import_errors.customer_id is 'Customer of the import.';
comment on column public.import_errors.sheet_row is
  'Row number that a spreadsheet shows, which counts blank rows and those above the header. Null if it equals `row`.';

alter table public.import_errors
  alter import_id set statistics 1,
  alter customer_id set statistics 1;

create table public.import_mappings (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  import_type text not null check (import_type in ('leads', 'companies')),
  headers jsonb not null check (jsonb_typeof(headers) = 'array'),
  headers_key text not null generated always as (md5(headers::text)) stored,
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object'),
  created_at timestamptz not null default now(),
  unique (customer_id, import_type, headers_key),
  unique (id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_mappings is 'The column mapping last used for a customer, an import type and a set of headers.';
comment on column public.import_mappings.headers is 'Headers of the file, sorted.';

alter table public.import_mappings
  alter customer_id set statistics 1;

create function private.set_customer_of_import() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select import.customer_id into new.customer_id from public.imports import where import.id = new.import_id;
  return new;
end $$;
comment on function private.set_customer_of_import is 'Sets customer_id to that of the import, for an insert that does not name it.';

create function private.imported_at(started_at timestamptz, file_row int) returns timestamptz language sql stable parallel safe
return started_at - file_row * interval '1 microsecond';
comment on function private.imported_at is
  'created_at of an imported row, by which newest first is the order of the file. The first argument is that of the import.';

create function private.lock_imports(customer_id uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.import ' || customer_id, 0))
$$;
comment on function private.lock_imports is 'Locks the imports of a customer until the end of the transaction.';

-- In SQL, a function cannot read distributed rows by its arguments.
create function private.import_with_errors(customer uuid, type text, file_name text) returns uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return (
    select id
    from public.imports
    where customer_id = import_with_errors.customer
      and import_type = import_with_errors.type
      and error_rows > 0 and undone_at is null
      and import_with_errors.file_name ~* '. - errors( ?\(\d+\))?\.csv$'
      and regexp_replace(lower(imports.file_name), '( - errors( ?\(\d+\))?)?\.csv$', '')
        = regexp_replace(lower(import_with_errors.file_name), ' - errors( ?\(\d+\))?\.csv$', '')
    order by created_at desc
    limit 1
  );
end $$;
comment on function private.import_with_errors is
  'Returns, for a file of errors such as ''team - errors.csv'', the latest import of team.csv, or of its errors, that has errors. Null for another file.';

create function private.import_leads(import public.imports, audience text, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = '' as $$
declare
  companies text[];
  dates timestamptz[];
  keys text[];
  known text[];
begin
  with made as (
    insert into public.leads (
      customer_id, import_id, audience, created_at, name, first_name, last_name, email, phone, company, title, location, headline,
      notes, linkedin_profile_url, profile_picture_url, custom
    )
    select
      import.customer_id, import.id, import_leads.audience, private.imported_at(import.created_at, "row"), name, first_name, last_name,
      email, phone, company, title, location, headline, notes, linkedin_profile_url, profile_picture_url, coalesce(custom, '{}')
    from json_to_recordset(file_rows) as file (
      "row" int, name text, first_name text, last_name text, email text, phone text, company text, title text, location text,
      headline text, notes text, linkedin_profile_url text, profile_picture_url text, custom jsonb
    )
    order by "row"
    on conflict do nothing
    returning company, created_at
  )
  select count(*), array_agg(company), array_agg(created_at) into imported, companies, dates from made;

  -- Each company once, dated as the first lead that names it.
  select array_agg(name_key), array_agg(company), array_agg(created_at) into keys, companies, dates
  from (
    select distinct on (name_key) name_key, company, created_at
    from (
      select private.index_key(private.text_key(company)) as name_key, company, created_at
      from unnest(companies, dates) as named (company, created_at)
    ) keyed
    where name_key is not null
    order by name_key, created_at desc
  ) employer;
  select array_agg(stored.name_key) into known
  from public.companies stored
  where stored.customer_id = import.customer_id and stored.name_key = any (keys);

  with made as (
    insert into public.companies (customer_id, import_id, name, created_at)
    select import.customer_id, import.id, employer.company, employer.created_at
    from unnest(keys, companies, dates) as employer (name_key, company, created_at)
    where not exists (select from unnest(known) as stored (name_key) where stored.name_key = employer.name_key)
    on conflict do nothing
    returning id
  )
  select count(*) into companies_created from made;
end $$;
comment on function private.import_leads is
  'Inserts the leads of a chunk that are no duplicates, and the companies that they name and the customer lacks.';

create function private.import_companies(import public.imports, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = '' as $$
declare
  named_rows int[]; -- the rows without domain and LinkedIn address, and the keys of their names
  named_keys text[];
  stored_keys text[];
  made_keys text[];
  made_dates timestamptz[];
  imported_by_name int := 0;
begin
  companies_created := 0;
  select array_agg("row"), array_agg(private.index_key(private.text_key(name))) into named_rows, named_keys
  from json_to_recordset(file_rows) as file ("row" int, name text, domain text, linkedin_url text)
  where coalesce(private.domain_key(domain), private.linkedin_key(linkedin_url)) is null;
  select array_agg(stored.name_key) into stored_keys
  from public.companies stored
  where stored.customer_id = import.customer_id and stored.name_key = any (named_keys);

  with made as (
    insert into public.companies (
      customer_id, import_id, created_at, name, website, domain, linkedin_url, industry, size, location, description,
      employee_count, founded_year, custom
    )
    select
      import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, domain, linkedin_url, industry, size,
      location, description, employee_count, founded_year, coalesce(custom, '{}')
    from json_to_recordset(file_rows) as file (
      "row" int, name text, website text, domain text, linkedin_url text, industry text, size text, location text, description text,
      employee_count int, founded_year int, custom jsonb
    )
    where not exists (select from unnest(named_rows) as named ("row") where named."row" = file."row")
    order by "row"
    on conflict do nothing
    returning name_key, created_at
  )
  select count(*), array_agg(name_key), array_agg(created_at) into imported, made_keys, made_dates from made;

  if named_rows is not null then
    with made as (
      insert into public.companies (
        customer_id, import_id, created_at, name, website, industry, size, location, description, employee_count, founded_year, custom
      )
      select
        import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, industry, size, location,
        description, employee_count, founded_year, coalesce(custom, '{}')
      from (
        select distinct on (name_key) file.*, name_key
        from json_to_recordset(file_rows) as file (
          "row" int, name text, website text, industry text, size text, location text, description text, employee_count int,
          founded_year int, custom jsonb
        )
        join unnest(named_rows, named_keys) as keyed ("row", name_key) using ("row")
        order by name_key, "row"
      ) named
      where not exists (select from unnest(stored_keys) as stored (name_key) where stored.name_key = named.name_key)
        and not exists (
          select from unnest(made_keys, made_dates) as earlier (name_key, created_at)
          where earlier.name_key = named.name_key and earlier.created_at > private.imported_at(import.created_at, named."row")
        )
      on conflict do nothing
      returning id
    )
    select count(*) into imported_by_name from made;
  end if;
  imported := imported + imported_by_name;
end $$;
comment on function private.import_companies is
  'Inserts the companies of a chunk that are no duplicates. A company without domain and LinkedIn address is a duplicate of any company of its name that is stored or earlier in the file, so it is inserted after the others.';

create function private.import_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json, sources json, updating jsonb
) returns jsonb language plpgsql set search_path = '' as $$
begin
  select kept.file_rows, kept.file_errors into file_rows, file_errors
  from private.reject_rows(private.suppressed_rows(import.customer_id, import.import_type, file_rows), sources, file_rows, file_errors) kept;
  return private.store_chunk(import, first_row, hash, audience, file_rows, file_errors, sources, updating);
end $$;
comment on function private.import_chunk is 'Stores a new chunk without the rows that must not be contacted, which are errors. See store_chunk.';

create function private.remove_import_errors(import public.imports, corrected_rows int[]) returns void
language plpgsql set search_path = '' as $$
declare
  removed int;
begin
  if corrected_rows is null then
    return;
  end if;
  delete from public.import_errors
  where customer_id = import.customer_id and import_id = import.id and "row" = any (corrected_rows);
  get diagnostics removed = row_count;
  if removed <> cardinality(corrected_rows) then
    raise exception 'These rows have been corrected already' using errcode = 'PT409';
  end if;
  update public.imports counted set total_rows = counted.total_rows - removed, error_rows = counted.error_rows - removed
  where counted.customer_id = import.customer_id and counted.id = import.id;
end $$;
comment on function private.remove_import_errors is 'Removes the errors of corrected rows, which are imported again, from the import and its counts.';

create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null,
  corrected_rows int[] default null, updating jsonb default null, sources json default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  corrects uuid;
  answer jsonb;
begin
  perform private.require_length('audience', import_rows.audience::text, 1000);
  perform private.require_size('columns', pg_catalog.pg_column_size(import_rows.columns), 33554432);
  perform private.require_length('corrected_rows', import_rows.corrected_rows::text, 100000);
  perform private.require_length('errors', import_rows.errors::text, 33554432);
  perform private.require_length('file_name', import_rows.file_name::text, 1000);
  perform private.require_length('hash', import_rows.hash::text, 200);
  perform private.require_size('headers', pg_catalog.pg_column_size(import_rows.headers), 33554432);
  perform private.require_length('import_type', import_rows.import_type::text, 100);
  perform private.require_size('mapping', pg_catalog.pg_column_size(import_rows.mapping), 33554432);
  perform private.require_length('rows', import_rows.rows::text, 33554432);
  perform private.require_length('sources', import_rows.sources::text, 33554432);
  perform private.require_updating(import_rows.updating);
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform 1 from public.customers customer where customer.id = import_rows.customer_id;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);
  corrects := private.import_with_errors(import_rows.customer_id, import_rows.import_type, import_rows.file_name);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns, corrects_import_id, updating)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns, corrects, import_rows.updating
    )
    on conflict do nothing
    returning * into import;
    if not found then
      select * into import
      from public.imports stored
      where stored.customer_id = import_rows.customer_id and stored.id = import_rows.import_id;
      select * into chunk
      from public.import_chunks stored
      where stored.customer_id = import_rows.customer_id and stored.import_id = import_rows.import_id
        and stored.first_row = import_rows.first_row;
    elsif exists (
      select 1 from public.imports other where other.id = import_rows.import_id and other.customer_id <> import_rows.customer_id
    ) then
      import := null; -- In a distributed database ids are unique per customer only.
    end if;

    if import.import_type is distinct from import_rows.import_type then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif import.undone_at is not null then
      raise exception 'This import has been undone: import the file again' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for other content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as saved (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where saved.mapping <> excluded.mapping;
    perform private.remove_import_errors(import, import_rows.corrected_rows);
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors, sources, updating);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;
comment on function public.import_rows is
  'Imports one chunk of a file. The same import_id and first_row again returns the first answer. A dry run does the same and rolls back. rows: objects of stored columns with the number of their row; errors: objects of row, error and cells; headers: sorted; columns: headers in the order of the file. corrected_rows are rows of this import whose errors these rows replace. updating: what to do with duplicates, which are skipped without it: the mode `fill` gives values to empty fields, `update` to `fields` (columns, `custom:` or `internal:` and a key). sources: objects of row, cells and, if it is another, sheet_row, for the errors that the database finds.';

-- Imports the rows and rolls back, so that a preview and an import agree.
create function public.preview_duplicates(customer_id uuid, import_type text, rows json) returns int[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  imported timestamptz[];
begin
  perform private.require_length('import_type', preview_duplicates.import_type::text, 100);
  perform private.require_length('rows', preview_duplicates.rows::text, 33554432);
  perform private.require_admin('Only an administrator can import');
  if json_array_length(rows) > 100 then
    raise exception 'At most 100 rows can be previewed' using errcode = '22023';
  end if;
  perform 1 from public.customers customer where customer.id = preview_duplicates.customer_id;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(preview_duplicates.customer_id);

  begin
    insert into public.imports (customer_id, file_name, import_type)
    values (preview_duplicates.customer_id, 'preview.csv', preview_duplicates.import_type)
    returning * into import;
    if import.import_type = 'leads' then
      perform private.import_leads(import, null, rows);
      select array_agg(created_at) into imported
      from public.leads where leads.customer_id = import.customer_id and leads.import_id = import.id;
    else
      perform private.import_companies(import, rows);
      select array_agg(created_at) into imported
      from public.companies where companies.customer_id = import.customer_id and companies.import_id = import.id;
    end if;
    raise exception 'preview' using errcode = 'LLDRY';
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;

  return array(
    select "row" from json_to_recordset(rows) as file ("row" int)
    where private.imported_at(import.created_at, "row") <> all (coalesce(imported, '{}'))
    order by "row"
  );
end $$;
comment on function public.preview_duplicates is
  'The row numbers of the duplicates among the first rows of a file, as import_rows would find them. Writes nothing. Administrators only; at most 100 rows.';

create function public.saved_mapping(customer_id uuid, import_type text, headers jsonb) returns table (
  mapping jsonb, created_at timestamptz
) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_size('headers', pg_catalog.pg_column_size(saved_mapping.headers), 33554432);
  perform private.require_length('import_type', saved_mapping.import_type::text, 100);
  if jsonb_typeof(headers) <> 'array' or jsonb_path_exists(headers, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'headers must be an array of strings' using errcode = '22023';
  end if;
  return query
    select saved.mapping, saved.created_at
    from public.import_mappings saved
    where saved.customer_id = saved_mapping.customer_id
      and saved.import_type = saved_mapping.import_type
      and saved.headers_key = md5(saved_mapping.headers::text);
end $$;
comment on function public.saved_mapping is 'The mapping last used for a customer, an import type and exactly these headers (sorted).';

create function private.add_internal_values(import public.imports, file_rows json) returns void language plpgsql set search_path = '' as $$
declare
  dates timestamptz[];
  contents jsonb[];
  ids uuid[];
  imported_dates timestamptz[];
begin
  if strpos(file_rows::text, '"internal"') = 0 then
    return;
  end if;
  select array_agg(private.imported_at(import.created_at, "row")), array_agg(internal) into dates, contents
  from json_to_recordset(file_rows) as file ("row" int, internal jsonb)
  where internal is not null;
  if dates is null then
    return;
  end if;
  execute format(
    'select array_agg(id), array_agg(created_at) from public.%I where customer_id = $1 and import_id = $2 and created_at = any ($3)',
    import.import_type
  ) into ids, imported_dates using import.customer_id, import.id, dates;
  insert into public.internal_values (customer_id, lead_id, company_id, custom)
  select
    import.customer_id, case import.import_type when 'leads' then id end, case import.import_type when 'companies' then id end, content
  from unnest(ids, imported_dates) as imported (id, created_at)
  join unnest(dates, contents) as given (created_at, content) using (created_at);
end $$;
comment on function private.add_internal_values is 'Stores the internal values of the inserted rows of a chunk, which are found by their dates.';

create function private.analyze_rows(import_type text) returns void language plpgsql set search_path = '' as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    return;
  end if;
  if import_type = 'leads' then
    analyze (skip_locked) public.leads (customer_id, import_id, audience, is_approved);
  end if;
  analyze (skip_locked) public.companies (customer_id, import_id, is_approved);
  analyze (skip_locked) public.internal_values (customer_id);
  analyze (skip_locked) public.import_matches (customer_id, import_id);
end $$;
comment on function private.analyze_rows is
  'Counts from a few thousand rows which customers and imports have how many, for estimates. Another transaction that does so has it done. A distributed database rejects it in a transaction that has read customers: its nodes count by autovacuum.';

create trigger normalize_file_name before insert or update of file_name on public.imports
  for each row execute function private.normalize_file_name();
create trigger set_customer before insert on public.import_chunks
  for each row when (new.customer_id is null) execute function private.set_customer_of_import();
create trigger set_customer before insert on public.import_errors
  for each row when (new.customer_id is null) execute function private.set_customer_of_import();

grant execute on function public.preview_duplicates, public.saved_mapping, public.import_rows to authenticated;
