-- How far the review of a list has come, in one pass over an index: all rows that match, the approved ones, and those that somebody has decided upon.

create function public.tally_leads(term text default '', customers uuid[] default null, audience_name text default null)
returns table (total bigint, approved bigint, reviewed bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
begin
  return query execute
    'select count(*), count(*) filter (where is_approved), count(is_approved) from public.leads where '
      || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
    using pattern, scope, named, audience_name;
end $$;

create function public.tally_companies(term text default '', customers uuid[] default null)
returns table (total bigint, approved bigint, reviewed bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
begin
  return query execute
    'select count(*), count(*) filter (where is_approved), count(is_approved) from public.companies where '
      || private.matching('{name,industry,location}', pattern, scope, named, null, null)
    using pattern, scope, named;
end $$;

revoke all on function public.tally_leads(text, uuid[], text), public.tally_companies(text, uuid[])
  from public, anon, authenticated, service_role;
grant execute on function public.tally_leads(text, uuid[], text), public.tally_companies(text, uuid[]) to authenticated;
