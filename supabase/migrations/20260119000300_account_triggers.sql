-- Plain names for triggers, policies and constraints of accounts, customers and imports. The trigger keep_profile of auth.users keeps
-- its name: on a hosted project the table belongs to another role.
do $$ begin
  lock table public.imports, public.impersonations, public.profiles, public.customers, public.customer_users, public.user_roles
    in access exclusive mode;
end $$;

alter table public.imports rename constraint imports_check to imports_total_rows_check;
alter table public.imports rename constraint imports_check1 to imports_kept_rows_check;
alter table public.imports rename constraint imports_check2 to imports_undone_at_check;
alter table public.impersonations rename constraint impersonations_check to impersonations_ended_at_check;

alter policy "Admins begin their own impersonations" on public.impersonations rename to "Admins start their own impersonations";
alter policy "People see their own profile" on public.profiles rename to "Users see their own profile";
alter policy "People change their own name" on public.profiles rename to "Users change their own name";
alter policy "People see their own memberships" on public.customer_users rename to "Users see their own memberships";
alter policy "People see their own roles" on public.user_roles rename to "Users see their own roles";
alter policy "Admins manage everyone's roles" on public.user_roles rename to "Admins manage every role";

alter function private.keep_profile() rename to sync_profile;
alter function private.keep_name_plain() rename to normalize_name;
alter function private.keep_full_name_plain() rename to normalize_full_name;
alter function private.keep_file_name_plain() rename to normalize_file_name;
alter trigger keep_name_plain on public.customers rename to normalize_name;
alter trigger keep_full_name_plain on public.profiles rename to normalize_full_name;
alter trigger keep_file_name_plain on public.imports rename to normalize_file_name;

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

alter function private.is_plausible(timestamptz) rename to is_plausible_date;
alter function private.invitation_end() rename to invitation_expiry;
create or replace function public.renew_invitation(invitation uuid) returns timestamptz language sql security invoker set search_path = ''
as $$
  update public.invitations set expires_at = private.invitation_expiry()
  where id = renew_invitation.invitation and accepted_at is null
  returning expires_at
$$;

alter table private.shortened_texts rename column whole to original_text;
