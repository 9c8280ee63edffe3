create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name) and char_length(name) <= 500),
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'completed')),
  created_at timestamptz not null default now()
);
create index campaigns_created_idx on public.campaigns (created_at desc, id desc);
create index campaigns_customer_created_idx on public.campaigns (customer_id, created_at desc, id desc);

create trigger members_keep_the_customer before update of id, customer_id, created_at on public.campaigns for each statement
  when (current_user = 'authenticated' and not private.is_admin())
  execute function private.refuse_members('Of a campaign only name and status may be changed');

revoke all on public.campaigns from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.campaigns to authenticated, service_role;

alter table public.campaigns enable row level security;

create policy "Admins manage every campaign" on public.campaigns to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members manage their customers' campaigns" on public.campaigns to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages campaigns" on public.campaigns to service_role using (true) with check (true);
