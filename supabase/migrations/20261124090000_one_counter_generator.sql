-- One generator for the triggers of all counters. Generated functions get their comments where they are generated, and comments of columns name
-- no migrations.
drop function private.rebuild_counters();
drop function private.rebuild_decision_counters();
drop function private.rebuild_counter_table(regclass, regclass, text);
drop function private.create_counter_triggers(regclass, regclass, text);
drop function private.counter_trigger_sql(regclass, text, text);
drop function private.decision_trigger_sql(text);
drop function private.decision_rows_sql(text, int);
drop function private.counter_rows_sql(text, text, int);

create function private.counter_columns(counters regclass, out keys text, out sums text, out totals text, out is_changed text)
language sql stable set search_path = ''
as $$
  select
    string_agg(attname, ', ' order by attnum) filter (where not is_sum),
    string_agg(attname, ', ' order by attnum) filter (where is_sum),
    string_agg(format('sum(%1$s) as %1$s', attname), ', ' order by attnum) filter (where is_sum),
    string_agg(format('sum(%s) <> 0', attname), ' or ' order by attnum) filter (where is_sum)
  from (
    select attname, attnum, attnotnull and attname <> 'customer_id' as is_sum
    from pg_catalog.pg_attribute
    where attrelid = counters and attnum > 0 and not attisdropped and attname <> 'id'
  ) counted
$$;

create function private.counter_rows_sql(counters regclass, rows text, change int) returns text
language sql stable set search_path = ''
as $$
  select format(
    case counters
      when 'private.decision_counters'::regclass then
        'select customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
           %3$s * is_approved::int as approved, %3$s * (not is_approved)::int as rejected
         from %2$s where is_approved is not null'
      else
        'select %1$s, %3$s as total, %3$s * (is_approved is true)::int as approved, %3$s * (is_approved is not null)::int as reviewed
         from %2$s'
    end,
    keys, rows, change
  )
  from private.counter_columns(counters)
$$;

create function private.counter_trigger_sql(counters regclass, verb text) returns text
language sql stable set search_path = ''
as $$
  select format(
    'declare
  change record;
  customers uuid[] := ''{}'';
  customer uuid;
begin
  for change in
    select %2$s, %4$s
    from (%6$s) changed
    group by %2$s
    having %5$s
  loop
    insert into %1$s (%2$s, %3$s) values (%7$s);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if (random() < 0.02%8$s) and current_setting(''transaction_isolation'') = ''read committed'' then
      perform private.merge_%9$s(customer);
    end if;
  end loop;
  return null;
end',
    counters, keys, sums, totals, is_changed,
    concat_ws(
      ' union all ',
      case when verb <> 'delete' then private.counter_rows_sql(counters, 'new_rows', 1) end,
      case when verb <> 'insert' then private.counter_rows_sql(counters, 'old_rows', -1) end
    ),
    regexp_replace(concat_ws(', ', keys, sums), '(\w+)', 'change.\1', 'g'),
    case when verb = 'delete' then ' or not exists (select 1 from public.customers where id = customer)' end,
    (select relname from pg_catalog.pg_class where oid = counters)
  )
  from private.counter_columns(counters)
$$;

create function private.create_counter_triggers(relation regclass, counters regclass) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = counters);
  -- As in update_counters_on_insert and update_decision_counters_on_insert.
  prefix text := 'update_' || regexp_replace(name, '^(lead|company)_', '');
  verb text;
  trigger_function text;
begin
  foreach verb in array '{insert,update,delete}'::text[] loop
    trigger_function := format('private.update_%s_on_%s()', name, verb);
    execute format(
      'create or replace function %s returns trigger language plpgsql security definer set search_path = '''' as %L',
      trigger_function, private.counter_trigger_sql(counters, verb)
    );
    execute format('comment on function %s is ''Adds the change to the counters.''', trigger_function);
    execute format('revoke all on function %s from public, anon, authenticated, service_role', trigger_function);
    execute format(
      'create or replace trigger %s_on_%s after %2$s on %s referencing %s for each statement execute function %s',
      prefix, verb, relation,
      case verb
        when 'insert' then 'new table as new_rows'
        when 'update' then 'old table as old_rows new table as new_rows'
        else 'old table as old_rows'
      end,
      trigger_function
    );
  end loop;
  execute format(
    'create or replace trigger %s after truncate on %s for each statement execute function private.truncate_counters(%L)',
    replace(prefix, 'update_', 'truncate_'), relation, counters
  );
end $$;

create function private.rebuild_counter_table(relation regclass, counters regclass) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  counted record := private.counter_columns(counters);
begin
  execute format('lock table %s in share mode', relation);
  execute format('truncate %s', counters);
  execute format(
    'insert into %1$s (%2$s, %3$s) select %2$s, %4$s from (%5$s) counted group by %2$s',
    counters, counted.keys, counted.sums, counted.totals, private.counter_rows_sql(counters, relation::text, 1)
  );
end $$;

create function private.rebuild_counters() returns void language sql security definer set search_path = ''
begin atomic
  select private.rebuild_counter_table('public.leads', 'public.lead_counters');
  select private.rebuild_counter_table('public.companies', 'public.company_counters');
  select private.rebuild_counter_table('public.leads', 'private.decision_counters');
end;

revoke all on function
  private.counter_columns(regclass), private.counter_rows_sql(regclass, text, int), private.counter_trigger_sql(regclass, text),
  private.create_counter_triggers(regclass, regclass), private.rebuild_counter_table(regclass, regclass), private.rebuild_counters()
  from public, anon, authenticated, service_role;

comment on function private.counter_columns(regclass) is
  'The columns of counters that are counted by, and those that are sums, as SQL; SQL of their totals; SQL of whether one of these is not zero.';
comment on function private.counter_rows_sql(regclass, text, int) is
  'SQL of one row for each row of a table, as what it adds to the counters (change 1) or removes from them (-1).';
comment on function private.counter_trigger_sql(regclass, text) is
  'Body of a counter trigger: adds what the statement changed as new rows, and in one statement of 50, and when the customer is deleted, merges the rows of its customers. Transactions above read committed do not merge: they do not see what others merged since they began.';
comment on function private.create_counter_triggers(regclass, regclass) is
  'Creates or replaces the triggers that keep the counters of a table up to date.';
comment on function private.rebuild_counter_table(regclass, regclass) is 'Counts a table again while nothing can write to it.';
comment on function private.rebuild_counters() is
  'Counts all leads, companies and decisions again. Needed after writes that bypass the triggers, such as a restore of data alone.';

select private.create_counter_triggers('public.leads', 'public.lead_counters');
select private.create_counter_triggers('public.companies', 'public.company_counters');
select private.create_counter_triggers('public.leads', 'private.decision_counters');

create or replace function private.create_activity_triggers(relation regclass, verbs text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  verb text;
  trigger_function text;
begin
  foreach verb in array verbs loop
    trigger_function := format('private.record_%s_%s()', (select relname from pg_catalog.pg_class where oid = relation), verb);
    -- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop.
    execute format(
      'create or replace function %s returns trigger language plpgsql security definer set search_path = '''' set enable_nestloop = off as %L',
      trigger_function, private.activity_trigger_sql(relation, verb)
    );
    execute format('comment on function %s is ''Records the change in activity.''', trigger_function);
    execute format('revoke all on function %s from public, anon, authenticated, service_role', trigger_function);
    execute format(
      'create or replace trigger record_%s after %1$s on %s referencing %s
         for each statement when (pg_trigger_depth() = 0) execute function %s',
      verb, relation,
      case verb
        when 'insert' then 'new table as new_rows'
        when 'update' then 'old table as old_rows new table as new_rows'
        else 'old table as old_rows'
      end,
      trigger_function
    );
  end loop;
end $$;

comment on column public.imports.columns is 'Headers of the file in their order; null for the oldest imports.';
comment on column public.leads.decided_at is
  'When is_approved, the reason or the note last changed; null without a decision, and for the oldest ones. Set by a trigger, whatever a request says.';
comment on table public.decisions is
  'One row for each change of is_approved, reason or note of a lead or company: at least the last 1,000 of a row. Written by triggers only, deleted with the lead or company.';
comment on column public.campaigns.updated_at is 'When the campaign last changed or a step was deleted; null if it has not. Set by triggers.';
comment on column public.rejection_reasons.subject is
  'The table whose rows can be given the reason. The oldest rejections of companies may have a reason of leads.';
comment on table private.shortened_texts is 'Texts that an upgrade shortened to their limits, in full. Only the owner reads it and can empty it.';
comment on function private.set_decision() is
  'Sets decided_at and decided_by of a changed decision, and clears reason and note of a row that is not rejected any more. Requests cannot give a retired reason, or one of the other table.';

-- The names that PostgreSQL 18 gives to not-null constraints follow no rename of their table. Citus renames no constraints.
do $$
declare
  misnamed record;
begin
  if to_regprocedure('private.enter()') is not null then
    return;
  end if;
  for misnamed in
    select conrelid::regclass as relation, conname as name, format('%s_%s_not_null', relname, attname) as wanted
    from pg_catalog.pg_constraint
    join pg_catalog.pg_class on pg_class.oid = conrelid and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'n' and conname <> format('%s_%s_not_null', relname, attname)
  loop
    execute format('alter table %s rename constraint %I to %I', misnamed.relation, misnamed.name, misnamed.wanted);
  end loop;
end $$;

-- Users are accounts and callers.
do $$ begin
  execute replace(pg_get_functiondef('private.caller_id'::regproc), 'person', 'account');
  execute replace(pg_get_functiondef('public.accept_invitation'::regproc), 'person', 'caller');
end $$;
