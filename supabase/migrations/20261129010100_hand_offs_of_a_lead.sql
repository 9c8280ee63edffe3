-- One row for each hand-off and lead. There was one for each campaign and lead, so that of two tools that had a lead only the first was named, flagged and
-- counted. The report counts each lead once: in total, in its audience and in its campaign.

drop trigger update_result_counters_on_insert on public.handed_off_leads;
drop trigger update_result_counters_on_delete on public.handed_off_leads;
drop trigger update_result_counters_on_insert on public.hand_off_results;
drop trigger update_result_counters_on_delete on public.hand_off_results;

alter table public.handed_off_leads drop constraint handed_off_leads_pkey;
alter table public.handed_off_leads add constraint handed_off_leads_pkey primary key (customer_id, hand_off_id, lead_id);
drop index public.handed_off_leads_hand_off_idx;
comment on table public.handed_off_leads is
  'The leads of each ready hand-off, deleted when that is voided. The lead may be deleted.';

-- A tool that has reported that the lead unsubscribed has stopped.
insert into public.handed_off_leads
  (customer_id, campaign_id, lead_id, hand_off_id, handed_off_at, name, linkedin_key, email_key, name_key, audience, flag, flagged_at)
select
  given.customer_id, hand_off.campaign_id, given.lead_id, given.hand_off_id, hand_off.ready_at, given.name, given.linkedin_key, given.email_key,
  given.name_key, first_mark.audience,
  case when not (first_mark.flag = 'do_not_contact' and unsubscribed.lead_id is not null) then first_mark.flag end,
  case when not (first_mark.flag = 'do_not_contact' and unsubscribed.lead_id is not null) then first_mark.flagged_at end
from public.hand_off_rows given
join public.hand_offs hand_off on hand_off.customer_id = given.customer_id and hand_off.id = given.hand_off_id
left join public.handed_off_leads first_mark
  on first_mark.customer_id = given.customer_id and first_mark.campaign_id = hand_off.campaign_id and first_mark.lead_id = given.lead_id
left join public.hand_off_results unsubscribed
  on unsubscribed.customer_id = given.customer_id and unsubscribed.hand_off_id = given.hand_off_id and unsubscribed.lead_id = given.lead_id
  and unsubscribed.kind = 'unsubscribed'
where hand_off.state = 'ready' and given.reason is null
on conflict do nothing;

-- The counters of a distributed database are merged by the keys of before until `npm run distribute` has replaced this function.
drop function if exists private.merge_counters();

alter table public.hand_off_results add column is_day boolean not null default false;

truncate private.result_counters;
alter table private.result_counters add column part text not null;
alter table private.result_counters add constraint result_counters_part_check check (part in ('total', 'audience', 'campaign'));
comment on table private.result_counters is
  'Number of leads that were handed off, contacted and replied, by customer and week, each once for every part: in total, by audience at the hand-off, and by campaign. The sum of the rows, as in lead_counters. A lead that was handed off, contacted or replied several times counts for the first time.';
comment on column private.result_counters.part is 'total; audience; campaign. Campaign and audience are null in the rows of other parts.';

create or replace function private.merge_result_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from private.result_counters
    where customer_id = customer and id = any (array(
      select id from private.result_counters where customer_id = customer for update skip locked
    ))
    returning part, week, campaign_id, audience, handed_off, contacted, replied
  )
  insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
  select customer, part, week, campaign_id, audience, sum(handed_off), sum(contacted), sum(replied)
  from merged
  group by part, week, campaign_id, audience
  having (sum(handed_off), sum(contacted), sum(replied)) <> (0, 0, 0);
end $$;

create function private.lock_results(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.results ' || customer, 0))
$$;
comment on function private.lock_results is
  'Locks the counted hand-offs and results of a customer until the end of the transaction. A function that then writes rows that others write too takes it before.';

-- The rows are read before they are counted, as a distributed database needs it.
create function private.count_results(customer uuid, changed public.hand_off_results[], direction int) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  ids constant uuid[] := array(select distinct lead_id from unnest(changed));
  stored public.hand_off_results[];
  change record;
begin
  if changed[1].kind = 'handed_off' then
    select array_agg(row (
      customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
    )::public.hand_off_results) into stored
    from public.handed_off_leads
    where customer_id = customer and lead_id = any (ids);
  else
    select array_agg(row (
      customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
    )::public.hand_off_results) into stored
    from public.hand_off_results
    where customer_id = customer and lead_id = any (ids) and kind = any ('{contacted,replied}');
  end if;
  for change in
    with listed as (
      select lead_id, kind, campaign_id, audience, coalesce(at, reported_at) as at, true as is_changed from unnest(changed)
      union all
      select lead_id, kind, campaign_id, audience, coalesce(at, reported_at), false
      from unnest(stored) other
      where not exists (
        select from unnest(changed) own where own.hand_off_id = other.hand_off_id and own.lead_id = other.lead_id and own.kind = other.kind
      )
    ), first as (
      select
        part, kind, case part when 'campaign' then campaign_id end as campaign_id, case part when 'audience' then audience end as audience,
        private.week_of(min(at)) as week_with, private.week_of(min(at) filter (where not is_changed)) as week_without
      from listed
      cross join unnest('{total,audience,campaign}'::text[]) part
      group by 1, 2, 3, 4, lead_id
    ), moved as (
      select part, kind, campaign_id, audience, week_with as week, direction as amount from first where week_with is distinct from week_without
      union all
      select part, kind, campaign_id, audience, week_without, -direction from first where week_with <> week_without
    ), summed as (
      select
        part, week, campaign_id, audience, coalesce(sum(amount) filter (where kind = 'handed_off'), 0) as handed_off,
        coalesce(sum(amount) filter (where kind = 'contacted'), 0) as contacted, coalesce(sum(amount) filter (where kind = 'replied'), 0) as replied
      from moved
      group by part, week, campaign_id, audience
    )
    select * from summed where (handed_off, contacted, replied) <> (0, 0, 0)
  loop
    insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
    values (customer, change.part, change.week, change.campaign_id, change.audience, change.handed_off, change.contacted, change.replied);
  end loop;
end $$;
comment on function private.count_results is
  'Adds inserted rows of hand_off_results (direction 1) or deleted ones (-1) to result_counters, or those of handed_off_leads as rows of kind handed_off: the difference between the first of all rows of a lead and the first without these.';

create or replace function private.update_result_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  changed public.hand_off_results[];
  customer uuid;
begin
  if tg_argv[0] = 'handed_off_leads' then
    select array_agg(row (
      customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
    )::public.hand_off_results) into changed
    from changed_rows;
  else
    select array_agg(row (
      customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
    )::public.hand_off_results) into changed
    from changed_rows
    where kind = any ('{contacted,replied}');
  end if;
  for customer in select distinct customer_id from unnest(changed) order by 1 loop
    if tg_op = 'DELETE' and not exists (select from public.customers where id = customer) then
      delete from private.result_counters where customer_id = customer;
      continue;
    end if;
    perform private.lock_results(customer);
    perform private.count_results(customer, array(select change from unnest(changed) change where change.customer_id = customer), direction);
    if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
      perform private.merge_result_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_result_counters is
  'Adds the change to result_counters, one of a customer at a time, and merges those of its customers in one statement of 50.';

create trigger update_result_counters_on_insert after insert on public.handed_off_leads
  referencing new table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_delete after delete on public.handed_off_leads
  referencing old table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_insert after insert on public.hand_off_results
  referencing new table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');
create trigger update_result_counters_on_delete after delete on public.hand_off_results
  referencing old table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');

create or replace function private.rebuild_result_counters() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.handed_off_leads, public.hand_off_results in share mode;
  truncate private.result_counters;
  insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
  select
    customer_id, part, private.week_of(first_at), campaign_id, audience, count(*) filter (where kind = 'handed_off'),
    count(*) filter (where kind = 'contacted'), count(*) filter (where kind = 'replied')
  from (
    select
      customer_id, lead_id, part, kind, case part when 'campaign' then campaign_id end as campaign_id,
      case part when 'audience' then audience end as audience, min(at) as first_at
    from (
      select customer_id, lead_id, campaign_id, audience, 'handed_off' as kind, handed_off_at as at from public.handed_off_leads
      union all
      select customer_id, lead_id, campaign_id, audience, kind, coalesce(at, reported_at)
      from public.hand_off_results
      where kind = any ('{contacted,replied}')
    ) listed
    cross join unnest('{total,audience,campaign}'::text[]) part
    group by 1, 2, 3, 4, 5, 6
  ) first
  group by 1, 2, 3, 4, 5;
end $$;

select private.rebuild_result_counters();
drop function private.result_counters_sql(text, text);

-- As before, but other hand-offs have rows of their own.
create or replace function public.void_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.hand_offs;
begin
  stored := private.lock_hand_off(void_hand_off.customer_id, void_hand_off.hand_off_id, 'ready');
  perform from public.campaigns where campaigns.customer_id = stored.customer_id and campaigns.id = stored.campaign_id for no key update;
  perform private.lock_results(stored.customer_id);
  update public.hand_offs set state = 'void', ended_at = now(), ended_by = auth.uid()
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  delete from public.handed_off_leads
  where handed_off_leads.customer_id = stored.customer_id and handed_off_leads.hand_off_id = stored.id;
  perform private.record_hand_off(stored, 'update');
  return stored;
end $$;
comment on function public.void_hand_off is
  'Records that the leads of a ready hand-off were not handed off after all. Administrators only.';

-- As before, from the counters of each part.
create or replace function public.customer_report(customer_id uuid, from_week date default null, to_week date default null) returns table (
  part text, id uuid, name text, week date, others bigint, approved bigint, rejected bigint, handed_off bigint, contacted bigint, replied bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  parts constant jsonb := '{"7": "total", "3": "week", "5": "audience", "6": "reason"}';
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
      select part, null, audience, null, campaign_id, 0, 0, sum(handed_off::int), sum(contacted::int), sum(replied::int)
      from private.result_counters counter
      where counter.customer_id = customer_report.customer_id and (first_week is null or week >= first_week) and (last_week is null or week <= last_week)
      group by part, audience, campaign_id
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

revoke all on function private.lock_results, private.count_results from public, anon, authenticated, service_role;
