-- Companies, and their leads.

create table public.companies (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)) constraint companies_name_length check (char_length(name) <= 500),
  website text constraint companies_website_length check (char_length(website) <= 2000),
  domain text constraint companies_domain_length check (char_length(domain) <= 500),
  linkedin_url text constraint companies_linkedin_url_length check (char_length(linkedin_url) <= 2000),
  industry text constraint companies_industry_length check (char_length(industry) <= 500),
  size text constraint companies_size_length check (char_length(size) <= 500),
  location text constraint companies_location_length check (char_length(location) <= 500),
  description text constraint companies_description_length check (char_length(description) <= 10000),
  employee_count int check (employee_count >= 0),
  founded_year int,
  is_approved boolean,
  import_id uuid,
  created_at timestamptz not null default now() constraint companies_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now() constraint companies_updated_at_range check (private.is_plausible_date(updated_at)),
  domain_key text collate "C" generated always as (private.domain_key(domain)) stored,
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_url)) stored,
  name_key text collate "C" generated always as (private.index_key(private.text_key(name))) stored,
  decided_at timestamptz constraint companies_decided_at_range check (private.is_plausible_date(decided_at)),
  decided_by uuid,
  rejection_reason_id uuid,
  rejection_note text check (private.has_text(rejection_note) and char_length(rejection_note) <= 500),
  search_text text collate "C" generated always as (private.search_text(name, industry, location)) stored,
  custom jsonb not null default '{}' check (private.is_custom(custom)),
  decided_values jsonb check (octet_length(decided_values::text) <= 500000),
  duplicate_of uuid,
  duplicate_keys text[] check (octet_length(duplicate_keys::text) <= 200),
  is_separate boolean not null default false,
  constraint companies_rejection_check check (is_approved is false or rejection_reason_id is null and rejection_note is null),
  constraint companies_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete set null (import_id),
  foreign key (rejection_reason_id) references public.rejection_reasons
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.companies is 'Companies of a customer''s leads, imported as such or created from the company name of an imported lead.';
comment on column public.companies.customer_id is 'Cannot be changed.';
comment on column public.companies.is_approved is 'See leads.is_approved.';
comment on column public.companies.import_id is 'The import that created the company; null if it was created otherwise.';
comment on column public.companies.created_at is 'See leads.created_at.';
comment on column public.companies.domain_key is 'Normalized domain. Unique within the customer.';
comment on column public.companies.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.companies.name_key is 'Normalized name. Unique within the customer among companies without domain and LinkedIn address.';
comment on column public.companies.decided_at is 'See leads.decided_at.';
comment on column public.companies.decided_by is 'See leads.decided_by.';
comment on column public.companies.rejection_reason_id is 'See leads.rejection_reason_id.';
comment on column public.companies.rejection_note is 'See leads.rejection_note.';
comment on column public.companies.custom is 'See leads.custom.';
comment on column public.companies.decided_values is 'See leads.decided_values.';
comment on column public.companies.duplicate_of is 'See leads.duplicate_of.';
comment on column public.companies.duplicate_keys is 'See leads.duplicate_keys.';
comment on column public.companies.is_separate is 'See leads.is_separate.';

create index companies_name_idx on public.companies (customer_id, name_key);
create index companies_created_idx on public.companies (created_at desc, id desc);
create index companies_customer_created_idx on public.companies (customer_id, created_at desc, id desc) include (is_approved);
create index companies_import_idx on public.companies (import_id, created_at desc, id desc) where import_id is not null;
alter table public.companies add unique (id, customer_id);
create index companies_customer_unreviewed_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is null;
create index companies_customer_approved_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is true;
create index companies_customer_rejected_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is false;
create index companies_created_unreviewed_idx on public.companies (created_at desc, id desc) where is_approved is null;
create index companies_created_approved_idx on public.companies (created_at desc, id desc) where is_approved is true;
create index companies_created_rejected_idx on public.companies (created_at desc, id desc) where is_approved is false;
create index companies_reason_idx on public.companies (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
create index companies_search_text_idx on public.companies using gin (search_text extensions.gin_trgm_ops);
create index companies_customer_sort_idx on public.companies (customer_id, coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index companies_sort_idx on public.companies (coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index companies_custom_idx on public.companies using gin (custom jsonb_path_ops) where custom <> '{}';
create index companies_shape_idx on public.companies (customer_id, private.custom_shape(custom), created_at desc, id desc);
create index companies_changed_idx on public.companies (customer_id, created_at desc, id desc) where decided_values is not null;
create index companies_domain_idx on public.companies (customer_id, reverse(domain_key)) where domain_key is not null;
create unique index companies_domain_key on public.companies (customer_id, domain_key, (case when 'domain_key' = any (duplicate_keys) then id else customer_id end))
  where domain_key is not null;
create unique index companies_linkedin_key on public.companies (customer_id, linkedin_key, (case when 'linkedin_key' = any (duplicate_keys) then id else customer_id end))
  where linkedin_key is not null;
create unique index companies_name_key on public.companies (customer_id, name_key, (case when 'name_key' = any (duplicate_keys) then id else customer_id end))
  where domain_key is null and linkedin_key is null;
create index companies_duplicate_idx on public.companies (customer_id, duplicate_of) where duplicate_of is not null;
create index companies_duplicates_idx on public.companies (customer_id, created_at desc, id desc) where duplicate_of is not null and not is_separate;

alter table public.companies
  alter customer_id set statistics 1,
  alter import_id set statistics 1;

create function public.company_leads(
  customer_id uuid, company_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  seen constant record := private.lead_scope(array[company_leads.customer_id], null);
  owner_id uuid := seen.scope[1];
  key text := (
    select name_key from public.companies company where company.customer_id = owner_id and company.id = company_leads.company_id
  );
begin
  return query
    select *
    from public.leads lead
    where lead.customer_id = owner_id and private.index_key(private.text_key(lead.company)) = key and lead.company is not null
      and (seen.audience is null or lead.audience = seen.audience)
      and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.company_leads is
  'Leads that name this company, newest first, page by page, at most 1,000. Upper and lower case and white space make no difference.';

create function public.lead_company(customer_id uuid, lead_id uuid) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  seen constant record := private.lead_scope(array[lead_company.customer_id], null);
  owner_id uuid := seen.scope[1];
  key text := (
    select private.index_key(private.text_key(lead.company))
    from public.leads lead
    where lead.customer_id = owner_id and lead.id = lead_company.lead_id and (seen.audience is null or lead.audience = seen.audience)
  );
begin
  return query
    select *
    from public.companies company
    where company.customer_id = owner_id and company.name_key = key
    order by company.created_at, company.id
    limit 1;
end $$;
comment on function public.lead_company is 'The company that a lead names, if its customer has it: the oldest of several with that name.';

-- Each lead reads the index of names, and never all companies of the customer.
create function public.leads_of_rejected_companies(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  seen constant record := private.lead_scope(null, null);
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  return query
    select lead.id
    from public.leads lead
    join lateral (
      select company.is_approved
      from public.companies company
      where company.customer_id = lead.customer_id and company.name_key = private.index_key(private.text_key(lead.company))
      order by company.created_at, company.id
      limit 1
    ) employer on employer.is_approved is false
    where lead.id = any (ids) and (seen.scope is null or lead.customer_id = any (seen.scope))
      and (seen.audience is null or lead.audience = seen.audience);
end $$;
comment on function public.leads_of_rejected_companies is
  'Those of these leads, at most 1,000, whose company was rejected. The company is that of lead_company.';

create trigger limit_member_updates before update of
  id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count, founded_year, import_id,
  created_at, updated_at, custom, decided_values, duplicate_of, duplicate_keys, is_separate
  on public.companies
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a company');

grant execute on function public.company_leads, public.lead_company, public.leads_of_rejected_companies to authenticated;
