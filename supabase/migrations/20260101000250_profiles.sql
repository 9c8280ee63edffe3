create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text not null,
  full_name text,
  created_at timestamptz not null default now()
);
create index profiles_created_idx on public.profiles (created_at desc, id desc);

-- Follows the account: the address always, the name when the account's own name changes (a profile may be renamed by itself).
create function private.keep_profile() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  name text := nullif(private.folded(left(new.raw_user_meta_data ->> 'full_name', 500)), '');
begin
  if tg_op = 'INSERT' then
    insert into public.profiles (id, email, full_name) values (new.id, coalesce(new.email, ''), name);
  else
    update public.profiles
    set email = coalesce(new.email, ''),
      full_name = case
        when new.raw_user_meta_data ->> 'full_name' is distinct from old.raw_user_meta_data ->> 'full_name' then name
        else full_name
      end
    where id = new.id;
  end if;
  return null;
end $$;

create trigger keep_profile after insert or update of email, raw_user_meta_data on auth.users
  for each row execute function private.keep_profile();

insert into public.profiles (id, email, full_name, created_at)
select id, coalesce(email, ''), nullif(private.folded(left(raw_user_meta_data ->> 'full_name', 500)), ''), coalesce(created_at, now())
from auth.users;

revoke all on function private.keep_profile() from public, anon, authenticated, service_role;

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select, update (full_name) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

alter table public.profiles enable row level security;

create policy "Admins see every profile" on public.profiles for select to authenticated using ((select private.is_admin()));
create policy "People see their own profile" on public.profiles for select to authenticated
  using (id = (select private.caller_id()));
create policy "People change their own name" on public.profiles for update to authenticated
  using (id = (select private.caller_id())) with check (id = (select private.caller_id()));
create policy "The service manages profiles" on public.profiles to service_role using (true) with check (true);
