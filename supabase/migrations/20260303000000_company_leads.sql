-- The leads of a company and the company of a lead. An imported lead names its company, so they belong together by the key of the name.
create index leads_company_idx on public.leads
  (customer_id, private.index_key(private.text_key(company)), created_at desc, id desc) where company is not null;

create function public.company_leads(
  customer_id uuid, company_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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

create function public.lead_company(customer_id uuid, lead_id uuid) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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

revoke all on function
  public.company_leads(uuid, uuid, timestamptz, uuid, int), public.lead_company(uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.company_leads(uuid, uuid, timestamptz, uuid, int), public.lead_company(uuid, uuid) to authenticated;

comment on function public.company_leads(uuid, uuid, timestamptz, uuid, int) is
  'Leads that name this company, newest first, page by page, at most 1,000. Upper and lower case and white space make no difference.';
comment on function public.lead_company(uuid, uuid) is
  'The company that a lead names, if its customer has it: the oldest of several with that name.';
