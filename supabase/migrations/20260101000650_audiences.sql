-- What is derived from the leads' audiences, and the counts of a customer.

-- Jumps from one audience to the next in the index on (customer_id, audience, …), whatever the number of leads in each.
create function public.audience_names(customers uuid[] default null) returns setof text
language sql stable security definer set search_path = ''
as $$
  with recursive scope as materialized (
    select private.scope(customers) as ids
  ), step as (
    select customer.id as customer_id, first.audience
    from scope
    join public.customers customer on scope.ids is null or customer.id = any (scope.ids)
    cross join lateral (
      select audience from public.leads where customer_id = customer.id and audience is not null order by audience limit 1
    ) first
    union all
    select step.customer_id, following.audience
    from step
    cross join lateral (
      select audience from public.leads where customer_id = step.customer_id and audience > step.audience order by audience limit 1
    ) following
  )
  select name from (select distinct audience collate "und-x-icu" as name from step) names order by name
$$;

revoke all on function public.audience_names(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.audience_names(uuid[]) to authenticated;

-- The leads without an audience are a row of their own, whose name is null.
create view public.audience_summary with (security_invoker = true) as
select
  customer_id,
  audience as name,
  count(*) as total,
  count(*) filter (where is_approved) as approved,
  count(*) filter (where is_approved is not true) as pending
from public.leads
group by customer_id, audience
order by total desc, name;

create view public.customer_counts with (security_invoker = true) as
select
  id as customer_id,
  (select count(*) from public.leads where leads.customer_id = customers.id) as leads,
  (select count(*) from public.companies where companies.customer_id = customers.id) as companies,
  (select count(*) from public.customer_users where customer_users.customer_id = customers.id and is_active) as users
from public.customers;

revoke all on public.audience_summary, public.customer_counts from public, anon, authenticated, service_role;
grant select on public.audience_summary, public.customer_counts to authenticated, service_role;
