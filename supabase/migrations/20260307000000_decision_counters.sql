-- Number of decided leads by customer, week of the decision, audience and reason, for the administrators' dashboard. As lead_counters:
-- statements add their changes as new rows, and one in fifty merges the rows of its customers.
create table private.decision_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  week date,
  audience text,
  rejection_reason_id uuid,
  approved bigint not null,
  rejected bigint not null,
  primary key (customer_id, id)
);
revoke all on private.decision_counters from public, anon, authenticated, service_role;

create function private.week_of(moment timestamptz) returns date language sql immutable parallel safe
return date_trunc('week', moment at time zone 'UTC')::date;

create function private.decision_rows_sql(rows text, change int) returns text language sql immutable parallel safe
return format(
  'select customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
     %2$s * is_approved::int as approved, %2$s * (not is_approved)::int as rejected
   from %1$s where is_approved is not null',
  rows, change
);

create function private.merge_decision_counters(customer uuid) returns void language plpgsql security definer set search_path = ''
as $$
begin
  with merged as (
    delete from private.decision_counters
    where customer_id = customer and id = any (array(
      select id from private.decision_counters where customer_id = customer for update skip locked
    ))
    returning week, audience, rejection_reason_id, approved, rejected
  )
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select customer, week, audience, rejection_reason_id, sum(approved), sum(rejected)
  from merged
  group by week, audience, rejection_reason_id
  having (sum(approved), sum(rejected)) <> (0, 0);
end $$;

create function private.decision_trigger_sql(verb text) returns text language sql immutable
as $$
  select format(
    'declare
  change record;
  customers uuid[] := ''{}'';
  customer uuid;
begin
  for change in
    select customer_id, week, audience, rejection_reason_id, sum(approved) as approved, sum(rejected) as rejected
    from (%1$s) changed
    group by customer_id, week, audience, rejection_reason_id
    having (sum(approved), sum(rejected)) <> (0, 0)
  loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if (random() < 0.02%2$s) and current_setting(''transaction_isolation'') = ''read committed'' then
      perform private.merge_decision_counters(customer);
    end if;
  end loop;
  return null;
end',
    concat_ws(
      ' union all ',
      case when verb <> 'delete' then private.decision_rows_sql('new_rows', 1) end,
      case when verb <> 'insert' then private.decision_rows_sql('old_rows', -1) end
    ),
    case when verb = 'delete' then ' or not exists (select 1 from public.customers where id = customer)' end
  )
$$;

do $$
declare
  verb text;
begin
  foreach verb in array '{insert,update,delete}'::text[] loop
    execute format(
      'create function private.update_decision_counters_on_%s() returns trigger
       language plpgsql security definer set search_path = '''' as %L',
      verb, private.decision_trigger_sql(verb)
    );
    execute format(
      'create trigger update_decision_counters_on_%1$s after %1$s on public.leads referencing %2$s
       for each statement execute function private.update_decision_counters_on_%1$s()',
      verb,
      case verb
        when 'insert' then 'new table as new_rows'
        when 'update' then 'old table as old_rows new table as new_rows'
        else 'old table as old_rows'
      end
    );
    execute format('revoke all on function private.update_decision_counters_on_%s() from public, anon, authenticated, service_role', verb);
    execute format('comment on function private.update_decision_counters_on_%s() is %L', verb, 'Adds the change to the counters.');
  end loop;
end $$;
create trigger truncate_decision_counters after truncate on public.leads
  for each statement execute function private.truncate_counters('private.decision_counters');

create function private.rebuild_decision_counters() returns void language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.leads in share mode;
  truncate private.decision_counters;
  execute format(
    'insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
     select customer_id, week, audience, rejection_reason_id, sum(approved), sum(rejected) from (%s) counted
     group by customer_id, week, audience, rejection_reason_id',
    private.decision_rows_sql('public.leads', 1)
  );
end $$;
select private.rebuild_decision_counters();

create or replace function private.rebuild_counters() returns void language sql security definer set search_path = ''
begin atomic
  select private.rebuild_counter_table('public.leads', 'public.lead_counters', 'customer_id, audience');
  select private.rebuild_counter_table('public.companies', 'public.company_counters', 'customer_id');
  select private.rebuild_decision_counters();
end;

revoke all on function
  private.week_of(timestamptz), private.decision_rows_sql(text, int), private.merge_decision_counters(uuid), private.decision_trigger_sql(text),
  private.rebuild_decision_counters()
  from public, anon, authenticated, service_role;

comment on table private.decision_counters is
  'Number of approved and rejected leads by customer, week, audience and reason: the sum of the rows. A decision that was undone or changed, or whose lead was deleted, is not counted.';
comment on column private.decision_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column private.decision_counters.week is 'Monday of the week of decided_at, in UTC; null if the lead has no decided_at.';
comment on function private.week_of(timestamptz) is 'Monday of the week of a moment, in UTC.';
comment on function private.decision_rows_sql(text, int) is
  'SQL of one row for each decided lead of a table, as what it adds to the counters (change 1) or removes from them (-1).';
comment on function private.merge_decision_counters(uuid) is 'As merge_lead_counters, of decisions.';
comment on function private.decision_trigger_sql(text) is 'Body of a trigger that updates decision_counters, as counter_trigger_sql.';
comment on function private.rebuild_decision_counters() is 'Counts the decisions again while nothing can write to leads.';
comment on function private.rebuild_counters() is
  'Counts all leads, companies and decisions again. Needed after writes that bypass the triggers, such as a restore of data alone.';
