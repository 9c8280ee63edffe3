-- A soft deletion left roles and memberships behind, and could remove the last administrator. A banned administrator counted as one.
create function private.has_admin() returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles join auth.users account on account.id = user_id
    where user_roles.role = 'admin' and deleted_at is null and (banned_until is null or banned_until <= now())
  )
$$;

create function private.has_role(user_id uuid) returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles given where given.user_id = has_role.user_id)
$$;

create or replace function private.require_an_admin() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.require_an_admin'));
  if exists (select from former_roles where role = 'admin') and not private.has_admin() then
    raise exception 'The last admin cannot be removed' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create function private.remove_deleted_account() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.customer_users where user_id = new.id;
  delete from public.user_roles where user_id = new.id;
  return null;
end $$;

revoke all on function private.has_admin(), private.has_role(uuid), private.remove_deleted_account()
  from public, anon, authenticated, service_role;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.has_admin(), private.has_role(uuid) to supabase_auth_admin;

create trigger remove_deleted_account after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.remove_deleted_account();

comment on function private.has_admin() is
  'Whether there is an administrator who is neither banned nor deleted.';
comment on function private.has_role(uuid) is
  'Whether the user has a role.';
comment on function private.remove_deleted_account() is
  'Deletes the roles and memberships of an account that is deleted softly. Rejects it for the last administrator.';
