-- Who did what, told: by customer, and of one lead. Beside the ids stand the names as they are now; what is gone has none.

-- An import is an act of its own, beside the rows that it adds.
select private.record_activity_of('public.imports', '{insert}');

-- What happened to one row; and the statements so large that their ids are not kept.
create index activity_rows_idx on public.activity using gin (row_ids) where row_ids is not null;
create index activity_large_idx on public.activity (customer_id, created_at) where row_ids is null;

create view private.told_activity as
select
  activity.id, activity.created_at, actor_id, actor.full_name as actor_name, actor.email as actor_email,
  impersonation_id is not null as is_impersonated, activity.customer_id, activity.customer_name, action, subject, row_count,
  case when row_count = 1 then
    case subject
      when 'leads' then (select name from public.leads where leads.id = row_ids[1])
      when 'companies' then (select name from public.companies where companies.id = row_ids[1])
      when 'imports' then (select file_name from public.imports where imports.id = row_ids[1])
      when 'campaigns' then (select name from public.campaigns where campaigns.id = row_ids[1])
      when 'campaign_steps' then (
        select name from public.campaigns join public.campaign_steps step on step.campaign_id = campaigns.id where step.id = row_ids[1]
      )
      when 'invitations' then (select email from public.invitations where invitations.id = row_ids[1])
      when 'customer_users' then (
        select email from public.profiles join public.customer_users member on member.user_id = profiles.id where member.id = row_ids[1]
      )
      when 'user_roles' then (select email from public.profiles where profiles.id = row_ids[1])
      when 'second_factor' then (select email from public.profiles where profiles.id = row_ids[1])
    end
  end as row_name,
  changed_columns, new_values, row_ids
from public.activity
left join public.profiles actor on actor.id = actor_id;

-- The newest first, of one customer or of all, from behind a row on.
create function public.activity_feed(
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
     from private.told_activity where true'
      || case when customer is null then '' else ' and customer_id = $1' end
      || case when before_id is null then '' else ' and created_at <= $2 and (created_at < $2 or id < $3)' end
      || ' order by created_at desc, id desc limit $4'
    using customer, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

-- What happened to a lead, newest first, the last hundred acts. How it came is told by its import, where it has one. An act upon more
-- than a thousand leads, whose ids are not kept, may have been upon this one: it is no certain one.
create function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb,
  is_certain boolean
) language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.leads;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into known from public.leads where leads.id = lead;
  return query
    select
      id, created_at, actor_id, actor_name, actor_email, is_impersonated, customer_id, customer_name, action, subject, row_count, row_name,
      changed_columns, new_values, row_ids is not null
    from private.told_activity
    where subject = 'leads' and (
      row_ids @> array[lead] and (action <> 'insert' or known.import_id is null)
      or row_ids is null and action = 'update' and customer_id = known.customer_id and created_at > known.created_at
    )
    union all
    select
      import.id, import.created_at, import.created_by, full_name, email, false, import.customer_id, customer.name, 'insert', 'imports', 1,
      file_name, null, null, true
    from public.imports import
    join public.customers customer on customer.id = import.customer_id
    left join public.profiles on profiles.id = import.created_by
    where import.id = known.import_id
    order by 2 desc
    limit 100;
end $$;

revoke all on private.told_activity from public, anon, authenticated, service_role;
revoke all on function public.activity_feed(uuid, timestamptz, uuid, int), public.lead_history(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.activity_feed(uuid, timestamptz, uuid, int), public.lead_history(uuid) to authenticated;
