-- Renames private.told_activity to activity_view, and the functions that create the activity triggers. The triggers stay as they are.
alter view private.told_activity rename to activity_view;

create or replace function public.activity_feed(
  customer uuid default null, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb
) language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see the activity');
  return query execute
    'select id, created_at, actor_id, actor_name, actor_email, is_impersonated, customer_id, customer_name, action, subject, row_count,
       row_name, changed_columns, new_values
     from private.activity_view where true'
      || case when customer is null then '' else ' and customer_id = $1' end
      || case when before_id is null then '' else ' and created_at <= $2 and (created_at < $2 or id < $3)' end
      || ' order by created_at desc, id desc limit $4'
    using customer, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb,
  is_certain boolean
) language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stored public.leads;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  return query
    select
      id, created_at, actor_id, actor_name, actor_email, is_impersonated, customer_id, customer_name, action, subject, row_count, row_name,
      changed_columns, new_values, row_ids is not null
    from private.activity_view
    where subject = 'leads' and (
      row_ids @> array[lead] and (action <> 'insert' or stored.import_id is null)
      or row_ids is null and action = 'update' and customer_id = stored.customer_id and created_at > stored.created_at
    )
    union all
    select
      import.id, import.created_at, import.created_by, full_name, email, false, import.customer_id, customer.name, 'insert', 'imports', 1,
      file_name, null, null, true
    from public.imports import
    join public.customers customer on customer.id = import.customer_id
    left join public.profiles on profiles.id = import.created_by
    where import.id = stored.import_id
    order by 2 desc
    limit 100;
end $$;

drop function private.changes_of(regclass), private.recorder_of(regclass, text), private.record_activity_of(regclass, text[]);

create function private.change_expressions(relation regclass) returns table (changed_columns text, new_values text)
language sql stable security definer set search_path = ''
as $$
  select
    'array_remove(array[' || string_agg(format('case when n.%1$I is distinct from o.%1$I then %1$L end', attname), ', ' order by attnum)
      || '], null)',
    'nullif(' || coalesce(string_agg(
      format('case when n.%1$I is distinct from o.%1$I then jsonb_build_object(%1$L, n.%1$I) else ''{}'' end', attname), ' || ' order by attnum
    ) filter (where attname in ('is_approved', 'audience', 'status', 'is_active', 'role')), '''{}''::jsonb') || ', ''{}'')'
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'updated_at'
$$;
comment on function private.change_expressions(regclass) is
  'SQL expressions over a new row n and an old row o: the names of the changed columns, and the new values of the columns whose values the activity may store.';

create function private.activity_trigger_sql(relation regclass, verb text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject text := (select relname from pg_catalog.pg_class where oid = relation);
  customer text := case subject
    when 'customers' then 'n.id'
    when 'campaign_steps' then '(select campaign.customer_id from public.campaigns campaign where campaign.id = n.campaign_id)'
    when 'user_roles' then 'null::uuid'
    else 'n.customer_id'
  end;
  row_key text := case subject when 'user_roles' then 'user_id' else 'id' end;
  own_name text := case subject when 'customers' then 'n.name' else 'null::text' end;
  changed_columns text := 'null::text[]';
  new_values text := case subject when 'user_roles' then 'jsonb_build_object(''role'', n.role)' else 'null::jsonb' end;
  changed_rows text := case verb when 'delete' then 'old_rows n' else 'new_rows n' end;
begin
  if verb = 'update' then
    select change.changed_columns, change.new_values into changed_columns, new_values from private.change_expressions(relation) change;
    changed_rows := format('new_rows n join old_rows o using (%I)', row_key);
  end if;
  return format(
    'begin
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
  select auth.uid(), private.impersonation_of(touched.customer_id), touched.customer_id,
    coalesce(max(touched.own_name), (select name from public.customers where customers.id = touched.customer_id)),
    %L, %L, count(*), case when count(*) <= 1000 then array_agg(touched.row_id) end, touched.changed_columns, touched.new_values
  from (
    select %s as customer_id, %s as own_name, %I as row_id, %s as changed_columns, %s as new_values from %s
  ) touched
  where touched.changed_columns is null or touched.changed_columns <> ''{}''
  group by touched.customer_id, touched.changed_columns, touched.new_values;
  return null;
end',
    verb, subject, customer, own_name, row_key, changed_columns, new_values, changed_rows
  );
end $$;
comment on function private.activity_trigger_sql(regclass, text) is 'Body of the activity trigger of one table and verb.';

create function private.create_activity_triggers(relation regclass, verbs text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  verb text;
  trigger_function text;
begin
  foreach verb in array verbs loop
    trigger_function := format('private.record_%s_%s', (select relname from pg_catalog.pg_class where oid = relation), verb);
    -- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop.
    execute format(
      'create or replace function %s() returns trigger language plpgsql security definer set search_path = '''' set enable_nestloop = off as %L',
      trigger_function, private.activity_trigger_sql(relation, verb)
    );
    execute format('revoke all on function %s() from public, anon, authenticated, service_role', trigger_function);
    execute format(
      'create or replace trigger record_%1$s after %1$s on %2$s referencing %3$s
         for each statement when (pg_trigger_depth() = 0) execute function %4$s()',
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
comment on function private.create_activity_triggers(regclass, text[]) is
  'Creates or replaces the triggers that record these verbs of a table. Call it again when the table gets another column. Changes made by a trigger or a cascade are not recorded: they follow from the recorded statement.';

revoke all on function
  private.change_expressions(regclass), private.activity_trigger_sql(regclass, text), private.create_activity_triggers(regclass, text[])
  from public, anon, authenticated, service_role;
