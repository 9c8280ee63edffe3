-- Counting costs again what it did when each hand-off counted by itself: leads of no other hand-off are counted by groups, and only the rows of the others
-- are compared with those of their other hand-offs.

create or replace function private.count_results(customer uuid, changed public.hand_off_results[], direction int) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  hand_offs constant uuid[] := array(select distinct hand_off_id from unnest(changed) order by 1);
  hand_off uuid;
  own public.hand_off_results[] := changed;
  uncounted public.hand_off_results[] := '{}';
  stored public.hand_off_results[];
  ids uuid[];
  repeated uuid[];
  change record;
begin
  foreach hand_off in array hand_offs loop
    if cardinality(hand_offs) > 1 then
      own := array(select result from unnest(changed) result where result.hand_off_id = hand_off);
      uncounted := array(select result from unnest(changed) result where result.hand_off_id > hand_off);
    end if;
    ids := array(select distinct lead_id from unnest(own));
    if own[1].kind = 'handed_off' then
      select array_agg(row (
        customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
      )::public.hand_off_results) into stored
      from public.handed_off_leads
      where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_off;
    else
      select array_agg(row (
        customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
      )::public.hand_off_results) into stored
      from public.hand_off_results
      where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_off and kind = any ('{contacted,replied}');
    end if;
    if direction < 0 then
      stored := stored || uncounted;
    elsif uncounted <> '{}' then
      stored := array(select result from unnest(stored) result where result <> all (uncounted));
    end if;
    repeated := array(select distinct lead_id from unnest(stored));
    for change in
      with reported as materialized (
        select lead_id, kind, campaign_id, audience, private.week_of(coalesce(at, reported_at)) as week from unnest(own)
      ), other as (
        select lead_id, kind, campaign_id, audience, private.week_of(coalesce(at, reported_at)) as week from unnest(stored)
      ), compared as (
        select kind, campaign_id, audience, week, count(*) as amount, null::date as first, null::date as first_of_audience, null::date as first_of_campaign
        from reported
        where lead_id <> all (repeated)
        group by kind, campaign_id, audience, week
        union all
        select
          kind, reported.campaign_id, reported.audience, reported.week, 1, min(other.week),
          min(other.week) filter (where other.audience is not distinct from reported.audience),
          min(other.week) filter (where other.campaign_id = reported.campaign_id)
        from reported
        left join other using (lead_id, kind)
        where lead_id = any (repeated)
        group by lead_id, kind, reported.campaign_id, reported.audience, reported.week
      ), counted as (
        select part, kind, scope.campaign_id, scope.audience, week, amount, known
        from compared
        cross join lateral (values
          ('total', null::uuid, null::text, first), ('audience', null, audience, first_of_audience), ('campaign', campaign_id, null, first_of_campaign)
        ) scope (part, campaign_id, audience, known)
        where known is null or week < known
      ), moved as (
        select part, kind, campaign_id, audience, week, direction * amount as amount from counted
        union all
        select part, kind, campaign_id, audience, known, -direction * amount from counted where known is not null
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
  end loop;
end $$;
comment on function private.count_results is
  'Adds inserted rows of hand_off_results (direction 1) or deleted ones (-1) to result_counters, or those of handed_off_leads as rows of kind handed_off, hand-off by hand-off: each counts in the parts in which the lead has no earlier row, instead of the later one.';

create function private.repeated_leads(relation text, customer uuid, hand_offs uuid[], ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  if cardinality(hand_offs) > 1 then
    return ids;
  elsif relation = 'handed_off_leads' then
    if not exists (select from public.handed_off_leads where customer_id = customer and hand_off_id < hand_offs[1])
      and not exists (select from public.handed_off_leads where customer_id = customer and hand_off_id > hand_offs[1])
    then
      return '{}';
    end if;
    return array(
      select distinct lead_id from public.handed_off_leads where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_offs[1]
    );
  elsif not exists (select from public.hand_off_results where customer_id = customer and hand_off_id < hand_offs[1])
    and not exists (select from public.hand_off_results where customer_id = customer and hand_off_id > hand_offs[1])
  then
    return '{}';
  end if;
  return array(
    select distinct lead_id from public.hand_off_results where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_offs[1]
  );
end $$;
comment on function private.repeated_leads is
  'Which of these leads have rows of other hand-offs too, in handed_off_leads or hand_off_results. If the leads are those of several hand-offs, all.';

-- The transition table is read by itself, as a distributed database needs it.
create or replace function private.update_result_counters() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  changed record;
  repeated uuid[];
  counters jsonb;
  compared public.hand_off_results[];
  added record;
begin
  for changed in
    select customer_id, array_agg(lead_id) as ids, array_agg(distinct hand_off_id) as hand_offs from changed_rows group by customer_id order by customer_id
  loop
    if tg_op = 'DELETE' and not exists (select from public.customers where id = changed.customer_id) then
      delete from private.result_counters where customer_id = changed.customer_id;
      continue;
    end if;
    perform private.lock_results(changed.customer_id);
    repeated := private.repeated_leads(tg_argv[0], changed.customer_id, changed.hand_offs, changed.ids);
    if tg_argv[0] = 'handed_off_leads' then
      select jsonb_agg(to_jsonb(counted)) into counters
      from (
        select
          (array['campaign', 'audience', 'total'])[1 + grouping(campaign_id) + grouping(campaign_id, audience) / 3] as part,
          week, campaign_id, audience, sum(amount) as handed_off, 0 as contacted, 0 as replied
        from (
          select private.week_of(handed_off_at) as week, campaign_id, audience, count(*) as amount
          from changed_rows
          where customer_id = changed.customer_id and lead_id <> all (repeated)
          group by handed_off_at, campaign_id, audience
        ) lead_group
        group by grouping sets ((week), (week, audience), (week, campaign_id))
      ) counted;
      if repeated <> '{}' then
        select array_agg(row (
          customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
        )::public.hand_off_results) into compared
        from changed_rows
        where customer_id = changed.customer_id and lead_id = any (repeated);
      end if;
    else
      select jsonb_agg(to_jsonb(counted)) into counters
      from (
        select
          (array['campaign', 'audience', 'total'])[1 + grouping(campaign_id) + grouping(campaign_id, audience) / 3] as part,
          week, campaign_id, audience, 0 as handed_off, sum(contacted) as contacted, sum(replied) as replied
        from (
          select
            private.week_of(coalesce(at, reported_at)) as week, campaign_id, audience, count(*) filter (where kind = 'contacted') as contacted,
            count(*) filter (where kind = 'replied') as replied
          from changed_rows
          where customer_id = changed.customer_id and lead_id <> all (repeated) and kind = any ('{contacted,replied}')
          group by coalesce(at, reported_at), campaign_id, audience
        ) lead_group
        group by grouping sets ((week), (week, audience), (week, campaign_id))
      ) counted;
      if repeated <> '{}' then
        select array_agg(row (
          customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
        )::public.hand_off_results) into compared
        from changed_rows
        where customer_id = changed.customer_id and lead_id = any (repeated) and kind = any ('{contacted,replied}');
      end if;
    end if;
    for added in
      select * from jsonb_to_recordset(counters)
        as counter (part text, week date, campaign_id uuid, audience text, handed_off int, contacted int, replied int)
    loop
      insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
      values (
        changed.customer_id, added.part, added.week, added.campaign_id, added.audience, direction * added.handed_off, direction * added.contacted,
        direction * added.replied
      );
    end loop;
    if compared is not null then
      perform private.count_results(changed.customer_id, compared, direction);
    end if;
    if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
      perform private.merge_result_counters(changed.customer_id);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_result_counters is
  'Adds the change to result_counters, one of a customer at a time, and merges those of its customers in one statement of 50.';

revoke all on function private.repeated_leads from public, anon, authenticated, service_role;

-- After an approval, the function looks only for the flags that it ends.
create or replace function private.flag_decided_leads(customer uuid, decision boolean, ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  decided constant text[] := '{rejected,in_review}';
  linkedin_keys text[];
  email_keys text[];
  name_keys text[];
  marked uuid[];
  stored uuid[];
begin
  if decision and not exists (select from public.handed_off_leads where customer_id = customer and flag = any (decided))
    or not exists (select from public.handed_off_leads where customer_id = customer)
  then
    return;
  end if;
  select array_agg(linkedin_key), array_agg(email_key), array_agg(name_key) into linkedin_keys, email_keys, name_keys
  from public.leads
  where customer_id = customer and id = any (ids);
  marked := array(
    select mark.lead_id
    from public.handed_off_leads mark
    where mark.customer_id = customer and (decision is not true or mark.flag = any (decided))
      and (mark.lead_id = any (ids) or mark.linkedin_key = any (linkedin_keys) or mark.email_key = any (email_keys) or mark.name_key = any (name_keys))
  );
  stored := array(select id from public.leads where customer_id = customer and id = any (marked));
  marked := array(select unnest(marked) except (select unnest(stored) except select unnest(ids)));
  if marked = '{}' then
    return;
  elsif decision is false then
    perform private.flag_marks(customer, marked, 'rejected', '{"",in_review,do_not_contact}');
  else
    perform private.flag_marks(customer, private.suppressed_hand_offs(customer, marked), 'do_not_contact', decided);
    perform private.flag_marks(customer, marked, case when decision is null then 'in_review' end, case when decision is null then '{"",rejected}' else decided end);
  end if;
end $$;

-- Most leads of some files have no LinkedIn page, and most pages no escapes: both went through all patterns.
alter function private.linkedin_key(text) strict;
alter function private.decode_percent(text) strict;
