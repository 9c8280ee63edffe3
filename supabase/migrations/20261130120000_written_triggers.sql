drop trigger record_delete on public.campaign_steps;
drop trigger record_delete on public.campaigns;
drop trigger record_delete on public.companies;
drop trigger record_delete on public.customer_users;
drop trigger record_delete on public.customers;
drop trigger record_delete on public.invitations;
drop trigger record_delete on public.leads;
drop trigger record_delete on public.user_roles;
drop trigger record_insert on public.campaign_steps;
drop trigger record_insert on public.campaigns;
drop trigger record_insert on public.companies;
drop trigger record_insert on public.customer_users;
drop trigger record_insert on public.customers;
drop trigger record_insert on public.imports;
drop trigger record_insert on public.invitations;
drop trigger record_insert on public.leads;
drop trigger record_insert on public.rejection_reasons;
drop trigger record_insert on public.user_roles;
drop trigger record_update on public.customers;
drop trigger record_update on public.rejection_reasons;
drop trigger record_update on public.user_roles;
drop trigger update_counters_on_delete on public.companies;
drop trigger update_counters_on_delete on public.leads;
drop trigger update_counters_on_insert on public.companies;
drop trigger update_counters_on_insert on public.leads;
drop trigger update_decision_counters_on_delete on public.leads;
drop trigger update_decision_counters_on_insert on public.leads;

create or replace function private.is_merge_due(customer uuid, verb text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return current_setting('transaction_isolation') = 'read committed'
    and (random() < 0.02 or verb = 'DELETE' and not exists (select from public.customers where id = customer));
end $$;

create or replace function private.update_lead_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, audience, direction * count(*) as total, direction * count(*) filter (where is_approved) as approved,
      direction * count(is_approved) as reviewed
    from changed_rows
    group by customer_id, audience
  loop
    insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
    values (change.customer_id, change.audience, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_lead_counters(customer);
    end if;
  end loop;
  return null;
end $$;

create or replace function private.update_company_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, direction * count(*) as total, direction * count(*) filter (where is_approved) as approved,
      direction * count(is_approved) as reviewed
    from changed_rows
    group by customer_id
  loop
    insert into public.company_counters (customer_id, total, approved, reviewed)
    values (change.customer_id, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_company_counters(customer);
    end if;
  end loop;
  return null;
end $$;

create or replace function private.update_decision_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
      direction * count(*) filter (where is_approved) as approved, direction * count(*) filter (where not is_approved) as rejected
    from changed_rows
    where is_approved is not null
    group by customer_id, week, audience, rejection_reason_id
  loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_decision_counters(customer);
    end if;
  end loop;
  return null;
end $$;

create or replace function private.rebuild_counters() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.leads, public.companies in share mode;
  truncate public.lead_counters, public.company_counters, private.decision_counters;
  insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
  select customer_id, audience, count(*), count(*) filter (where is_approved), count(is_approved)
  from public.leads
  group by customer_id, audience;
  insert into public.company_counters (customer_id, total, approved, reviewed)
  select customer_id, count(*), count(*) filter (where is_approved), count(is_approved)
  from public.companies
  group by customer_id;
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select
    customer_id, private.week_of(decided_at), audience, rejection_reason_id, count(*) filter (where is_approved), count(*) filter (where not is_approved)
  from public.leads
  where is_approved is not null
  group by 1, 2, 3, 4;
  perform private.rebuild_result_counters();
  perform private.rebuild_usage();
end $$;

-- Activity of no customer does not name the column, so that its default applies.
create or replace function private.record_change(
  customer uuid, action text, subject text, row_count bigint, row_ids uuid[], changed_columns text[] default null, new_values jsonb default null,
  customer_name text default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if customer is null then
    insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns, new_values)
    values (auth.uid(), action, subject, row_count, row_ids, changed_columns, new_values);
    return;
  end if;
  if customer_name is null then
    select name into customer_name from public.customers where id = customer;
  end if;
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
  values (
    auth.uid(), private.impersonation_of(customer), customer, customer_name, action, subject, row_count, row_ids, changed_columns, new_values
  );
end $$;

create or replace function private.record_rows() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_restored constant boolean := tg_argv[0] = any ('{leads,companies}') and current_setting('leadlight.restoring', true) = 'on';
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from changed_rows group by customer_id
  loop
    perform private.record_change(
      change.customer_id, case when tg_op = 'DELETE' then 'delete' when is_restored then 'restore' else 'insert' end, tg_argv[0],
      change.row_count, change.row_ids
    );
  end loop;
  return null;
end $$;

-- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop. Without nested loops a plan looks so
-- expensive to PostgreSQL that it would be compiled, for longer than it runs.
create or replace function private.record_customer_users_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.user_id is distinct from o.user_id then 'user_id' end,
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.invited_by is distinct from o.invited_by then 'invited_by' end,
          case when n.accepted_at is distinct from o.accepted_at then 'accepted_at' end,
          case when n.is_active is distinct from o.is_active then 'is_active' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end
        ], null) as changed_columns,
        case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) end as new_values
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns, new_values
  loop
    perform private.record_change(change.customer_id, 'update', 'customer_users', change.row_count, change.row_ids, change.changed_columns, change.new_values);
  end loop;
  return null;
end $$;

create or replace function private.record_invitations_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.email is distinct from o.email then 'email' end,
          case when n.invited_by is distinct from o.invited_by then 'invited_by' end,
          case when n.token is distinct from o.token then 'token' end,
          case when n.expires_at is distinct from o.expires_at then 'expires_at' end,
          case when n.accepted_at is distinct from o.accepted_at then 'accepted_at' end,
          case when n.accepted_by is distinct from o.accepted_by then 'accepted_by' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end,
          case when n.mailed_at is distinct from o.mailed_at then 'mailed_at' end
        ], null) as changed_columns
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns
  loop
    perform private.record_change(change.customer_id, 'update', 'invitations', change.row_count, change.row_ids, change.changed_columns);
  end loop;
  return null;
end $$;

create or replace function private.record_campaigns_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.name is distinct from o.name then 'name' end,
          case when n.status is distinct from o.status then 'status' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end
        ], null) as changed_columns,
        case when n.status is distinct from o.status then jsonb_build_object('status', n.status) end as new_values
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns, new_values
  loop
    perform private.record_change(change.customer_id, 'update', 'campaigns', change.row_count, change.row_ids, change.changed_columns, change.new_values);
  end loop;
  return null;
end $$;

create or replace function private.record_campaign_steps_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.campaign_id is distinct from o.campaign_id then 'campaign_id' end,
          case when n.step_number is distinct from o.step_number then 'step_number' end,
          case when n.step_type is distinct from o.step_type then 'step_type' end,
          case when n.delay_days is distinct from o.delay_days then 'delay_days' end,
          case when n.subject is distinct from o.subject then 'subject' end,
          case when n.message_content is distinct from o.message_content then 'message_content' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end,
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end
        ], null) as changed_columns
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns
  loop
    perform private.record_change(change.customer_id, 'update', 'campaign_steps', change.row_count, change.row_ids, change.changed_columns);
  end loop;
  return null;
end $$;

create or replace function private.record_customers() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select id, name from new_rows loop
      perform private.record_change(change.id, 'insert', 'customers', 1, array[change.id], null, null, change.name);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select id, name from old_rows loop
      perform private.record_change(change.id, 'delete', 'customers', 1, array[change.id], null, null, change.name);
    end loop;
  else
    for change in
      select *
      from (
        select
          id, n.name, array_remove(array[
            case when n.name is distinct from o.name then 'name' end,
            case when n.is_active is distinct from o.is_active then 'is_active' end,
            case when n.created_by is distinct from o.created_by then 'created_by' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end,
            case when n.needs_sign_off is distinct from o.needs_sign_off then 'needs_sign_off' end
          ], null) as changed_columns,
          nullif(
            case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) else '{}' end
              || case when n.needs_sign_off is distinct from o.needs_sign_off then jsonb_build_object('needs_sign_off', n.needs_sign_off) else '{}' end,
            '{}'
          ) as new_values
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed_columns <> '{}'
    loop
      perform private.record_change(
        change.id, 'update', 'customers', 1, array[change.id], change.changed_columns, change.new_values, change.name
      );
    end loop;
  end if;
  return null;
end $$;

create or replace function private.record_user_roles() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select role, count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids from new_rows group by role
    loop
      perform private.record_change(
        null, 'insert', 'user_roles', change.row_count, change.row_ids, null, jsonb_build_object('role', change.role)
      );
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select role, count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids from old_rows group by role
    loop
      perform private.record_change(
        null, 'delete', 'user_roles', change.row_count, change.row_ids, null, jsonb_build_object('role', change.role)
      );
    end loop;
  else
    for change in
      select count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids, changed_columns, new_values
      from (
        select
          user_id, array_remove(array[
            case when n.role is distinct from o.role then 'role' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end
          ], null) as changed_columns,
          case when n.role is distinct from o.role then jsonb_build_object('role', n.role) end as new_values
        from new_rows n
        join old_rows o using (user_id)
      ) changed
      where changed_columns <> '{}'
      group by changed_columns, new_values
    loop
      perform private.record_change(null, 'update', 'user_roles', change.row_count, change.row_ids, change.changed_columns, change.new_values);
    end loop;
  end if;
  return null;
end $$;

-- The order of the reasons is not recorded.
create or replace function private.record_rejection_reasons() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from new_rows having count(*) > 0 loop
      perform private.record_change(null, 'insert', 'rejection_reasons', change.row_count, change.row_ids);
    end loop;
  else
    for change in
      select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
      from (
        select
          id, array_remove(array[
            case when n.name is distinct from o.name then 'name' end,
            case when n.retired_at is distinct from o.retired_at then 'retired_at' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end,
            case when n.subject is distinct from o.subject then 'subject' end
          ], null) as changed_columns
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed_columns <> '{}'
      group by changed_columns
    loop
      perform private.record_change(null, 'update', 'rejection_reasons', change.row_count, change.row_ids, change.changed_columns);
    end loop;
  end if;
  return null;
end $$;

-- A change of a lead or company runs one trigger before it and one after it. Arrays hold the changes, because in a distributed database a statement of a
-- trigger reads the changed rows or writes a table, not both. The reason and note that an approval clears are not recorded.
create or replace function private.record_leads_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  is_undo constant boolean := coalesce(current_setting('leadlight.undoing', true) = 'on', false);
  decided public.decisions[];
  recorded public.activity[];
  change record;
  counted public.lead_counters[];
  counted_decisions private.decision_counters[];
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      array_remove(array[
        case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
        case when n.name is distinct from o.name then 'name' end,
        case when n.first_name is distinct from o.first_name then 'first_name' end,
        case when n.last_name is distinct from o.last_name then 'last_name' end,
        case when n.email is distinct from o.email then 'email' end,
        case when n.phone is distinct from o.phone then 'phone' end,
        case when n.company is distinct from o.company then 'company' end,
        case when n.title is distinct from o.title then 'title' end,
        case when n.location is distinct from o.location then 'location' end,
        case when n.headline is distinct from o.headline then 'headline' end,
        case when n.notes is distinct from o.notes then 'notes' end,
        case when n.audience is distinct from o.audience then 'audience' end,
        case when n.is_approved is distinct from o.is_approved then 'is_approved' end,
        case when n.profile_picture_url is distinct from o.profile_picture_url then 'profile_picture_url' end,
        case when n.linkedin_profile_url is distinct from o.linkedin_profile_url then 'linkedin_profile_url' end,
        case when n.import_id is distinct from o.import_id then 'import_id' end,
        case when n.created_at is distinct from o.created_at then 'created_at' end,
        case when n.rejection_reason_id is distinct from o.rejection_reason_id and n.is_approved is false then 'rejection_reason_id' end,
        case when n.rejection_note is distinct from o.rejection_note and n.is_approved is false then 'rejection_note' end,
        case when n.custom is distinct from o.custom then 'custom' end,
        case when n.duplicate_of is distinct from o.duplicate_of then 'duplicate_of' end,
        case when n.duplicate_keys is distinct from o.duplicate_keys then 'duplicate_keys' end,
        case when n.is_separate is distinct from o.is_separate then 'is_separate' end
      ], null) as changed_columns,
      nullif(
        case when n.audience is distinct from o.audience then jsonb_build_object('audience', n.audience) else '{}' end
          || case when n.is_approved is distinct from o.is_approved then jsonb_build_object('is_approved', n.is_approved) else '{}' end,
        '{}'
      ) || case when is_undo then jsonb_build_object('undone', o.is_approved) else '{}' end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, id, null, is_approved, rejection_reason_id, rejection_note,
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
        where changed_columns <> '{}' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    ), (
      select array_agg(row (customer_id, null, audience, total, approved, reviewed)::public.lead_counters)
      from (
        select customer_id, audience, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
        from (
          select customer_id, audience, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from new_rows
          union all
          select customer_id, audience, -1, -(is_approved is true)::int, -(is_approved is not null)::int from old_rows
        ) added
        group by customer_id, audience
        having sum(total) <> 0 or sum(approved) <> 0 or sum(reviewed) <> 0
      ) counted
    ), (
      select array_agg(row (customer_id, null, week, audience, rejection_reason_id, approved, rejected)::private.decision_counters)
      from (
        select customer_id, week, audience, rejection_reason_id, sum(approved) as approved, sum(rejected) as rejected
        from (
          select
            customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
            is_approved::int as approved, (not is_approved)::int as rejected
          from new_rows
          where is_approved is not null
          union all
          select
            customer_id, private.week_of(decided_at), audience, rejection_reason_id, -is_approved::int, -(not is_approved)::int
          from old_rows
          where is_approved is not null
        ) added
        group by customer_id, week, audience, rejection_reason_id
        having sum(approved) <> 0 or sum(rejected) <> 0
      ) counted
    )
  into decided, recorded, counted, counted_decisions;
  if decided is not null then
    insert into public.decisions select * from unnest(decided);
    if get_byte(uuid_send(decided[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(lead_id)) from unnest(decided) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, '{}') loop
    perform private.record_change(
      change.customer_id, case when is_undo then 'undo' else 'update' end, 'leads', change.row_count, change.row_ids,
      change.changed_columns, change.new_values
    );
  end loop;
  foreach change in array coalesce(counted, '{}') loop
    insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
    values (change.customer_id, change.audience, change.total, change.approved, change.reviewed);
  end loop;
  foreach change in array coalesce(counted_decisions, '{}') loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
  end loop;
  if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
    perform private.merge_lead_counters(customer_id) from (select distinct customer_id from unnest(counted)) changed;
    perform private.merge_decision_counters(customer_id) from (select distinct customer_id from unnest(counted_decisions)) changed;
  end if;
  return null;
end $$;

create or replace function private.record_companies_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  is_undo constant boolean := coalesce(current_setting('leadlight.undoing', true) = 'on', false);
  decided public.decisions[];
  recorded public.activity[];
  change record;
  counted public.company_counters[];
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      array_remove(array[
        case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
        case when n.name is distinct from o.name then 'name' end,
        case when n.website is distinct from o.website then 'website' end,
        case when n.domain is distinct from o.domain then 'domain' end,
        case when n.linkedin_url is distinct from o.linkedin_url then 'linkedin_url' end,
        case when n.industry is distinct from o.industry then 'industry' end,
        case when n.size is distinct from o.size then 'size' end,
        case when n.location is distinct from o.location then 'location' end,
        case when n.description is distinct from o.description then 'description' end,
        case when n.employee_count is distinct from o.employee_count then 'employee_count' end,
        case when n.founded_year is distinct from o.founded_year then 'founded_year' end,
        case when n.is_approved is distinct from o.is_approved then 'is_approved' end,
        case when n.import_id is distinct from o.import_id then 'import_id' end,
        case when n.created_at is distinct from o.created_at then 'created_at' end,
        case when n.rejection_reason_id is distinct from o.rejection_reason_id and n.is_approved is false then 'rejection_reason_id' end,
        case when n.rejection_note is distinct from o.rejection_note and n.is_approved is false then 'rejection_note' end,
        case when n.custom is distinct from o.custom then 'custom' end,
        case when n.duplicate_of is distinct from o.duplicate_of then 'duplicate_of' end,
        case when n.duplicate_keys is distinct from o.duplicate_keys then 'duplicate_keys' end,
        case when n.is_separate is distinct from o.is_separate then 'is_separate' end
      ], null) as changed_columns,
      case
        when n.is_approved is distinct from o.is_approved
          then jsonb_build_object('is_approved', n.is_approved) || case when is_undo then jsonb_build_object('undone', o.is_approved) else '{}' end
      end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, null, id, is_approved, rejection_reason_id, rejection_note,
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
        where changed_columns <> '{}' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    ), (
      select array_agg(row (customer_id, null, total, approved, reviewed)::public.company_counters)
      from (
        select customer_id, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
        from (
          select customer_id, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from new_rows
          union all
          select customer_id, -1, -(is_approved is true)::int, -(is_approved is not null)::int from old_rows
        ) added
        group by customer_id
        having sum(total) <> 0 or sum(approved) <> 0 or sum(reviewed) <> 0
      ) counted
    )
  into decided, recorded, counted;
  if decided is not null then
    insert into public.decisions select * from unnest(decided);
    if get_byte(uuid_send(decided[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(company_id)) from unnest(decided) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, '{}') loop
    perform private.record_change(
      change.customer_id, case when is_undo then 'undo' else 'update' end, 'companies', change.row_count, change.row_ids,
      change.changed_columns, change.new_values
    );
  end loop;
  foreach change in array coalesce(counted, '{}') loop
    insert into public.company_counters (customer_id, total, approved, reviewed)
    values (change.customer_id, change.total, change.approved, change.reviewed);
  end loop;
  if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
    perform private.merge_company_counters(customer_id) from (select distinct customer_id from unnest(counted)) changed;
  end if;
  return null;
end $$;

create trigger update_counters_on_insert after insert on public.leads
  referencing new table as changed_rows for each statement execute function private.update_lead_counters();

create trigger update_counters_on_delete after delete on public.leads
  referencing old table as changed_rows for each statement execute function private.update_lead_counters();

create trigger update_decision_counters_on_insert after insert on public.leads
  referencing new table as changed_rows for each statement execute function private.update_decision_counters();

create trigger update_decision_counters_on_delete after delete on public.leads
  referencing old table as changed_rows for each statement execute function private.update_decision_counters();

create trigger update_counters_on_insert after insert on public.companies
  referencing new table as changed_rows for each statement execute function private.update_company_counters();

create trigger update_counters_on_delete after delete on public.companies
  referencing old table as changed_rows for each statement execute function private.update_company_counters();

create trigger record_insert after insert on public.user_roles referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_update after update on public.user_roles referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_delete after delete on public.user_roles referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_insert after insert on public.customers referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_update after update on public.customers referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_delete after delete on public.customers referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_insert after insert on public.customer_users referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('customer_users');

create trigger record_delete after delete on public.customer_users referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('customer_users');

create trigger record_insert after insert on public.invitations referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('invitations');

create trigger record_delete after delete on public.invitations referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('invitations');

create trigger record_insert after insert on public.rejection_reasons referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();

create trigger record_update after update on public.rejection_reasons referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();

create trigger record_insert after insert on public.imports referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('imports');

create trigger record_insert after insert on public.leads referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('leads');

create trigger record_delete after delete on public.leads referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('leads');

create trigger record_insert after insert on public.companies referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('companies');

create trigger record_delete after delete on public.companies referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('companies');

create trigger record_insert after insert on public.campaigns referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaigns');

create trigger record_delete after delete on public.campaigns referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaigns');

create trigger record_insert after insert on public.campaign_steps referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaign_steps');

create trigger record_delete after delete on public.campaign_steps referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaign_steps');
drop function private.activity_trigger_sql(regclass,text);
drop function private.change_expressions(regclass);
drop function private.counter_columns(regclass);
drop function private.counter_rows_sql(regclass,text,integer);
drop function private.counter_trigger_sql(regclass,text);
drop function private.create_activity_triggers(regclass,text[]);
drop function private.rebuild_counter_table(regclass,regclass);
drop function private.record_campaign_steps_delete();
drop function private.record_campaign_steps_insert();
drop function private.record_campaigns_delete();
drop function private.record_campaigns_insert();
drop function private.record_change(uuid,text,text,bigint,uuid[],text[]);
drop function private.record_companies_delete();
drop function private.record_companies_insert();
drop function private.record_customer_users_delete();
drop function private.record_customer_users_insert();
drop function private.record_customers_delete();
drop function private.record_customers_insert();
drop function private.record_customers_update();
drop function private.record_imports_insert();
drop function private.record_invitations_delete();
drop function private.record_invitations_insert();
drop function private.record_leads_delete();
drop function private.record_leads_insert();
drop function private.record_rejection_reasons_insert();
drop function private.record_rejection_reasons_update();
drop function private.record_user_roles_delete();
drop function private.record_user_roles_insert();
drop function private.record_user_roles_update();
drop function private.update_company_counters_on_delete();
drop function private.update_company_counters_on_insert();
drop function private.update_decision_counters_on_delete();
drop function private.update_decision_counters_on_insert();
drop function private.update_lead_counters_on_delete();
drop function private.update_lead_counters_on_insert();
drop function private.update_trigger_sql(regclass);
revoke all on function private.is_merge_due(uuid,text) from public, anon, authenticated, service_role;
revoke all on function private.record_change(uuid,text,text,bigint,uuid[],text[],jsonb,text) from public, anon, authenticated, service_role;
revoke all on function private.record_customers() from public, anon, authenticated, service_role;
revoke all on function private.record_rejection_reasons() from public, anon, authenticated, service_role;
revoke all on function private.record_rows() from public, anon, authenticated, service_role;
revoke all on function private.record_user_roles() from public, anon, authenticated, service_role;
revoke all on function private.update_company_counters() from public, anon, authenticated, service_role;
revoke all on function private.update_decision_counters() from public, anon, authenticated, service_role;
revoke all on function private.update_lead_counters() from public, anon, authenticated, service_role;
comment on function private.record_campaign_steps_update() is 'Records in activity which columns of steps change.';
comment on function private.record_campaigns_update() is 'Records in activity which columns of campaigns change.';
comment on function private.record_companies_update() is 'As record_leads_update, for companies.';
comment on function private.record_customer_users_update() is 'Records in activity which columns of memberships change.';
comment on function private.record_invitations_update() is 'Records in activity which columns of invitations change.';
comment on function private.record_leads_update() is 'Stores the decisions about changed leads, records the change in activity and adds it to the counters. Changes made by a trigger or a cascade are not in the activity: they follow from the recorded statement. One statement in fifty, which the random id of a decision chooses, removes the oldest decisions about its rows; another one merges the counters of its customers, not above read committed, where it does not see what others merged since it began.';
comment on function private.is_merge_due(uuid,text) is 'Whether a statement merges the counters of a customer: one statement in 50, and the deletion of the customer, not above read committed, where it does not see what others merged since it began.';
comment on function private.record_change(uuid,text,text,bigint,uuid[],text[],jsonb,text) is 'Records a change in activity, with the present name of the customer unless one is given.';
comment on function private.record_customers() is 'Records in activity who adds, changes and deletes customers, each with its name.';
comment on function private.record_rejection_reasons() is 'Records in activity who adds, renames, retires and restores reasons.';
comment on function private.record_rows() is 'Records in activity who adds and deletes rows of a table of customers. Changes made by a trigger or a cascade are not recorded: they follow from the recorded statement.';
comment on function private.record_user_roles() is 'Records in activity who grants, changes and takes roles.';
comment on function private.update_company_counters() is 'Adds inserted or deleted companies to the counters, or takes them away.';
comment on function private.update_decision_counters() is 'Adds the decisions about inserted or deleted leads to the counters, or takes them away.';
comment on function private.update_lead_counters() is 'Adds inserted or deleted leads to the counters, or takes them away.';
