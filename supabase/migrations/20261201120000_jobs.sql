-- The hand-off is made by a worker of the server.

create table private.jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  customer_id uuid not null,
  subject_id uuid not null unique,
  started_by uuid not null,
  impersonation_id uuid,
  started_at timestamptz not null default now(),
  leased_until timestamptz not null default now(),
  attempts int not null default 0,
  constraint jobs_kind_check check (kind in ('check_hand_off', 'finish_hand_off'))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.jobs is
  'Work in progress, deleted when it is done or has failed. Progress and failure are columns of what it is about. A distributed database has it on the coordinator only.';
comment on column private.jobs.subject_id is 'What the work is about, such as a hand-off. It may be deleted meanwhile.';
comment on column private.jobs.started_by is 'The administrator who started it. Each step checks that this user still is one.';
comment on column private.jobs.impersonation_id is 'The impersonation in which it was started.';
comment on column private.jobs.leased_until is 'No other worker takes it before.';
comment on column private.jobs.attempts is 'How often it was taken since its last progress.';

alter table private.jobs alter customer_id set statistics 1;

alter table public.hand_offs
  add column work text,
  add column failure text,
  add column made jsonb;
alter table public.hand_offs add constraint hand_offs_work_check check (work in ('check', 'finish'));


create or replace function private.add_job(kind text, customer uuid, subject uuid) returns void language plpgsql set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  impersonation constant uuid := private.impersonation_of(customer);
begin
  insert into private.jobs (kind, customer_id, subject_id, started_by, impersonation_id)
  values (add_job.kind, customer, subject, caller, impersonation)
  on conflict (subject_id) do nothing;
  perform pg_notify('jobs', '');
end $$;

create or replace function private.end_job_of(subject uuid) returns void language plpgsql set search_path = '' as $$
begin
  delete from private.jobs where subject_id = subject;
end $$;

create or replace function private.require_job(
  job_id uuid, wanted text, out customer_id uuid, out subject_id uuid, out started_by uuid, out impersonation_id uuid
) language plpgsql stable set search_path = '' as $$
declare
  job record;
begin
  select * into job from private.jobs where id = job_id;
  if not found or job.kind <> wanted then
    raise exception 'There is no such job' using errcode = 'PT404';
  elsif not exists (
    select from public.user_roles given join auth.users account on account.id = given.user_id
    where given.user_id = job.started_by and given.role = 'admin'
      and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
  ) then
    raise exception 'The user who started this is no longer an administrator' using errcode = 'PT403';
  end if;
  customer_id := job.customer_id;
  subject_id := job.subject_id;
  started_by := job.started_by;
  impersonation_id := job.impersonation_id;
end $$;

create or replace function private.renew_job(job_id uuid) returns void language plpgsql set search_path = '' as $$
begin
  update private.jobs set leased_until = now() + interval '30 seconds', attempts = 0 where id = job_id;
end $$;

create or replace function public.take_job() returns json language plpgsql security definer set search_path = '' as $$
declare
  taken private.jobs;
begin
  update private.jobs set leased_until = now() + interval '30 seconds', attempts = attempts + 1
  where id = (select id from private.jobs where leased_until <= now() order by leased_until limit 1 for update skip locked)
  returning * into taken;
  return case when taken.id is not null then json_build_object('id', taken.id, 'kind', taken.kind, 'attempts', taken.attempts) end;
end $$;

create or replace function public.release_job(job_id uuid, seconds int default 0) returns void language plpgsql security definer set search_path = '' as $$
begin
  update private.jobs set leased_until = now() + least(greatest(seconds, 0), 600) * interval '1 second' where id = job_id;
end $$;

create or replace function public.fail_job(job_id uuid, reason text) returns void language plpgsql security definer set search_path = '' as $$
declare
  job private.jobs;
begin
  select * into job from private.jobs where id = job_id;
  update public.hand_offs set work = null, failure = left(reason, 500)
  where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id and hand_offs.work is not null;
  delete from private.jobs where id = job_id;
end $$;

create or replace function private.hand_off_in_state(customer uuid, hand_off uuid, wanted text) returns public.hand_offs
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

create or replace function private.lock_hand_off(customer uuid, hand_off uuid, wanted text) returns public.hand_offs
language plpgsql set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can hand off leads');
  return private.hand_off_in_state(customer, hand_off, wanted);
end $$;

create or replace function private.begin_work(hand_off public.hand_offs, work text) returns public.hand_offs language plpgsql set search_path = '' as $$
declare
  stored public.hand_offs;
begin
  update public.hand_offs set work = begin_work.work, failure = null
  where hand_offs.customer_id = hand_off.customer_id and hand_offs.id = hand_off.id
  returning * into stored;
  perform private.add_job(begin_work.work || '_hand_off', stored.customer_id, stored.id);
  return stored;
end $$;

create or replace function private.record_hand_off(hand_off public.hand_offs, action text, actor uuid, impersonation uuid) returns void language plpgsql set search_path = '' as $$
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

create or replace function public.start_hand_off(
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

create or replace function public.continue_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
language plpgsql security definer set search_path = '' as $$
declare
  stored public.hand_offs := private.lock_hand_off(continue_hand_off.customer_id, continue_hand_off.hand_off_id, 'preparing');
begin
  return case when stored.checked_at is null then private.begin_work(stored, 'check') else stored end;
end $$;

create or replace function public.hand_off_progress(customer_id uuid, hand_off_id uuid) returns public.hand_offs
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
create or replace function public.hand_off_of_job(job_id uuid, kind text) returns json
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

-- It is stable, so that it reads values, reasons and the times of the last changes in one snapshot.
create or replace function public.leads_to_hand_off(
  job_id uuid, page_size int, after_created_at timestamptz default null, after_id uuid default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  job constant record := private.require_job(job_id, 'check_hand_off');
  stored public.hand_offs;
  ids uuid[];
begin
  select * into stored from public.hand_offs where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id;
  ids := private.hand_off_page(
    stored.customer_id, stored.audiences, coalesce(leads_to_hand_off.after_created_at, stored.last_created_at),
    coalesce(leads_to_hand_off.after_id, stored.last_lead_id), least(page_size, 1000)
  );
  return (
    select coalesce(json_agg(json_build_object(
      'id', given.id, 'name', given.name, 'created_at', given.created_at, 'updated_at', given.updated_at, 'lead_values', given.lead_values,
      'linkedin_key', checked.linkedin_key, 'email_key', checked.email_key, 'name_key', checked.name_key,
      'reason', checked.reason, 'warnings', checked.warnings
    ) order by given.place), '[]')
    from private.values_for_hand_off(stored.customer_id, ids) with ordinality
      as given (id, name, created_at, updated_at, lead_values, place)
    join private.check_leads_for_hand_off(stored, ids) checked on checked.id = given.id
  );
end $$;

-- The rows are made before the statement that stores them, since a distributed database does not do both in one.
create or replace function public.store_hand_off_rows(job_id uuid, after_id uuid, rows json, made jsonb) returns json
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  most_leads constant int := 100000;
  job constant record := private.require_job(store_hand_off_rows.job_id, 'check_hand_off');
  stored public.hand_offs;
  amount int;
  columns int;
  new_rows public.hand_off_rows[];
begin
  perform private.require_length('rows', store_hand_off_rows.rows::text, 33554432);
  perform private.require_length('made', store_hand_off_rows.made::text, 300000);
  stored := private.hand_off_in_state(job.customer_id, job.subject_id, 'preparing');
  amount := json_array_length(store_hand_off_rows.rows);
  if stored.checked_at is not null or stored.last_lead_id is distinct from store_hand_off_rows.after_id then
    raise exception 'Another worker goes on with this hand-off' using errcode = 'serialization_failure';
  elsif amount > most then
    raise exception 'Too many rows: %, at most %', amount, most using errcode = '22023';
  elsif stored.total + amount > most_leads then
    raise exception 'A hand-off can have at most % leads: choose audiences', most_leads using errcode = 'check_violation';
  end if;
  columns := jsonb_array_length(stored.plan -> 'columns');

  select array_agg(row (
    stored.id, stored.total + place, stored.customer_id, given.id, given.updated_at, left(coalesce(given.name, ''), 500), given.linkedin_key,
    given.email_key, given.name_key, given.cells, given.reason, left(given.detail, 500), coalesce(given.warnings, '{}'), null
  )::public.hand_off_rows order by place)
  into new_rows
  from rows from (
    json_to_recordset(store_hand_off_rows.rows) as (
      id uuid, updated_at timestamptz, name text, linkedin_key text, email_key text, name_key text, cells text[], reason text, detail text, warnings text[]
    )
  ) with ordinality as given (id, updated_at, name, linkedin_key, email_key, name_key, cells, reason, detail, warnings, place);
  if exists (select from unnest(new_rows) new_row where new_row.reason is null and cardinality(new_row.cells) is distinct from columns) then
    raise exception 'Each row needs % cells', columns using errcode = '22023';
  end if;
  insert into public.hand_off_rows select * from unnest(new_rows);

  if new_rows is not null then
    stored.last_lead_id := (new_rows[cardinality(new_rows)]).lead_id;
    select given.created_at into stored.last_created_at
    from json_to_recordset(store_hand_off_rows.rows) as given (id uuid, created_at timestamptz)
    where given.id = stored.last_lead_id;
    stored.total := stored.total + amount;
    stored.lead_count := stored.lead_count + (select count(*) from unnest(new_rows) new_row where new_row.reason is null);
    stored.left_out := private.added_counts(stored.left_out, array(select new_row.reason from unnest(new_rows) new_row));
    stored.warnings := private.added_counts(
      stored.warnings, array(select unnest(new_row.warnings) from unnest(new_rows) new_row where new_row.reason is null)
    );
  end if;
  if private.hand_off_page(stored.customer_id, stored.audiences, stored.last_created_at, stored.last_lead_id, 1) = '{}' then
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

create or replace function public.stored_hand_off_rows(job_id uuid, after int, page_size int) returns json
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

create or replace function public.store_hand_off_files(job_id uuid, made jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant record := private.require_job(job_id, 'finish_hand_off');
begin
  perform private.require_length('made', store_hand_off_files.made::text, 300000);
  update public.hand_offs set made = store_hand_off_files.made
  where hand_offs.customer_id = job.customer_id and hand_offs.id = job.subject_id and hand_offs.work = 'finish';
  perform private.renew_job(job_id);
end $$;

-- The do-not-contact lists are held until the end. Ids and audiences are in arrays, whose size the planner knows.
create or replace function public.complete_hand_off(job_id uuid, files jsonb) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  job constant record := private.require_job(complete_hand_off.job_id, 'finish_hand_off');
  stored public.hand_offs;
  ids uuid[];
  read_at timestamptz[];
  found uuid[];
  found_audiences text[];
  marks public.handed_off_leads[];
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
  select coalesce(array_agg(lead_id), '{}'), array_agg(lead_updated_at) into ids, read_at
  from public.hand_off_rows
  where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and reason is null;
  perform from public.leads where leads.customer_id = stored.customer_id and leads.id = any (ids) for share;
  for removal in
    select coalesce(checked.reason, 'changed') as reason, array_agg(listed.id) as ids
    from unnest(ids, read_at) as listed (id, updated_at)
    left join private.check_leads_for_hand_off(stored, ids) checked on checked.id = listed.id
    where checked.reason is not null or (checked.updated_at = listed.updated_at) is not true
    group by coalesce(checked.reason, 'changed')
  loop
    update public.hand_off_rows
    set cells = null, detail = null, warnings = '{}', reason = removal.reason
    where hand_off_rows.customer_id = stored.customer_id and hand_off_rows.hand_off_id = stored.id and lead_id = any (removal.ids);
    stored.lead_count := stored.lead_count - cardinality(removal.ids);
  end loop;
  if stored.lead_count < cardinality(ids) then
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
  select array_agg(lead.id), array_agg(lead.audience) into found, found_audiences
  from public.leads lead
  where lead.customer_id = stored.customer_id and lead.id = any (ids);
  select array_agg(row (
    given.customer_id, stored.campaign_id, given.lead_id, stored.id, now(), given.name, given.linkedin_key, given.email_key, given.name_key, lead.audience,
    null, null
  )::public.handed_off_leads)
  into marks
  from public.hand_off_rows given
  join unnest(found, found_audiences) as lead (id, audience) on lead.id = given.lead_id
  where given.customer_id = stored.customer_id and given.hand_off_id = stored.id and given.reason is null;
  insert into public.handed_off_leads select * from unnest(marks) on conflict do nothing;
  update public.hand_offs
  set state = 'ready', ready_at = now(), files = complete_hand_off.files, work = null, made = null
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  perform private.record_hand_off(stored, 'insert', job.started_by, job.impersonation_id);
end $$;

create or replace function public.finish_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
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

create or replace function public.cancel_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
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

create or replace function public.void_hand_off(customer_id uuid, hand_off_id uuid) returns public.hand_offs
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
drop function private.record_hand_off(public.hand_offs,text);
drop function public.finish_hand_off(uuid,uuid,jsonb);
drop function public.leads_to_hand_off(uuid,uuid,timestamp with time zone,uuid);
drop function public.store_hand_off_rows(uuid,uuid,uuid,json);
revoke all on function public.complete_hand_off(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.complete_hand_off(uuid,jsonb) to service_role;
revoke all on function public.continue_hand_off(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function public.continue_hand_off(uuid,uuid) to authenticated;
revoke all on function public.fail_job(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.fail_job(uuid,text) to service_role;
revoke all on function public.finish_hand_off(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function public.finish_hand_off(uuid,uuid) to authenticated;
revoke all on function public.hand_off_of_job(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.hand_off_of_job(uuid,text) to service_role;
revoke all on function public.hand_off_progress(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function public.hand_off_progress(uuid,uuid) to authenticated;
revoke all on function public.leads_to_hand_off(uuid,integer,timestamp with time zone,uuid) from public, anon, authenticated, service_role;
grant execute on function public.leads_to_hand_off(uuid,integer,timestamp with time zone,uuid) to service_role;
revoke all on function public.release_job(uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.release_job(uuid,integer) to service_role;
revoke all on function public.store_hand_off_files(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_hand_off_files(uuid,jsonb) to service_role;
revoke all on function public.store_hand_off_rows(uuid,uuid,json,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.store_hand_off_rows(uuid,uuid,json,jsonb) to service_role;
revoke all on function public.stored_hand_off_rows(uuid,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.stored_hand_off_rows(uuid,integer,integer) to service_role;
revoke all on function public.take_job() from public, anon, authenticated, service_role;
grant execute on function public.take_job() to service_role;
revoke all on function private.add_job(text,uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function private.begin_work(public.hand_offs,text) from public, anon, authenticated, service_role;
revoke all on function private.end_job_of(uuid) from public, anon, authenticated, service_role;
revoke all on function private.hand_off_in_state(uuid,uuid,text) from public, anon, authenticated, service_role;
revoke all on function private.record_hand_off(public.hand_offs,text,uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function private.renew_job(uuid) from public, anon, authenticated, service_role;
revoke all on function private.require_job(uuid,text) from public, anon, authenticated, service_role;
comment on function public.preview_hand_off(uuid,uuid,text[],boolean) is 'The first 50 approved leads of chosen audiences, with their values, and the reasons and warnings of the checks. Administrators only.';
comment on function public.start_hand_off(uuid,uuid,jsonb,jsonb,text[],boolean) is 'Begins to prepare a hand-off of a campaign with these steps, which must be those that are stored, signed off where the customer needs it. A job checks its leads. Administrators only.';
comment on function private.add_job(text,uuid,uuid) is 'Adds a job of the caller, unless its subject has one, and wakes the workers.';
comment on function private.begin_work(public.hand_offs,text) is 'Adds a job that checks or finishes a hand-off.';
comment on function private.end_job_of(uuid) is 'Deletes the job of a subject, if it has one.';
comment on function private.hand_off_in_state(uuid,uuid,text) is 'Locks a hand-off, which must be in a state.';
comment on function private.record_hand_off(public.hand_offs,text,uuid,uuid) is 'Records in the activity that leads were handed off, or that it is void.';
comment on function private.renew_job(uuid) is 'Records progress of a job, and keeps it for its worker.';
comment on function private.require_job(uuid,text) is 'The job with this id and kind, for a step of it. Raises an error unless its user is still an administrator.';
comment on function public.complete_hand_off(uuid,jsonb) is 'Makes the hand-off of a job ready with the rows and SHA-256 of its files, and marks its leads. Checks every lead again; if some may not leave any more, it leaves them out and stays preparing. The service only.';
comment on function public.continue_hand_off(uuid,uuid) is 'Goes on with the check of a hand-off that has stopped, after the leads that are stored. Administrators only.';
comment on function public.fail_job(uuid,text) is 'Ends a job with the reason why it failed, which is shown. The service only.';
comment on function public.finish_hand_off(uuid,uuid) is 'Hands off the leads of a checked hand-off: a job makes its files, checks every lead again and makes it ready, or leaves out those that may not leave any more. Administrators only.';
comment on function public.hand_off_of_job(uuid,text) is 'The hand-off that a job checks or finishes. The service only.';
comment on function public.hand_off_progress(uuid,uuid) is 'A hand-off while a job works on it. As the table, but with an error for a session that has ended, so that the app notices. Administrators only.';
comment on function public.leads_to_hand_off(uuid,integer,timestamp with time zone,uuid) is 'The next approved leads of the hand-off of a job, up to 1,000, with values, keys, and why a lead must be left out: after those that are stored, or after a lead. The service only.';
comment on function public.release_job(uuid,integer) is 'Lets any worker take a job, after these seconds. The service only.';
comment on function public.store_hand_off_files(uuid,jsonb) is 'Records how far the files of the hand-off of a job are made. The service only.';
comment on function public.store_hand_off_rows(uuid,uuid,json,jsonb) is 'Stores what was made of the leads that leads_to_hand_off has returned, in their order: each with cells, warnings and detail, or with reason and detail. The check ends if no lead is left after them. The service only.';
comment on function public.stored_hand_off_rows(uuid,integer,integer) is 'The rows of the files of the hand-off of a job after one of them, up to 1,000. The service only.';
comment on function public.take_job() is 'Takes the job that has waited longest, for half a minute: id, kind, and attempts since its last progress; null if none waits. The service only.';
comment on column private.jobs.attempts is 'How often it was taken since its last progress.';
comment on column private.jobs.impersonation_id is 'The impersonation in which it was started.';
comment on column private.jobs.leased_until is 'No other worker takes it before.';
comment on column private.jobs.started_by is 'The administrator who started it. Each step checks that this user still is one.';
comment on column private.jobs.subject_id is 'What the work is about, such as a hand-off. It may be deleted meanwhile.';
comment on column public.hand_offs.failure is 'Why the last job ended before it was done.';
comment on column public.hand_offs.made is 'How far the files are made: the place of the last row, the files, and the state of the last checksum. Null if they are to be made from the first row.';
comment on column public.hand_offs.work is 'What a job does while it is preparing: checks the leads, or finishes. Null while none does.';
comment on table private.jobs is 'Work in progress, deleted when it is done or has failed. Progress and failure are columns of what it is about. A distributed database has it on the coordinator only.';
