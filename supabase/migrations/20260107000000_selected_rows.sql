-- How many of the rows that a person has selected match what their list is narrowed to now; the rest are selected out of sight.

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  total bigint;
begin
  execute 'select count(*) from (select * from public.leads where id = any ($5) offset 0) chosen where '
    || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
    into total using pattern, scope, named, audience_name, ids;
  return total;
end $$;

create function public.count_companies_among(ids uuid[], term text default '', customers uuid[] default null)
returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  total bigint;
begin
  execute 'select count(*) from (select * from public.companies where id = any ($5) offset 0) chosen where '
    || private.matching('{name,industry,location}', pattern, scope, named, null, null)
    into total using pattern, scope, named, null::text, ids;
  return total;
end $$;

revoke all on function
  public.count_leads_among(uuid[], text, uuid[], text), public.count_companies_among(uuid[], text, uuid[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.count_leads_among(uuid[], text, uuid[], text), public.count_companies_among(uuid[], text, uuid[])
  to authenticated;
