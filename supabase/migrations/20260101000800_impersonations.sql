-- An admin's view as a customer: recorded, never a change of rights.
create table public.impersonations (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid() references auth.users on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '12 hours',
  ended_at timestamptz check (ended_at >= started_at),
  created_at timestamptz not null default now()
);
create index impersonations_admin_idx on public.impersonations (admin_id, started_at desc);
create index impersonations_customer_idx on public.impersonations (customer_id);

revoke all on public.impersonations from public, anon, authenticated, service_role;
grant select, insert (admin_id, customer_id), update (ended_at) on public.impersonations to authenticated;
grant select on public.impersonations to service_role;

alter table public.impersonations enable row level security;

create policy "Admins see every impersonation" on public.impersonations for select to authenticated
  using ((select private.is_admin()));
create policy "Admins begin their own impersonations" on public.impersonations for insert to authenticated
  with check ((select private.is_admin()) and admin_id = (select private.caller_id()));
create policy "Admins end their own impersonations" on public.impersonations for update to authenticated
  using ((select private.is_admin()) and admin_id = (select private.caller_id()) and ended_at is null)
  with check (ended_at is not null);
create policy "The service sees impersonations" on public.impersonations for select to service_role using (true);

-- The impersonation that the request's x-impersonation-id names, where it is the caller's own, open, unexpired and of this customer.
create function private.impersonation_of(customer uuid) returns uuid language sql stable security definer set search_path = ''
as $$
  select impersonation.id
  from (select nullif(current_setting('request.headers', true), '')::json ->> 'x-impersonation-id' as named) header
  join public.impersonations impersonation on impersonation.id::text = lower(header.named)
  where impersonation.admin_id = (select private.caller_id())
    and impersonation.customer_id = customer
    and impersonation.ended_at is null
    and impersonation.expires_at > now()
$$;

revoke all on function private.impersonation_of(uuid) from public, anon, authenticated, service_role;
