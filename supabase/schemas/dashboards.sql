-- Figures for dashboards and reports.

create table private.attention_dismissals (
  customer_id uuid not null references public.customers on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  reason text not null check (
    reason in (
      'leads waiting', 'leads changed', 'duplicate leads', 'duplicate companies', 'copy changes requested', 'copy approved', 'imports with errors', 'invitations not mailed', 'invitations expiring', 'handed off leads', 'comments on leads', 'comments on companies', 'comments on campaigns', 'colleagues asked for'
    )
  ),
  dismissed_at timestamptz not null default now(),
  primary key (customer_id, user_id, reason)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.attention_dismissals is
  'What needs attention that an administrator has dismissed. It appears again to them when something newer is added.';

create index attention_dismissals_user_idx on private.attention_dismissals (user_id);

alter table private.attention_dismissals
  alter customer_id set statistics 1;

-- Imports whose only errors are rows on a do-not-contact list need no attention.
create function public.needs_attention() returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
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
    ), asked as materialized (
      select customer_id, count(*) as amount, min(created_at) as since, max(created_at) as latest
      from public.colleague_requests
      where status = 'asked'
      group by customer_id
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
      select 'colleagues asked for', customer_id, amount, since, latest from asked
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
  'The matters that an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, guests'' requests for colleagues, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';

-- In a distributed database an upsert and a deletion may compare with nothing but values.
create function public.dismiss_attention(customer_id uuid, reason text, dismissed boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller uuid := auth.uid();
begin
  perform private.require_admin('Only an administrator can dismiss what needs attention');
  if dismissed then
    insert into private.attention_dismissals (customer_id, user_id, reason)
    values (dismiss_attention.customer_id, caller, dismiss_attention.reason)
    on conflict (customer_id, user_id, reason) do update set dismissed_at = excluded.dismissed_at;
  else
    delete from private.attention_dismissals stored
    where stored.customer_id = dismiss_attention.customer_id and stored.user_id = caller and stored.reason = dismiss_attention.reason;
  end if;
end $$;
comment on function public.dismiss_attention is
  'Leaves out what needs attention of a customer for a reason, for the caller, until something newer is added; not dismissed: shows it again. Administrators only.';

-- The workers of a distributed database read the last decision and import of each customer that they have counters of. Of the others there may
-- be imports, and decisions on companies.
create function public.customer_progress() returns table (
  customer_id uuid, name text, approved bigint, rejected bigint, to_review bigint, last_decision timestamptz, last_import timestamptz,
  is_stalled boolean, active_campaigns bigint
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the progress of customers');
  return query
    with counted as materialized (
      select
        customer_id, sum(total)::bigint as total, sum(approved)::bigint as approved, sum(reviewed)::bigint as reviewed,
        (select max(decided_at) from public.decisions decision where decision.customer_id = counter.customer_id) as decided,
        (select max(created_at) from public.imports import where import.customer_id = counter.customer_id and undone_at is null) as imported
      from public.lead_counters counter
      group by customer_id
    ), uncounted as materialized (
      select id from public.customers where is_active and id not in (select customer_id from counted)
    ), decided as materialized (
      select customer_id, max(decided_at) as last
      from public.decisions
      where customer_id = any (array(select id from uncounted))
      group by customer_id
    ), imported as materialized (
      select customer_id, max(created_at) as last
      from public.imports
      where customer_id = any (array(select id from uncounted)) and undone_at is null
      group by customer_id
    ), campaigning as materialized (
      select customer_id, count(*) as active from public.campaigns where status = 'active' group by customer_id
    )
    select
      customer.id, customer.name,
      coalesce(counted.approved, 0),
      coalesce(counted.reviewed - counted.approved, 0),
      coalesce(counted.total - counted.reviewed, 0),
      coalesce(counted.decided, decided.last), coalesce(counted.imported, imported.last),
      coalesce(counted.total > counted.reviewed, false)
        and coalesce(greatest(counted.decided, counted.imported), customer.created_at) < now() - interval '7 days',
      coalesce(campaigning.active, 0)
    from public.customers customer
    left join counted on counted.customer_id = customer.id
    left join decided on decided.customer_id = customer.id
    left join imported on imported.customer_id = customer.id
    left join campaigning on campaigning.customer_id = customer.id
    where customer.is_active;
end $$;
comment on function public.customer_progress is
  'How far the active customers are with reviewing their leads. A customer is stalled if leads wait for review and nothing was imported or decided for 7 days. Undone imports do not count. Administrators only.';

create function public.decisions_per_week() returns table (week date, approved bigint, rejected bigint)
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.decisions_per_week is
  'Number of leads of all customers approved and rejected in each of the last 12 weeks, which begin on Monday, UTC. A decision that was undone or changed later is not counted in its week. Administrators only.';

create function public.rejections_by_audience(since date default null) returns table (
  customer_id uuid, customer text, audience text, reason_id uuid, reason text, rejected bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
comment on function public.rejections_by_audience is
  'Number of rejected leads by customer, audience and reason, of the 8 audiences with most rejections, since the week of a date. Without a reason it is null; so is the audience. Administrators only.';

-- A project that was not set up by the Supabase CLI does not have its table.
create function public.system_version() returns table (database text, migrations int, last_migration text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can see the version of the database');
  database := current_setting('server_version');
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select count(*), max(version) from supabase_migrations.schema_migrations' into migrations, last_migration;
  end if;
  return next;
end $$;
comment on function public.system_version is 'Versions of PostgreSQL and of the schema.';

create function public.customer_report(customer_id uuid, from_week date default null, to_week date default null) returns table (
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
comment on function public.customer_report is
  'Numbers of a customer''s leads that were approved, rejected, handed off and contacted, and that answered, from one week to another (null: without limit), from the counters: the total, and by week, audience, reason (rejected) and campaign (handed off). The last 520 weeks and the first 50 rows of the other parts; "others" is how many further ones a row adds up. For administrators, and members of the customer.';

create function public.waiting_rows(customers uuid[] default null, as_member boolean default false) returns table (
  customer_id uuid, subject text, row_id uuid, reason text, since timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  scope constant uuid[] := private.scope(customers);
  is_agency constant boolean := private.is_admin() and not as_member;
  approver_of constant uuid[] := case when not private.is_admin() then array(select private.my_approval_customer_ids()) end;
begin
  return query
    select customer_id, subject, row_id, 'comment', min(created_at)
    from private.unread_comments(scope, as_member)
    group by customer_id, subject, row_id;
  return query
    select version.customer_id, 'campaigns', campaign_id, version.status, coalesce(decided_at, requested_at)
    from public.campaign_versions version
    join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
    where (scope is null or version.customer_id = any (scope))
      and case
        when not is_agency then
          version.status = 'in_review' and (approver_of is null or version.customer_id = any (approver_of))
        when version.status = 'approved' then
          not on_behalf and launched_at is null and decided_at > now() - interval '90 days' and campaign.status = 'draft'
        else version.status = 'changes_requested'
      end
      and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
    limit most;
  if not is_agency then
    return query
      select customer_id, 'review links', id, 'asked', created_at
      from public.colleague_requests
      where status = 'asked' and (scope is null or customer_id = any (scope)) and (approver_of is null or customer_id = any (approver_of))
      limit most;
  end if;
end $$;
comment on function public.waiting_rows is
  'The rows that wait for the caller: leads, companies and campaigns with unread comments (comment, see unread_comments), and campaigns by the newest version, at most 1,000: for an approver those in review (in_review) and guests'' requests for colleagues, at most 1,000 (asked), for an administrator those that a member has approved (approved, in the last 90 days, of a draft) or requested changes of (changes_requested). as_member: as a member sees them.';

grant execute on function
  public.needs_attention, public.dismiss_attention, public.customer_progress, public.decisions_per_week, public.rejections_by_audience,
  public.system_version, public.customer_report, public.waiting_rows
  to authenticated;
