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
);
comment on table public.activity is 'Who changed what: one row per statement, customer and kind of change. Append-only. Contains no texts of the changed rows, because it outlives them.';
comment on column public.activity.customer_name is 'The name at that time.';
comment on column public.activity.action is 'insert, update or delete; restore: leads or companies that were deleted; undo: of decisions about them.';
comment on column public.activity.subject is 'The changed table, or second_factor for a reset.';
comment on column public.activity.row_ids is 'Ids of the changed rows; null for more than 1,000 rows.';
comment on column public.activity.new_values is
  'New values of is_approved, audience, status, is_active and role; null for other columns. Of an undo also undone: the value of is_approved that it replaced.';

create index activity_created_idx on public.activity (created_at desc, id desc);
create index activity_customer_idx on public.activity (customer_id, created_at desc, id desc);
create index activity_rows_idx on public.activity using gin (row_ids) where row_ids is not null;
create index activity_large_idx on public.activity (customer_id, created_at) where row_ids is null;

-- Values that triggers set, and the order of reasons, are not recorded. Neither is a reason that an approval clears.
create function private.change_expressions(relation regclass) returns table (changed_columns text, new_values text)
language sql stable security definer set search_path = '' as $$
  select
    'array_remove(array[' || string_agg(format(
      case when attname in ('rejection_reason_id', 'rejection_note')
        then 'case when n.%1$I is distinct from o.%1$I and n.is_approved is false then %1$L end'
        else 'case when n.%1$I is distinct from o.%1$I then %1$L end'
      end, attname), ', ' order by attnum) || '], null)',
    'nullif(' || coalesce(string_agg(
      format('case when n.%1$I is distinct from o.%1$I then jsonb_build_object(%1$L, n.%1$I) else ''{}'' end', attname), ' || ' order by attnum
    ) filter (where attname in ('is_approved', 'audience', 'status', 'is_active', 'role')), '''{}''::jsonb') || ', ''{}'')'
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('updated_at', 'decided_at', 'decided_by', 'position')
$$;
comment on function private.change_expressions is
  'SQL expressions over a new row n and an old row o: the names of the changed columns, and the new values of the columns whose values the activity may store.';

-- Activity that belongs to no customer does not name the column, so that its default applies.
create function private.activity_trigger_sql(relation regclass, verb text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  subject text := (select relname from pg_catalog.pg_class where oid = relation);
  is_of_customer boolean := subject not in ('user_roles', 'rejection_reasons');
  is_reviewed boolean := subject in ('leads', 'companies');
  customer text := case when subject = 'customers' then 'n.id' when is_of_customer then 'n.customer_id' else 'null::uuid' end;
  customer_name text := case subject when 'customers' then 'n.name' else 'null::text' end;
  row_key text := case subject when 'user_roles' then 'user_id' else 'id' end;
  changed_columns text := 'null::text[]';
  new_values text := case subject when 'user_roles' then 'jsonb_build_object(''role'', n.role)' else 'null::jsonb' end;
  changed_rows text := case verb when 'delete' then 'old_rows n' else 'new_rows n' end;
  restoring constant text := 'current_setting(''leadlight.restoring'', true) = ''on''';
  undoing constant text := 'current_setting(''leadlight.undoing'', true) = ''on''';
  action text := quote_literal(verb);
begin
  if verb = 'update' then
    select change.changed_columns, change.new_values into changed_columns, new_values from private.change_expressions(relation) change;
    changed_rows := format('new_rows n join old_rows o using (%I)', row_key);
  end if;
  if is_reviewed and verb = 'insert' then
    action := format('case when %s then ''restore'' else ''insert'' end', restoring);
  elsif is_reviewed and verb = 'update' then
    action := format('case when %s then ''undo'' else ''update'' end', undoing);
    new_values := format('case when %s then %s || jsonb_build_object(''undone'', o.is_approved) else %2$s end', undoing, new_values);
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
      when not is_of_customer then format(
        'insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns, new_values)
    values (auth.uid(), %s, %L, change.row_count, change.row_ids, change.changed_columns, change.new_values);',
        action, subject
      )
      else format(
        '%sinsert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
    values (
      auth.uid(), private.impersonation_of(change.customer_id), change.customer_id, change.customer_name, %s, %L,
      change.row_count, change.row_ids, change.changed_columns, change.new_values
    );',
        case when subject <> 'customers' then
          'select name into change.customer_name from public.customers where id = change.customer_id;
    ' end,
        action, subject
      )
    end
  );
end $$;
comment on function private.activity_trigger_sql is 'Body of the activity trigger of one table and verb.';

create function private.create_activity_triggers(relation regclass, verbs text[]) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function private.create_activity_triggers is
  'Creates or replaces the triggers that record these verbs of a table. Call it again when the table gets another column. Changes made by a trigger or a cascade are not recorded: they follow from the recorded statement.';

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
  ('public.campaign_steps', '{insert,update,delete}'),
  ('public.rejection_reasons', '{insert,update}')
) as recorded (relation, verbs);

-- Most names change with the account, in a trigger: then the user who changed it is not known.
create function private.record_name_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns)
  values (auth.uid(), 'update', 'profiles', 1, array[new.id], '{full_name}');
  return null;
end $$;
comment on function private.record_name_change is 'Records that the name of a user changed.';

create trigger append_only before delete or update or truncate on public.activity
  for each statement execute function private.reject_change('Activity cannot be changed or deleted');
create trigger record_name_change after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.record_name_change();

revoke all on public.activity from public, anon, authenticated, service_role;
grant select on public.activity to authenticated, service_role;
alter table public.activity enable row level security;
create policy "Admins see all activity" on public.activity for select to authenticated using ((select private.is_admin()));
create policy "The service sees all activity" on public.activity for select to service_role using (true);

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
    when 'customer_users' then
      select profile.email into name
      from public.customer_users member
      join public.profiles profile on profile.id = member.user_id
      where member.id = row_id;
    when 'rejection_reasons' then
      select reason.name into name from public.rejection_reasons reason where reason.id = row_id;
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
    entry.id, entry.created_at, entry.actor_id, actor.full_name, actor.email, entry.impersonation_id is not null,
    nullif(entry.customer_id, '00000000-0000-0000-0000-000000000000'), entry.customer_name, entry.action, entry.subject, entry.row_count,
    case when entry.row_count = 1 then private.row_name(entry.subject, entry.customer_id, entry.row_ids[1]) end,
    entry.changed_columns, entry.new_values, entry.row_ids is not null
  from unnest(entries) entry
  left join public.profiles actor on actor.id = entry.actor_id
$$;
comment on function private.describe_activity is 'Activity with the present names of users and rows. The name of a row is null if several were changed or it is gone.';

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
comment on function private.row_history is 'As lead_history, for a row of leads or companies. customer is null if the row is deleted.';

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
declare
  stored public.leads;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  return query select * from private.row_history('leads', lead, stored.customer_id, stored.created_at, stored.import_id);
end $$;
comment on function public.lead_history is 'The last 100 changes of a lead, newest first. A change of more than 1,000 leads stores no ids, so it may not concern this lead: is_certain is false.';

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
comment on function public.company_history is 'As lead_history, for a company.';

revoke all on function
  private.change_expressions, private.activity_trigger_sql, private.create_activity_triggers, private.record_name_change, private.row_name,
  private.describe_activity, private.row_history, public.activity_feed, public.lead_history, public.company_history
  from public, anon, authenticated, service_role;
grant execute on function public.activity_feed, public.lead_history, public.company_history to authenticated;
