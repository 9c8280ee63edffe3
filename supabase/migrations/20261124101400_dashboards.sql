create table private.attention_dismissals (
  customer_id uuid references public.customers on delete cascade,
  user_id uuid references auth.users on delete cascade,
  reason text check (reason in ('leads waiting', 'imports with errors', 'invitations not mailed', 'invitations expiring')),
  dismissed_at timestamptz not null default now(),
  primary key (customer_id, user_id, reason)
);
comment on table private.attention_dismissals is 'What needs attention that an administrator has dismissed. It appears again to them when something newer is added.';

create index attention_dismissals_user_idx on private.attention_dismissals (user_id);

revoke all on private.attention_dismissals from public, anon, authenticated, service_role;

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
      group by import.customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
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
  'What an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), open invitations without an email or ending within 2 days, imports of the last 7 days with errors.';

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

revoke all on function
  public.needs_attention, public.dismiss_attention, public.customer_progress, public.decisions_per_week, public.rejections_by_audience,
  public.system_version
  from public, anon, authenticated, service_role;
grant execute on function
  public.needs_attention, public.dismiss_attention, public.customer_progress, public.decisions_per_week, public.rejections_by_audience,
  public.system_version
  to authenticated;
