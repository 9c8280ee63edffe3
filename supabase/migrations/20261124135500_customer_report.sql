create function public.customer_report(customer_id uuid, from_week date default null, to_week date default null) returns table (
  part text, id uuid, name text, week date, others bigint, approved bigint, rejected bigint, handed_off bigint, contacted bigint, replied bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  parts constant jsonb := '{"7": "total", "3": "week", "5": "audience", "6": "reason"}';
  results constant jsonb := '{"3": "total", "1": "audience", "2": "campaign"}';
  first_week constant date := private.week_of(from_week::timestamp at time zone 'UTC');
  last_week constant date := private.week_of(to_week::timestamp at time zone 'UTC');
begin
  if customer_report.customer_id is null
    or not private.is_admin() and customer_report.customer_id <> all (array(select private.my_customer_ids()))
  then
    raise exception 'There is no such customer' using errcode = 'insufficient_privilege';
  end if;
  return query
    with summed as (
      select parts ->> grouping(week, audience, rejection_reason_id)::text as part, week, audience, rejection_reason_id as reason_id,
        null::uuid as campaign_id, sum(approved::int) as approved, sum(rejected::int) as rejected, 0 as handed_off, 0 as contacted, 0 as replied
      from private.decision_counters counter
      where counter.customer_id = customer_report.customer_id and (first_week is null or week >= first_week) and (last_week is null or week <= last_week)
      group by grouping sets ((), (week), (audience), (rejection_reason_id))
      union all
      select results ->> grouping(audience, campaign_id)::text, null, audience, null, campaign_id, 0, 0,
        sum(handed_off::int), sum(contacted::int), sum(replied::int)
      from private.result_counters counter
      where counter.customer_id = customer_report.customer_id and (first_week is null or week >= first_week) and (last_week is null or week <= last_week)
      group by grouping sets ((), (audience), (campaign_id))
    ), added as (
      select part, week, audience, reason_id, campaign_id, coalesce(sum(approved), 0) as approved, coalesce(sum(rejected), 0) as rejected,
        coalesce(sum(handed_off), 0) as handed_off, coalesce(sum(contacted), 0) as contacted, coalesce(sum(replied), 0) as replied
      from summed
      group by part, week, audience, reason_id, campaign_id
    ), ranked as (
      select *, row_number() over (
        partition by part order by week desc nulls last, weight desc, handed_off desc, audience, reason_id, campaign_id
      ) > case part when 'week' then 520 else 50 end as is_rest
      from added, lateral (select case part when 'reason' then rejected when 'campaign' then handed_off else approved + rejected end as weight) weighed
      where case part
        when 'total' then true
        when 'week' then approved + rejected > 0
        when 'audience' then approved + rejected > 0 or handed_off > 0 or contacted > 0 or replied > 0
        when 'reason' then rejected > 0
        else campaign_id is not null and (handed_off > 0 or contacted > 0 or replied > 0)
      end
    ), listed as (
      select part, is_rest, case when not is_rest then week end as week, case when not is_rest then audience end as audience,
        case when not is_rest then reason_id end as reason_id, case when not is_rest then campaign_id end as campaign_id,
        count(*) filter (where is_rest) as others, sum(weight) as weight, sum(approved)::bigint as approved, sum(rejected)::bigint as rejected,
        sum(handed_off)::bigint as handed_off, sum(contacted)::bigint as contacted, sum(replied)::bigint as replied
      from ranked
      group by 1, 2, 3, 4, 5, 6
    )
    select listed.part, coalesce(listed.reason_id, listed.campaign_id),
      coalesce(listed.audience, stated.name, campaign.name, (
        select hand_off.campaign_name
        from public.hand_offs hand_off
        where hand_off.customer_id = customer_report.customer_id and hand_off.campaign_id = listed.campaign_id
        order by created_at desc
        limit 1
      )),
      listed.week, listed.others, listed.approved, listed.rejected, listed.handed_off, listed.contacted, listed.replied
    from listed
    left join public.rejection_reasons stated on stated.id = listed.reason_id
    left join public.campaigns campaign on campaign.customer_id = customer_report.customer_id and campaign.id = listed.campaign_id
    order by listed.part, listed.is_rest, listed.week, listed.weight desc, listed.handed_off desc, 3;
end $$;
comment on function public.customer_report is
  'What was approved, rejected, handed off, contacted and answered of a customer from one week to another (null: without limit), from the counters: the total, and by week, audience, reason (rejected) and campaign (handed off). The last 520 weeks and the first 50 rows of the other parts; "others" is how many further ones a row adds up. For administrators, and members of the customer.';

revoke all on function public.customer_report from public, anon, authenticated, service_role;
grant execute on function public.customer_report to authenticated;
