-- The record of who changed what.

create table public.activity (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  actor_id uuid,
  impersonation_id uuid,
  customer_id uuid,
  customer_name text,
  action text not null check (action in ('insert', 'update', 'delete', 'restore', 'undo')),
  subject text not null,
  row_count int not null check (row_count > 0),
  row_ids uuid[],
  changed_columns text[],
  new_values jsonb
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.activity is
  'Who changed what: one row per statement, customer and kind of change. Append-only. Contains no texts of the changed rows, because it outlives them.';
comment on column public.activity.customer_name is 'The name at that time.';
comment on column public.activity.action is
  'insert, update or delete; restore: leads or companies that were deleted, or entries and custom fields that were removed (delete); undo: of decisions.';
comment on column public.activity.subject is 'The changed table, or second_factor for a reset.';
comment on column public.activity.row_ids is 'Ids of the changed rows; null for more than 1,000 rows.';
comment on column public.activity.new_values is
  'New values of is_approved, audience, status, is_active, needs_sign_off and role; null for other columns. Of an undo also undone: the value of is_approved that it replaced.';

create index activity_created_idx on public.activity (created_at desc, id desc);
create index activity_customer_idx on public.activity (customer_id, created_at desc, id desc);
create index activity_rows_idx on public.activity using gin (row_ids) where row_ids is not null;
create index activity_large_idx on public.activity (customer_id, created_at) where row_ids is null;

alter table public.activity
  alter customer_id set statistics 1;

-- Activity of no customer does not name the column, so that its default applies.
create function private.record_change(
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
comment on function private.record_change is
  'Records a change in activity, with the present name of the customer unless one is given.';

create function private.record_rows() returns trigger language plpgsql security definer set search_path = '' as $$
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
comment on function private.record_rows is
  'Records in activity who adds and deletes rows of a table of customers. Changes made by a trigger or a cascade are not recorded: they follow from the recorded statement.';

-- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop. Without nested loops a plan looks so
-- expensive to PostgreSQL that it would be compiled, for longer than it runs.
create function private.record_updates() returns trigger
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
comment on function private.record_updates is
  'Records in activity who changes rows of a table. The arguments are the table, the columns that are recorded, and those of them whose new values are.';

create function private.record_customers() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select id, name from changed_rows loop
    perform private.record_change(change.id, lower(tg_op), 'customers', 1, array[change.id], null, null, change.name);
  end loop;
  return null;
end $$;
comment on function private.record_customers is 'Records in activity who adds and deletes customers, each with its name.';

create function private.record_user_roles() returns trigger language plpgsql security definer set search_path = '' as $$
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
comment on function private.record_user_roles is 'Records in activity who grants and takes roles.';

create function private.record_rejection_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from changed_rows having count(*) > 0 loop
    perform private.record_change(null, 'insert', 'rejection_reasons', change.row_count, change.row_ids);
  end loop;
  return null;
end $$;
comment on function private.record_rejection_reasons is 'Records in activity who adds reasons.';

-- A change of a lead or company runs one trigger before it and one after it. Arrays hold the changes, because in a distributed database a statement of a
-- trigger reads the changed rows or writes a table, not both. The reason and note that an approval clears are not recorded.
create function private.record_leads_update() returns trigger
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
    perform private.follow_decisions(decided);
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
comment on function private.record_leads_update is
  'Stores the decisions about changed leads, records the change in activity and adds it to the counters. Changes made by a trigger or a cascade are not in the activity: they follow from the recorded statement. One statement in fifty, which the random id of a decision chooses, removes the oldest decisions about its rows; another one merges the counters of its customers, not above read committed, where it does not see what others merged since it began.';

create function private.record_companies_update() returns trigger
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
    perform private.follow_decisions(decided);
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
comment on function private.record_companies_update is 'Does for companies what record_leads_update does for leads.';

-- Most names change with the account, in a trigger: then the user who changed it is not known.
create function private.record_name_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns)
  values (auth.uid(), 'update', 'profiles', 1, array[new.id], '{full_name}');
  return null;
end $$;
comment on function private.record_name_change is 'Records that the name of a user changed.';

create function private.row_name(subject text, customer uuid, row_id uuid) returns text
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
    when 'review_links' then
      select link.email into name from public.review_links link where link.id = row_id;
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
comment on function private.row_name is 'Present name of a row that activity names, by the subject, the customer and the id; null if it is gone.';

create function private.describe_activity(entries public.activity[]) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, has_row_ids boolean
) language sql stable security definer set search_path = '' as $$
  select
    entry.id, entry.created_at, entry.actor_id, coalesce(actor.full_name, private.guest_name(guest.email)), coalesce(actor.email, guest.email),
    entry.impersonation_id is not null,
    nullif(entry.customer_id, '00000000-0000-0000-0000-000000000000'), entry.customer_name, entry.action, entry.subject, entry.row_count,
    case when entry.row_count = 1 then private.row_name(entry.subject, entry.customer_id, entry.row_ids[1]) end,
    entry.changed_columns, entry.new_values, entry.row_ids is not null
  from unnest(entries) entry
  left join public.profiles actor on actor.id = entry.actor_id
  left join public.review_links guest on guest.id = entry.actor_id
$$;
comment on function private.describe_activity is
  'Activity with the present names of users and rows. The name of a row is null if several were changed or it is gone.';

create function private.row_history(
  table_name text, row_id uuid, customer uuid, row_created_at timestamptz, row_import_id uuid
) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.activity;
  entries public.activity[];
  import public.imports;
begin
  for entry in execute case when customer is null
    then 'select * from public.activity where subject = $4 and row_ids @> array[$1]'
    else 'select * from public.activity
        where customer_id = $2 and subject = $4 and row_ids @> array[$1]'
        || case when row_import_id is null then '' else ' and action <> ''insert''' end || '
      union all
      select * from public.activity
        where customer_id = $2 and subject = $4 and row_ids is null and action = ''update'' and created_at > $3'
    end || ' order by created_at desc limit 100'
    using row_id, customer, row_created_at, table_name
  loop
    entries := array_append(entries, entry);
  end loop;
  select * into import from public.imports where imports.customer_id = customer and imports.id = row_import_id;
  return query
    select shown.*
    from private.describe_activity(entries) shown
    union all
    select
      import.id, import.created_at, import.created_by, creator.full_name, creator.email, false, import.customer_id, owner.name,
      'insert', 'imports', 1, import.file_name, null, null, true
    from public.customers owner
    left join public.profiles creator on creator.id = import.created_by
    where owner.id = import.customer_id
    order by 2 desc
    limit 100;
end $$;
comment on function private.row_history is 'Returns the history of a row of leads or companies, as lead_history does. customer is null if the row is deleted.';

create function public.activity_feed(
  customer uuid default null, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  entry public.activity;
  entries public.activity[];
begin
  perform private.require_admin('Only an administrator can see the activity');
  for entry in execute
    'select * from public.activity where true'
      || case when customer is null then '' else ' and customer_id = $1' end
      || case when before_id is null then '' else ' and created_at <= $2 and (created_at < $2 or id < $3)' end
      || ' order by created_at desc, id desc limit $4'
    using customer, before_created_at, before_id, least(greatest(page_size, 0), 1000)
  loop
    entries := array_append(entries, entry);
  end loop;
  return query
    select
      shown.id, shown.created_at, shown.actor_id, shown.actor_name, shown.actor_email, shown.is_impersonated, shown.customer_id,
      shown.customer_name, shown.action, shown.subject, shown.row_count, shown.row_name, shown.changed_columns, shown.new_values
    from private.describe_activity(entries) shown
    order by shown.created_at desc, shown.id desc;
end $$;
comment on function public.activity_feed is 'A page of the activity of a customer or of all, newest first, after the given row.';

create function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.leads;
  reported jsonb;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  select jsonb_agg(to_jsonb(uploaded)) into reported
  from (
    select upload.id, upload.created_at, upload.created_by, upload.tool, jsonb_agg(result.kind) as kinds
    from public.hand_off_results result
    join public.result_uploads upload on upload.customer_id = result.customer_id and upload.id = result.upload_id
    where result.customer_id = stored.customer_id and result.lead_id = stored.id
    group by upload.id, upload.created_at, upload.created_by, upload.tool
  ) uploaded;
  return query
    select * from private.row_history('leads', lead, stored.customer_id, stored.created_at, stored.import_id)
    union all
    select
      entry.id, entry.created_at, entry.created_by, creator.full_name, creator.email, false, stored.customer_id, owner.name, 'insert',
      'hand_off_results', 1, entry.tool, null, jsonb_build_object('kinds', entry.kinds), true
    from jsonb_to_recordset(reported) as entry (id uuid, created_at timestamptz, created_by uuid, tool text, kinds jsonb)
    join public.customers owner on owner.id = stored.customer_id
    left join public.profiles creator on creator.id = entry.created_by
    order by 2 desc
    limit 100;
end $$;
comment on function public.lead_history is
  'The last 100 changes of a lead, newest first, and the results that tools have reported of it. A change of more than 1,000 leads stores no ids, so it may not concern this lead: is_certain is false.';

create function public.company_history(company uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.companies;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.companies where companies.id = company;
  return query select * from private.row_history('companies', company, stored.customer_id, stored.created_at, stored.import_id);
end $$;
comment on function public.company_history is 'Does for a company what lead_history does for a lead.';

create function private.record_entries() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
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
comment on function private.record_entries is
  'Records in activity who adds, removes and restores do-not-contact entries. The deletion of those that were removed before is not recorded.';

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
comment on function private.record_agency_entries is 'Does for the agency-wide list what record_entries does. Erased contacts are not recorded.';

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
create trigger record_insert after insert on public.customer_users referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('customer_users');
create trigger record_update after update on public.customer_users referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('customer_users', '{user_id,customer_id,invited_by,accepted_at,is_active,created_at,role}', '{is_active,role}');
create trigger record_delete after delete on public.customer_users referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('customer_users');
create trigger record_insert after insert on public.invitations referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('invitations');
create trigger record_update after update on public.invitations referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('invitations', '{customer_id,email,invited_by,token,expires_at,accepted_at,accepted_by,created_at,mailed_at,role}');
create trigger record_delete after delete on public.invitations referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('invitations');
create trigger record_insert after insert on public.rejection_reasons referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();
create trigger record_update after update on public.rejection_reasons referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('rejection_reasons', '{name,retired_at,created_at,subject}');
create trigger record_insert after insert on public.imports referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('imports');
create trigger record_insert after insert on public.leads referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('leads');
create trigger record_update after update on public.leads referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_leads_update();
create trigger record_delete after delete on public.leads referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('leads');
create trigger record_insert after insert on public.companies referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('companies');
create trigger record_update after update on public.companies referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_companies_update();
create trigger record_delete after delete on public.companies referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('companies');
create trigger record_insert after insert on public.campaigns referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaigns');
create trigger record_update after update on public.campaigns referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('campaigns', '{customer_id,name,status,created_at}', '{status}');
create trigger record_delete after delete on public.campaigns referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaigns');
create trigger record_insert after insert on public.campaign_steps referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaign_steps');
create trigger record_update after update on public.campaign_steps referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('campaign_steps', '{campaign_id,step_number,step_type,delay_days,subject,message_content,created_at,customer_id}');
create trigger record_delete after delete on public.campaign_steps referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rows('campaign_steps');
create trigger record_name_change after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.record_name_change();
create trigger append_only before delete or update or truncate on public.activity
  for each statement execute function private.reject_change('Activity cannot be changed or deleted');
create trigger record_insert after insert on public.custom_fields referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_custom_fields();
create trigger record_update after update on public.custom_fields referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_custom_fields();
create trigger record_insert after insert on public.do_not_contact referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_entries();
create trigger record_update after update on public.do_not_contact referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_entries();
create trigger record_insert after insert on public.agency_do_not_contact referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_agency_entries();
create trigger record_update after update on public.agency_do_not_contact referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_agency_entries();

grant execute on function public.activity_feed, public.lead_history, public.company_history to authenticated;
