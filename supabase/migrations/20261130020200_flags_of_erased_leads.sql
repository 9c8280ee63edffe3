-- Handed-off leads that an entry reaches only by the keys that they have since the release before this one are flagged, and erased ones stay flagged. Duplicates
-- need the attention of an administrator until each is kept or deleted.

create or replace function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
begin
  if keys is null then
    ids := array(select distinct lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact' and name <> '');
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

do $$
declare
  customer uuid;
begin
  for customer in select distinct customer_id from public.handed_off_leads loop
    perform private.flag_marks(
      customer, private.suppressed_hand_offs(customer, array(
        select distinct lead_id from public.handed_off_leads where customer_id = customer and coalesce(flag, 'in_review') = 'in_review'
      )), 'do_not_contact', '{"",in_review}'
    );
  end loop;
end $$;

alter table private.attention_dismissals drop constraint attention_dismissals_reason_check;
alter table private.attention_dismissals add constraint attention_dismissals_reason_check
  check (reason in (
    'leads waiting', 'leads changed', 'copy changes requested', 'imports with errors', 'invitations not mailed', 'invitations expiring',
    'handed off leads', 'duplicate leads', 'duplicate companies'
  ));

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
    ), repeated as materialized (
      select 'duplicate leads' as reason, customer_id, count(*) as amount, min(created_at) as since, max(created_at) as latest
      from public.leads
      where duplicate_of is not null and not is_separate
      group by customer_id
      union all
      select 'duplicate companies', customer_id, count(*), min(created_at), max(created_at)
      from public.companies
      where duplicate_of is not null and not is_separate
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
      select reason, customer_id, amount, since, latest from repeated
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
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested, open invitations without an email or ending within 2 days, imports of the last 7 days with errors, leads to stop in the tools that they were handed off to.';
