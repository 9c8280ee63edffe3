-- Duplicates need the attention of an administrator until each is kept or deleted.
alter table private.attention_dismissals drop constraint attention_dismissals_reason_check;
alter table private.attention_dismissals add constraint attention_dismissals_reason_check
  check (reason in (
    'leads waiting', 'leads changed', 'copy changes requested', 'copy approved', 'imports with errors', 'invitations not mailed',
    'invitations expiring', 'handed off leads', 'duplicate leads', 'duplicate companies', 'comments on leads', 'comments on companies', 'comments on campaigns'
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
        and exists (
          select 1
          from public.import_errors
          where customer_id = import.customer_id and import_id = import.id and error not like 'On the do-not-contact list: %'
        )
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
    ), approved as materialized (
      select version.customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
      where version.status = 'approved' and not on_behalf and launched_at is null and decided_at > now() - interval '90 days'
        and campaign.status = 'draft' and number = (
          select max(number)
          from public.campaign_versions other
          where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
        )
      group by version.customer_id
    ), commented as materialized (
      select customer_id, 'comments on ' || subject as reason, count(distinct row_id) as amount, min(created_at) as since, max(created_at) as latest
      from private.unread_comments(null, false)
      group by customer_id, subject
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'leads changed', customer_id, amount, since, latest from changed
      union all
      select reason, customer_id, amount, since, latest from repeated
      union all
      select reason, customer_id, amount, since, latest from repeated
      union all
      select 'copy changes requested', customer_id, amount, since, latest from requested
      union all
      select 'copy approved', customer_id, amount, since, latest from approved
      union all
      select reason, customer_id, amount, since, latest from commented
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
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';
