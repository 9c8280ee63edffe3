-- The triggers of activity and counters read the changed rows in one statement and write in others, one row for each customer and kind
-- of change. Activity that belongs to no customer does not name the column.
create or replace function private.activity_trigger_sql(relation regclass, verb text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject text := (select relname from pg_catalog.pg_class where oid = relation);
  customer text := case subject when 'customers' then 'n.id' when 'user_roles' then 'null::uuid' else 'n.customer_id' end;
  customer_name text := case subject when 'customers' then 'n.name' else 'null::text' end;
  row_key text := case subject when 'user_roles' then 'user_id' else 'id' end;
  changed_columns text := 'null::text[]';
  new_values text := case subject when 'user_roles' then 'jsonb_build_object(''role'', n.role)' else 'null::jsonb' end;
  changed_rows text := case verb when 'delete' then 'old_rows n' else 'new_rows n' end;
begin
  if verb = 'update' then
    select change.changed_columns, change.new_values into changed_columns, new_values from private.change_expressions(relation) change;
    changed_rows := format('new_rows n join old_rows o using (%I)', row_key);
  end if;
  return format(
    'declare
  change record;
begin
  for change in
    select touched.customer_id, max(touched.customer_name) as customer_name, count(*) as row_count,
      case when count(*) <= 1000 then array_agg(touched.row_id) end as row_ids, touched.changed_columns, touched.new_values
    from (
      select %s as customer_id, %s as customer_name, %I as row_id, %s as changed_columns, %s as new_values from %s
    ) touched
    where touched.changed_columns is null or touched.changed_columns <> ''{}''
    group by touched.customer_id, touched.changed_columns, touched.new_values
  loop
    %s
  end loop;
  return null;
end',
    customer, customer_name, row_key, changed_columns, new_values, changed_rows,
    case
      when subject = 'user_roles' then format(
        'insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns, new_values)
    values (auth.uid(), %L, %L, change.row_count, change.row_ids, change.changed_columns, change.new_values);',
        verb, subject
      )
      else format(
        '%sinsert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
    values (
      auth.uid(), private.impersonation_of(change.customer_id), change.customer_id, change.customer_name, %L, %L,
      change.row_count, change.row_ids, change.changed_columns, change.new_values
    );',
        case when subject <> 'customers' then
          'select name into change.customer_name from public.customers where id = change.customer_id;
    ' end,
        verb, subject
      )
    end
  );
end $$;

-- Deletes the counter rows of a customer and inserts their sums; rows that another transaction has locked stay.
create function private.merge_lead_counters(customer uuid) returns void language plpgsql security definer set search_path = ''
as $$
begin
  with merged as (
    delete from public.lead_counters
    where customer_id = customer and id = any (array(
      select id from public.lead_counters where customer_id = customer for update skip locked
    ))
    returning audience, total, approved, reviewed
  )
  insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
  select customer, audience, sum(total), sum(approved), sum(reviewed)
  from merged
  group by audience
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
end $$;

create function private.merge_company_counters(customer uuid) returns void language plpgsql security definer set search_path = ''
as $$
begin
  with merged as (
    delete from public.company_counters
    where customer_id = customer and id = any (array(
      select id from public.company_counters where customer_id = customer for update skip locked
    ))
    returning total, approved, reviewed
  )
  insert into public.company_counters (customer_id, total, approved, reviewed)
  select customer, sum(total), sum(approved), sum(reviewed)
  from merged
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
end $$;

create or replace function private.counter_trigger_sql(counters regclass, keys text, verb text) returns text
language sql stable security definer set search_path = ''
as $$
  select format(
    'declare
  change record;
  customers uuid[] := ''{}'';
  customer uuid;
begin
  for change in
    select %2$s, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
    from (%3$s) changed
    group by %2$s
    having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0)
  loop
    insert into %1$s (%2$s, total, approved, reviewed) values (%4$s, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if (random() < 0.02%5$s) and current_setting(''transaction_isolation'') = ''read committed'' then
      perform private.merge_%6$s(customer);
    end if;
  end loop;
  return null;
end',
    counters, keys,
    concat_ws(
      ' union all ',
      case when verb <> 'delete' then private.counter_rows_sql(keys, 'new_rows', 1) end,
      case when verb <> 'insert' then private.counter_rows_sql(keys, 'old_rows', -1) end
    ),
    regexp_replace(keys, '(\w+)', 'change.\1', 'g'),
    case when verb = 'delete' then ' or not exists (select 1 from public.customers where id = customer)' end,
    (select relname from pg_catalog.pg_class where oid = counters)
  )
$$;

select private.create_activity_triggers(relation, verbs)
from (values
  ('public.user_roles'::regclass, '{insert,update,delete}'::text[]),
  ('public.customers', '{insert,update,delete}'),
  ('public.customer_users', '{insert,update,delete}'),
  ('public.invitations', '{insert,update,delete}'),
  ('public.leads', '{insert,update,delete}'),
  ('public.companies', '{insert,update,delete}'),
  ('public.imports', '{insert}'),
  ('public.campaigns', '{insert,update,delete}'),
  ('public.campaign_steps', '{insert,update,delete}')
) as recorded (relation, verbs);
select private.create_counter_triggers('public.leads', 'public.lead_counters', 'customer_id, audience');
select private.create_counter_triggers('public.companies', 'public.company_counters', 'customer_id');

revoke all on function private.merge_lead_counters(uuid), private.merge_company_counters(uuid)
  from public, anon, authenticated, service_role;

comment on function private.counter_trigger_sql(regclass, text, text) is
  'Body of a counter trigger: adds what the statement changed as new rows, and in one statement of 50, and when the customer is deleted, merges the rows of its customers. Transactions above read committed do not merge: they do not see what others merged since they began.';
comment on function private.merge_lead_counters(uuid) is
  'Replaces the counter rows of a customer by their sums, except rows that another transaction has locked.';
comment on function private.merge_company_counters(uuid) is 'As merge_lead_counters, of companies.';
