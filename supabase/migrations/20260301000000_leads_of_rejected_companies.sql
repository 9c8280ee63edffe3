-- Which leads of a page name a company that was rejected. Reads both tables by their keys.
create function public.leads_of_rejected_companies(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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

revoke all on function public.leads_of_rejected_companies(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.leads_of_rejected_companies(uuid[]) to authenticated;

comment on function public.leads_of_rejected_companies(uuid[]) is
  'Those of these leads, at most 1,000, whose company was rejected. The company is that of lead_company.';
