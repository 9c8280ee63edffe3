drop trigger record_delete on public.customers;
drop trigger record_delete on public.user_roles;
drop trigger record_insert on public.customers;
drop trigger record_insert on public.rejection_reasons;
drop trigger record_insert on public.user_roles;
drop trigger record_update on public.campaign_steps;
drop trigger record_update on public.campaigns;
drop trigger record_update on public.customer_users;
drop trigger record_update on public.customers;
drop trigger record_update on public.invitations;
drop trigger record_update on public.rejection_reasons;
drop trigger record_update on public.user_roles;

-- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop. Without nested loops a plan looks so
-- expensive to PostgreSQL that it would be compiled, for longer than it runs.
create or replace function private.record_updates() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  subject constant text := tg_argv[0];
  key constant text := case subject when 'user_roles' then 'user_id' else 'id' end;
  recorded constant text[] := tg_argv[1];
  with_values constant text[] := tg_argv[2];
  change record;
begin
  for change in
    select
      customer_id, customer_name, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        (new_row ->> key)::uuid as id,
        (new_row ->> case subject when 'customers' then 'id' else 'customer_id' end)::uuid as customer_id,
        case subject when 'customers' then new_row ->> 'name' end as customer_name,
        array(select name from unnest(recorded) name where new_row -> name <> old_row -> name) as changed_columns,
        (select jsonb_object_agg(name, new_row -> name) from unnest(with_values) name where new_row -> name <> old_row -> name) as new_values
      from (select to_jsonb(n) as new_row from new_rows n) changed
      join (select to_jsonb(o) as old_row from old_rows o) former on new_row ->> key = old_row ->> key
    ) compared
    where changed_columns <> '{}'
    group by customer_id, customer_name, changed_columns, new_values
  loop
    perform private.record_change(
      change.customer_id, 'update', subject, change.row_count, change.row_ids, change.changed_columns, change.new_values, change.customer_name
    );
  end loop;
  return null;
end $$;

create or replace function private.record_customers() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select id, name from changed_rows loop
    perform private.record_change(change.id, lower(tg_op), 'customers', 1, array[change.id], null, null, change.name);
  end loop;
  return null;
end $$;

create or replace function private.record_user_roles() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in
    select role, count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids from changed_rows group by role
  loop
    perform private.record_change(
      null, lower(tg_op), 'user_roles', change.row_count, change.row_ids, null, jsonb_build_object('role', change.role)
    );
  end loop;
  return null;
end $$;

create or replace function private.record_rejection_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from changed_rows having count(*) > 0 loop
    perform private.record_change(null, 'insert', 'rejection_reasons', change.row_count, change.row_ids);
  end loop;
  return null;
end $$;

create trigger record_insert after insert on public.user_roles referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_update after update on public.user_roles referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('user_roles', '{role,created_at}', '{role}');

create trigger record_delete after delete on public.user_roles referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_insert after insert on public.customers referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_update after update on public.customers referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_updates(
    'customers', '{name,is_active,created_by,created_at,needs_sign_off,review_by,time_zone,reminds_on_weekends}',
    '{is_active,needs_sign_off}'
  );

create trigger record_delete after delete on public.customers referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_update after update on public.customer_users referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('customer_users', '{user_id,customer_id,invited_by,accepted_at,is_active,created_at,role}', '{is_active,role}');

create trigger record_update after update on public.invitations referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('invitations', '{customer_id,email,invited_by,token,expires_at,accepted_at,accepted_by,created_at,mailed_at,role}');

create trigger record_insert after insert on public.rejection_reasons referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();

create trigger record_update after update on public.rejection_reasons referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('rejection_reasons', '{name,retired_at,created_at,subject}');

create trigger record_update after update on public.campaigns referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('campaigns', '{customer_id,name,status,created_at}', '{status}');

create trigger record_update after update on public.campaign_steps referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('campaign_steps', '{campaign_id,step_number,step_type,delay_days,subject,message_content,created_at,customer_id}');
drop function private.record_campaign_steps_update();
drop function private.record_campaigns_update();
drop function private.record_customer_users_update();
drop function private.record_invitations_update();
revoke all on function private.record_updates() from public, anon, authenticated, service_role;
comment on function private.record_customers() is 'Records in activity who adds and deletes customers, each with its name.';
comment on function private.record_rejection_reasons() is 'Records in activity who adds reasons.';
comment on function private.record_user_roles() is 'Records in activity who grants and takes roles.';
comment on function private.record_updates() is 'Records in activity who changes rows of a table. The arguments are the table, the columns that are recorded, and those of them whose new values are.';
