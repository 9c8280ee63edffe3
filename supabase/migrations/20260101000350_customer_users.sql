create table public.customer_users (
  id uuid primary key default gen_random_uuid(),
  -- The only reference to profiles, so that embedding a membership's profile is never ambiguous.
  user_id uuid not null references public.profiles on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  invited_by uuid references auth.users on delete set null,
  accepted_at timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (user_id, customer_id)
);
create index customer_users_customer_idx on public.customer_users (customer_id);

-- Compared with `= any (array(select …))`, which PostgreSQL works out once and can use as an index condition; a function of the row
-- would run for each one.
create function private.my_customer_ids() returns setof uuid language sql stable security definer set search_path = ''
as $$
  select membership.customer_id
  from public.customer_users membership
  join public.customers customer on customer.id = membership.customer_id
  where membership.user_id = (select private.caller_id()) and membership.is_active and customer.is_active
$$;

revoke all on function private.my_customer_ids() from public, anon, authenticated, service_role;
grant execute on function private.my_customer_ids() to authenticated, service_role;

revoke all on public.customer_users from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.customer_users to authenticated, service_role;

alter table public.customer_users enable row level security;

create policy "Admins manage every membership" on public.customer_users to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "People see their own memberships" on public.customer_users for select to authenticated
  using (user_id = (select private.caller_id()));
create policy "The service manages memberships" on public.customer_users to service_role using (true) with check (true);

create policy "Members see their customers" on public.customers for select to authenticated
  using (id = any (array(select private.my_customer_ids())));
