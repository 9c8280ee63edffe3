-- A hand-off that holds both of two duplicates writes to one person twice: it warns of both.
comment on column public.hand_off_rows.warnings is
  'changed: since the decision; other_campaign: handed off from another campaign within 90 days; repeated: handed off from this campaign before; duplicate: of another lead that may be in the file; odd_name: a name that reads odd in a text; placeholder: a value with a placeholder of another tool. The last two are found by who stores the row.';

create function private.duplicates_to_hand_off(hand_off public.hand_offs, ids uuid[], originals uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  related constant uuid[] := ids || originals;
  found uuid[];
  found_originals uuid[];
begin
  if not exists (select from public.leads lead where lead.customer_id = hand_off.customer_id and duplicate_of is not null and not is_separate) then
    return '{}';
  end if;
  select array_agg(lead.id), array_agg(case when not lead.is_separate then lead.duplicate_of end) into found, found_originals
  from public.leads lead
  where lead.customer_id = hand_off.customer_id and lead.is_approved and (lead.id = any (related) or lead.duplicate_of = any (related))
    and (hand_off.audiences is null or coalesce(lead.audience, '') = any (hand_off.audiences));
  return array(
    select unnest(array[id, original]) from unnest(found, found_originals) as lead (id, original) where original = any (found)
    union
    select unnest(array_agg(id)) from unnest(found, found_originals) as lead (id, original) where original is not null group by original having count(*) > 1
  );
end $$;
comment on function private.duplicates_to_hand_off is
  'Which leads are duplicates of each other among these leads, their originals and their duplicates, as far as a hand-off may have them. Without those that an administrator keeps apart.';
revoke all on function private.duplicates_to_hand_off from public, anon, authenticated, service_role;

create or replace function private.check_leads_for_hand_off(hand_off public.hand_offs, ids uuid[]) returns table (
  id uuid, updated_at timestamptz, name text, linkedin_key text, email_key text, name_key text, reason text, warnings text[]
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  found uuid[];
  linkedin_keys text[];
  email_keys text[];
  name_keys text[];
  originals uuid[];
  repeated uuid[];
  elsewhere uuid[];
  duplicates uuid[];
  suppressed constant uuid[] := private.suppressed_of(hand_off.customer_id, ids);
begin
  select
    array_agg(lead.id), array_agg(lead.linkedin_key), array_agg(lead.email_key), array_agg(lead.name_key),
    array_agg(lead.duplicate_of) filter (where lead.duplicate_of is not null and not lead.is_separate)
  into found, linkedin_keys, email_keys, name_keys, originals
  from public.leads lead
  where lead.customer_id = hand_off.customer_id and lead.id = any (ids);
  duplicates := private.duplicates_to_hand_off(hand_off, found, originals);
  with mark as materialized (
    select lead_id, linkedin_key, email_key, name_key, campaign_id, handed_off_at
    from public.handed_off_leads
    where customer_id = hand_off.customer_id and (
      lead_id = any (found) or linkedin_key = any (linkedin_keys) or email_key = any (email_keys) or name_key = any (name_keys)
    )
  ), marked as (
    select lead_id as id, campaign_id, handed_off_at from mark
    union all
    select id, campaign_id, handed_off_at from unnest(found, linkedin_keys) as lead (id, key) join mark on linkedin_key = key
    union all
    select id, campaign_id, handed_off_at from unnest(found, email_keys) as lead (id, key) join mark on email_key = key
    union all
    select id, campaign_id, handed_off_at from unnest(found, name_keys) as lead (id, key) join mark on name_key = key
  )
  select
    array_agg(distinct id) filter (where campaign_id = hand_off.campaign_id),
    array_agg(distinct id) filter (where campaign_id <> hand_off.campaign_id and handed_off_at > now() - interval '90 days')
  into repeated, elsewhere
  from marked;
  return query
    select
      lead.id, lead.updated_at, lead.name, lead.linkedin_key, lead.email_key, lead.name_key,
      case
        when lead.is_approved is not true then 'changed'
        when hand_off.audiences is not null and coalesce(lead.audience, '') <> all (hand_off.audiences) then 'changed'
        when suppression.id is not null then 'do_not_contact'
        when hand_off.is_only_new and repetition.id is not null then 'handed_off'
      end,
      array_remove(array[
        case when lead.decided_values is not null then 'changed' end,
        case when other.id is not null then 'other_campaign' end,
        case when repetition.id is not null then 'repeated' end,
        case when duplicate.id is not null then 'duplicate' end
      ], null)
    from public.leads lead
    left join unnest(suppressed) suppression (id) on suppression.id = lead.id
    left join unnest(repeated) repetition (id) on repetition.id = lead.id
    left join unnest(elsewhere) other (id) on other.id = lead.id
    left join unnest(duplicates) duplicate (id) on duplicate.id = lead.id
    where lead.customer_id = hand_off.customer_id and lead.id = any (ids);
end $$;

create or replace function public.preview_hand_off(
  customer_id uuid, campaign_id uuid, audiences text[] default null, only_new boolean default true
) returns table (id uuid, name text, lead_values jsonb, reason text, warnings text[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 50;
  planned public.hand_offs;
  ids uuid[];
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('audiences', preview_hand_off.audiences::text, 100000);
  planned.customer_id := preview_hand_off.customer_id;
  planned.campaign_id := preview_hand_off.campaign_id;
  planned.audiences := preview_hand_off.audiences;
  planned.is_only_new := only_new;
  ids := private.hand_off_page(planned.customer_id, preview_hand_off.audiences, null, null, most);
  return query
    select given.id, given.name, given.lead_values, checked.reason, checked.warnings
    from private.values_for_hand_off(planned.customer_id, ids) with ordinality
      as given (id, name, created_at, updated_at, lead_values, place)
    join private.check_leads_for_hand_off(planned, ids) checked on checked.id = given.id
    order by given.place;
end $$;
