-- What is derived from the leads' audiences, and the counts of a customer.

create function public.audience_names(customers uuid[] default null) returns setof text
language sql stable security definer set search_path = ''
as $$
  with scope as materialized (
    select private.scope(customers) as ids
  ), kept as (
    select audience
    from public.lead_tallies, scope
    where audience is not null and (ids is null or customer_id = any (ids))
    group by audience
    having sum(total) > 0
  )
  select audience collate "und-x-icu" as name from kept order by name
$$;

revoke all on function public.audience_names(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.audience_names(uuid[]) to authenticated;

-- The leads without an audience are a row of their own, whose name is null.
create view public.audience_summary with (security_invoker = true) as
select
  customer_id,
  audience as name,
  sum(total)::bigint as total,
  sum(approved)::bigint as approved,
  sum(total - approved)::bigint as pending
from public.lead_tallies
group by customer_id, audience
having sum(total) > 0
order by total desc, name;

create view public.customer_counts with (security_invoker = true) as
select
  id as customer_id,
  (select coalesce(sum(total), 0)::bigint from public.lead_tallies tally where tally.customer_id = customers.id) as leads,
  (select coalesce(sum(total), 0)::bigint from public.company_tallies tally where tally.customer_id = customers.id) as companies,
  (select count(*) from public.customer_users where customer_users.customer_id = customers.id and is_active) as users
from public.customers;

revoke all on public.audience_summary, public.customer_counts from public, anon, authenticated, service_role;
grant select on public.audience_summary, public.customer_counts to authenticated, service_role;
