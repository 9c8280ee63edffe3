-- A member who takes the name of an administrator, and a reason for a rejection that gets another meaning, were not in the activity.
do $$ begin
  lock table public.profiles, public.rejection_reasons in share row exclusive mode;
end $$;

-- The order of the reasons is not recorded.
create or replace function private.change_expressions(relation regclass) returns table (changed_columns text, new_values text)
language sql stable security definer set search_path = ''
as $$
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

create or replace function private.row_name(subject text, customer uuid, row_id uuid) returns text
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
    when 'rejection_reasons' then
      select reason.name into name from public.rejection_reasons reason where reason.id = row_id;
    when 'user_roles', 'second_factor', 'profiles' then
      select profile.email into name from public.profiles profile where profile.id = row_id;
    else null;
  end case;
  return name;
end $$;

-- Most names change with the account, in a trigger: then the user who did it is not known.
create function private.record_name_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns)
  values (auth.uid(), 'update', 'profiles', 1, array[new.id], '{full_name}');
  return null;
end $$;
create trigger record_name_change after update of full_name on public.profiles for each row
  when (new.full_name is distinct from old.full_name) execute function private.record_name_change();

select private.create_activity_triggers('public.rejection_reasons', '{insert,update}');

revoke all on function private.record_name_change() from public, anon, authenticated, service_role;

comment on function private.record_name_change() is 'Records that the name of a user changed.';
comment on function private.record_rejection_reasons_insert() is 'Records the change in activity.';
comment on function private.record_rejection_reasons_update() is 'Records the change in activity.';
