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

create function private.record_activity() returns trigger language plpgsql security definer set search_path = ''
as $$
declare
  customer text := case tg_table_name
    when 'customers' then 'n.id'
    when 'campaign_steps' then '(select customer_id from public.campaigns where campaigns.id = n.campaign_id)'
    when 'user_roles' then 'null::uuid'
    else 'n.customer_id'
  end;
  row_key text := case tg_table_name when 'user_roles' then 'user_id' else 'id' end;
  customer_name text := case tg_table_name when 'customers' then 'n.name' else 'null::text' end;
  columns text := 'null::text[]';
  told text := case tg_table_name when 'user_roles' then 'jsonb_build_object(''role'', n.role)' else 'null::jsonb' end;
  touched text := case tg_op when 'DELETE' then 'old_rows n' else 'new_rows n' end;
begin
  if tg_op = 'UPDATE' then
    select changes.columns, changes.told into columns, told from private.changes_of(tg_relid) changes;
    touched := format('new_rows n join old_rows o using (%I)', row_key);
  end if;
  execute format(
    'insert into public.activity
       (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
     select $1, private.impersonation_of(customer_id), customer_id,
       coalesce(max(own_name), (select name from public.customers where customers.id = customer_id)),
       $2, $3, count(*), case when count(*) <= 1000 then array_agg(row_id) end, changed_columns, new_values
     from (
       select %s as customer_id, %s as own_name, %I as row_id, %s as changed_columns, %s as new_values from %s
     ) touched
     where changed_columns is null or changed_columns <> ''{}''
     group by customer_id, changed_columns, new_values',
    customer, customer_name, row_key, columns, told, touched
  ) using auth.uid(), lower(tg_op), tg_table_name;
  return null;
end $$;

revoke all on function private.changes_of(regclass), private.record_activity() from public, anon, authenticated, service_role;

-- What a trigger or a cascade does follows from the statement that is recorded already.
do $$
declare
  recorded text;
begin
  foreach recorded in array array[
    'user_roles', 'customers', 'customer_users', 'invitations', 'leads', 'companies', 'campaigns', 'campaign_steps'
  ] loop
    execute format(
      'create trigger record_insert after insert on public.%1$I referencing new table as new_rows
         for each statement when (pg_trigger_depth() = 0) execute function private.record_activity();
       create trigger record_update after update on public.%1$I referencing old table as old_rows new table as new_rows
         for each statement when (pg_trigger_depth() = 0) execute function private.record_activity();
       create trigger record_delete after delete on public.%1$I referencing old table as old_rows
         for each statement when (pg_trigger_depth() = 0) execute function private.record_activity()',
      recorded
    );
  end loop;
end $$;
