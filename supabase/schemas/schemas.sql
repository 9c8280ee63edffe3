-- Schema private, settings, and functions that all files use. The files are applied in the order of supabase/config.toml.

do $$ begin
  if to_regclass('public.leads') is not null then
    raise exception 'This database has the schema of an earlier version: see "Upgrade" in docs/supabase.md';
  end if;
end $$;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- A function may be called by its owner only, unless its file grants more. The end of rights.sql takes this back for functions of others.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema private;
comment on schema private is 'Objects that policies, triggers and functions use. The row API does not offer it.';
revoke all on schema private from public, anon, authenticated, service_role;
-- Generated columns are computed with the rights of the role that writes the row.
grant usage on schema private to authenticated, service_role, supabase_auth_admin;

create function private.is_plausible_date(moment timestamptz) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return moment between '1900-01-01 00:00:00+00' and '9999-12-31 23:59:59+00';
end $$;
comment on function private.is_plausible_date is 'Whether a date is between 1900 and 9999, which every calendar can show.';

create table private.settings (
  is_only_row boolean primary key default true check (is_only_row),
  invitation_days int not null default 7 check (invitation_days > 0)
);
comment on table private.settings is 'Settings of the server''s environment that functions need. One row, written by the owner at start.';
comment on column private.settings.is_only_row is 'Always true, so that there is one row.';
comment on column private.settings.invitation_days is 'How long a new invitation is valid.';

insert into private.settings default values;

-- Bytes are counted at once, characters one by one.
create function private.require_length(what text, value text, most int) returns void language plpgsql immutable parallel safe as $$
begin
  if octet_length(value) > most and char_length(value) > most then
    raise exception 'The % is too long: % characters, at most %', what, char_length(value), most using errcode = '22001';
  end if;
end $$;
comment on function private.require_length is 'Raises an error if a text has more characters.';

-- The text of jsonb may be much longer than its size: 1e131071 has 131,072 digits.
create function private.require_size(what text, bytes int, most int) returns void language plpgsql immutable parallel safe as $$
begin
  if bytes > most then
    raise exception 'The % is too large: % bytes, at most %', what, bytes, most using errcode = '22001';
  end if;
end $$;
comment on function private.require_size is 'Raises an error if a value has more bytes than this.';

create function private.require_cardinality(what text, ids uuid[], most int) returns void language plpgsql immutable parallel safe as $$
begin
  if cardinality(ids) > most then
    raise exception 'Too many %: %, at most %', what, cardinality(ids), most using errcode = '22023';
  end if;
end $$;
comment on function private.require_cardinality is 'Raises an error if an array has more elements.';

-- A statement that waited for the change of another one would otherwise have an earlier time than that change.
create function private.time_after(last timestamptz) returns timestamptz language sql stable parallel safe
return case when last > now() and last < now() + interval '1 minute' then last + interval '1 microsecond' else now() end;
comment on function private.time_after is 'Now, or the next microsecond after a change by a transaction that began later and was committed first.';

create function private.set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := private.time_after(old.updated_at);
  return new;
end $$;
comment on function private.set_updated_at is 'Sets updated_at to now, later than before.';

-- Administrators and members have the grants of one role. Triggers with this function distinguish them, once per statement.
create function private.reject_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;
comment on function private.reject_change is 'Rejects the statement with the message of the trigger.';

grant execute on function private.require_length, private.require_size, private.is_plausible_date, private.time_after to authenticated, service_role;
