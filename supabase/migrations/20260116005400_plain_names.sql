-- Names are one line of visible text, and an invitation goes to an address that an account can have. The two rules are domain/name.ts and
-- domain/email.ts in SQL; tests/database/plain-names.test.ts compares them. Imported leads and companies keep what their file says.

-- A name without control characters and the marks that turn the direction of text, which make a name look like another; white space folded.
create function private.plain_name(value text) returns text language sql immutable parallel safe
return private.folded(regexp_replace(
  value collate "C", '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
));

-- The address form of the HTML standard, which the accounts take.
create function private.is_email(value text) returns boolean language sql immutable parallel safe
return char_length(value) <= 255 and value collate "C" ~ (
  '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
  '(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'
);

revoke all on function private.plain_name(text), private.is_email(text) from public, anon, authenticated, service_role;
grant execute on function private.plain_name(text), private.is_email(text) to authenticated, service_role;

create function private.keep_name_plain() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.name := private.plain_name(new.name);
  return new;
end $$;

-- A profile without a name has none, rather than a blank one.
create function private.keep_full_name_plain() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.full_name := nullif(private.plain_name(new.full_name), '');
  return new;
end $$;

create function private.keep_file_name_plain() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.file_name := private.plain_name(new.file_name);
  return new;
end $$;

create trigger keep_name_plain before insert or update of name on public.customers
  for each row execute function private.keep_name_plain();
create trigger keep_name_plain before insert or update of name on public.campaigns
  for each row execute function private.keep_name_plain();
create trigger keep_full_name_plain before insert or update of full_name on public.profiles
  for each row execute function private.keep_full_name_plain();
create trigger keep_file_name_plain before insert or update of file_name on public.imports
  for each row execute function private.keep_file_name_plain();

revoke all on function private.keep_name_plain(), private.keep_full_name_plain(), private.keep_file_name_plain()
  from public, anon, authenticated, service_role;

-- What was stored before. A name of such characters alone had nothing to read.
update public.customers set name = coalesce(nullif(private.plain_name(name), ''), 'Unnamed') where name <> private.plain_name(name);
update public.campaigns set name = coalesce(nullif(private.plain_name(name), ''), 'Unnamed') where name <> private.plain_name(name);
update public.profiles set full_name = private.plain_name(full_name) where full_name <> private.plain_name(full_name);
update public.imports set file_name = private.plain_name(file_name) where file_name <> private.plain_name(file_name);

-- No account can have such an address, so nobody could accept these.
delete from public.invitations where accepted_at is null and not private.is_email(email);

alter table public.invitations
  drop constraint invitations_email_check,
  add constraint invitations_email_check
    check (char_length(email) <= 255 and (accepted_at is not null or private.is_email(email))) not valid;
