-- The customer of each audience, and the ids that the leads are found by. The result has more columns, so the function is created anew.
drop function public.rejections_by_audience(date);

create function public.rejections_by_audience(since date default null)
returns table (customer_id uuid, customer text, audience text, reason_id uuid, reason text, rejected bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the rejections of all customers');
  return query
    with counted as materialized (
      select customer_id, audience, rejection_reason_id, sum(rejected)::bigint as rejected
      from private.decision_counters
      where since is null or week >= private.week_of(since::timestamp at time zone 'UTC')
      group by customer_id, audience, rejection_reason_id
      having sum(rejected) > 0
    ), largest as (
      select customer_id, audience, sum(rejected) as total
      from counted
      group by customer_id, audience
      order by total desc, audience, customer_id
      limit 8
    )
    select largest.customer_id, customers.name, largest.audience, stated.id, stated.name, counted.rejected
    from largest
    join public.customers on customers.id = largest.customer_id
    join counted on counted.customer_id = largest.customer_id and counted.audience is not distinct from largest.audience
    left join public.rejection_reasons stated on stated.id = counted.rejection_reason_id
    order by largest.total desc, largest.audience, largest.customer_id, counted.rejected desc, stated.position;
end $$;

revoke all on function public.rejections_by_audience(date) from public, anon, authenticated, service_role;
grant execute on function public.rejections_by_audience(date) to authenticated;

comment on function public.rejections_by_audience(date) is
  'Number of rejected leads by customer, audience and reason, of the 8 audiences with most rejections, since the week of a date. Without a reason it is null; so is the audience. Administrators only.';
