create table public.companies (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)),
  website text,
  domain text,
  linkedin_url text,
  industry text,
  size text,
  location text,
  description text,
  employee_count int check (employee_count >= 0),
  founded_year int,
  is_approved boolean,
  import_id uuid references public.imports on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  domain_key text collate "C" generated always as (private.domain_key(domain)) stored,
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_url)) stored,
  name_key text collate "C" generated always as (private.index_key(private.text_key(name))) stored
);

create unique index companies_domain_key on public.companies (customer_id, domain_key) where domain_key is not null;
create unique index companies_linkedin_key on public.companies (customer_id, linkedin_key) where linkedin_key is not null;
create unique index companies_name_key on public.companies (customer_id, name_key) where domain_key is null and linkedin_key is null;
create index companies_name_idx on public.companies (customer_id, name_key);
create index companies_created_idx on public.companies (created_at desc, id desc);
create index companies_customer_created_idx on public.companies (customer_id, created_at desc, id desc) include (is_approved);
create index companies_import_idx on public.companies (import_id) where import_id is not null;
create index companies_search_idx on public.companies
  using gin (name extensions.gin_trgm_ops, industry extensions.gin_trgm_ops, location extensions.gin_trgm_ops);

create trigger touch before update on public.companies for each row execute function private.touch();

create trigger members_only_approve before update of
  id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count, founded_year,
  import_id, created_at, updated_at
  on public.companies for each statement
  when (current_user = 'authenticated' and not private.is_admin())
  execute function private.refuse_members('Of a company only is_approved may be changed');

revoke all on public.companies from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.companies to authenticated, service_role;

alter table public.companies enable row level security;

create policy "Admins manage every company" on public.companies to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see their customers' companies" on public.companies for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "Members approve their customers' companies" on public.companies for update to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages companies" on public.companies to service_role using (true) with check (true);
