-- Profiles and roles of accounts, and who the caller of a request is.

create table public.user_roles (
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('admin', 'customer')),
  created_at timestamptz not null default now() constraint user_roles_created_at_range check (private.is_plausible_date(created_at)),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Roles of users. A user without a role can see only their own profile.';

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text not null constraint profiles_email_length check (char_length(email) <= 255),
  full_name text constraint profiles_full_name_length check (char_length(full_name) <= 200),
  created_at timestamptz not null default now(),
  search_text text collate "C" generated always as (private.search_text(coalesce(full_name, ''), email)) stored
);
comment on table public.profiles is
  'One row per account (auth.users), so that the row API can show names and emails. A trigger on auth.users copies both.';
comment on column public.profiles.id is 'Id of the account.';

create index profiles_created_idx on public.profiles (created_at desc, id desc);
create index profiles_email_idx on public.profiles (lower(email));

-- Not a definer of security and without settings, so that its callers, which are, read it as a part of their own query. The claims are parsed once.
create function private.callers() returns table (user_id uuid) language sql stable as $$
  select account.id
  from (select auth.jwt() as claims offset 0) token
  join auth.sessions session on session.id = nullif(claims ->> 'session_id', '')::uuid
  join auth.users account on account.id = session.user_id
  where account.id = coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), claims ->> 'sub')::uuid
    and (session.not_after is null or session.not_after > now())
    and (account.banned_until is null or account.banned_until <= now())
    and account.deleted_at is null
    and (
      claims ->> 'aal' = 'aal2'
      or not exists (select from auth.mfa_factors factor where factor.user_id = account.id and factor.status = 'verified')
    )
$$;
comment on function private.callers is 'The user of the request as a row, or none. See caller_id.';

create function private.caller_id() returns uuid language sql stable security definer set search_path = '' as $$
  select user_id from private.callers()
$$;
comment on function private.caller_id is
  'The user of the request; null if the session has ended, the user is banned or deleted, or a second factor is required and was not used. So signing out and two-factor sign-in also protect rows.';

create function private.is_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from private.callers() join public.user_roles using (user_id) where role = 'admin')
$$;
comment on function private.is_admin is 'Whether the user of the request is an administrator.';

create function private.require_admin(message text) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception '%', message using errcode = 'PT403';
  end if;
end $$;
comment on function private.require_admin is 'Raises an error with this message unless the caller is an administrator.';

create function private.has_role(user_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles given where given.user_id = has_role.user_id)
$$;
comment on function private.has_role is 'Whether the user has a role.';

create function private.has_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles join auth.users account on account.id = user_id
    where user_roles.role = 'admin' and deleted_at is null and (banned_until is null or banned_until <= now())
  )
$$;
comment on function private.has_admin is 'Whether there is an administrator who is neither banned nor deleted.';

-- The lock makes two administrators who remove each other wait for one another.
create function private.require_an_admin() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.require_an_admin'));
  if exists (select from former_roles where role = 'admin') and not private.has_admin() then
    raise exception 'The last admin cannot be removed' using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function private.require_an_admin is 'Rejects removing the last administrator, also by two administrators who remove each other at once.';

-- An account of a hosted project can have any name, and a sign-up must not fail: the profile has the beginning of the name.
create function private.sync_profile() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  name text := nullif(private.collapse_spaces(left(new.raw_user_meta_data ->> 'full_name', 200)), '');
  address text := left(coalesce(new.email, ''), 255);
begin
  if exists (select from public.review_links link where link.id = new.id) then
    return null;
  elsif tg_op = 'INSERT' then
    insert into public.profiles (id, email, full_name) values (new.id, address, name);
  else
    update public.profiles
    set email = address,
      full_name = case
        when new.raw_user_meta_data ->> 'full_name' is distinct from old.raw_user_meta_data ->> 'full_name' then name
        else full_name
      end
    where id = new.id;
  end if;
  return null;
end $$;
comment on function private.sync_profile is 'Copies the email and a changed name of an account to its profile. The account of a review link has none.';

create function private.remove_deleted_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.customer_users where user_id = new.id;
  delete from public.user_roles where user_id = new.id;
  return null;
end $$;
comment on function private.remove_deleted_account is
  'Deletes the roles and memberships of an account that is deleted softly. Rejects it for the last administrator.';

create function public.search_users(term text) returns setof public.profiles language sql stable as $$
  select * from public.profiles
  where search_text like all (array(select private.word_pattern(word) from private.words_of(search_users.term) word))
$$;
comment on function public.search_users is
  'The users, of those that the caller can see, whose name and email contain each word of the term, as search_customers.';

create function public.my_sessions() returns table (
  id uuid, created_at timestamptz, active_at timestamptz, user_agent text, address text, is_current boolean
) language sql stable security definer set search_path = '' as $$
  select session.id, session.created_at, used.at, session.user_agent, host(session.ip), used.is_current
  from auth.sessions session
  cross join lateral (
    select
      coalesce(session.refreshed_at at time zone 'utc', session.created_at) as at,
      session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid as is_current
  ) used
  where session.user_id = (select private.caller_id())
    and (session.not_after is null or session.not_after > now())
  order by used.is_current desc, used.at desc
  limit 100
$$;
comment on function public.my_sessions is 'The caller''s sessions, the current one first, then the last used.';

create function public.end_my_session(session uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions own where own.id = end_my_session.session and own.user_id = private.caller_id();
  return found;
end $$;
comment on function public.end_my_session is 'Ends a session of the caller. Returns false if there is none with this id.';

create function public.users_with_second_factor(user_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_cardinality('user_ids', users_with_second_factor.user_ids, 10000);
  perform private.require_admin('Only an administrator can see who has a second factor');
  return query
    select distinct factor.user_id from auth.mfa_factors factor where factor.user_id = any (user_ids) and factor.status = 'verified';
end $$;
comment on function public.users_with_second_factor is 'Returns which of these users have a verified second factor.';

create function public.reset_second_factor(user_id uuid) returns int language plpgsql security definer set search_path = '' as $$
declare
  verified int;
begin
  perform private.require_admin('Only an administrator can reset a second factor');
  with removed as (delete from auth.mfa_factors factor where factor.user_id = reset_second_factor.user_id returning status)
  select count(*) filter (where status = 'verified') into verified from removed;
  if verified > 0 then
    delete from auth.sessions session where session.user_id = reset_second_factor.user_id;
    delete from auth.flow_state flow where flow.user_id = reset_second_factor.user_id and auth_code is not null;
    insert into public.activity (actor_id, action, subject, row_count, row_ids)
    values (auth.uid(), 'delete', 'second_factor', verified, array[reset_second_factor.user_id]);
  end if;
  return verified;
end $$;
comment on function public.reset_second_factor is
  'Deletes the second factors of a user. If one was verified, ends all sessions and pending sign-ins of the user. Returns the number of verified factors.';

create trigger keep_profile after insert or update of email, raw_user_meta_data on auth.users
  for each row execute function private.sync_profile();
create trigger remove_deleted_account after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.remove_deleted_account();
create trigger require_an_admin_on_delete after delete on public.user_roles
  referencing old table as former_roles for each statement execute function private.require_an_admin();
create trigger require_an_admin_on_update after update on public.user_roles
  referencing old table as former_roles for each statement execute function private.require_an_admin();
create trigger normalize_full_name before insert or update of full_name on public.profiles
  for each row execute function private.normalize_full_name();

insert into public.profiles (id, email, full_name, created_at)
select
  id, left(coalesce(email, ''), 255), nullif(private.plain_name(left(raw_user_meta_data ->> 'full_name', 200)), ''), coalesce(created_at, now())
from auth.users;

grant execute on function private.caller_id, private.is_admin to authenticated, service_role;
grant execute on function private.has_role, private.has_admin to supabase_auth_admin;
grant execute on function
  public.search_users, public.my_sessions, public.end_my_session, public.users_with_second_factor, public.reset_second_factor
  to authenticated;
