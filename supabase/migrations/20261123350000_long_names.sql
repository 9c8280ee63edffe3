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

comment on function private.normalize_name() is
  'Stores the name as one line of visible text. One of more than 10,000 characters stays as it is, for its length to be rejected.';
comment on function private.normalize_full_name() is 'As normalize_name, and null for a blank name.';
comment on function private.normalize_file_name() is 'As normalize_name, for a file name.';
