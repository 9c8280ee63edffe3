-- Renames the stored counts to counters, together with the functions that update and read them. A server of the previous version that
-- is still running gets an error for public.tally_leads and public.tally_companies until it stops.

-- Taken in the order in which a write takes them, so that no write waits for the old name of a table. In a block,
-- because the Supabase CLI runs a migration without BEGIN, where LOCK alone is an error.
do $$ begin
  lock table public.leads, public.companies, public.lead_tallies, public.company_tallies in access exclusive mode;
end $$;

alter table public.lead_tallies rename to lead_counters;
alter table public.lead_counters rename constraint lead_tallies_pkey to lead_counters_pkey;
alter sequence public.lead_tallies_id_seq rename to lead_counters_id_seq;
alter policy "Admins see every tally" on public.lead_counters rename to "Admins see every counter";
alter policy "Members see their customers' tallies" on public.lead_counters rename to "Members see their customers' counters";
alter policy "The service sees all tallies" on public.lead_counters rename to "The service sees all counters";

alter table public.company_tallies rename to company_counters;
alter table public.company_counters rename constraint company_tallies_pkey to company_counters_pkey;
alter sequence public.company_tallies_id_seq rename to company_counters_id_seq;
alter policy "Admins see every tally" on public.company_counters rename to "Admins see every counter";
alter policy "Members see their customers' tallies" on public.company_counters rename to "Members see their customers' counters";
alter policy "The service sees all tallies" on public.company_counters rename to "The service sees all counters";

-- The triggers. create_counter_triggers below replaces their bodies.
do $$
declare
  verb text;
begin
  foreach verb in array '{insert,update,delete}'::text[] loop
    execute format('alter trigger tally_%1$s on public.leads rename to update_counters_on_%1$s', verb);
    execute format('alter trigger tally_%1$s on public.companies rename to update_counters_on_%1$s', verb);
    execute format('alter function private.keep_lead_tallies_%1$s() rename to update_lead_counters_on_%1$s', verb);
    execute format('alter function private.keep_company_tallies_%1$s() rename to update_company_counters_on_%1$s', verb);
  end loop;
end $$;
alter trigger tally_truncate on public.leads rename to truncate_counters;
alter trigger tally_truncate on public.companies rename to truncate_counters;
alter function private.forget_tallies() rename to truncate_counters;

alter function private.tallied(text, text, int) rename to counter_rows_sql;
comment on function private.counter_rows_sql(text, text, int) is
  'SQL of one row for each row of a table, as what it adds to the counters (change 1) or removes from them (-1).';

drop function
  private.keeper_of(regclass, text, text), private.keep_tallies_of(regclass, regclass, text),
  private.recount_tallies(), private.recount(regclass, regclass, text);

create function private.counter_trigger_sql(counters regclass, keys text, verb text) returns text
language sql stable security definer set search_path = ''
as $$
  select format(
    'begin
  insert into %1$s (%2$s, total, approved, reviewed)
  select %2$s, sum(total), sum(approved), sum(reviewed)
  from (%3$s) changed
  group by %2$s
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
  if (random() < 0.02%4$s) and current_setting(''transaction_isolation'') = ''read committed'' then
    with merged as (
      delete from %1$s where ctid = any (array(
        select ctid from %1$s where customer_id in (select customer_id from (%3$s) changed) for update skip locked
      ))
      returning *
    )
    insert into %1$s (%2$s, total, approved, reviewed)
    select %2$s, sum(total), sum(approved), sum(reviewed)
    from merged
    group by %2$s
    having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
  end if;
  return null;
end',
    counters, keys,
    concat_ws(
      ' union all ',
      case when verb <> 'delete' then private.counter_rows_sql(keys, 'new_rows', 1) end,
      case when verb <> 'insert' then private.counter_rows_sql(keys, 'old_rows', -1) end
    ),
    case when verb = 'delete' then
      ' or not exists (select from public.customers where id = (select customer_id from old_rows limit 1))'
    end
  )
$$;
comment on function private.counter_trigger_sql(regclass, text, text) is
  'Body of a counter trigger: adds what the statement changed as new rows, and in one statement of 50 merges the rows of its customers, except rows that another transaction has locked. Transactions above read committed do not merge: they do not see what others merged since they began. Deleting a customer removes all its rows.';

create function private.create_counter_triggers(relation regclass, counters regclass, keys text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  verb text;
  trigger_function text;
begin
  foreach verb in array '{insert,update,delete}'::text[] loop
    trigger_function := format('private.update_%s_on_%s', (select relname from pg_catalog.pg_class where oid = counters), verb);
    execute format(
      'create or replace function %s() returns trigger language plpgsql security definer set search_path = '''' as %L',
      trigger_function, private.counter_trigger_sql(counters, keys, verb)
    );
    execute format('revoke all on function %s() from public, anon, authenticated, service_role', trigger_function);
    execute format(
      'create or replace trigger update_counters_on_%1$s after %1$s on %2$s referencing %3$s for each statement execute function %4$s()',
      verb, relation,
      case verb
        when 'insert' then 'new table as new_rows'
        when 'update' then 'old table as old_rows new table as new_rows'
        else 'old table as old_rows'
      end,
      trigger_function
    );
  end loop;
  execute format(
    'create or replace trigger truncate_counters after truncate on %s for each statement execute function private.truncate_counters(%L)',
    relation, counters
  );
end $$;
comment on function private.create_counter_triggers(regclass, regclass, text) is
  'Creates or replaces the triggers that keep the counters of a table up to date.';

create function private.rebuild_counter_table(relation regclass, counters regclass, keys text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('lock table %s in share mode', relation);
  execute format('truncate %s', counters);
  execute format(
    'insert into %1$s (%2$s, total, approved, reviewed)
     select %2$s, sum(total), sum(approved), sum(reviewed) from (%3$s) counted group by %2$s',
    counters, keys, private.counter_rows_sql(keys, relation::text, 1)
  );
end $$;
comment on function private.rebuild_counter_table(regclass, regclass, text) is 'Counts a table again while nothing can write to it.';

create function private.rebuild_counters() returns void language sql security definer set search_path = ''
begin atomic
  select private.rebuild_counter_table('public.leads', 'public.lead_counters', 'customer_id, audience');
  select private.rebuild_counter_table('public.companies', 'public.company_counters', 'customer_id');
end;
comment on function private.rebuild_counters() is
  'Counts all leads and companies again. Needed after writes that bypass the triggers, such as a restore of data alone.';

select private.create_counter_triggers('public.leads', 'public.lead_counters', 'customer_id, audience');
select private.create_counter_triggers('public.companies', 'public.company_counters', 'customer_id');

alter function private.lead_tally(uuid[], text) rename to stored_lead_totals;
create or replace function private.stored_lead_totals(
  scope uuid[], audience_name text, out total bigint, out approved bigint, out reviewed bigint
) language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(total), 0), coalesce(sum(approved), 0), coalesce(sum(reviewed), 0)
  from public.lead_counters
  where (scope is null or customer_id = any (scope)) and (audience_name is null or audience is not distinct from nullif(audience_name, ''))
$$;
comment on function private.stored_lead_totals(uuid[], text) is
  'The counted leads of the customers in scope (null: all) and of an audience ('''': leads without one; null: all leads).';

alter function private.company_tally(uuid[]) rename to stored_company_totals;
create or replace function private.stored_company_totals(scope uuid[], out total bigint, out approved bigint, out reviewed bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(total), 0), coalesce(sum(approved), 0), coalesce(sum(reviewed), 0)
  from public.company_counters
  where scope is null or customer_id = any (scope)
$$;
comment on function private.stored_company_totals(uuid[]) is 'The counted companies of the customers in scope (null: all).';

drop function
  public.tally_leads(text, uuid[], text, boolean), public.tally_companies(text, uuid[], boolean),
  private.found_tally(regclass, text[], text, uuid[], uuid[], text, bigint, boolean);

-- An estimate uses the newest rows that the caller can see. PostgreSQL's own statistics cover all customers and would reveal other
-- customers' data.
create function private.matching_totals(
  relation regclass, columns text[], pattern text, scope uuid[], named uuid[], audience_name text, unfiltered bigint, estimate boolean,
  out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
) language plpgsql stable security definer set search_path = ''
as $$
declare
  sample_size constant int := 2000;
  exact_below constant int := 5000;
  count_sql constant text := 'select count(*), count(*) filter (where is_approved), count(is_approved) from ';
begin
  is_estimated := false;
  if estimate and unfiltered > exact_below then
    execute count_sql || format(
      '(select * from %s where %s order by created_at desc, id desc limit %s) newest where %s',
      relation, private.matching(columns, '%%', scope, null, audience_name, null), sample_size,
      private.matching(columns, pattern, null, named, null, null)
    ) into total, approved, reviewed using pattern, scope, named, audience_name;
    total := total * unfiltered / sample_size;
    approved := approved * unfiltered / sample_size;
    reviewed := reviewed * unfiltered / sample_size;
    is_estimated := total > exact_below;
  end if;
  if not is_estimated then
    execute count_sql || format('%s where %s', relation, private.matching(columns, pattern, scope, named, audience_name, null))
      into total, approved, reviewed using pattern, scope, named, audience_name;
  end if;
end $$;
comment on function private.matching_totals(regclass, text[], text, uuid[], uuid[], text, bigint, boolean) is
  'Counts the rows of a table that match a search. With estimate: the share of matches among the newest 2,000 rows, times the number of rows without the search, unless that gives 5,000 or fewer, which are counted.';

create function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  stored record := private.stored_lead_totals(scope, audience_name);
begin
  if pattern = '%%' then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', '{name,company,title}', pattern, scope, named, audience_name, stored.total, estimate
    );
  end if;
end $$;
comment on function public.lead_totals(text, uuid[], text, boolean) is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term the counters answer. With estimate, a search with many matches is estimated.';

create function public.company_totals(term text default '', customers uuid[] default null, estimate boolean default false)
returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  stored record := private.stored_company_totals(scope);
begin
  if pattern = '%%' then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', '{name,industry,location}', pattern, scope, named, null, stored.total, estimate
    );
  end if;
end $$;
comment on function public.company_totals(text, uuid[], boolean) is 'The same for companies.';

create or replace function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null
) returns bigint language sql stable security invoker set search_path = ''
as $$
  select case
    when count_leads.approved then totals.approved
    when not count_leads.approved then totals.total - totals.approved
    else totals.total
  end
  from public.lead_totals(term, customers, audience_name) totals
$$;

create or replace function public.count_companies(term text default '', customers uuid[] default null, approved boolean default null)
returns bigint language sql stable security invoker set search_path = ''
as $$
  select case
    when count_companies.approved then totals.approved
    when not count_companies.approved then totals.total - totals.approved
    else totals.total
  end
  from public.company_totals(term, customers) totals
$$;

create or replace function public.audience_names(
  customers uuid[] default null, term text default '', after_name text default null, page_size int default 1000
) returns setof text language sql stable security definer set search_path = ''
as $$
  with scope as materialized (
    select private.scope(customers) as ids
  ), audiences as (
    select audience collate "und-x-icu" as name
    from public.lead_counters, scope
    where audience is not null and (ids is null or customer_id = any (ids))
    group by audience
    having sum(total) > 0
  )
  select name
  from audiences
  where name ilike private.containing(term) and (after_name is null or name > after_name)
  order by name
  limit least(greatest(page_size, 0), 1000)
$$;

create or replace function public.audience_totals(
  customers uuid[] default null, after_total bigint default null, after_name text default null, page_size int default 1000
) returns table (name text, total bigint, approved bigint, pending bigint)
language sql stable security definer set search_path = ''
as $$
  with scope as materialized (
    select private.scope(customers) as ids
  ), audiences as (
    select
      audience collate "und-x-icu" as name, sum(counter.total)::bigint as total, sum(counter.approved)::bigint as approved,
      sum(counter.total - counter.approved)::bigint as pending
    from public.lead_counters counter, scope
    where audience is not null and (ids is null or customer_id = any (ids))
    group by audience
    having sum(counter.total) > 0
  )
  select audiences.name, audiences.total, audiences.approved, audiences.pending
  from audiences
  where after_total is null or audiences.total < after_total or (audiences.total = after_total and audiences.name > after_name)
  order by audiences.total desc, audiences.name
  limit least(greatest(page_size, 0), 1000)
$$;

revoke all on function
  private.counter_trigger_sql(regclass, text, text), private.create_counter_triggers(regclass, regclass, text),
  private.rebuild_counter_table(regclass, regclass, text), private.rebuild_counters(),
  private.matching_totals(regclass, text[], text, uuid[], uuid[], text, bigint, boolean),
  public.lead_totals(text, uuid[], text, boolean), public.company_totals(text, uuid[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.lead_totals(text, uuid[], text, boolean), public.company_totals(text, uuid[], boolean) to authenticated;
