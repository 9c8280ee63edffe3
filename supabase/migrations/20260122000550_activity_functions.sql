-- The activity's readers read its rows in one statement, and the present names of users and rows in others, which name the customer.
create function private.row_name(subject text, customer uuid, row_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
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
    when 'user_roles', 'second_factor' then
      select profile.email into name from public.profiles profile where profile.id = row_id;
    else null;
  end case;
  return name;
end $$;

create function private.describe_activity(entries public.activity[]) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, has_row_ids boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    entry.id, entry.created_at, entry.actor_id, actor.full_name, actor.email, entry.impersonation_id is not null,
    nullif(entry.customer_id, '00000000-0000-0000-0000-000000000000'), entry.customer_name, entry.action, entry.subject, entry.row_count,
    case when entry.row_count = 1 then private.row_name(entry.subject, entry.customer_id, entry.row_ids[1]) end,
    entry.changed_columns, entry.new_values, entry.row_ids is not null
  from unnest(entries) entry
  left join public.profiles actor on actor.id = entry.actor_id
$$;

create or replace function public.activity_feed(
  customer uuid default null, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
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

-- The activity of a lead that exists is that of its customer.
create or replace function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  stored public.leads;
  entry public.activity;
  entries public.activity[];
  import public.imports;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  for entry in execute case when stored.id is null
    then 'select * from public.activity where subject = ''leads'' and row_ids @> array[$1]'
    else 'select * from public.activity
        where customer_id = $2 and subject = ''leads'' and row_ids @> array[$1]'
        || case when stored.import_id is null then '' else ' and action <> ''insert''' end || '
      union all
      select * from public.activity
        where customer_id = $2 and subject = ''leads'' and row_ids is null and action = ''update'' and created_at > $3'
    end || ' order by created_at desc limit 100'
    using lead, stored.customer_id, stored.created_at
  loop
    entries := array_append(entries, entry);
  end loop;
  select * into import from public.imports where imports.customer_id = stored.customer_id and imports.id = stored.import_id;
  return query
    select shown.*
    from private.describe_activity(entries) shown
    union all
    select
      import.id, import.created_at, import.created_by, creator.full_name, creator.email, false, import.customer_id, customer.name,
      'insert', 'imports', 1, import.file_name, null, null, true
    from public.customers customer
    left join public.profiles creator on creator.id = import.created_by
    where customer.id = import.customer_id
    order by 2 desc
    limit 100;
end $$;

drop view private.activity_view;

revoke all on function private.row_name(text, uuid, uuid), private.describe_activity(public.activity[])
  from public, anon, authenticated, service_role;
comment on function private.row_name(text, uuid, uuid) is
  'Present name of a row that activity names, by the subject, the customer and the id; null if it is gone.';
comment on function private.describe_activity(public.activity[]) is
  'Activity with the present names of users and rows. The name of a row is null if several were changed or it is gone.';
