-- The functions and views that differ on Citus. Each names the MD5 of the source that it replaces: tests/database/distributed-requests.test.ts
-- compares it with the migrations, so that a change there is made here too.

create or replace function private.is_coordinator() returns boolean language plpgsql stable as $$
begin
  return not exists (select from pg_catalog.pg_dist_local_group where groupid <> 0);
end
$$;
comment on function private.is_coordinator() is 'Whether this node is the coordinator.';

-- A statement on a shard cannot read its transition table and a distributed table. Replaces private.set_campaign_updated_at 3af817e6b1f847803d8c30c37643a69c
create or replace function private.set_campaign_updated_at() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former record;
begin
  for former in select distinct customer_id, campaign_id from former_steps loop
    update public.campaigns campaign
    set updated_at = now()
    where campaign.customer_id = former.customer_id and campaign.id = former.campaign_id;
  end loop;
  return null;
end $$;

-- Memberships are on the coordinator, so that they are joined with what the nodes have counted. Replaces public.customer_counts cadbf5280707d3a3942c86ebdad0ff6b
create or replace view public.customer_counts with (security_invoker = true) as
select
  customers.id as customer_id,
  coalesce(lead.total, 0)::bigint as leads,
  coalesce(company.total, 0)::bigint as companies,
  coalesce(member.total, 0) as users
from public.customers
left join (select customer_id, sum(total) as total from public.lead_counters group by customer_id) lead on lead.customer_id = customers.id
left join (select customer_id, sum(total) as total from public.company_counters group by customer_id) company on company.customer_id = customers.id
left join (select customer_id, count(*) as total from public.customer_users where is_active group by customer_id) member
  on member.customer_id = customers.id;

-- Lateral subqueries cannot be pushed down. Replaces public.customer_progress 7d1ceb75d9963399aa5b9b19fa4d7df2
create or replace function public.customer_progress() returns table (
  customer_id uuid, name text, approved bigint, rejected bigint, to_review bigint, last_decision timestamptz, last_import timestamptz,
  is_stalled boolean, active_campaigns bigint
)
language plpgsql stable security definer set search_path = '' as $$
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
    ), decided as materialized (
      select customer_id, max(decided_at) as last from public.decisions group by customer_id
    ), imported as materialized (
      select customer_id, max(created_at) as last from public.imports where undone_at is null group by customer_id
    )
    select
      customer.id, customer.name,
      coalesce(counted.approved, 0),
      coalesce(counted.reviewed - counted.approved, 0),
      coalesce(counted.total - counted.reviewed, 0),
      decided.last, imported.last,
      coalesce(counted.total > counted.reviewed, false)
        and coalesce(greatest(decided.last, imported.last), customer.created_at) < now() - interval '7 days',
      coalesce(campaigning.active, 0)
    from public.customers customer
    left join counted on counted.customer_id = customer.id
    left join campaigning on campaigning.customer_id = customer.id
    left join decided on decided.customer_id = customer.id
    left join imported on imported.customer_id = customer.id
    where customer.is_active;
end $$;

-- A correlated subquery over the rows of a function cannot be pushed down. Replaces public.needs_attention cbb5ad58547bf2930a1c2e6d4104b00a
create or replace function public.needs_attention()
returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, least(count(*), 1000) as amount, min(created_at) as since, max(created_at) + interval '7 days' as latest
      from public.leads
      where is_approved is null and created_at < now() - interval '7 days'
      group by customer_id
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

-- A change may compare with nothing but values and immutable functions. Replaces public.dismiss_attention 5b0eeefd4b39ffcbf56b5753c3b5ede5
create or replace function public.dismiss_attention(customer_id uuid, reason text, dismissed boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
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

-- In the arguments of a function in FROM, a distributed table is empty, and set_config is not sent to the nodes. Replaces private.insert_deleted 6ae7f68f0dbe30317d1eec78a934e516
create or replace function private.insert_deleted(relation regclass, rows private.deleted_rows[]) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
declare
  columns text;
  given_columns text;
  import_ids uuid[] := array(select (content ->> 'import_id')::uuid from unnest(rows));
  imports text[] := array(select id || ' ' || customer_id from public.imports where id = any (import_ids));
begin
  select string_agg(quote_ident(attname), ', '), string_agg('given.' || quote_ident(attname), ', ') into columns, given_columns
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '';
  set local "leadlight.restoring" to 'on';
  return query execute format(
    'insert into %1$s as restored (%2$s)
     select %3$s
     from unnest($1) deleted, jsonb_populate_record(null::%1$s, deleted.content || case
       when (deleted.content ->> ''import_id'') || '' '' || deleted.customer_id <> all ($2) then ''{"import_id": null}''::jsonb else ''{}''
     end) given
     on conflict do nothing
     returning restored.id',
    relation, columns, given_columns
  ) using rows, imports;
  set local "leadlight.restoring" to '';
end $$;

-- The name of a table has no schema on a node, and rows of several customers cannot be locked by one statement: of two restorations at the same time
-- one finds the rows restored. Replaces public.restore_deleted cc59a3f7a6e9623c5ced69a1661349ec
create or replace function public.restore_deleted(deletion uuid, out restored int, out skipped int, out remaining int)
language plpgsql security definer set search_path = ''
as $$
declare
  rows private.deleted_rows[];
  parent text;
  child record;
  inserted uuid[];
  children private.deleted_rows[];
begin
  perform private.require_admin('Only an administrator can restore rows');
  perform private.remove_expired_rows();
  restored := 0;
  skipped := 0;
  foreach parent in array '{public.leads,public.companies}'::text[] loop
    rows := array(
      select stored from private.deleted_rows stored
      where stored.deletion = restore_deleted.deletion and stored.parent_id is null and stored.relation = parent
      order by stored.id
      limit 1000
    );
    continue when cardinality(rows) = 0;
    inserted := array(select private.insert_deleted(parent::regclass, rows));
    for child in select dependent::text as relation from private.dependent_tables(parent::regclass) loop
      children := array(
        select stored from private.deleted_rows stored
        where stored.parent_id = any (inserted) and stored.relation = child.relation
      );
      perform private.insert_deleted(child.relation::regclass, children);
    end loop;
    delete from private.deleted_rows stored
    using unnest(rows) done
    where stored.parent_id = done.id or stored.relation = done.relation and stored.id = done.id;
    restored := restored + cardinality(inserted);
    skipped := skipped + cardinality(rows) - cardinality(inserted);
  end loop;
  select count(*) into remaining
  from private.deleted_rows stored
  where stored.deletion = restore_deleted.deletion and stored.parent_id is null;
end $$;

-- A function in SQL cannot read a distributed table by its arguments. Replaces private.import_with_errors 24cbd2e03021ffc0ecb4417442ae4b05
create or replace function private.import_with_errors(customer uuid, type text, file_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return (
    select id
    from public.imports
    where customer_id = import_with_errors.customer
      and import_type = import_with_errors.type
      and error_rows > 0 and undone_at is null
      and import_with_errors.file_name ~* '. - errors( ?\(\d+\))?\.csv$'
      and regexp_replace(lower(imports.file_name), '( - errors( ?\(\d+\))?)?\.csv$', '')
        = regexp_replace(lower(import_with_errors.file_name), ' - errors( ?\(\d+\))?\.csv$', '')
    order by created_at desc
    limit 1
  );
end $$;

-- The triggers merge the counters of a customer in one of its changes in fifty. This merges what the last ones have left.
create or replace function private.merge_counters() returns void language plpgsql security definer set search_path = ''
as $$
declare
  counters record;
  failure text;
begin
  if not pg_try_advisory_xact_lock(hashtext('leadlight.merge_counters')) then
    return;
  end if;
  for counters in
    select relation, keys, sums, array_to_string(array_fill('0'::text, array[cardinality(sums)]), ', ') as zeros
    from (values
      ('public.lead_counters'::regclass, 'customer_id, audience', '{total,approved,reviewed}'::text[]),
      ('public.company_counters', 'customer_id', '{total,approved,reviewed}'),
      ('private.decision_counters', 'customer_id, week, audience, rejection_reason_id', '{approved,rejected}')
    ) given (relation, keys, sums)
  loop
    select min(result) into failure
    from run_command_on_shards(counters.relation, format(
      'with locked as materialized (
        select * from %%1$s for update skip locked
      ), merged as (
        select id, customer_id, id = first and (%3$s) <> (%4$s) as is_sum, %3$s
        from (select id, %1$s, min(id) over same as first, %2$s from locked window same as (partition by %1$s)) summed
      ), deleted as (
        delete from %%1$s stored using merged
        where stored.customer_id = merged.customer_id and stored.id = merged.id and not is_sum
      )
      update %%1$s stored set (%3$s) = (%5$s) from merged
      where stored.customer_id = merged.customer_id and stored.id = merged.id and is_sum',
      counters.keys,
      (select string_agg(format('sum(%1$s) over same as %1$s', name), ', ') from unnest(counters.sums) name),
      array_to_string(counters.sums, ', '),
      counters.zeros,
      'merged.' || array_to_string(counters.sums, ', merged.')
    ))
    where not success;
    if failure is not null then
      raise exception 'Counters of a shard of % were not merged: %', counters.relation, failure;
    end if;
  end loop;
end $$;
comment on function private.merge_counters() is
  'Replaces the counter rows of each shard that have the same keys by their sum, except rows that another transaction has locked. The server calls it every hour.';
revoke all on function private.merge_counters() from public, anon, authenticated, service_role;

-- A function in SQL cannot read a distributed table by its arguments. Replaces public.search_customers 36eb0c18bff09c9e15c8b04a7a058abc
create or replace function public.search_customers(term text, at_start boolean default false) returns setof public.customers
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select * from public.customers
    where search_text like all (array(
      select private.word_pattern(word) from private.words_of(search_customers.term) word
      union all
      select ' ' || private.fold_text(left(search_customers.term, 200)) || '%' where at_start
    ));
end $$;

-- A function in SQL cannot read a distributed table by its arguments. Replaces public.search_campaigns 3481dd26fcc704d86366d599ca776683
create or replace function public.search_campaigns(term text) returns setof public.campaigns
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
    select * from public.campaigns
    where search_text like all (array(select private.word_pattern(word) from private.words_of(search_campaigns.term) word));
end $$;
