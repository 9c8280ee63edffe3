create table public.customers (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (private.has_text(name) and char_length(name) <= 500),
  is_active boolean not null default true,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now()
);
create index customers_name_idx on public.customers (name, id);

revoke all on public.customers from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.customers to authenticated, service_role;

alter table public.customers enable row level security;

create policy "Admins manage every customer" on public.customers to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "The service manages customers" on public.customers to service_role using (true) with check (true);
