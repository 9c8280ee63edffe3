-- The size of a campaign's steps is counted and their hash stored when they change: computed on every read, a campaign of 250 MB took 2 GB.
create table public.campaign_contents (
  campaign_id uuid not null,
  customer_id uuid not null,
  steps int not null default 0,
  bytes bigint not null default 0,
  version_bytes bigint not null default 0,
  content_hash text,
  primary key (campaign_id, customer_id),
  constraint campaign_contents_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
);
comment on table public.campaign_contents is
  'How large a campaign is: at most 1,000 steps of 4 MB, and 50 MB in its versions. Written by triggers. A campaign that never had a step has no row.';
comment on column public.campaign_contents.bytes is 'Bytes of the steps as a version would store them.';
comment on column public.campaign_contents.version_bytes is 'Bytes of the versions and of suggestions for them.';
comment on column public.campaign_contents.content_hash is
  'Hash of the steps as content_hash of campaign_versions; null for a campaign without a version, without steps, or that is above the limits since before there were any.';

revoke all on public.campaign_contents from public, anon, authenticated, service_role;
grant select on public.campaign_contents to authenticated, service_role;
alter table public.campaign_contents enable row level security;
create policy "Admins see every size" on public.campaign_contents for select to authenticated using ((select private.is_admin()));
create policy "Members see the sizes of their customers' campaigns" on public.campaign_contents for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees sizes" on public.campaign_contents for select to service_role using (true);

create function private.step_bytes(step_type text, delay_days int, subject text, message_content text) returns int
language plpgsql immutable parallel safe as $$
begin
  return 2 + octet_length(jsonb_build_object(
    'id', '00000000-0000-0000-0000-000000000000', 'step_id', '00000000-0000-0000-0000-000000000000', 'step_type', step_type,
    'delay_days', delay_days, 'subject', subject, 'message_content', message_content
  )::text);
end $$;
comment on function private.step_bytes is 'How many bytes a step takes in campaign_versions.steps.';

create function private.step_digest(step_type text, delay_days int, subject text, message_content text) returns bytea
language sql stable parallel safe
return sha256(convert_to(
  step_type || ' ' || delay_days || ' ' || coalesce(char_length(subject)::text, '-') || ' ' || coalesce(subject, '') || message_content, 'UTF8'
));
comment on function private.step_digest is 'SHA-256 of what a step says. Equal for equal steps.';

-- As before, of the digests of the steps: a twentieth of the time and memory of one JSON of them all.
create or replace function private.steps_hash(steps jsonb) returns text language sql immutable parallel safe
return (
  select encode(sha256(string_agg(
    private.step_digest(step ->> 'step_type', (step ->> 'delay_days')::int, step ->> 'subject', step ->> 'message_content'), '' order by place
  )), 'hex')
  from jsonb_array_elements(steps) with ordinality listed (step, place)
);

create function private.content_hash(customer uuid, campaign uuid) returns text language plpgsql security definer set search_path = '' as $$
begin
  return (
    select encode(sha256(string_agg(private.step_digest(step_type, delay_days, subject, message_content), '' order by step_number)), 'hex')
    from public.campaign_steps
    where customer_id = customer and campaign_id = campaign
  );
end $$;
comment on function private.content_hash is 'Hash of the present steps of a campaign, as steps_hash; null if it has none.';

create or replace function private.approved_version_of(campaign_id uuid, customer_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  hash text;
begin
  perform 1 from public.campaigns stored where stored.customer_id = customer_id and stored.id = campaign_id for update;
  hash := private.content_hash(customer_id, campaign_id);
  return (
    select id
    from public.campaign_versions version
    where version.customer_id = customer_id and version.campaign_id = campaign_id and content_hash = hash and status = 'approved'
    order by number desc
    limit 1
  );
end $$;

-- As before, and what is above the limits since before there were any is not read.
create or replace function private.steps_of(customer uuid, campaign uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from public.campaign_contents contents
    where contents.customer_id = customer and contents.campaign_id = campaign and (contents.steps > 1000 or contents.bytes > 4000000)
  ) then
    raise exception 'The steps are too long for a version: at most 1000 steps of 4000000 bytes' using errcode = 'check_violation';
  end if;
  return (select jsonb_agg(jsonb_build_object(
    'id', gen_random_uuid(), 'step_id', id, 'step_type', step_type, 'delay_days', delay_days, 'subject', subject,
    'message_content', message_content
  ) order by step_number)
  from public.campaign_steps
  where customer_id = customer and campaign_id = campaign);
end $$;

-- The row is locked until the transaction ends, so that the next change of these steps sees this one.
create function private.change_contents(
  customer uuid, campaign uuid, more_steps int, more_bytes bigint, more_version_bytes bigint default 0
) returns void language plpgsql as $$
declare
  most_steps constant int := 1000;
  most_bytes constant bigint := 4000000;
  contents public.campaign_contents;
  hash text;
begin
  if more_steps > 0 or more_bytes > 0 or more_version_bytes > 0 then
    insert into public.campaign_contents as stored (campaign_id, customer_id, steps, bytes, version_bytes)
    values (campaign, customer, more_steps, more_bytes, more_version_bytes)
    on conflict (campaign_id, customer_id) do update
    set
      steps = stored.steps + excluded.steps, bytes = stored.bytes + excluded.bytes,
      version_bytes = stored.version_bytes + excluded.version_bytes
    returning * into contents;
  else
    update public.campaign_contents stored
    set steps = stored.steps + more_steps, bytes = stored.bytes + more_bytes
    where stored.customer_id = customer and stored.campaign_id = campaign
    returning * into contents;
    if not found then -- with its campaign
      return;
    end if;
  end if;
  if more_steps > 0 and contents.steps > most_steps then
    raise exception 'A campaign can have at most % steps', most_steps using errcode = 'check_violation';
  elsif more_bytes > 0 and contents.bytes > most_bytes then
    raise exception 'The steps of a campaign can have at most 4 MB of text' using errcode = 'check_violation';
  end if;
  if contents.version_bytes > 0 and (more_version_bytes = 0 or contents.content_hash is null) then
    if contents.steps <= most_steps and contents.bytes <= most_bytes then
      hash := private.content_hash(customer, campaign);
    end if;
    update public.campaign_contents stored
    set content_hash = hash
    where stored.customer_id = customer and stored.campaign_id = campaign and stored.content_hash is distinct from hash;
  end if;
  perform private.change_usage(customer, 0, more_bytes + more_version_bytes);
end $$;
comment on function private.change_contents is
  'Adds to the size of a campaign and of its customer, and stores the hash of its steps if they have changed. Raises an error if the campaign is then above a limit.';

create function private.count_steps() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, campaign_id, count(*)::int as steps, sum(private.step_bytes(step_type, delay_days, subject, message_content)) as bytes
      from new_steps group by customer_id, campaign_id order by campaign_id
    loop
      perform private.change_contents(changed.customer_id, changed.campaign_id, changed.steps, changed.bytes);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  else
    for changed in
      select customer_id, campaign_id, count(*)::int as steps, sum(private.step_bytes(step_type, delay_days, subject, message_content)) as bytes
      from old_steps group by customer_id, campaign_id order by campaign_id
    loop
      perform private.change_contents(changed.customer_id, changed.campaign_id, -changed.steps, -changed.bytes);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_steps is
  'Counts added and deleted steps of a campaign and stores the hash of its steps. Counts added ones as text that the caller has written.';

-- The plan for one step also has to serve all steps of a customer. Steps that follow their campaign to another customer are counted with it.
create function private.count_changed_steps() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
declare
  most_in_row constant int := 2000; -- A longer text is stored apart, and not written again with its row.
  changed record;
begin
  for changed in
    select
      customer_id, campaign_id, sum(bytes - former_bytes) as bytes, bool_or(is_changed) as is_changed,
      sum(case when is_rewritten then bytes else least(bytes, most_in_row) end) as written
    from (
      select
        n.customer_id, n.campaign_id,
        private.step_bytes(n.step_type, n.delay_days, n.subject, n.message_content) as bytes,
        private.step_bytes(o.step_type, o.delay_days, o.subject, o.message_content) as former_bytes,
        (n.subject, n.message_content) is distinct from (o.subject, o.message_content) as is_rewritten,
        (n.step_number, n.step_type, n.delay_days, n.subject, n.message_content)
          is distinct from (o.step_number, o.step_type, o.delay_days, o.subject, o.message_content) as is_changed
      from new_steps n join old_steps o using (id, customer_id)
    ) step
    group by customer_id, campaign_id order by campaign_id
  loop
    perform 1 from public.campaigns where customer_id = changed.customer_id and id = changed.campaign_id for key share;
    -- Closing gaps in the numbers changes neither size nor order.
    if changed.is_changed and pg_trigger_depth() = 1 then
      perform private.change_contents(changed.customer_id, changed.campaign_id, 0, changed.bytes);
    end if;
    perform private.count_text(changed.customer_id, changed.written);
  end loop;
  return null;
end $$;
comment on function private.count_changed_steps is
  'As count_steps, for changed steps. Locks their campaigns, so that a version is stored before or after the change.';

create function private.count_version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_contents(new.customer_id, new.campaign_id, 0, 0, octet_length(new.steps::text));
    perform private.count_text(new.customer_id, octet_length(new.steps::text));
  else
    perform private.count_text(new.customer_id, 100 + octet_length(new.note));
  end if;
  return null;
end $$;
comment on function private.count_version is 'Counts the bytes of a version, and its steps or note as text that the caller has written.';

create function private.count_suggestion() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  bytes constant int := 200 + octet_length(new.message_content) + coalesce(octet_length(new.subject), 0);
  campaign uuid;
begin
  select campaign_id into campaign from public.campaign_versions where customer_id = new.customer_id and id = new.version_id;
  perform private.change_contents(new.customer_id, campaign, 0, 0, bytes);
  perform private.count_text(new.customer_id, bytes);
  return null;
end $$;
comment on function private.count_suggestion is 'Counts the bytes of a suggestion with the versions, and as text that the caller has written.';

create function private.count_contents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.change_usage(old.customer_id, 0, -old.bytes - old.version_bytes);
  if tg_op = 'UPDATE' then
    perform private.change_usage(new.customer_id, 0, new.bytes + new.version_bytes);
  end if;
  return null;
end $$;
comment on function private.count_contents is 'Takes a deleted campaign from what is counted of its customer, or gives it to another customer.';

-- Before the row is written: most rows above the limits leave nothing behind.
create or replace function private.number_step() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int := 1000;
begin
  if new.customer_id is null then
    select campaign.customer_id into new.customer_id from public.campaigns campaign where campaign.id = new.campaign_id;
    new.customer_id := coalesce(new.customer_id, '00000000-0000-0000-0000-000000000000');
  end if;
  perform 1 from public.campaigns campaign
  where campaign.customer_id = new.customer_id and campaign.id = new.campaign_id
  for no key update;
  select coalesce(max(step.step_number), 0) + 1 into new.step_number
  from public.campaign_steps step
  where step.customer_id = new.customer_id and step.campaign_id = new.campaign_id;
  if new.step_number > most then
    raise exception 'A campaign can have at most % steps', most using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function private.change_step() returns trigger language plpgsql set search_path = '' as $$
declare
  most constant int := 8000000;
  written int;
begin
  new.updated_at := private.time_after(old.updated_at);
  if current_user = 'authenticated' and new.message_content <> old.message_content then
    written := coalesce(nullif(current_setting('leadlight.written_bytes', true), '')::int, 0) + octet_length(new.message_content);
    if written > most then
      raise exception 'One change can write at most 8 MB of text to steps' using errcode = 'check_violation';
    end if;
    perform set_config('leadlight.written_bytes', written::text, true);
  end if;
  return new;
end $$;
comment on function private.change_step is
  'Sets updated_at to now, later than before. Rejects a statement that gives many steps a long text before it has filled the disk.';

-- As before, and what is stored already is not read.
create or replace function private.store_version(customer uuid, campaign uuid, why text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 1000;
  most_bytes constant bigint := 50000000;
  hash constant text := private.content_hash(customer, campaign);
  caller constant uuid := auth.uid();
  moment constant timestamptz := now();
  newest public.campaign_versions;
begin
  select * into newest
  from public.campaign_versions
  where customer_id = customer and campaign_id = campaign
  order by number desc
  limit 1;
  -- A decision stays: steps whose changes were requested are put up for review again as a new version.
  if newest.content_hash = hash and (why = 'launch' or newest.status is distinct from 'changes_requested') then
    update public.campaign_versions
    set
      launched_by = case when why = 'launch' then caller else launched_by end,
      launched_at = case when why = 'launch' then moment else launched_at end,
      requested_by = case when why = 'review' and status is null then caller else requested_by end,
      requested_at = case when why = 'review' and status is null then moment else requested_at end,
      status = case when why = 'review' then coalesce(status, 'in_review') else status end
    where customer_id = customer and id = newest.id;
    return newest.number;
  elsif newest.number >= most then
    raise exception 'There are already % versions', most using errcode = 'check_violation';
  elsif (
    select version_bytes from public.campaign_contents contents where contents.customer_id = customer and contents.campaign_id = campaign
  ) > most_bytes then
    raise exception 'The versions of this campaign take more than % bytes', most_bytes using errcode = 'check_violation';
  end if;
  insert into public.campaign_versions (
    customer_id, campaign_id, number, steps, content_hash, reason, created_by, launched_by, launched_at, requested_by, requested_at, status
  )
  values (
    customer, campaign, coalesce(newest.number, 0) + 1, private.steps_of(customer, campaign), hash, why, caller,
    case when why = 'launch' then caller end, case when why = 'launch' then moment end,
    case when why = 'review' then caller end, case when why = 'review' then moment end, case when why = 'review' then 'in_review' end
  );
  return coalesce(newest.number, 0) + 1;
end $$;

create or replace function public.request_review(customer_id uuid, campaign_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_campaign(request_review.customer_id, request_review.campaign_id);
  if not exists (
    select from public.campaign_steps step
    where step.customer_id = request_review.customer_id and step.campaign_id = request_review.campaign_id
  ) then
    raise exception 'There are no steps to review' using errcode = 'check_violation';
  end if;
  return private.store_version(request_review.customer_id, request_review.campaign_id, 'review');
end $$;

-- As before, and with all steps locked first: who changes one of them has locked it before the row of campaign_contents.
create or replace function public.restore_version(customer_id uuid, version_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  version public.campaign_versions;
  wanted uuid[];
begin
  version := private.lock_version(restore_version.customer_id, restore_version.version_id, true);
  perform 1
  from public.campaign_steps stored
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
  order by stored.step_number
  for no key update;
  wanted := array(
    select (step ->> 'step_id')::uuid from jsonb_array_elements(version.steps) with ordinality listed (step, place) order by place
  );
  delete from public.campaign_steps stored
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id and stored.id <> all (wanted);

  update public.campaign_steps stored
  set step_type = listed.step_type, delay_days = listed.delay_days, subject = listed.subject, message_content = listed.message_content
  from jsonb_to_recordset(version.steps)
    as listed (step_id uuid, step_type text, delay_days int, subject text, message_content text)
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id and stored.id = listed.step_id
    and (stored.step_type, stored.delay_days, stored.subject, stored.message_content)
      is distinct from (listed.step_type, listed.delay_days, listed.subject, listed.message_content);

  insert into public.campaign_steps (id, customer_id, campaign_id, step_number, step_type, delay_days, subject, message_content)
  select listed.step_id, version.customer_id, version.campaign_id, 1, listed.step_type, listed.delay_days, listed.subject, listed.message_content
  from jsonb_to_recordset(version.steps)
    as listed (step_id uuid, step_type text, delay_days int, subject text, message_content text)
  where listed.step_id <> all (array(
    select stored.id
    from public.campaign_steps stored
    where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
  ));

  update public.campaign_steps stored
  set step_number = array_position(wanted, stored.id)
  where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
    and stored.step_number <> array_position(wanted, stored.id);
  return cardinality(wanted);
end $$;

create function private.rebuild_usage() returns void language plpgsql security definer set search_path = '' as $$
declare
  counted record;
  hash text;
begin
  lock table public.campaigns, public.campaign_steps, public.campaign_versions, public.step_suggestions, public.comments in share row exclusive mode;
  delete from private.customer_usage;
  delete from public.campaign_contents;
  for counted in
    select customer_id, campaign_id, sum(steps)::int as steps, sum(bytes) as bytes, sum(version_bytes) as version_bytes
    from (
      select
        customer_id, campaign_id, 1 as steps, 2 + octet_length(jsonb_build_object(
          'id', id, 'step_id', id, 'step_type', step_type, 'delay_days', delay_days, 'subject', subject, 'message_content', message_content
        )::text) as bytes, 0 as version_bytes
      from public.campaign_steps
      union all
      select customer_id, campaign_id, 0, 0, octet_length(steps::text) from public.campaign_versions
      union all
      select suggestion.customer_id, campaign_id, 0, 0, 200 + octet_length(message_content) + coalesce(octet_length(subject), 0)
      from public.step_suggestions suggestion
      join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
    ) part
    group by customer_id, campaign_id
  loop
    hash := null;
    if counted.version_bytes > 0 and counted.steps <= 1000 and counted.bytes <= 4000000 then
      hash := private.content_hash(counted.customer_id, counted.campaign_id);
    end if;
    insert into public.campaign_contents (campaign_id, customer_id, steps, bytes, version_bytes, content_hash)
    values (counted.campaign_id, counted.customer_id, counted.steps, counted.bytes, counted.version_bytes, hash);
  end loop;
  for counted in
    select customer_id, sum(campaigns)::int as campaigns, sum(bytes) as bytes
    from (
      select customer_id, 1 as campaigns, 0 as bytes from public.campaigns
      union all
      select customer_id, 0, 200 + octet_length(body) from public.comments
    ) part
    group by customer_id
  loop
    insert into private.customer_usage (customer_id, campaigns, bytes)
    values (
      counted.customer_id, counted.campaigns,
      counted.bytes + (
        select coalesce(sum(bytes + version_bytes), 0) from public.campaign_contents contents where contents.customer_id = counted.customer_id
      )
    );
  end loop;
end $$;
comment on function private.rebuild_usage is
  'Counts the campaigns, steps, versions and comments of all customers again. Needed as rebuild_counters.';

drop trigger lock_campaign on public.campaign_steps;
drop function private.lock_campaign_of_steps();
drop trigger set_updated_at on public.campaign_steps;
create trigger change_step before update of step_type, delay_days, subject, message_content on public.campaign_steps
  for each row execute function private.change_step();
create trigger size_on_insert after insert on public.campaign_steps
  referencing new table as new_steps for each statement execute function private.count_steps();
create trigger size_on_update after update on public.campaign_steps
  referencing old table as old_steps new table as new_steps for each statement execute function private.count_changed_steps();
-- By its name after the trigger that locks the campaign, as who adds a step has locked it before.
create trigger size_on_delete after delete on public.campaign_steps
  referencing old table as old_steps for each statement execute function private.count_steps();
create trigger count_version after insert on public.campaign_versions for each row execute function private.count_version();
create trigger count_note after update of note on public.campaign_versions
  for each row when (new.note is not null) execute function private.count_version();
create trigger count_suggestion after insert on public.step_suggestions for each row execute function private.count_suggestion();
create trigger count_on_delete after delete on public.campaign_contents for each row execute function private.count_contents();
create trigger count_on_update after update on public.campaign_contents
  for each row when (new.customer_id <> old.customer_id) execute function private.count_contents();
update public.campaign_versions set content_hash = private.steps_hash(steps);
select private.rebuild_usage();

create or replace view public.campaign_reviews with (security_invoker = true) as
select
  version.campaign_id, version.customer_id, campaign.name, version.id as version_id, version.number, version.status,
  version.requested_at, version.decided_at, contents.content_hash is distinct from version.content_hash as is_changed
from public.campaign_versions version
join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
left join public.campaign_contents contents on contents.customer_id = version.customer_id and contents.campaign_id = version.campaign_id
where version.number = (
  select max(number) from public.campaign_versions other
  where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
);

revoke all on function
  private.step_bytes, private.step_digest, private.content_hash, private.change_contents, private.count_steps, private.count_changed_steps, private.count_version, private.count_suggestion, private.count_contents,
  private.change_step, private.rebuild_usage
  from public, anon, authenticated, service_role;
revoke all on function private.steps_hash from authenticated, service_role;
