-- Plain names and messages for the remaining functions. An app that is still open in a browser calls the old names until it is reloaded.

drop function private.require_admin(text);
create function private.require_admin(message text) returns void language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception '%', message using errcode = 'PT403';
  end if;
end $$;

drop function public.people_with_second_factor(uuid[]);
create function public.users_with_second_factor(user_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see who has a second factor');
  return query
    select distinct factor.user_id from auth.mfa_factors factor where factor.user_id = any (user_ids) and factor.status = 'verified';
end $$;

drop function public.reset_second_factor(uuid);
create function public.reset_second_factor(user_id uuid) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  verified int;
begin
  perform private.require_admin('Only an administrator can reset a second factor');
  with removed as (delete from auth.mfa_factors factor where factor.user_id = reset_second_factor.user_id returning status)
  select count(*) filter (where status = 'verified') into verified from removed;
  if verified > 0 then
    delete from auth.sessions session where session.user_id = reset_second_factor.user_id;
    delete from auth.flow_state flow where flow.user_id = reset_second_factor.user_id and auth_code is not null;
    insert into public.activity (actor_id, action, subject, row_count, row_ids)
    values (auth.uid(), 'delete', 'second_factor', verified, array[reset_second_factor.user_id]);
  end if;
  return verified;
end $$;

alter function public.remembered_mapping(uuid, text, jsonb) rename to saved_mapping;
create or replace function public.saved_mapping(customer_id uuid, import_type text, headers jsonb)
returns table (mapping jsonb, created_at timestamptz) language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  if jsonb_typeof(headers) <> 'array' or jsonb_path_exists(headers, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'headers must be an array of strings' using errcode = '22023';
  end if;
  return query
    select saved.mapping, saved.created_at
    from public.import_mappings saved
    where saved.customer_id = saved_mapping.customer_id
      and saved.import_type = saved_mapping.import_type
      and saved.headers_key = md5(saved_mapping.headers::text);
end $$;

alter function public.count_lead_gaps(uuid) rename to count_missing_fields;
create or replace function public.count_missing_fields(customer_id uuid)
returns table (approved bigint, last_name bigint, company bigint, email bigint)
language sql stable security definer set search_path = ''
as $$
  select
    count(*),
    count(*) filter (where private.lacks('last_name', lead.last_name, lead.name, lead.company, lead.email)),
    count(*) filter (where private.lacks('company', lead.last_name, lead.name, lead.company, lead.email)),
    count(*) filter (where private.lacks('email', lead.last_name, lead.name, lead.company, lead.email))
  from public.leads lead
  where lead.customer_id = any (private.scope(array[count_missing_fields.customer_id])) and lead.is_approved
$$;

create or replace function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null
) returns jsonb language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform from public.customers customer where customer.id = import_rows.customer_id for key share;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns
    )
    on conflict (id) do nothing
    returning * into import;
    if not found then
      select * into import from public.imports stored where stored.id = import_rows.import_id;
      select * into chunk from public.import_chunks stored
      where stored.import_id = import.id and stored.first_row = import_rows.first_row;
    end if;

    if (import.customer_id, import.import_type) <> (import_rows.customer_id, import_rows.import_type) then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif import.undone_at is not null then
      raise exception 'This import has been undone: import the file again' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for other content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as saved (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where saved.mapping <> excluded.mapping;
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;

create or replace function public.reorder_steps(campaign_id uuid, step_ids uuid[]) returns setof public.campaign_steps
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.campaigns campaign
  where campaign.id = reorder_steps.campaign_id
    and (private.is_admin() or campaign.customer_id = any (array(select private.my_customer_ids())))
  for no key update;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  if (select array_agg(step.id order by step.id) from public.campaign_steps step where step.campaign_id = reorder_steps.campaign_id)
    is distinct from (select array_agg(id order by id) from unnest(step_ids) listed (id))
  then
    raise exception 'The list must contain each step of the campaign once' using errcode = 'check_violation';
  end if;

  update public.campaign_steps step
  set step_number = listed.step_number
  from unnest(step_ids) with ordinality listed (id, step_number)
  where step.id = listed.id and step.step_number <> listed.step_number;

  return query select * from public.campaign_steps step where step.campaign_id = reorder_steps.campaign_id order by step.step_number;
end $$;

revoke all on function
  private.require_admin(text), public.users_with_second_factor(uuid[]), public.reset_second_factor(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.users_with_second_factor(uuid[]), public.reset_second_factor(uuid) to authenticated;
