-- A name of 20 MB took 7 s to normalize before its length was checked.
create or replace function private.normalize_name() returns trigger language plpgsql set search_path = ''
as $$
begin
  if char_length(new.name) <= 10000 then
    new.name := private.plain_name(new.name);
  end if;
  return new;
end $$;

create or replace function private.normalize_full_name() returns trigger language plpgsql set search_path = ''
as $$
begin
  if char_length(new.full_name) <= 10000 then
    new.full_name := nullif(private.plain_name(new.full_name), '');
  end if;
  return new;
end $$;

create or replace function private.normalize_file_name() returns trigger language plpgsql set search_path = ''
as $$
begin
  if char_length(new.file_name) <= 10000 then
    new.file_name := private.plain_name(new.file_name);
  end if;
  return new;
end $$;

-- A generated column is computed before the lengths of the others are checked, which are at most 500.
create or replace function private.search_text(first text, second text default null, third text default null) returns text
language plpgsql immutable parallel safe
as $$
declare
  separator constant text := e'\u001f';
  folded text := ' ' || private.fold_text(
    translate(left(first, 1000), separator, ' ')
      || e' \u001f ' || coalesce(translate(left(second, 1000), separator, ' '), '')
      || e' \u001f ' || coalesce(translate(left(third, 1000), separator, ' '), '')
  );
begin
  -- Three fields of 500 symbols or Han have 3,005.
  if char_length(folded) > 4000 then
    folded := array_to_string(array(select left(field, 1000) from unnest(string_to_array(folded, separator)) field), separator);
  end if;
  return folded;
end $$;

comment on function private.normalize_name() is
  'Stores the name as one line of visible text. One of more than 10,000 characters stays as it is, for its length to be rejected.';
comment on function private.normalize_full_name() is 'As normalize_name, and null for a blank name.';
comment on function private.normalize_file_name() is 'As normalize_name, for a file name.';
