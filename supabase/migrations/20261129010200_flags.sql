-- A handed-off lead is flagged also when its approval is moved back to review, or when it was deleted, imported again and rejected; and not where the tool
-- has reported that it unsubscribed, since that has stopped.

alter table public.handed_off_leads drop constraint handed_off_leads_flag_check;
alter table public.handed_off_leads add constraint handed_off_leads_flag_check check (flag in ('rejected', 'in_review', 'do_not_contact'));
comment on column public.handed_off_leads.flag is
  'Why the lead should be stopped in the tool: it was rejected, moved back to review, or must not be contacted, after it was handed off.';

create function private.suppressed_hand_offs(customer uuid, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  addresses text[];
begin
  addresses := array(
    select unnest(array[email_key, linkedin_key]) from public.handed_off_leads where customer_id = customer and lead_id = any (ids)
  );
  addresses := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (addresses))
    || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (addresses));
  return private.suppressed_of(customer, ids) || array(
    select lead_id
    from public.handed_off_leads
    where customer_id = customer and lead_id = any (ids) and (email_key = any (addresses) or linkedin_key = any (addresses))
  );
end $$;
comment on function private.suppressed_hand_offs is 'Which of these handed-off leads must not be contacted, also by an address that was handed off.';

create function private.flag_marks(customer uuid, ids uuid[], new_flag text, replaced text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  update public.handed_off_leads mark
  set flag = new_flag, flagged_at = case when new_flag is not null then now() end
  where mark.customer_id = customer and mark.lead_id = any (ids) and coalesce(mark.flag, '') = any (replaced)
    and (new_flag is distinct from 'do_not_contact' or not exists (
      select from public.hand_off_results stopped
      where stopped.customer_id = customer and stopped.hand_off_id = mark.hand_off_id and stopped.lead_id = mark.lead_id and stopped.kind = 'unsubscribed'
    ));
end $$;
comment on function private.flag_marks is
  'Replaces these flags ('''': none) of handed-off leads by another one, or null. One for do_not_contact is not given where the tool has reported that the lead unsubscribed.';

create function private.flag_decided_leads(customer uuid, decision boolean, ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  decided constant text[] := '{rejected,in_review}';
  linkedin_keys text[];
  email_keys text[];
  name_keys text[];
  marked uuid[];
  stored uuid[];
begin
  if decision and not exists (select from public.handed_off_leads where customer_id = customer and flag is not null)
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
    where mark.customer_id = customer
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
comment on function private.flag_decided_leads is
  'Flags leads that were decided after they were handed off, and deleted leads that have one of their keys; after an approval only those that must not be contacted.';

create or replace function private.flag_handed_off_leads() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  decided record;
begin
  if current_setting('leadlight.restoring', true) = 'on' then
    return null;
  end if;
  for decided in
    select customer_id, is_approved, array_agg(lead_id) as ids
    from new_decisions
    where lead_id is not null and is_approved is distinct from previous_is_approved
    group by customer_id, is_approved
  loop
    perform private.flag_decided_leads(decided.customer_id, decided.is_approved, decided.ids);
  end loop;
  return null;
end $$;
comment on function private.flag_handed_off_leads is 'Flags handed-off leads that are not approved any more, until they are.';

create or replace function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
begin
  if keys is null then
    ids := array(select distinct lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact');
    ids := array(select unnest(ids) except select unnest(private.suppressed_hand_offs(customer, ids)));
    perform private.flag_marks(
      customer, array(select id from public.leads where customer_id = customer and id = any (ids) and is_approved is null), 'in_review', '{do_not_contact}'
    );
    perform private.flag_marks(customer, ids, null, '{do_not_contact}');
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    ids := ids || array(
      select lead_id
      from public.handed_off_leads
      where customer_id = customer and (email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys))
    );
    perform private.flag_marks(customer, ids, 'do_not_contact', '{"",in_review}');
  end if;
end $$;

-- As before, and a lead that was handed off to several tools counts once.
create or replace function public.needs_attention() returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, oldest.amount, oldest.since, (
        select max(created_at) + interval '7 days'
        from public.leads lead
        where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
      ) as latest
      from (select distinct customer_id from public.lead_counters) counter
      cross join lateral (
        select count(*) as amount, min(created_at) as since
        from (
          select created_at
          from public.leads lead
          where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
          order by created_at
          limit 1000
        ) first
      ) oldest
      where oldest.amount > 0
    ), corrected as materialized (
      select customer_id, corrects_import_id as id, sum(total_rows) as rows
      from public.imports
      where corrects_import_id is not null and undone_at is null and created_at > now() - interval '7 days'
      group by customer_id, corrects_import_id
    ), failed as materialized (
      select import.customer_id, count(*) as amount, max(import.created_at) as since
      from public.imports import
      left join corrected on corrected.customer_id = import.customer_id and corrected.id = import.id
      where import.error_rows > coalesce(corrected.rows, 0) and import.undone_at is null and import.created_at > now() - interval '7 days'
      group by import.customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), changed as materialized (
      select customer_id, count(*) as amount, min(updated_at) as since, max(updated_at) as latest
      from public.leads
      where decided_values is not null
      group by customer_id
    ), requested as materialized (
      select customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      where status = 'changes_requested' and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
      group by customer_id
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'leads changed', customer_id, amount, since, latest from changed
      union all
      select 'copy changes requested', customer_id, amount, since, latest from requested
      union all
      select 'imports with errors', customer_id, amount, since, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at), max(created_at)
      from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at), max(expires_at) - interval '2 days'
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
      union all
      select 'handed off leads', customer_id, count(distinct lead_id), max(flagged_at), max(flagged_at)
      from public.handed_off_leads where flag is not null group by customer_id
    ), dismissed as materialized (
      select customer_id, reason, dismissed_at from private.attention_dismissals where user_id = auth.uid()
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    left join dismissed on dismissed.customer_id = found.customer_id and dismissed.reason = found.reason
    where dismissed.dismissed_at is null or found.latest > dismissed.dismissed_at
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;
comment on function public.needs_attention is
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, campaigns whose newest version has changes requested, open invitations without an email or ending within 2 days, imports of the last 7 days with errors, leads to stop in the tools that they were handed off to.';

-- Leads that have unsubscribed in one tool were flagged in those of other campaigns only.
do $$
declare
  customer uuid;
begin
  for customer in select distinct customer_id from public.hand_off_results where kind = 'unsubscribed' loop
    perform private.flag_marks(
      customer, private.suppressed_hand_offs(customer, array(
        select distinct lead_id from public.hand_off_results where customer_id = customer and kind = 'unsubscribed'
      )), 'do_not_contact', '{""}'
    );
  end loop;
end $$;

revoke all on function
  private.suppressed_hand_offs, private.flag_marks, private.flag_decided_leads
  from public, anon, authenticated, service_role;
