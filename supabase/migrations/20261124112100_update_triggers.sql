-- A change of a lead or company runs one trigger before it and one after it.
create or replace function private.set_decision() returns trigger language plpgsql as $$
declare
  is_request boolean := current_user in ('authenticated', 'service_role');
  given record;
begin
  if tg_op = 'UPDATE' then
    if is_request and new.customer_id is distinct from old.customer_id then
      raise exception 'The customer of a % cannot be changed', tg_argv[0] using errcode = 'insufficient_privilege';
    end if;
    new.updated_at := private.time_after(old.updated_at);
  end if;
  if old.is_approved is false and new.is_approved is distinct from false then
    new.rejection_reason_id := null;
    new.rejection_note := null;
  end if;
  if new.rejection_reason_id is distinct from old.rejection_reason_id and is_request then
    select subject, retired_at into given from public.rejection_reasons where id = new.rejection_reason_id;
    if given.subject = tg_argv[1] then
      raise exception 'This reason is for %', tg_argv[1] using errcode = 'check_violation';
    elsif given.retired_at is not null then
      raise exception 'This reason is retired' using errcode = 'check_violation';
    end if;
  end if;
  if (new.is_approved, new.rejection_reason_id, new.rejection_note)
    is not distinct from (old.is_approved, old.rejection_reason_id, old.rejection_note)
  then
    new.decided_at := old.decided_at;
    new.decided_by := old.decided_by;
  elsif new.is_approved is null then
    new.decided_at := null;
    new.decided_by := null;
  elsif is_request or new.decided_at is not distinct from old.decided_at then
    new.decided_at := private.time_after(old.updated_at);
    new.decided_by := auth.uid();
  end if;
  return new;
end $$;
comment on function private.set_decision is
  'Sets updated_at, and decided_at and decided_by of a changed decision, and clears reason and note of a row that is not rejected any more. Requests cannot change the customer, or give a retired reason or one of the other table.';

-- Arrays hold the changes, because in a distributed database a statement of a trigger reads the changed rows or writes a table, not both.
create function private.update_trigger_sql(relation regclass) returns text language plpgsql stable security definer set search_path = '' as $$
declare
  is_of_leads constant boolean := relation = 'public.leads'::regclass;
  change constant record := private.change_expressions(relation);
  counter record;
  declarations text := '';
  variables text := '';
  counts text := '';
  inserts text := '';
  merges text := '';
begin
  for counter in
    select name, relname, relname || '_changes' as changes, counted.*
    from unnest(case when is_of_leads then '{public.lead_counters,private.decision_counters}' else '{public.company_counters}' end::regclass[]) name
    join pg_catalog.pg_class on pg_class.oid = name
    cross join private.counter_columns(name) counted
  loop
    declarations := declarations || format(E'\n  %s %s[];', counter.changes, counter.name);
    variables := variables || ', ' || counter.changes;
    counts := counts || format(
      ', (
      select array_agg(row (%1$s, %2$s)::%3$s)
      from (select %4$s, %5$s from (%6$s union all %7$s) added group by %4$s having %8$s) counted
    )',
      replace(counter.keys, 'customer_id', 'customer_id, null'), counter.sums, counter.name, counter.keys, counter.totals,
      private.counter_rows_sql(counter.name, 'new_rows', 1), private.counter_rows_sql(counter.name, 'old_rows', -1), counter.is_changed
    );
    inserts := inserts || format(
      '
  foreach change in array coalesce(%s, ''{}'') loop
    insert into %s (%s, %s) values (%s);
  end loop;',
      counter.changes, counter.name, counter.keys, counter.sums,
      regexp_replace(concat_ws(', ', counter.keys, counter.sums), '(\w+)', 'change.\1', 'g')
    );
    merges := merges || format(
      '
    perform private.merge_%s(customer_id) from (select distinct customer_id from unnest(%s)) changed;', counter.relname, counter.changes
    );
  end loop;
  return format(
    'declare
  is_undo constant boolean := coalesce(current_setting(''leadlight.undoing'', true) = ''on'', false);
  made public.decisions[];
  recorded public.activity[];
  change record;%s
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      %s as changed_columns,
      %s || case when is_undo then jsonb_build_object(''undone'', o.is_approved) else ''{}'' end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, %s, is_approved, rejection_reason_id, rejection_note,
        old_is_approved, old_rejection_reason_id, old_rejection_note, decided_by, decided_at, false
      )::public.decisions)
      from changed
      where (is_approved, rejection_reason_id, rejection_note)
        is distinct from (old_is_approved, old_rejection_reason_id, old_rejection_note)
    ), (
      select array_agg(row (
        null, null, null, null, customer_id, null, null, null, row_count, row_ids, changed_columns, new_values
      )::public.activity)
      from (
        select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
        from changed
        where changed_columns <> ''{}'' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    )%s
  into made, recorded%s;
  if made is not null then
    insert into public.decisions select * from unnest(made);
    if get_byte(uuid_send(made[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(%s)) from unnest(made) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, ''{}'') loop
    select name into change.customer_name from public.customers where id = change.customer_id;
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
    values (
      auth.uid(), private.impersonation_of(change.customer_id), change.customer_id, change.customer_name,
      case when is_undo then ''undo'' else ''update'' end, %L, change.row_count, change.row_ids, change.changed_columns, change.new_values
    );
  end loop;%s
  if random() < 0.02 and current_setting(''transaction_isolation'') = ''read committed'' then%s
  end if;
  return null;
end',
    declarations, change.changed_columns, change.new_values, case when is_of_leads then 'id, null' else 'null, id' end, counts, variables,
    case when is_of_leads then 'lead_id' else 'company_id' end, case when is_of_leads then 'leads' else 'companies' end, inserts, merges
  );
end $$;
comment on function private.update_trigger_sql is
  'Body of the trigger after an update of leads or companies: stores the decisions, records the change in activity and adds it to the counters. Changes made by a trigger or a cascade are not in the activity: they follow from the recorded statement. One statement in fifty, which the random id of a decision chooses, removes the oldest decisions about its rows; another one merges the counters of its customers, not above read committed, where it does not see what others merged since it began.';

-- To be repeated when a table gets another column. The plan for one row also has to serve a million, so rows are never joined by a nested loop.
do $$
declare
  subject text;
begin
  foreach subject in array '{leads,companies}'::text[] loop
    execute format(
      'create or replace function private.record_%s_update() returns trigger
       language plpgsql security definer set search_path = '''' set enable_nestloop = off as %L',
      subject, private.update_trigger_sql(('public.' || subject)::regclass)
    );
  end loop;
end $$;

create or replace function private.add_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made public.decisions[];
begin
  select array_agg(row (
    gen_random_uuid(), customer_id, case tg_argv[0] when 'leads' then id end, case tg_argv[0] when 'companies' then id end,
    is_approved, rejection_reason_id, rejection_note, null, null, null, decided_by, decided_at, false
  )::public.decisions) into made
  from new_rows
  where is_approved is not null;
  if made is not null then
    insert into public.decisions select * from unnest(made);
  end if;
  return null;
end $$;
comment on function private.add_decisions is 'Stores the decisions of inserted rows.';

drop trigger add_decisions_on_update on public.leads;
drop trigger update_counters_on_update on public.leads;
drop trigger reject_new_customer on public.leads;
drop trigger set_updated_at on public.leads;
drop trigger record_update on public.leads;
create trigger record_update after update on public.leads referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_leads_update();
drop trigger set_decision_on_update on public.leads;
create trigger set_decision_on_update before update on public.leads
  for each row execute function private.set_decision('lead', 'companies');
drop trigger set_decision_on_insert on public.leads;
create trigger set_decision_on_insert before insert on public.leads
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision('lead', 'companies');
drop trigger add_decisions_on_insert on public.leads;
create trigger add_decisions_on_insert after insert on public.leads
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions('leads');

drop trigger add_decisions_on_update on public.companies;
drop trigger update_counters_on_update on public.companies;
drop trigger reject_new_customer on public.companies;
drop trigger set_updated_at on public.companies;
drop trigger record_update on public.companies;
create trigger record_update after update on public.companies referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_companies_update();
drop trigger set_decision_on_update on public.companies;
create trigger set_decision_on_update before update on public.companies
  for each row execute function private.set_decision('company', 'leads');
drop trigger set_decision_on_insert on public.companies;
create trigger set_decision_on_insert before insert on public.companies
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision('company', 'leads');
drop trigger add_decisions_on_insert on public.companies;
create trigger add_decisions_on_insert after insert on public.companies
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions('companies');

drop trigger update_decision_counters_on_update on public.leads;
drop trigger limit_decisions on public.decisions;
drop function private.limit_decisions();
drop function private.update_lead_counters_on_update();
drop function private.update_decision_counters_on_update();
drop function private.update_company_counters_on_update();
drop function private.create_counter_triggers(regclass, regclass);
revoke all on function private.update_trigger_sql from public, anon, authenticated, service_role;
