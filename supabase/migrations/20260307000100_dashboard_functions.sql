-- What the administrators' dashboard shows, from stored counters and indexes.
create function public.customer_progress() returns table (
  customer_id uuid, name text, approved bigint, rejected bigint, to_review bigint, last_decision timestamptz, last_import timestamptz,
  is_stalled boolean, active_campaigns bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the progress of customers');
  return query
    with counted as materialized (
      select customer_id, sum(total)::bigint as total, sum(approved)::bigint as approved, sum(reviewed)::bigint as reviewed
      from public.lead_counters
      group by customer_id
    ), campaigning as materialized (
      select customer_id, count(*) as active from public.campaigns where status = 'active' group by customer_id
    )
    select
      customer.id, customer.name,
      coalesce(counted.approved, 0),
      coalesce(counted.reviewed - counted.approved, 0),
      coalesce(counted.total - counted.reviewed, 0),
      decision.last, import.last,
      coalesce(counted.total > counted.reviewed, false)
        and coalesce(greatest(decision.last, import.last), customer.created_at) < now() - interval '7 days',
      coalesce(campaigning.active, 0)
    from public.customers customer
    left join counted on counted.customer_id = customer.id
    left join campaigning on campaigning.customer_id = customer.id
    cross join lateral (
      select max(decided_at) as last from public.decisions where customer_id = customer.id
    ) decision
    cross join lateral (
      select max(created_at) as last from public.imports where customer_id = customer.id and undone_at is null
    ) import
    where customer.is_active;
end $$;

create function public.decisions_per_week() returns table (week date, approved bigint, rejected bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  this_week date := private.week_of(now());
begin
  perform private.require_admin('Only an administrator can see the decisions of all customers');
  return query
    with counted as materialized (
      select week, sum(approved)::bigint as approved, sum(rejected)::bigint as rejected
      from private.decision_counters
      where week > this_week - 84
      group by week
    )
    select weeks.week, coalesce(counted.approved, 0), coalesce(counted.rejected, 0)
    from (select this_week - 7 * ago as week from generate_series(11, 0, -1) ago) weeks
    left join counted on counted.week = weeks.week
    order by weeks.week;
end $$;

create function public.rejections_by_audience(since date default null)
returns table (audience text, reason text, rejected bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the rejections of all customers');
  return query
    with counted as materialized (
      select audience, rejection_reason_id, sum(rejected)::bigint as rejected
      from private.decision_counters
      where since is null or week >= private.week_of(since::timestamp at time zone 'UTC')
      group by audience, rejection_reason_id
      having sum(rejected) > 0
    ), largest as (
      select audience, sum(rejected) as total from counted group by audience order by total desc, audience limit 8
    )
    select largest.audience, stated.name, counted.rejected
    from largest
    join counted on counted.audience is not distinct from largest.audience
    left join public.rejection_reasons stated on stated.id = counted.rejection_reason_id
    order by largest.total desc, largest.audience, counted.rejected desc, stated.position;
end $$;

revoke all on function public.customer_progress(), public.decisions_per_week(), public.rejections_by_audience(date)
  from public, anon, authenticated, service_role;
grant execute on function public.customer_progress(), public.decisions_per_week(), public.rejections_by_audience(date) to authenticated;

comment on function public.customer_progress() is
  'How far the active customers are with reviewing their leads. A customer is stalled if leads wait for review and nothing was imported or decided for 7 days. Undone imports do not count. Administrators only.';
comment on function public.decisions_per_week() is
  'Number of leads of all customers approved and rejected in each of the last 12 weeks, which begin on Monday, UTC. A decision that was undone or changed later is not counted in its week. Administrators only.';
comment on function public.rejections_by_audience(date) is
  'Number of rejected leads by audience and reason, of the 8 audiences with most rejections, since the week of a date. Without a reason it is null; so is the audience. Administrators only.';
