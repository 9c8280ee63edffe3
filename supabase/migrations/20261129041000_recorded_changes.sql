-- The activity records who adds, removes and restores do-not-contact entries and custom fields, and the value of the switch for sign-off.

-- As before, and with the value of needs_sign_off.
create or replace function private.change_expressions(relation regclass) returns table (changed_columns text, new_values text)
language sql stable security definer set search_path = '' as $$
  select
    'array_remove(array[' || string_agg(format(
      case when attname in ('rejection_reason_id', 'rejection_note')
        then 'case when n.%1$I is distinct from o.%1$I and n.is_approved is false then %1$L end'
        else 'case when n.%1$I is distinct from o.%1$I then %1$L end'
      end, attname), ', ' order by attnum) || '], null)',
    'nullif(' || coalesce(string_agg(
      format('case when n.%1$I is distinct from o.%1$I then jsonb_build_object(%1$L, n.%1$I) else ''{}'' end', attname), ' || ' order by attnum
    ) filter (where attname in ('is_approved', 'audience', 'status', 'is_active', 'role', 'needs_sign_off')), '''{}''::jsonb') || ', ''{}'')'
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('updated_at', 'decided_at', 'decided_by', 'decided_values', 'position')
$$;

create or replace function private.record_customers_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$declare
  change record;
begin
  for change in
    select touched.customer_id, max(touched.customer_name) as customer_name, count(*) as row_count,
      case when count(*) <= 1000 then array_agg(touched.row_id) end as row_ids, touched.changed_columns, touched.new_values
    from (
      select n.id as customer_id, n.name as customer_name, id as row_id, array_remove(array[case when n.id is distinct from o.id then 'id' end, case when n.name is distinct from o.name then 'name' end, case when n.is_active is distinct from o.is_active then 'is_active' end, case when n.created_by is distinct from o.created_by then 'created_by' end, case when n.created_at is distinct from o.created_at then 'created_at' end, case when n.needs_sign_off is distinct from o.needs_sign_off then 'needs_sign_off' end], null) as changed_columns, nullif(case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) else '{}' end || case when n.needs_sign_off is distinct from o.needs_sign_off then jsonb_build_object('needs_sign_off', n.needs_sign_off) else '{}' end, '{}') as new_values from new_rows n join old_rows o using (id)
    ) touched
    where touched.changed_columns is null or touched.changed_columns <> '{}'
    group by touched.customer_id, touched.changed_columns, touched.new_values
  loop
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
    values (
      auth.uid(), private.impersonation_of(change.customer_id), change.customer_id, change.customer_name, 'update', 'customers',
      change.row_count, change.row_ids, change.changed_columns, change.new_values
    );
  end loop;
  return null;
end$$;

create function private.record_change(
  customer uuid, action text, subject text, row_count bigint, row_ids uuid[], changed_columns text[] default null
) returns void language plpgsql security definer set search_path = '' as $$
declare
  customer_name text;
begin
  if customer is null then
    insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns)
    values (auth.uid(), action, subject, row_count, row_ids, changed_columns);
  else
    select name into customer_name from public.customers where id = customer;
    insert into public.activity (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
    values (auth.uid(), private.impersonation_of(customer), customer, customer_name, action, subject, row_count, row_ids, changed_columns);
  end if;
end $$;
comment on function private.record_change is
  'Records a change in activity. One of no customer does not name the column, so that its default applies.';

create function private.record_entries() returns trigger language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from new_rows group by customer_id
    loop
      perform private.record_change(change.customer_id, 'insert', 'do_not_contact', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select n.customer_id, n.removed_at is null as is_back, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids
      from new_rows n
      join old_rows o using (id)
      where (n.removed_at is null) <> (o.removed_at is null)
      group by n.customer_id, n.removed_at is null
    loop
      perform private.record_change(
        change.customer_id, case when change.is_back then 'restore' else 'delete' end, 'do_not_contact', change.row_count, change.row_ids
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_entries is 'Records in activity who adds, removes and restores do-not-contact entries. The deletion of those that were removed before is not recorded.';

create function private.record_agency_entries() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from new_rows where kind <> 'erased' having count(*) > 0
    loop
      perform private.record_change(null, 'insert', 'agency_do_not_contact', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select n.removed_at is null as is_back, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids
      from new_rows n
      join old_rows o using (id)
      where (n.removed_at is null) <> (o.removed_at is null)
      group by n.removed_at is null
    loop
      perform private.record_change(
        null, case when change.is_back then 'restore' else 'delete' end, 'agency_do_not_contact', change.row_count, change.row_ids
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_agency_entries is 'As record_entries, for the agency-wide list. Erased contacts are not recorded.';

create function private.record_custom_fields() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select customer_id, count(*) as row_count, array_agg(id) as row_ids from new_rows group by customer_id loop
      perform private.record_change(change.customer_id, 'insert', 'custom_fields', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select changed.customer_id, changed.action, count(*) as row_count, array_agg(changed.id) as row_ids
      from (
        select
          n.id, n.customer_id,
          case
            when (n.removed_at is null) = (o.removed_at is null) then 'update'
            when n.removed_at is null then 'restore'
            else 'delete'
          end as action,
          n.label <> o.label as is_renamed
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed.action <> 'update' or changed.is_renamed
      group by changed.customer_id, changed.action
    loop
      perform private.record_change(
        change.customer_id, change.action, 'custom_fields', change.row_count, change.row_ids, case when change.action = 'update' then array['label'] end
      );
    end loop;
  end if;
  return null;
end $$;
comment on function private.record_custom_fields is
  'Records in activity who adds, renames, removes and restores custom fields. The deletion of the values of a removed field is not recorded.';

create trigger record_insert after insert on public.do_not_contact referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_entries();
create trigger record_update after update on public.do_not_contact referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_entries();
create trigger record_insert after insert on public.agency_do_not_contact referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_agency_entries();
create trigger record_update after update on public.agency_do_not_contact referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_agency_entries();
create trigger record_insert after insert on public.custom_fields referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_custom_fields();
create trigger record_update after update on public.custom_fields referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_custom_fields();

-- As before, and of entries and custom fields.
create or replace function private.row_name(subject text, customer uuid, row_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  case subject
    when 'leads' then
      select lead.name into name from public.leads lead where lead.customer_id = customer and lead.id = row_id;
    when 'companies' then
      select company.name into name from public.companies company where company.customer_id = customer and company.id = row_id;
    when 'imports' then
      select import.file_name into name from public.imports import where import.customer_id = customer and import.id = row_id;
    when 'campaigns' then
      select campaign.name into name from public.campaigns campaign where campaign.customer_id = customer and campaign.id = row_id;
    when 'campaign_steps' then
      select campaign.name into name
      from public.campaign_steps step
      join public.campaigns campaign on campaign.customer_id = step.customer_id and campaign.id = step.campaign_id
      where step.customer_id = customer and step.id = row_id;
    when 'invitations' then
      select invitation.email into name from public.invitations invitation where invitation.id = row_id;
    when 'customer_users' then
      select profile.email into name
      from public.customer_users member
      join public.profiles profile on profile.id = member.user_id
      where member.id = row_id;
    when 'rejection_reasons' then
      select reason.name into name from public.rejection_reasons reason where reason.id = row_id;
    when 'do_not_contact' then
      select entry.value into name from public.do_not_contact entry where entry.customer_id = customer and entry.id = row_id;
    when 'agency_do_not_contact' then
      select entry.value into name from public.agency_do_not_contact entry where entry.id = row_id and entry.kind <> 'erased';
    when 'custom_fields' then
      select field.label into name from public.custom_fields field where field.customer_id = customer and field.id = row_id;
    when 'user_roles', 'second_factor', 'profiles' then
      select profile.email into name from public.profiles profile where profile.id = row_id;
    else null;
  end case;
  return name;
end $$;

comment on column public.activity.action is
  'insert, update or delete; restore: leads or companies that were deleted, or entries and custom fields that were removed (delete); undo: of decisions.';
comment on column public.activity.new_values is
  'New values of is_approved, audience, status, is_active, needs_sign_off and role; null for other columns. Of an undo also undone: the value of is_approved that it replaced.';

revoke all on function private.record_change, private.record_entries, private.record_agency_entries, private.record_custom_fields
  from public, anon, authenticated, service_role;
