drop function private.check_leads_for_hand_off(public.hand_offs,uuid[],timestamp with time zone,timestamp with time zone);

-- A statement per question: a distributed database plans each for one customer. Without nested loops, as rows that are new have not been counted.
-- Leads are found by the times between which a page was created: for ids alone, each page would read an index of all leads.
-- Arrays are results of subqueries, since the planner compares each value of a constant array with its statistics.
create or replace function private.check_leads_for_hand_off(
  hand_off public.hand_offs, ids uuid[], newest timestamptz default 'infinity', oldest timestamptz default '-infinity'
) returns table (
  id uuid, name text, updated_at timestamptz, audience text, linkedin_key text, email_key text, name_key text, reason text, warnings text[]
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
  where lead.customer_id = hand_off.customer_id and lead.created_at between oldest and newest and lead.id = any (array(select unnest(ids)));
  duplicates := private.duplicates_to_hand_off(hand_off, found, originals);
  with mark as materialized (
    select lead_id, linkedin_key, email_key, name_key, campaign_id, handed_off_at
    from public.handed_off_leads
    where customer_id = hand_off.customer_id and (
      lead_id = any (array(select unnest(found))) or linkedin_key = any (array(select unnest(linkedin_keys)))
      or email_key = any (array(select unnest(email_keys))) or name_key = any (array(select unnest(name_keys)))
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
      lead.id, lead.name, lead.updated_at, lead.audience, lead.linkedin_key, lead.email_key, lead.name_key,
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
    where lead.customer_id = hand_off.customer_id and lead.created_at between oldest and newest and lead.id = any (array(select unnest(ids)));
end $$;

create or replace function private.values_for_hand_off(
  customer uuid, ids uuid[], newest timestamptz, oldest timestamptz, texts text default null
) returns table (
  id uuid, name text, created_at timestamptz, updated_at timestamptz, lead_values jsonb
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  columns constant text[] := '{name,email,phone,linkedin_profile_url}';
  taken constant text[] := columns || private.standard_variables();
  internal_values jsonb;
  pairs text;
begin
  select jsonb_object_agg(internal.lead_id, internal.custom - taken) into internal_values
  from public.internal_values internal
  where internal.customer_id = customer and internal.lead_id = any (ids);
  select string_agg(pair, ', ') into pairs
  from (
    select format('%L, nullif(%s, '''')', variable, private.variable_sql(variable)) as pair
    from unnest(private.standard_variables()) variable
    where texts is null or strpos(texts, variable) > 0
    union all
    select format('%L, leads.%I', own, own) from unnest(columns) own
  ) filled;
  return query execute format(
    $sql$
      select
        leads.id, leads.name, leads.created_at, leads.updated_at,
        coalesce($5 -> leads.id::text, '{}') || (leads.custom - $2) || jsonb_strip_nulls(jsonb_build_object(%1$s))
      from public.leads%3$s
      where leads.customer_id = %2$L and leads.created_at between $3 and $4 and leads.id = any ($1)
      order by leads.created_at desc, leads.id desc
    $sql$, pairs, customer, case when pairs like '%employer.%' then private.employer_sql(array[customer], true) end
  ) using ids, taken, oldest, newest, internal_values;
end $$;

-- It is stable, so that it reads values, reasons and the times of the last changes in one snapshot.
create or replace function public.leads_to_hand_off(
  job_id uuid, page_size int, after_created_at timestamptz default null, after_id uuid default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  job constant record := private.require_job(job_id, 'check_hand_off');
  stored public.hand_offs;
  page record;
begin
  select * into stored from public.hand_offs where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id;
  page := private.hand_off_page(
    stored.customer_id, stored.audiences, coalesce(leads_to_hand_off.after_created_at, stored.last_created_at),
    coalesce(leads_to_hand_off.after_id, stored.last_lead_id), least(page_size, 1000)
  );
  return (
    select coalesce(json_agg(json_build_object(
      'id', given.id, 'name', given.name, 'created_at', given.created_at, 'updated_at', given.updated_at, 'lead_values', given.lead_values,
      'linkedin_key', checked.linkedin_key, 'email_key', checked.email_key, 'name_key', checked.name_key,
      'reason', checked.reason, 'warnings', checked.warnings
    ) order by given.place), '[]')
    from private.values_for_hand_off(
      stored.customer_id, page.ids, page.newest, page.oldest, stored.plan::text || stored.steps::text
    ) with ordinality
      as given (id, name, created_at, updated_at, lead_values, place)
    join private.check_leads_for_hand_off(stored, page.ids, page.newest, page.oldest) checked on checked.id = given.id
  );
end $$;

create or replace function public.store_hand_off_rows(job_id uuid, after_id uuid, rows jsonb, made jsonb) returns json
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  most_leads constant int := 100000;
  job constant record := private.require_job(store_hand_off_rows.job_id, 'check_hand_off');
  stored public.hand_offs;
  columns int;
  added record;
begin
  perform private.require_size('rows', pg_column_size(store_hand_off_rows.rows), 33554432);
  perform private.require_length('made', store_hand_off_rows.made::text, 300000);
  stored := private.hand_off_in_state(job.customer_id, job.subject_id, 'preparing');
  if stored.checked_at is not null or stored.last_lead_id is distinct from store_hand_off_rows.after_id then
    raise exception 'Another worker goes on with this hand-off' using errcode = 'serialization_failure';
  end if;
  columns := jsonb_array_length(stored.plan -> 'columns');
  -- The rows are made before the statement that stores them, since a distributed database does not do both in one.
  select
    array_agg(row (
      stored.id, stored.total + place, stored.customer_id, given.id, given.updated_at, left(coalesce(given.name, ''), 500), given.linkedin_key,
      given.email_key, given.name_key, given.cells, given.reason, left(given.detail, 500), coalesce(given.warnings, '{}'), null
    )::public.hand_off_rows) as new_rows,
    count(*) as amount, count(*) filter (where reason is null) as leads, array_agg(reason) as reasons,
    bool_or(reason is null and cardinality(cells) is distinct from columns) as is_incomplete,
    string_agg(array_to_string(warnings, ','), ',') filter (where reason is null and warnings <> '{}') as warnings
  into added
  from rows from (
    jsonb_to_recordset(store_hand_off_rows.rows) as (
      id uuid, updated_at timestamptz, name text, linkedin_key text, email_key text, name_key text, cells text[], reason text, detail text, warnings text[]
    )
  ) with ordinality as given (id, updated_at, name, linkedin_key, email_key, name_key, cells, reason, detail, warnings, place);
  if added.is_incomplete then
    raise exception 'Each row needs % cells', columns using errcode = '22023';
  elsif added.amount > most then
    raise exception 'Too many rows: %, at most %', added.amount, most using errcode = '22023';
  elsif stored.total + added.amount > most_leads then
    raise exception 'A hand-off can have at most % leads: choose audiences', most_leads using errcode = 'check_violation';
  end if;
  insert into public.hand_off_rows select * from unnest(added.new_rows);

  if added.amount > 0 then
    stored.last_lead_id := store_hand_off_rows.rows -> -1 ->> 'id';
    stored.last_created_at := store_hand_off_rows.rows -> -1 ->> 'created_at';
    stored.total := stored.total + added.amount;
    stored.lead_count := stored.lead_count + added.leads;
    stored.left_out := private.added_counts(stored.left_out, added.reasons);
    stored.warnings := private.added_counts(stored.warnings, string_to_array(added.warnings, ','));
  end if;
  if (private.hand_off_page(stored.customer_id, stored.audiences, stored.last_created_at, stored.last_lead_id, 1)).ids = '{}' then
    stored.checked_at := now();
    stored.work := null;
    perform private.end_job_of(stored.id);
  else
    perform private.renew_job(store_hand_off_rows.job_id);
  end if;
  update public.hand_offs set
    last_lead_id = stored.last_lead_id, last_created_at = stored.last_created_at, total = stored.total, lead_count = stored.lead_count,
    left_out = stored.left_out, warnings = stored.warnings, checked_at = stored.checked_at, work = stored.work, made = store_hand_off_rows.made
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id;
  return json_build_object('last_lead_id', stored.last_lead_id, 'is_checked', stored.checked_at is not null);
end $$;

-- The do-not-contact lists are held until the end. Ids and audiences are in arrays, whose size the planner knows.
create or replace function public.complete_hand_off(job_id uuid, files jsonb) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  job constant record := private.require_job(complete_hand_off.job_id, 'finish_hand_off');
  stored public.hand_offs;
  listed record;
  found record;
  removal record;
begin
  perform private.require_length('files', complete_hand_off.files::text, 300000);
  stored := private.hand_off_in_state(job.customer_id, job.subject_id, 'preparing');
  perform private.hold_entries(stored.customer_id);
  perform private.end_job_of(stored.id);
  if private.steps_to_hand_off(stored.customer_id, stored.campaign_id) is distinct from stored.steps then
    raise exception 'The campaign has changed meanwhile' using errcode = 'PT409';
  end if;

  -- This waits for a change of a lead at the same time, or the change waits for this and then finds the lead handed off.
  select coalesce(array_agg(lead_id), '{}') as ids, array_agg(lead_updated_at) as updated_at into listed
  from public.hand_off_rows
  where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and reason is null;
  perform from public.leads where leads.customer_id = stored.customer_id and leads.id = any (array(select unnest(listed.ids))) for share;
  select
    array_agg(id) as ids, array_agg(name) as names, array_agg(updated_at) as updated_at, array_agg(audience) as audiences,
    array_agg(linkedin_key) as linkedin_keys, array_agg(email_key) as email_keys, array_agg(name_key) as name_keys, array_agg(reason) as reasons
  into found
  from private.check_leads_for_hand_off(stored, listed.ids);
  for removal in
    select coalesce(checked.reason, 'changed') as reason, array_agg(own.id) as ids
    from unnest(listed.ids, listed.updated_at) as own (id, updated_at)
    left join unnest(found.ids, found.updated_at, found.reasons) as checked (id, updated_at, reason) on checked.id = own.id
    where checked.reason is not null or (checked.updated_at = own.updated_at) is not true
    group by coalesce(checked.reason, 'changed')
  loop
    update public.hand_off_rows
    set cells = null, detail = null, warnings = '{}', reason = removal.reason
    where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and lead_id = any (removal.ids);
    stored.lead_count := stored.lead_count - cardinality(removal.ids);
  end loop;
  if stored.lead_count < cardinality(listed.ids) then
    stored.left_out := private.added_counts('{}', array(
      select reason from public.hand_off_rows where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id
    ));
    stored.warnings := private.added_counts('{}', array(
      select unnest(warnings)
      from public.hand_off_rows
      where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and reason is null
    ));
    update public.hand_offs set
      lead_count = stored.lead_count, left_out = stored.left_out, warnings = stored.warnings, work = null, made = null
    where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id;
    return;
  end if;
  if (select sum((file ->> 'rows')::int) from jsonb_array_elements(complete_hand_off.files) file) is distinct from stored.lead_count
    or exists (select from jsonb_array_elements(complete_hand_off.files) file where (file ->> 'sha256' ~ '^[0-9a-f]{64}$') is not true)
  then
    raise exception 'The files do not have the % leads', stored.lead_count using errcode = '22023';
  end if;
  insert into public.handed_off_leads (
    customer_id, campaign_id, lead_id, hand_off_id, handed_off_at, name, linkedin_key, email_key, name_key, audience
  )
  select stored.customer_id, stored.campaign_id, lead.id, stored.id, now(), name, linkedin_key, email_key, name_key, audience
  from unnest(found.ids, found.names, found.linkedin_keys, found.email_keys, found.name_keys, found.audiences)
    as lead (id, name, linkedin_key, email_key, name_key, audience);
  update public.hand_offs
  set state = 'ready', ready_at = now(), files = complete_hand_off.files, work = null, made = null
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  perform private.record_hand_off(stored, 'insert', job.started_by, job.impersonation_id);
end $$;
drop function private.values_for_hand_off(uuid,uuid[],timestamp with time zone,timestamp with time zone);
drop function public.store_hand_off_rows(uuid,uuid,json,jsonb);
revoke all on function public.store_hand_off_rows(uuid,uuid,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_hand_off_rows(uuid,uuid,jsonb,jsonb) to service_role;
revoke all on function private.check_leads_for_hand_off(public.hand_offs,uuid[],timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function private.values_for_hand_off(uuid,uuid[],timestamp with time zone,timestamp with time zone,text) from public, anon, authenticated, service_role;
comment on function private.values_for_hand_off(uuid,uuid[],timestamp with time zone,timestamp with time zone,text) is 'The values of leads by key, newest first: those of variables, of internal custom fields, and what a tool needs besides, which no custom field of the same name replaces. Without empty ones, and those of variables that these texts do not contain.';
comment on function public.store_hand_off_rows(uuid,uuid,jsonb,jsonb) is 'Stores what was made of the leads that leads_to_hand_off has returned, in their order: each with cells, warnings and detail, or with reason and detail. The check ends if no lead is left after them. The service only.';
comment on function private.check_leads_for_hand_off(public.hand_offs,uuid[],timestamp with time zone,timestamp with time zone) is 'Returns, for those leads of the customer that exist and were created between these times, why a hand-off must leave a lead out (null: it may be in the file), and the warnings about it.';
