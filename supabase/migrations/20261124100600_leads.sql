create table public.rejection_reasons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.has_text(name) and char_length(name) <= 100),
  position int not null,
  retired_at timestamptz check (private.is_plausible_date(retired_at)),
  created_at timestamptz not null default now(),
  subject text not null default 'leads' check (subject in ('leads', 'companies'))
);
comment on table public.rejection_reasons is 'Reasons for a rejection of leads or of companies, the same for all customers. Retired, never deleted.';
comment on column public.rejection_reasons.name is 'Unique for each subject, ignoring case.';
comment on column public.rejection_reasons.position is 'Order of the reasons of a subject, then by name.';
comment on column public.rejection_reasons.retired_at is 'Since when the reason can no longer be given; null: it can be given.';
comment on column public.rejection_reasons.subject is 'The table whose rows can be given the reason. The oldest rejections of companies may have a reason of leads.';

create unique index rejection_reasons_name_key on public.rejection_reasons (subject, lower(name));

insert into public.rejection_reasons (subject, name, position)
select subject, name, row_number() over (partition by subject order by place)
from unnest(array[
  'Wrong role', 'Wrong industry', 'Too small', 'Too large', 'Wrong location', 'Already a customer', 'Competitor', 'Other'
]) with ordinality as reason (name, place), unnest(array['leads', 'companies']) subject
where subject = 'leads' or name <> 'Wrong role';

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  name text not null check (private.has_text(name)) constraint leads_name_length check (char_length(name) <= 500),
  first_name text constraint leads_first_name_length check (char_length(first_name) <= 500),
  last_name text constraint leads_last_name_length check (char_length(last_name) <= 500),
  email text constraint leads_email_length check (char_length(email) <= 500),
  phone text constraint leads_phone_length check (char_length(phone) <= 500),
  company text constraint leads_company_length check (char_length(company) <= 500),
  title text constraint leads_title_length check (char_length(title) <= 500),
  location text constraint leads_location_length check (char_length(location) <= 500),
  headline text constraint leads_headline_length check (char_length(headline) <= 2000),
  notes text constraint leads_notes_length check (char_length(notes) <= 10000),
  audience text check (private.has_text(audience) and char_length(audience) <= 100),
  is_approved boolean,
  profile_picture_url text constraint leads_profile_picture_url_length check (char_length(profile_picture_url) <= 2000),
  linkedin_profile_url text constraint leads_linkedin_profile_url_length check (char_length(linkedin_profile_url) <= 2000),
  import_id uuid,
  created_at timestamptz not null default now() constraint leads_created_at_range check (private.is_plausible_date(created_at)),
  updated_at timestamptz not null default now() constraint leads_updated_at_range check (private.is_plausible_date(updated_at)),
  linkedin_key text collate "C" generated always as (private.linkedin_key(linkedin_profile_url)) stored,
  email_key text collate "C" generated always as (private.index_key(private.text_key(email))) stored,
  name_key text collate "C" generated always as (
    case
      when private.text_key(email) is null and private.linkedin_key(linkedin_profile_url) is null
        -- No normalized text has a line break.
        then private.index_key(private.text_key(name) || e'\n' || coalesce(private.text_key(company), ''))
    end
  ) stored
    ,
  decided_at timestamptz constraint leads_decided_at_range check (private.is_plausible_date(decided_at)),
  decided_by uuid,
  rejection_reason_id uuid,
  rejection_note text check (private.has_text(rejection_note) and char_length(rejection_note) <= 500),
  search_text text collate "C" generated always as (private.search_text(name, company, title)) stored,
  constraint leads_rejection_check check (is_approved is false or rejection_reason_id is null and rejection_note is null),
  constraint leads_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (import_id),
  foreign key (rejection_reason_id) references public.rejection_reasons
);
comment on table public.leads is 'Contacts of a customer. The unique keys decide which rows of an import are duplicates.';
comment on column public.leads.customer_id is 'Cannot be changed.';
comment on column public.leads.audience is 'Name of the audience; null for none.';
comment on column public.leads.is_approved is 'True: approved; false: rejected; null: not reviewed. False and null count as pending.';
comment on column public.leads.import_id is 'The import that created the lead; null if it was created otherwise.';
comment on column public.leads.created_at is 'For an imported lead, the start of the import minus the row number in microseconds, so that newest first is the order of the file.';
comment on column public.leads.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.leads.email_key is 'Normalized email. Unique within the customer.';
comment on column public.leads.name_key is 'Normalized name and company, only without email and LinkedIn address. Unique within the customer.';
comment on column public.leads.decided_at is 'When is_approved, the reason or the note last changed; null without a decision, and for the oldest ones. Set by a trigger, whatever a request says.';
comment on column public.leads.decided_by is 'The user who made that change. Set by the same trigger.';
comment on column public.leads.rejection_reason_id is 'Of a rejected lead only: cleared when the lead is approved or its decision is reset.';
comment on column public.leads.rejection_note is 'As rejection_reason_id.';

create unique index leads_linkedin_key on public.leads (customer_id, linkedin_key) where linkedin_key is not null;
create unique index leads_email_key on public.leads (customer_id, email_key) where email_key is not null;
create unique index leads_name_key on public.leads (customer_id, name_key) where name_key is not null;
create index leads_created_idx on public.leads (created_at desc, id desc);
create index leads_customer_created_idx on public.leads (customer_id, created_at desc, id desc) include (is_approved);
create index leads_audience_idx on public.leads (audience, created_at desc, id desc) where audience is not null;
create index leads_customer_audience_idx on public.leads (customer_id, audience, created_at desc, id desc) include (is_approved);
create index leads_import_idx on public.leads (import_id, created_at desc, id desc) where import_id is not null;
-- Created after the keys of duplicates, which are thus checked first.
alter table public.leads add unique (id, customer_id);
create index leads_customer_unreviewed_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is null;
create index leads_customer_approved_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is true;
create index leads_customer_rejected_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is false;
create index leads_created_unreviewed_idx on public.leads (created_at desc, id desc) where is_approved is null;
create index leads_created_approved_idx on public.leads (created_at desc, id desc) where is_approved is true;
create index leads_created_rejected_idx on public.leads (created_at desc, id desc) where is_approved is false;
create index leads_reason_idx on public.leads (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
create index leads_company_idx on public.leads (customer_id, private.index_key(private.text_key(company)), created_at desc, id desc)
  where company is not null;
create index leads_search_text_idx on public.leads using gin (search_text extensions.gin_trgm_ops, email_key extensions.gin_trgm_ops);
create index leads_customer_name_idx on public.leads (customer_id, coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index leads_name_idx on public.leads (coalesce(is_approved::int, 2), private.name_sort_key(search_text), id);
create index leads_customer_company_idx on public.leads (customer_id, coalesce(is_approved::int, 2), private.company_sort_key(search_text), id);
create index leads_company_sort_idx on public.leads (coalesce(is_approved::int, 2), private.company_sort_key(search_text), id);
create index leads_email_parts_idx on public.leads (reverse(split_part(email_key, '@', 1)) text_pattern_ops, split_part(email_key, '@', 2) text_pattern_ops);

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
  constraint companies_rejection_check check (is_approved is false or rejection_reason_id is null and rejection_note is null),
  constraint companies_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (import_id),
  foreign key (rejection_reason_id) references public.rejection_reasons
);
comment on table public.companies is 'Companies of a customer''s leads, imported as such or created from the company name of an imported lead.';
comment on column public.companies.customer_id is 'Cannot be changed.';
comment on column public.companies.is_approved is 'As of leads.';
comment on column public.companies.import_id is 'The import that created the company; null if it was created otherwise.';
comment on column public.companies.created_at is 'As of leads.';
comment on column public.companies.domain_key is 'Normalized domain. Unique within the customer.';
comment on column public.companies.linkedin_key is 'Normalized LinkedIn address. Unique within the customer.';
comment on column public.companies.name_key is 'Normalized name. Unique within the customer among companies without domain and LinkedIn address.';
comment on column public.companies.decided_at is 'As of leads.';
comment on column public.companies.decided_by is 'As of leads.';
comment on column public.companies.rejection_reason_id is 'As of leads.';
comment on column public.companies.rejection_note is 'As of leads.';

create unique index companies_domain_key on public.companies (customer_id, domain_key) where domain_key is not null;
create unique index companies_linkedin_key on public.companies (customer_id, linkedin_key) where linkedin_key is not null;
create unique index companies_name_key on public.companies (customer_id, name_key) where domain_key is null and linkedin_key is null;
create index companies_name_idx on public.companies (customer_id, name_key);
create index companies_created_idx on public.companies (created_at desc, id desc);
create index companies_customer_created_idx on public.companies (customer_id, created_at desc, id desc) include (is_approved);
create index companies_import_idx on public.companies (import_id, created_at desc, id desc) where import_id is not null;
-- Created after the keys of duplicates, which are thus checked first.
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

create table private.shortened_texts (
  id bigint generated always as identity primary key,
  relation text not null,
  row_id uuid not null,
  column_name text not null,
  original_text text not null,
  shortened_at timestamptz not null default now()
);
comment on table private.shortened_texts is 'Texts that an upgrade shortened to their limits, in full. Only the owner reads it and can empty it.';

create trigger normalize_name before insert or update of name on public.rejection_reasons
  for each row execute function private.normalize_name();
create trigger limit_member_updates before update of
  id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience, profile_picture_url,
  linkedin_profile_url, import_id, created_at, updated_at
  on public.leads
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a lead');
create trigger reject_new_customer before update of customer_id on public.leads
  for each row when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a lead cannot be changed');
create trigger set_updated_at before update on public.leads for each row execute function private.set_updated_at();
create trigger limit_member_updates before update of
  id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count, founded_year, import_id,
  created_at, updated_at
  on public.companies
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a company');
create trigger reject_new_customer before update of customer_id on public.companies
  for each row when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a company cannot be changed');
create trigger set_updated_at before update on public.companies for each row execute function private.set_updated_at();

revoke all on public.rejection_reasons from public, anon, authenticated, service_role;
grant select, insert (name, position, subject), update (name, position, retired_at) on
  public.rejection_reasons
  to authenticated, service_role;
alter table public.rejection_reasons enable row level security;
create policy "Admins manage every reason" on public.rejection_reasons for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see the reasons" on public.rejection_reasons for select to authenticated
  using (cardinality(array(select private.my_customer_ids())) > 0);
create policy "The service manages reasons" on public.rejection_reasons for all to service_role using (true) with check (true);

revoke all on public.leads, public.companies from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leads, public.companies to authenticated, service_role;
alter table public.leads enable row level security;
alter table public.companies enable row level security;
create policy "Admins manage every lead" on public.leads for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see their customers' leads" on public.leads for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "Members approve their customers' leads" on public.leads for update to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages leads" on public.leads for all to service_role using (true) with check (true);
create policy "Admins manage every company" on public.companies for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Members see their customers' companies" on public.companies for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "Members approve their customers' companies" on public.companies for update to authenticated
  using (customer_id = any (array(select private.my_customer_ids())))
  with check (customer_id = any (array(select private.my_customer_ids())));
create policy "The service manages companies" on public.companies for all to service_role using (true) with check (true);

revoke all on private.shortened_texts from public, anon, authenticated, service_role;

create function public.company_leads(
  customer_id uuid, company_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[company_leads.customer_id]))[1];
  key text := (
    select name_key from public.companies company where company.customer_id = owner_id and company.id = company_leads.company_id
  );
begin
  return query
    select *
    from public.leads lead
    where lead.customer_id = owner_id and private.index_key(private.text_key(lead.company)) = key and lead.company is not null
      and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.company_leads is 'Leads that name this company, newest first, page by page, at most 1,000. Upper and lower case and white space make no difference.';

create function public.lead_company(customer_id uuid, lead_id uuid) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[lead_company.customer_id]))[1];
  key text := (
    select private.index_key(private.text_key(lead.company))
    from public.leads lead
    where lead.customer_id = owner_id and lead.id = lead_company.lead_id
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

create function public.leads_of_rejected_companies(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  customers uuid[] := private.scope(null);
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  return query
    select named.id
    from (
      select distinct on (lead.customer_id, lead.id) lead.customer_id, lead.id, company.is_approved
      from public.leads lead
      join public.companies company
        on company.customer_id = lead.customer_id and company.name_key = private.index_key(private.text_key(lead.company))
      where lead.id = any (ids) and (customers is null or lead.customer_id = any (customers))
      order by lead.customer_id, lead.id, company.created_at, company.id
    ) named
    where named.is_approved is false;
end $$;
comment on function public.leads_of_rejected_companies is 'Those of these leads, at most 1,000, whose company was rejected. The company is that of lead_company.';

revoke all on function
  public.company_leads, public.lead_company, public.leads_of_rejected_companies
  from public, anon, authenticated, service_role;
grant execute on function public.company_leads, public.lead_company, public.leads_of_rejected_companies to authenticated;
