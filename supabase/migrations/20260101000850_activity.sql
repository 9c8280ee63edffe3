-- Who did what: one row for each statement, customer and kind of change. Append-only, and without the rows' own texts, for it
-- outlives the customer.
create table public.activity (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  actor_id uuid,
  impersonation_id uuid,
  customer_id uuid,
  customer_name text,
  action text not null check (action in ('insert', 'update', 'delete')),
  subject text not null,
  row_count int not null check (row_count > 0),
  -- Null past a thousand rows.
  row_ids uuid[],
  changed_columns text[],
  new_values jsonb
);
create index activity_created_idx on public.activity (created_at desc, id desc);
create index activity_customer_idx on public.activity (customer_id, created_at desc, id desc);

create trigger append_only before update or delete or truncate on public.activity for each statement
  execute function private.refuse_members('Activity is kept as it was written');

revoke all on public.activity from public, anon, authenticated, service_role;
grant select on public.activity to authenticated, service_role;

alter table public.activity enable row level security;

create policy "Admins see all activity" on public.activity for select to authenticated using ((select private.is_admin()));
create policy "The service sees all activity" on public.activity for select to service_role using (true);

-- Two arrays as SQL: the names of the columns that differ between n and o, and the new values of those that may be told.
create function private.changes_of(relation regclass) returns table (columns text, told text)
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

-- The recorders are one function for each table and verb: their statements are written once, by private.record_activity_of, so that
-- PostgreSQL keeps their plans. A table that gets another column has its recorders written anew by the same call.

-- The body of one recorder. The join of old and new rows is never a nested loop, for the plan of one row serves a million as well.
create function private.recorder_of(relation regclass, verb text) returns text
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
  columns text := 'null::text[]';
  told text := case subject when 'user_roles' then 'jsonb_build_object(''role'', n.role)' else 'null::jsonb' end;
  touched text := case verb when 'delete' then 'old_rows n' else 'new_rows n' end;
begin
  if verb = 'update' then
    select changes.columns, changes.told into columns, told from private.changes_of(relation) changes;
    touched := format('new_rows n join old_rows o using (%I)', row_key);
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
    verb, subject, customer, own_name, row_key, columns, told, touched
  );
end $$;

-- Has these verbs upon a table be recorded. What a trigger or a cascade does follows from the statement that is recorded already.
create function private.record_activity_of(relation regclass, verbs text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  verb text;
  recorder text;
begin
  foreach verb in array verbs loop
    recorder := format('private.record_%s_%s', (select relname from pg_catalog.pg_class where oid = relation), verb);
    execute format(
      'create or replace function %s() returns trigger language plpgsql security definer set search_path = '''' set enable_nestloop = off as %L',
      recorder, private.recorder_of(relation, verb)
    );
    execute format('revoke all on function %s() from public, anon, authenticated, service_role', recorder);
    execute format(
      'create or replace trigger record_%1$s after %1$s on %2$s referencing %3$s
         for each statement when (pg_trigger_depth() = 0) execute function %4$s()',
      verb, relation,
      case verb
        when 'insert' then 'new table as new_rows'
        when 'update' then 'old table as old_rows new table as new_rows'
        else 'old table as old_rows'
      end,
      recorder
    );
  end loop;
end $$;

revoke all on function
  private.changes_of(regclass), private.recorder_of(regclass, text), private.record_activity_of(regclass, text[])
  from public, anon, authenticated, service_role;

select private.record_activity_of(relation, '{insert,update,delete}')
from unnest(array[
  'public.user_roles', 'public.customers', 'public.customer_users', 'public.invitations', 'public.leads', 'public.companies',
  'public.campaigns', 'public.campaign_steps'
]::regclass[]) relation;
