-- Hand-offs of approved leads to sending tools, and the flags of leads that must be stopped there.

create table public.sending_tools (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.has_text(name) and char_length(name) <= 60),
  definition jsonb not null check (jsonb_typeof(definition) = 'object' and octet_length(definition::text) <= 10000),
  created_at timestamptz not null default now()
);
comment on table public.sending_tools is
  'Tools that send, as the agency describes them: the columns of the files that leads are handed off in. The same for all customers.';
comment on column public.sending_tools.definition is
  'Columns in their order, braces of variables, how the text of an email is written, and rows per file.';

create unique index sending_tools_name_key on public.sending_tools (lower(name));

create table public.hand_offs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  campaign_id uuid not null,
  campaign_name text not null,
  steps jsonb not null,
  version_number int,
  plan jsonb not null,
  audiences text[],
  is_only_new boolean not null,
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'cancelled', 'void')),
  last_created_at timestamptz,
  last_lead_id uuid,
  checked_at timestamptz,
  expected int not null default 0,
  total int not null default 0,
  lead_count int not null default 0,
  left_out jsonb not null default '{}',
  warnings jsonb not null default '{}',
  files jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  work text,
  failure text,
  made jsonb,
  constraint hand_offs_work_check check (work in ('check', 'finish')),
  constraint hand_offs_ready_check check ((state in ('ready', 'void')) = (ready_at is not null)),
  constraint hand_offs_ended_check check ((state in ('cancelled', 'void')) = (ended_at is not null)),
  unique (id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.hand_offs is
  'Leads of a campaign that were handed off to a tool that sends, with the words of the campaign at that time. Written by functions only. Outlives leads and campaign, not the customer.';
comment on column public.hand_offs.campaign_id is 'The campaign may be deleted.';
comment on column public.hand_offs.campaign_name is 'The name at that time.';
comment on column public.hand_offs.steps is 'The steps that the texts were made from.';
comment on column public.hand_offs.version_number is 'The newest version of the campaign with these steps; null if there is none.';
comment on column public.hand_offs.plan is 'The description of the tool, and the columns of the file.';
comment on column public.hand_offs.audiences is 'The chosen audiences, of which an empty text means no audience; null: all.';
comment on column public.hand_offs.is_only_new is 'Whether leads that were handed off from this campaign before are left out.';
comment on column public.hand_offs.state is 'Preparing, then ready or cancelled. A ready one may be void: the leads were not handed off after all.';
comment on column public.hand_offs.last_lead_id is 'The last lead that was stored, with last_created_at. Preparing goes on after it.';
comment on column public.hand_offs.checked_at is 'When the last lead was stored.';
comment on column public.hand_offs.expected is 'Number of approved leads of the audiences when it was started.';
comment on column public.hand_offs.total is 'Number of rows: lead_count and those that are left out.';
comment on column public.hand_offs.left_out is 'Number of leads that are left out by reason.';
comment on column public.hand_offs.warnings is 'Number of leads in the file by warning.';
comment on column public.hand_offs.files is
  'The number of rows and the SHA-256 of each file, in hexadecimal; quotes is ''all'' if every cell is quoted, and missing if only those are that need it.';
comment on column public.hand_offs.ended_at is 'When it was cancelled or voided, by ended_by.';
comment on column public.hand_offs.work is 'The work of a job on it while it is preparing: checking the leads, or finishing. Null while no job works on it.';
comment on column public.hand_offs.failure is 'Why the last job ended before it was done.';
comment on column public.hand_offs.made is
  'How far the files are made: the place of the last row, the files, and the state of the last checksum. Null if they are to be made from the first row.';

create index hand_offs_created_idx on public.hand_offs (created_at desc, id desc);
create index hand_offs_customer_created_idx on public.hand_offs (customer_id, created_at desc, id desc);
create index hand_offs_campaign_idx on public.hand_offs (campaign_id, created_at desc, id desc);

alter table public.hand_offs
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1;

create table public.hand_off_rows (
  hand_off_id uuid not null,
  place int not null,
  customer_id uuid not null,
  lead_id uuid not null,
  lead_updated_at timestamptz,
  name text not null,
  linkedin_key text collate "C",
  email_key text collate "C",
  name_key text collate "C",
  cells text[],
  reason text check (reason in ('missing_field', 'empty_variable', 'too_long', 'do_not_contact', 'handed_off', 'changed')),
  detail text,
  warnings text[] not null default '{}',
  erased_at timestamptz,
  constraint hand_off_rows_cells_check check ((cells is null) = (reason is not null or erased_at is not null)),
  primary key (hand_off_id, place),
  constraint hand_off_rows_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.hand_off_rows is 'The rows of the files of a hand-off, so that they can be made again, and the leads that were left out.';
comment on column public.hand_off_rows.place is 'From 1, in the order of the leads.';
comment on column public.hand_off_rows.lead_updated_at is 'When the lead had last changed as it was read. One that has changed since is left out.';
comment on column public.hand_off_rows.linkedin_key is 'Keys of the lead at that time, as in leads.';
comment on column public.hand_off_rows.cells is 'The cells that were written; null if the lead was left out or erased.';
comment on column public.hand_off_rows.reason is 'Why the lead was left out; null if it was not.';
comment on column public.hand_off_rows.detail is 'The subject of the reason, or of a warning about the values of the lead, such as a field.';
comment on column public.hand_off_rows.warnings is
  'changed: since the decision; other_campaign: handed off from another campaign within 90 days; repeated: handed off from this campaign before; duplicate: of another lead that may be in the file; odd_name: a name that reads odd in a text; placeholder: a value with a placeholder of another tool. The last two are found by who stores the row.';
comment on column public.hand_off_rows.erased_at is 'When the personal data was erased.';

create index hand_off_rows_left_out_idx on public.hand_off_rows (hand_off_id, reason, place) where reason is not null;

alter table public.hand_off_rows
  alter hand_off_id set statistics 1,
  alter customer_id set statistics 1;

create table public.handed_off_leads (
  customer_id uuid not null,
  campaign_id uuid not null,
  lead_id uuid not null,
  hand_off_id uuid not null,
  handed_off_at timestamptz not null default now(),
  name text not null,
  linkedin_key text collate "C",
  email_key text collate "C",
  name_key text collate "C",
  audience text,
  flag text check (flag in ('rejected', 'in_review', 'do_not_contact')),
  flagged_at timestamptz,
  constraint handed_off_leads_flagged_at_check check ((flag is null) = (flagged_at is null)),
  constraint handed_off_leads_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.handed_off_leads is 'The leads of each ready hand-off, deleted when that is voided. The lead may be deleted.';
comment on column public.handed_off_leads.linkedin_key is 'By the keys, a lead that is imported again is found.';
comment on column public.handed_off_leads.audience is 'That of the lead at that time.';
comment on column public.handed_off_leads.flag is
  'Why the lead should be stopped in the tool: it was rejected, moved back to review, or must not be contacted, after it was handed off.';

create index handed_off_leads_lead_idx on public.handed_off_leads (lead_id, customer_id);
create index handed_off_leads_linkedin_idx on public.handed_off_leads (customer_id, linkedin_key) where linkedin_key is not null;
create index handed_off_leads_email_idx on public.handed_off_leads (customer_id, email_key) where email_key is not null;
create index handed_off_leads_name_idx on public.handed_off_leads (customer_id, name_key) where name_key is not null;
create index handed_off_leads_flagged_idx on public.handed_off_leads (customer_id, flagged_at) where flag is not null;
alter table public.handed_off_leads add primary key (customer_id, hand_off_id, lead_id);

alter table public.handed_off_leads
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter hand_off_id set statistics 1,
  alter audience set statistics 1;

create function private.suppressed_of(customer uuid, ids uuid[]) returns uuid[] language plpgsql stable set search_path = '' as $$
declare
  most_at_once constant int := 10000;
  suppressed uuid[] := '{}';
begin
  if private.has_entries(array[customer]) then
    for place in 0 .. (cardinality(ids) - 1) / most_at_once loop
      suppressed := suppressed || array(
        select distinct lead_id
        from private.do_not_contact_matches(customer, ids[place * most_at_once + 1 : (place + 1) * most_at_once])
      );
    end loop;
  end if;
  return suppressed;
end $$;
comment on function private.suppressed_of is 'Returns which of these leads must not be contacted, for any number of leads.';

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
  'Returns which leads are duplicates of each other among these leads, their originals and their duplicates, as far as a hand-off may have them. Without those that an administrator keeps apart.';

-- A statement per question: a distributed database plans each for one customer. Without nested loops, as rows that are new have not been counted.
-- Leads are found by the times between which a page was created: for ids alone, each page would read an index of all leads.
-- Arrays are results of subqueries, since the planner compares each value of a constant array with its statistics.
create function private.check_leads_for_hand_off(
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
comment on function private.check_leads_for_hand_off is
  'Returns, for those leads of the customer that exist and were created between these times, why a hand-off must leave a lead out (null: it may be in the file), and the warnings about it.';

create function private.hand_off_page(
  customer uuid, audiences text[], after_created_at timestamptz, after_id uuid, page_size int,
  out ids uuid[], out newest timestamptz, out oldest timestamptz
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select coalesce(array_agg(id), '{}'), max(created_at), min(created_at) into ids, newest, oldest
  from (
    select lead.id, lead.created_at
    from public.leads lead
    where lead.customer_id = customer and lead.is_approved
      and (hand_off_page.audiences is null or coalesce(lead.audience, '') = any (hand_off_page.audiences))
      and (after_id is null or (lead.created_at, lead.id) < (after_created_at, after_id))
    order by lead.created_at desc, lead.id desc
    limit page_size
  ) page;
end $$;
comment on function private.hand_off_page is
  'Ids of the approved leads of chosen audiences after one of them, in the order of the lists, and between which times these leads were created.';

create function private.values_for_hand_off(
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
comment on function private.values_for_hand_off is
  'The values of leads by key, newest first: those of variables, of internal custom fields, and what a tool needs besides, which no custom field of the same name replaces. Without empty ones, and those of variables that these texts do not contain.';

create function private.steps_to_hand_off(customer uuid, campaign uuid) returns jsonb language plpgsql set search_path = '' as $$
begin
  perform from public.campaigns stored where stored.customer_id = customer and stored.id = campaign for no key update;
  if (select needs_sign_off from public.customers where id = customer) and private.approved_version_of(campaign, customer) is null then
    raise exception 'This copy needs sign-off: its steps are not those of an approved version' using errcode = 'check_violation';
  end if;
  return (
    select jsonb_agg(step - '{id,step_id}'::text[] order by place)
    from jsonb_array_elements(private.steps_of(customer, campaign)) with ordinality listed (step, place)
  );
end $$;
comment on function private.steps_to_hand_off is
  'The content of the steps of a campaign, which it locks; null if it has none. Raises an error unless they equal an approved version, where the customer needs that.';

create function private.hand_off_in_state(customer uuid, hand_off uuid, wanted text) returns public.hand_offs
language plpgsql set search_path = '' as $$
declare
  stored public.hand_offs;
begin
  select * into stored from public.hand_offs where customer_id = customer and id = hand_off for update;
  if not found then
    raise exception 'There is no such hand-off' using errcode = 'PT404';
  elsif stored.state <> wanted then
    raise exception 'This hand-off is %', case stored.state when 'preparing' then 'still being prepared' else stored.state end using errcode = 'PT409';
  end if;
  return stored;
end $$;
comment on function private.hand_off_in_state is 'Locks a hand-off, which must be in a state.';

create function private.lock_hand_off(customer uuid, hand_off uuid, wanted text) returns public.hand_offs
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can hand off leads');
  return private.hand_off_in_state(customer, hand_off, wanted);
end $$;
comment on function private.lock_hand_off is 'Locks a hand-off, which must be in a state, for an administrator.';

create function private.begin_work(hand_off public.hand_offs, work text) returns public.hand_offs language plpgsql set search_path = '' as $$
declare
  stored public.hand_offs;
begin
  update public.hand_offs set work = begin_work.work, failure = null
  where hand_offs.customer_id = hand_off.customer_id and hand_offs.id = hand_off.id
  returning * into stored;
  perform private.add_job(begin_work.work || '_hand_off', stored.customer_id, stored.id);
  return stored;
end $$;
comment on function private.begin_work is 'Adds a job that checks or finishes a hand-off.';

create function private.record_hand_off(hand_off public.hand_offs, action text, actor uuid, impersonation uuid) returns void language plpgsql set search_path = '' as $$
declare
  customer text;
begin
  select name into customer from public.customers where id = hand_off.customer_id;
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
  values (
    actor, impersonation, hand_off.customer_id, customer, action, 'hand_offs', 1, array[hand_off.id],
    case when action = 'update' then array['state'] end
  );
end $$;
comment on function private.record_hand_off is 'Records in the activity that leads were handed off, or that it is void.';

create function public.start_hand_off(
  customer_id uuid, campaign_id uuid, steps jsonb, plan jsonb, audiences text[] default null, only_new boolean default true
) returns public.hand_offs language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 100000;
  started public.hand_offs;
  hash text;
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('steps', start_hand_off.steps::text, 5000000);
  perform private.require_length('plan', start_hand_off.plan::text, 100000);
  perform private.require_length('audiences', start_hand_off.audiences::text, 100000);
  if jsonb_typeof(start_hand_off.plan -> 'columns') is distinct from 'array' then
    raise exception 'The plan has no columns' using errcode = '22023';
  end if;
  started.steps := private.steps_to_hand_off(start_hand_off.customer_id, start_hand_off.campaign_id);
  if started.steps is null then
    raise exception 'There is no such campaign with steps' using errcode = 'PT404';
  elsif started.steps <> start_hand_off.steps then
    raise exception 'The campaign has changed meanwhile' using errcode = 'PT409';
  end if;
  select count(*) into started.expected
  from public.leads lead
  where lead.customer_id = start_hand_off.customer_id and lead.is_approved
    and (start_hand_off.audiences is null or coalesce(lead.audience, '') = any (start_hand_off.audiences));
  if started.expected > most then
    raise exception 'A hand-off can have at most % leads: choose audiences', most using errcode = 'check_violation';
  end if;
  select name into started.campaign_name
  from public.campaigns stored
  where stored.customer_id = start_hand_off.customer_id and stored.id = start_hand_off.campaign_id;
  hash := private.steps_hash(started.steps);
  select max(number) into started.version_number
  from public.campaign_versions version
  where version.customer_id = start_hand_off.customer_id and version.campaign_id = start_hand_off.campaign_id
    and content_hash = hash;
  insert into public.hand_offs (
    customer_id, campaign_id, campaign_name, steps, version_number, plan, audiences, is_only_new, expected, created_by
  )
  values (
    start_hand_off.customer_id, start_hand_off.campaign_id, started.campaign_name, started.steps, started.version_number,
    start_hand_off.plan, start_hand_off.audiences, coalesce(only_new, true), started.expected, auth.uid()
  )
  returning * into started;
  return private.begin_work(started, 'check');
end $$;
comment on function public.start_hand_off is
  'Begins to prepare a hand-off of a campaign with these steps, which must be those that are stored, signed off where the customer needs it. A job checks its leads. Administrators only.';

create function public.preview_hand_off(
  customer_id uuid, campaign_id uuid, audiences text[] default null, only_new boolean default true
) returns table (id uuid, name text, lead_values jsonb, reason text, warnings text[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 50;
  planned public.hand_offs;
  page record;
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('audiences', preview_hand_off.audiences::text, 100000);
  planned.customer_id := preview_hand_off.customer_id;
  planned.campaign_id := preview_hand_off.campaign_id;
  planned.audiences := preview_hand_off.audiences;
  planned.is_only_new := only_new;
  page := private.hand_off_page(planned.customer_id, preview_hand_off.audiences, null, null, most);
  return query
    select given.id, given.name, given.lead_values, checked.reason, checked.warnings
    from private.values_for_hand_off(planned.customer_id, page.ids, page.newest, page.oldest) with ordinality
      as given (id, name, created_at, updated_at, lead_values, place)
    join private.check_leads_for_hand_off(planned, page.ids, page.newest, page.oldest) checked on checked.id = given.id
    order by given.place;
end $$;
comment on function public.preview_hand_off is
  'The first 50 approved leads of chosen audiences, with their values, and the reasons and warnings of the checks. Administrators only.';

create function public.continue_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
declare
  stored public.hand_offs := private.lock_hand_off(continue_hand_off.customer_id, continue_hand_off.hand_off_id, 'preparing');
begin
  return case when stored.checked_at is null then private.begin_work(stored, 'check') else stored end;
end $$;
comment on function public.continue_hand_off is 'Goes on with the check of a hand-off that has stopped, after the leads that are stored. Administrators only.';

create function public.hand_off_progress(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.hand_offs;
begin
  perform private.require_admin('Only an administrator can hand off leads');
  select * into stored
  from public.hand_offs
  where hand_offs.customer_id = hand_off_progress.customer_id and hand_offs.id = hand_off_progress.hand_off_id;
  return stored;
end $$;
comment on function public.hand_off_progress is
  'A hand-off while a job works on it. As the table, but with an error for a session that has ended, so that the app notices. Administrators only.';

create function public.hand_off_of_job(job_id uuid, kind text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  job constant record := private.require_job(job_id, kind);
  stored public.hand_offs;
begin
  select * into stored from public.hand_offs where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id;
  if stored.state is distinct from 'preparing' then
    raise exception 'There is no such hand-off' using errcode = 'PT404';
  end if;
  return to_json(stored);
end $$;
comment on function public.hand_off_of_job is 'The hand-off that a job checks or finishes. The service only.';

-- It is stable, so that it reads values, reasons and the times of the last changes in one snapshot.
create function public.leads_to_hand_off(
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
comment on function public.leads_to_hand_off is
  'The next approved leads of the hand-off of a job, up to 1,000, with values, keys, and why a lead must be left out: after those that are stored, or after a lead. The service only.';

create function public.store_hand_off_rows(job_id uuid, after_id uuid, rows jsonb, made jsonb) returns json
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
comment on function public.store_hand_off_rows is
  'Stores what was made of the leads that leads_to_hand_off has returned, in their order: each with cells, warnings and detail, or with reason and detail. The check ends if no lead is left after them. The service only.';

create function public.stored_hand_off_rows(job_id uuid, after int, page_size int) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_bitmapscan = off set enable_sort = off as $$
declare
  job constant record := private.require_job(job_id, 'finish_hand_off');
begin
  return (
    select coalesce(json_agg(json_build_object('place', place, 'cells', cells) order by place), '[]')
    from (
      select place, cells from public.hand_off_rows
      where customer_id = job.customer_id and hand_off_id = job.subject_id and reason is null and place > stored_hand_off_rows.after
      order by place
      limit least(page_size, 1000)
    ) page
  );
end $$;
comment on function public.stored_hand_off_rows is 'The rows of the files of the hand-off of a job after one of them, up to 1,000. The service only.';

create function public.store_hand_off_files(job_id uuid, made jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant record := private.require_job(job_id, 'finish_hand_off');
begin
  perform private.require_length('made', store_hand_off_files.made::text, 300000);
  update public.hand_offs set made = store_hand_off_files.made
  where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id and hand_offs.work = 'finish';
  perform private.renew_job(job_id);
end $$;
comment on function public.store_hand_off_files is 'Records how far the files of the hand-off of a job are made. The service only.';

create function private.added_counts(counts jsonb, found text[]) returns jsonb language sql immutable set search_path = '' as $$
  select counts || coalesce((
    select jsonb_object_agg(key, amount + coalesce((counts ->> key)::int, 0))
    from (select key, count(*) as amount from unnest(found) key where key is not null group by key) counted
  ), '{}')
$$;
comment on function private.added_counts is 'Adds the number of each of these keys to an object of numbers.';

-- The do-not-contact lists are held until the end. Ids and audiences are in arrays, whose size the planner knows.
create function public.complete_hand_off(job_id uuid, files jsonb) returns void
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
comment on function public.complete_hand_off is
  'Makes the hand-off of a job ready with the rows and SHA-256 of its files, and marks its leads. Checks every lead again; if some may not leave any more, it leaves them out and stays preparing. The service only.';

create function public.finish_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
declare
  stored public.hand_offs := private.lock_hand_off(finish_hand_off.customer_id, finish_hand_off.hand_off_id, 'preparing');
begin
  if stored.checked_at is null then
    raise exception 'This hand-off is still being prepared' using errcode = 'PT409';
  elsif private.steps_to_hand_off(stored.customer_id, stored.campaign_id) is distinct from stored.steps then
    raise exception 'The campaign has changed meanwhile' using errcode = 'PT409';
  elsif stored.lead_count = 0 then
    raise exception 'No lead is left to hand off' using errcode = 'check_violation';
  end if;
  return private.begin_work(stored, 'finish');
end $$;
comment on function public.finish_hand_off is
  'Hands off the leads of a checked hand-off: a job makes its files, checks every lead again and makes it ready, or leaves out those that may not leave any more. Administrators only.';

create function public.cancel_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  stored public.hand_offs := private.lock_hand_off(cancel_hand_off.customer_id, cancel_hand_off.hand_off_id, 'preparing');
begin
  perform private.end_job_of(stored.id);
  delete from public.hand_off_rows where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id;
  update public.hand_offs set state = 'cancelled', ended_at = now(), ended_by = caller, work = null, made = null
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  return stored;
end $$;
comment on function public.cancel_hand_off is 'Cancels a hand-off that is being prepared, and deletes its rows. Administrators only.';

create function public.void_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  stored public.hand_offs;
begin
  stored := private.lock_hand_off(void_hand_off.customer_id, void_hand_off.hand_off_id, 'ready');
  perform from public.campaigns where campaigns.customer_id = stored.customer_id and campaigns.id = stored.campaign_id for no key update;
  perform private.lock_results(stored.customer_id);
  update public.hand_offs set state = 'void', ended_at = now(), ended_by = caller
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  delete from public.handed_off_leads
  where handed_off_leads.customer_id = stored.customer_id and handed_off_leads.hand_off_id = stored.id;
  perform private.record_hand_off(stored, 'update', caller, private.impersonation_of(stored.customer_id));
  return stored;
end $$;
comment on function public.void_hand_off is 'Records that the leads of a ready hand-off were not handed off after all. Administrators only.';

create function public.lead_hand_offs(customer_id uuid, lead_id uuid) returns table (
  hand_off_id uuid, tool text, campaign_name text, handed_off_at timestamptz, is_same_lead boolean, flag text
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  lead record;
begin
  perform private.require_admin('Only an administrator can see what was handed off');
  select id, linkedin_key, email_key, name_key into lead
  from public.leads
  where leads.customer_id = lead_hand_offs.customer_id and leads.id = lead_hand_offs.lead_id;
  return query
    select mark.hand_off_id, hand_off.plan -> 'tool' ->> 'name', hand_off.campaign_name, mark.handed_off_at, mark.lead_id = lead.id, mark.flag
    from public.handed_off_leads mark
    join public.hand_offs hand_off on hand_off.customer_id = mark.customer_id and hand_off.id = mark.hand_off_id
    where mark.customer_id = lead_hand_offs.customer_id and (
      mark.lead_id = lead.id or mark.linkedin_key = lead.linkedin_key or mark.email_key = lead.email_key or mark.name_key = lead.name_key
    )
    order by mark.handed_off_at desc, mark.hand_off_id
    limit 20;
end $$;
comment on function public.lead_hand_offs is
  'The live hand-offs of a lead, the newest 20, and of former leads with one of its keys (is_same_lead: false). Administrators only.';

create function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  in_review uuid[];
begin
  if keys is null then
    ids := array(select distinct lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact' and name <> '');
    ids := array(select unnest(ids) except select unnest(private.suppressed_hand_offs(customer, ids)));
    in_review := array(select id from public.leads where customer_id = customer and id = any (ids) and is_approved is null);
    perform private.flag_marks(customer, in_review, 'in_review', '{do_not_contact}');
    perform private.flag_marks(customer, ids, null, '{do_not_contact}');
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    ids := ids || array(
      select lead_id
      from public.handed_off_leads
      where customer_id = customer and (email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys))
    );
    perform private.flag_marks(customer, ids, 'do_not_contact', '{"",in_review}');
  end if;
end $$;
comment on function private.flag_suppressed_leads is
  'Flags the handed-off leads of a customer that new entries with these keys apply to, also by the address that was handed off; null: clears the flags of those that no entry applies to any more.';

create function private.flag_by_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  entry record;
begin
  for entry in
    select customer_id, case when removed_at is null then array_agg(distinct match_key) end as keys
    from new_entries
    group by customer_id, removed_at
    order by customer_id
  loop
    perform private.lock_entries(entry.customer_id);
    perform private.flag_suppressed_leads(entry.customer_id, entry.keys);
  end loop;
  return null;
end $$;
comment on function private.flag_by_entries is 'Flags handed-off leads that an entry of do_not_contact applies to, until it is removed.';

create function private.flag_by_agency_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customers uuid[];
  customer uuid;
  entry record;
begin
  perform private.lock_entries(null);
  customers := array(select distinct customer_id from public.handed_off_leads order by 1);
  for entry in
    select case when removed_at is null then array_agg(distinct match_key) end as keys
    from new_entries
    where kind <> 'erased'
    group by removed_at
  loop
    foreach customer in array customers loop
      perform private.flag_suppressed_leads(customer, entry.keys);
    end loop;
  end loop;
  return null;
end $$;
comment on function private.flag_by_agency_entries is 'Does for all customers what flag_by_entries does for one.';

-- A distributed database would run a function beside a subquery on a node, where it can read no other rows.
create function private.suppressed_hand_offs(customer uuid, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  addresses text[];
  suppressed constant uuid[] := private.suppressed_of(customer, ids);
begin
  addresses := array(
    select unnest(array[email_key, linkedin_key]) from public.handed_off_leads where customer_id = customer and lead_id = any (ids)
  );
  addresses := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (addresses))
    || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (addresses));
  return suppressed || array(
    select lead_id
    from public.handed_off_leads
    where customer_id = customer and lead_id = any (ids) and (email_key = any (addresses) or linkedin_key = any (addresses))
  );
end $$;
comment on function private.suppressed_hand_offs is 'Returns which of these handed-off leads must not be contacted, also by an address that was handed off.';

create function private.flag_marks(customer uuid, ids uuid[], new_flag text, replaced text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  update public.handed_off_leads mark
  set flag = new_flag, flagged_at = case when new_flag is not null then now() end
  where mark.customer_id = customer and mark.lead_id = any (ids) and coalesce(mark.flag, '') = any (replaced)
    and (new_flag is distinct from 'do_not_contact' or not exists (
      select from public.hand_off_results stopped
      where stopped.customer_id = customer and stopped.hand_off_id = mark.hand_off_id and stopped.lead_id = mark.lead_id and stopped.kind = 'unsubscribed'
    ));
end $$;
comment on function private.flag_marks is
  'Replaces these flags ('''': none) of handed-off leads by another one, or null. One for do_not_contact is not given where the tool has reported that the lead unsubscribed.';

-- Each key is looked up in its own index: with all of them in one condition the planner reads every row of a customer.
create function private.flag_decided_leads(customer uuid, decision boolean, ids uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  decided constant text[] := '{rejected,in_review}';
  replaced constant text[] := case when decision then decided when decision is null then decided || '{""}' else '{"",in_review,do_not_contact}' end;
  marked uuid[];
  stored uuid[];
begin
  if not (case
    when decision then exists (select from public.handed_off_leads where customer_id = customer and flag = any (decided))
    else exists (select from public.handed_off_leads where customer_id = customer)
  end) then
    return;
  end if;
  marked := array(
    select mark.lead_id
    from public.leads lead, lateral (
      select lead_id, flag from public.handed_off_leads where customer_id = customer and lead_id = lead.id
      union all
      select lead_id, flag from public.handed_off_leads where customer_id = customer and linkedin_key = lead.linkedin_key
      union all
      select lead_id, flag from public.handed_off_leads where customer_id = customer and email_key = lead.email_key
      union all
      select lead_id, flag from public.handed_off_leads where customer_id = customer and name_key = lead.name_key
    ) mark
    where lead.customer_id = customer and lead.id = any (array(select unnest(ids))) and coalesce(mark.flag, '') = any (replaced)
  );
  if not marked <@ ids then
    stored := array(select id from public.leads where customer_id = customer and id = any (marked));
    marked := array(select unnest(marked) except (select unnest(stored) except select unnest(ids)));
  end if;
  if marked = '{}' then
    return;
  elsif decision is false then
    perform private.flag_marks(customer, marked, 'rejected', replaced);
  else
    perform private.flag_marks(customer, private.suppressed_hand_offs(customer, marked), 'do_not_contact', decided);
    perform private.flag_marks(customer, marked, case when decision is null then 'in_review' end, case when decision is null then '{"",rejected}' else decided end);
  end if;
end $$;
comment on function private.flag_decided_leads is
  'Flags leads that were decided after they were handed off, and deleted leads that have one of their keys; after an approval only those that must not be contacted.';

create function private.owner_sql(customer uuid) returns text language plpgsql stable parallel safe set search_path = '' as $$
begin
  return case
    when to_regclass('pg_catalog.pg_dist_partition') is null then format('(select %L::uuid)', customer)
    else format('%L::uuid', customer)
  end;
end $$;
comment on function private.owner_sql is
  'SQL of the id of a customer. In a subquery, for which the planner expects the rows of an average customer: for a value that statistics do not have it expects none, and then any index seems best. A distributed database finds the node by the value.';

create function private.repeated_leads(relation text, customer uuid, hand_offs uuid[], ids uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  if cardinality(hand_offs) > 1 then
    return ids;
  elsif relation = 'handed_off_leads' then
    if not exists (select from public.handed_off_leads where customer_id = customer and hand_off_id < hand_offs[1])
      and not exists (select from public.handed_off_leads where customer_id = customer and hand_off_id > hand_offs[1])
    then
      return '{}';
    end if;
    return array(
      select distinct lead_id from public.handed_off_leads where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_offs[1]
    );
  elsif not exists (select from public.hand_off_results where customer_id = customer and hand_off_id < hand_offs[1])
    and not exists (select from public.hand_off_results where customer_id = customer and hand_off_id > hand_offs[1])
  then
    return '{}';
  end if;
  return array(
    select distinct lead_id from public.hand_off_results where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_offs[1]
  );
end $$;
comment on function private.repeated_leads is
  'Returns which of these leads have rows of other hand-offs too, in handed_off_leads or hand_off_results. If the leads are those of several hand-offs, all.';

create trigger flag_on_insert after insert on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_entries();
create trigger flag_on_update after update on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_entries();
create trigger flag_on_insert after insert on public.agency_do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_agency_entries();
create trigger flag_on_update after update on public.agency_do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_agency_entries();

grant execute on function
  public.start_hand_off, public.preview_hand_off, public.continue_hand_off, public.finish_hand_off, public.cancel_hand_off, public.void_hand_off,
  public.hand_off_progress, public.lead_hand_offs
  to authenticated;
grant execute on function
  public.hand_off_of_job, public.leads_to_hand_off, public.store_hand_off_rows, public.stored_hand_off_rows, public.store_hand_off_files,
  public.complete_hand_off
  to service_role;
