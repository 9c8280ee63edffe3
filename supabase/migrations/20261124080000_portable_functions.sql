-- A distributed database (tools/distribute.ts) had second forms of these functions. Each now has one form, which both take.

-- On a node a table has the name of its shard, such as leads_102008. A lock of a row that is on every node locks the table, so that two imports
-- were a deadlock: foreign keys protect the customer, too. An upsert may compute with nothing but values.
do $$
declare
  changed record;
begin
  for changed in
    select pg_get_functiondef(oid) as definition
    from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~ 'case tg_table_name|public.customers customer where [^;]* for key share;|deleted_at = now\(\)'
  loop
    execute replace(replace(replace(changed.definition,
      'case tg_table_name', $new$case regexp_replace(tg_table_name, '_[0-9]+$', '')$new$),
      ' for key share;', ';'),
      'deleted_at = now()', 'deleted_at = excluded.deleted_at');
  end loop;
end $$;

-- A statement of a trigger reads the rows of the change or a table, not both.
create or replace function private.set_campaign_updated_at() returns trigger language plpgsql security definer set search_path = ''
as $$
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

-- Workers have no accounts: private.enter() has set the impersonation for them.
create or replace function private.impersonation_of(customer uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if to_regclass('public.impersonations') is null then
    return (
      select split_part(entered, ' ', 1)::uuid
      from current_setting('leadlight.impersonation', true) entered
      where split_part(entered, ' ', 2) = customer::text
    );
  end if;
  return (
    select impersonation.id
    from (select nullif(current_setting('request.headers', true), '')::json ->> 'x-impersonation-id' as named) header
    join public.impersonations impersonation
      on impersonation.id = case when named ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named::uuid end
    where impersonation.admin_id = (select private.caller_id())
      and impersonation.customer_id = customer
      and impersonation.ended_at is null
      and impersonation.expires_at > now()
  );
end $$;

-- Members are on the coordinator, so that they are joined with what the workers have counted.
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

-- Workers read the last decision and import of each customer that they have counters of. Of the others there may be imports, and decisions on companies.
create or replace function public.customer_progress() returns table (
  customer_id uuid, name text, approved bigint, rejected bigint, to_review bigint, last_decision timestamptz, last_import timestamptz,
  is_stalled boolean, active_campaigns bigint
)
language plpgsql stable security definer set search_path = ''
as $$
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

-- As above, the workers count the waiting leads of each customer that they have counters of.
create or replace function public.needs_attention()
returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
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

drop function private.waiting_leads();

-- An upsert and a deletion may compare with nothing but values.
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

-- A distributed table is empty in the arguments of a function in FROM, and set_config is not sent to the workers.
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
  -- Read by the triggers below. Not in the function's head, where only a superuser may set a parameter of this name.
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

-- A statement locks rows of one customer, and a worker writes the name of a table without its schema.
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
  -- Of two restorations at the same time the second finds the rows that the first has left.
  perform pg_advisory_xact_lock(hashtextextended('leadlight.restore ' || deletion, 0));
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

-- In SQL a function cannot read distributed rows by its arguments.
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

drop function public.search_campaigns(text);
create function public.search_campaigns(term text, customers uuid[] default null) returns setof public.campaigns
language plpgsql stable
as $$
#variable_conflict use_column
declare
  patterns text[] := array(select private.word_pattern(word) from private.words_of(term) word);
begin
  if cardinality(customers) > 10000 then
    raise exception 'Too many customers: %, at most 10000', cardinality(customers) using errcode = '22023';
  end if;
  if customers is null then
    return query select * from public.campaigns where search_text like all (patterns);
  else
    return query select * from public.campaigns where customer_id = any (customers) and search_text like all (patterns);
  end if;
end $$;
revoke all on function public.search_campaigns(text, uuid[]) from public, anon, service_role;
grant execute on function public.search_campaigns(text, uuid[]) to authenticated;
comment on function public.search_campaigns(text, uuid[]) is
  'The campaigns, of those that the caller can see and of these customers, whose name contains each word of the term, as search_customers.';
