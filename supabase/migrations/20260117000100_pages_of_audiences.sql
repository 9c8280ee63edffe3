-- Audiences page by page: an answer holds 1,000 rows at most. Both functions read the stored counts of each audience.

drop function public.audience_names(uuid[]);

-- The distinct audiences of the customers whose name contains the term, sorted, starting after a name.
create function public.audience_names(
  customers uuid[] default null, term text default '', after_name text default null, page_size int default 1000
) returns setof text language sql stable security definer set search_path = ''
as $$
  with scope as materialized (
    select private.scope(customers) as ids
  ), kept as (
    select audience collate "und-x-icu" as name
    from public.lead_tallies, scope
    where audience is not null and (ids is null or customer_id = any (ids))
    group by audience
    having sum(total) > 0
  )
  select name
  from kept
  where name ilike private.containing(term) and (after_name is null or name > after_name)
  order by name
  limit least(greatest(page_size, 0), 1000)
$$;

-- How many leads each audience of the customers has, the largest first, starting after an audience. The same audience of several customers is summed.
create function public.audience_totals(
  customers uuid[] default null, after_total bigint default null, after_name text default null, page_size int default 1000
) returns table (name text, total bigint, approved bigint, pending bigint)
language sql stable security definer set search_path = ''
as $$
  with scope as materialized (
    select private.scope(customers) as ids
  ), summed as (
    select
      audience collate "und-x-icu" as name, sum(tally.total)::bigint as total, sum(tally.approved)::bigint as approved,
      sum(tally.total - tally.approved)::bigint as pending
    from public.lead_tallies tally, scope
    where audience is not null and (ids is null or customer_id = any (ids))
    group by audience
    having sum(tally.total) > 0
  )
  select summed.name, summed.total, summed.approved, summed.pending
  from summed
  where after_total is null or summed.total < after_total or (summed.total = after_total and summed.name > after_name)
  order by summed.total desc, summed.name
  limit least(greatest(page_size, 0), 1000)
$$;

revoke all on function
  public.audience_names(uuid[], text, text, int), public.audience_totals(uuid[], bigint, text, int)
  from public, anon, authenticated, service_role;
grant execute on function
  public.audience_names(uuid[], text, text, int), public.audience_totals(uuid[], bigint, text, int)
  to authenticated;
