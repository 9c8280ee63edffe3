create table public.user_roles (
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('admin', 'customer')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

create function private.is_admin() returns boolean language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = (select private.caller_id()) and role = 'admin')
$$;

-- The lock makes two admins who remove each other wait for one another; the second then finds nobody left.
create function private.keep_an_admin() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if exists (select from former_roles where role = 'admin') and not exists (select from public.user_roles where role = 'admin') then
    raise exception 'The last admin cannot be removed' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger keep_an_admin_on_delete after delete on public.user_roles
  referencing old table as former_roles for each statement execute function private.keep_an_admin();
create trigger keep_an_admin_on_update after update on public.user_roles
  referencing old table as former_roles for each statement execute function private.keep_an_admin();

revoke all on function private.is_admin(), private.keep_an_admin() from public, anon, authenticated, service_role;
grant execute on function private.is_admin() to authenticated, service_role;

revoke all on public.user_roles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.user_roles to authenticated, service_role;

alter table public.user_roles enable row level security;

create policy "Admins manage everyone's roles" on public.user_roles to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "People see their own roles" on public.user_roles for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "The service manages roles" on public.user_roles to service_role using (true) with check (true);
