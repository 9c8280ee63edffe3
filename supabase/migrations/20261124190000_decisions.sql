-- As before, and leads that were not handed off are not compared with the do-not-contact lists.
create or replace function private.flag_handed_off_leads() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  decided record;
  allowed uuid[];
  suppressed uuid[];
  moment constant timestamptz := now();
begin
  if current_setting('leadlight.restoring', true) = 'on' then
    return null;
  end if;
  for decided in
    select customer_id, is_approved is false as is_rejected, array_agg(lead_id) as ids
    from new_decisions
    where lead_id is not null and (is_approved is false or previous_is_approved is false)
    group by customer_id, is_approved is false
  loop
    if decided.is_rejected then
      update public.handed_off_leads
      set flag = 'rejected', flagged_at = moment
      where customer_id = decided.customer_id and lead_id = any (decided.ids) and flag is distinct from 'rejected';
    else
      allowed := array(
        select lead_id
        from public.handed_off_leads
        where customer_id = decided.customer_id and lead_id = any (decided.ids) and flag = 'rejected'
      );
      continue when allowed = '{}';
      suppressed := private.suppressed_of(decided.customer_id, allowed);
      update public.handed_off_leads
      set flag = case when lead_id = any (suppressed) then 'do_not_contact' end, flagged_at = case when lead_id = any (suppressed) then moment end
      where customer_id = decided.customer_id and lead_id = any (allowed);
    end if;
  end loop;
  return null;
end $$;

-- Most weeks, audiences and reasons have one row from an earlier merge, which stays.
create or replace function private.merge_decision_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  ids bigint[] := array(
    select unnest(array_agg(id))
    from private.decision_counters
    where customer_id = customer
    group by week, audience, rejection_reason_id
    having count(*) > 1 or (sum(approved), sum(rejected)) = (0, 0)
  );
begin
  with merged as (
    delete from private.decision_counters
    where customer_id = customer and id = any (array(
      select id from private.decision_counters where customer_id = customer and id = any (ids) for update skip locked
    ))
    returning week, audience, rejection_reason_id, approved, rejected
  )
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select customer, week, audience, rejection_reason_id, sum(approved), sum(rejected)
  from merged
  group by week, audience, rejection_reason_id
  having (sum(approved), sum(rejected)) <> (0, 0);
end $$;
comment on function private.merge_decision_counters is
  'Replaces the counter rows of decisions of a customer, where there are several of a week, audience and reason, by their sums, except rows that another transaction has locked.';
