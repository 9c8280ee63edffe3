alter policy "People see their own roles" on public.user_roles rename to "Users see their own roles";
alter policy "Admins manage everyone's roles" on public.user_roles rename to "Admins manage every role";

alter function private.keep_an_admin() rename to require_an_admin;
create or replace function private.require_an_admin() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.require_an_admin'));
  if exists (select from former_roles where role = 'admin') and not exists (select from public.user_roles where role = 'admin') then
    raise exception 'The last admin cannot be removed' using errcode = 'check_violation';
  end if;
  return null;
end $$;
alter trigger keep_an_admin_on_delete on public.user_roles rename to require_an_admin_on_delete;
alter trigger keep_an_admin_on_update on public.user_roles rename to require_an_admin_on_update;
