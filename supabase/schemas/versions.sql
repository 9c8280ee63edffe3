-- Versions of campaigns for sign-off, suggestions and decisions about them.

create table public.campaign_versions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  campaign_id uuid not null,
  number int not null check (number > 0),
  steps jsonb not null check (jsonb_typeof(steps) = 'array' and jsonb_array_length(steps) between 1 and 1000 and octet_length(steps::text) <= 4000000),
  content_hash text not null check (char_length(content_hash) = 64),
  reason text not null check (reason in ('launch', 'review')),
  created_by uuid,
  created_at timestamptz not null default now(),
  launched_by uuid,
  launched_at timestamptz,
  requested_by uuid,
  requested_at timestamptz,
  status text check (status in ('in_review', 'approved', 'changes_requested')),
  decided_by uuid,
  decided_at timestamptz,
  on_behalf boolean not null default false,
  note text check (private.has_text(note) and char_length(note) <= 1000),
  constraint campaign_versions_decision_check check (
    (status is null) = (requested_at is null) and (coalesce(status, 'in_review') <> 'in_review') = (decided_at is not null) and (decided_at is not null or note is null and not on_behalf) and (note is not null or not on_behalf)
  ),
  constraint campaign_versions_number_key unique (campaign_id, number),
  unique (id, customer_id),
  constraint campaign_versions_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.campaign_versions is
  'The steps of a campaign as they were launched or put up for review, at most 1,000 and about 50 MB of each campaign. The steps never change; a launch or a review of the steps of the newest version is recorded in it. Deleted with the campaign.';
comment on column public.campaign_versions.number is 'From 1 for each campaign. The newest version is the one that can be decided.';
comment on column public.campaign_versions.steps is
  'Array of id (of the step in this version), step_id (of the step), step_type, delay_days, subject and message_content, in order.';
comment on column public.campaign_versions.content_hash is 'SHA-256 of the steps without their ids: equal for equal steps.';
comment on column public.campaign_versions.reason is 'Why it was stored.';
comment on column public.campaign_versions.created_by is
  'Null for the service key. Not a foreign key, as the other users here: the version stays when the account is deleted.';
comment on column public.campaign_versions.launched_at is 'The last launch with these steps.';
comment on column public.campaign_versions.status is
  'Null until a review is requested. Decided once; who decided can take that back within a minute.';
comment on column public.campaign_versions.on_behalf is 'An administrator has decided on behalf of the customer. The note says how.';

create index campaign_versions_customer_idx on public.campaign_versions (customer_id, status);

alter table public.campaign_versions
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1;

create table public.step_suggestions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  version_id uuid not null,
  version_step_id uuid not null,
  subject text check (char_length(subject) <= 300),
  message_content text not null check (char_length(message_content) <= 10000),
  created_by uuid,
  created_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  constraint step_suggestions_decision_check check ((status = 'open') = (decided_at is null)),
  constraint step_suggestions_version_id_fkey foreign key (version_id, customer_id)
    references public.campaign_versions (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.step_suggestions is 'Suggested wordings of steps of a version, at most 200 of each version. Deleted with it.';
comment on column public.step_suggestions.version_step_id is 'Id of the step in the version, whose text the suggestion would replace.';

create index step_suggestions_version_idx on public.step_suggestions (version_id, created_at);

alter table public.step_suggestions
  alter customer_id set statistics 1,
  alter version_id set statistics 1;

-- The hash is made of the digests of the steps: a twentieth of the time and memory of one JSON of them all.
create function private.steps_hash(steps jsonb) returns text language sql immutable parallel safe
return (
  select encode(sha256(string_agg(
    private.step_digest(step ->> 'step_type', (step ->> 'delay_days')::int, step ->> 'subject', step ->> 'message_content'), '' order by place
  )), 'hex')
  from jsonb_array_elements(steps) with ordinality listed (step, place)
);
comment on function private.steps_hash is 'SHA-256 of steps without their ids; null without steps.';

-- Steps above the limits, which were stored before there were any, are not read.
create function private.steps_of(customer uuid, campaign uuid) returns jsonb
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
comment on function private.steps_of is 'The steps of a campaign as a version stores them; null if it has none.';

-- A change of a step locks the campaign for key share, after the step. That does not conflict with to_change, which is followed by locks of steps.
create function private.lock_campaign(customer uuid, campaign uuid, to_change boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin()
    and (customer is null or customer <> all (array(select private.my_customer_ids())))
    and (to_change or customer is distinct from private.guest_campaign_customer_id())
  then
    customer := null;
  end if;
  if to_change then
    perform 1 from public.campaigns where customer_id = customer and id = campaign for no key update;
  else
    perform 1 from public.campaigns where customer_id = customer and id = campaign for update;
  end if;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.lock_campaign is
  'Locks a campaign, so that its steps stay the same; with to_change so that nothing but the content of its steps changes. Raises an error unless the caller is an administrator, a member of the customer or, without to_change, a guest whose link includes its campaigns.';

create function private.approved_version_of(campaign_id uuid, customer_id uuid) returns uuid
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
comment on function private.approved_version_of is
  'The newest approved version that the steps of a campaign equal as they are stored; null if there is none. Locks the campaign, so that the steps stay the same until the transaction ends.';

-- Texts that are stored already are not read.
create function private.store_version(customer uuid, campaign uuid, why text) returns int
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
comment on function private.store_version is
  'Stores the steps of a locked campaign as a version, for a launch or a review, unless they are those of the newest version. Returns the number of the version.';

create function public.request_review(customer_id uuid, campaign_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_campaign(request_review.customer_id, request_review.campaign_id);
  perform private.require_approver(request_review.customer_id);
  if not exists (
    select from public.campaign_steps step
    where step.customer_id = request_review.customer_id and step.campaign_id = request_review.campaign_id
  ) then
    raise exception 'There are no steps to review' using errcode = 'check_violation';
  end if;
  return private.store_version(request_review.customer_id, request_review.campaign_id, 'review');
end $$;
comment on function public.request_review is
  'Puts the steps of a campaign up for review and returns the number of the version, which is that of the newest version if its steps are the same and it is in review or approved. For administrators and approvers.';

create function private.lock_version(customer uuid, version uuid, to_change boolean default false) returns public.campaign_versions
language plpgsql security definer set search_path = '' as $$
declare
  locked public.campaign_versions;
  newest int;
begin
  select * into locked from public.campaign_versions where customer_id = customer and id = version;
  perform private.lock_campaign(customer, locked.campaign_id, to_change);
  select * into locked from public.campaign_versions where customer_id = customer and id = version;
  if not to_change then
    select max(number) into newest from public.campaign_versions where customer_id = customer and campaign_id = locked.campaign_id;
    if locked.number < newest then
      raise exception 'Version % is not the newest version any more: version % is', locked.number, newest using errcode = 'PT409';
    end if;
  end if;
  return locked;
end $$;
comment on function private.lock_version is
  'Locks the campaign of a version as lock_campaign, and returns the version. Raises an error if it is not the newest one, unless the steps are to be changed.';

create function public.decide_version(customer_id uuid, version_id uuid, decision text, note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  as_admin constant boolean := private.is_admin();
  caller constant uuid := private.caller_id();
  given_note constant text := nullif(private.trimmed(decide_version.note), '');
  version public.campaign_versions;
begin
  perform private.require_length('note', decide_version.note, 1000);
  if coalesce(decision, '') not in ('approved', 'changes_requested') then
    raise exception 'Unknown decision: %', left(decision, 100) using errcode = '22023';
  end if;
  version := private.lock_version(decide_version.customer_id, decide_version.version_id);
  perform private.require_signer(version.customer_id);
  if version.status is null then
    raise exception 'Version % is not in review', version.number using errcode = 'PT409';
  elsif version.status <> 'in_review' then
    raise exception 'Version % has already been decided', version.number using errcode = 'PT409';
  elsif as_admin and given_note is null then
    raise exception 'A decision on behalf of the customer needs a note' using errcode = 'check_violation';
  end if;
  update public.campaign_versions stored
  set status = decision, decided_by = caller, decided_at = now(), on_behalf = as_admin, note = given_note
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;
comment on function public.decide_version is
  'Decides the newest version of a campaign, which is in review: approved or changes_requested. For approvers, by a review link too; administrators decide on behalf of the customer, with a note.';

create function public.suggest_wording(
  customer_id uuid, version_id uuid, version_step_id uuid, message_content text, subject text default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 200;
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
  step jsonb;
  added uuid;
begin
  perform private.require_length('subject', suggest_wording.subject, 300);
  perform private.require_length('message_content', suggest_wording.message_content, 10000);
  version := private.lock_version(suggest_wording.customer_id, suggest_wording.version_id);
  perform private.require_reviewer(version.customer_id);
  select listed.step into step
  from jsonb_array_elements(version.steps) listed (step)
  where listed.step ->> 'id' = suggest_wording.version_step_id::text;
  if step is null then
    raise exception 'There is no such step in this version' using errcode = 'foreign_key_violation';
  elsif suggest_wording.subject is not null and step ->> 'step_type' <> 'email' then
    raise exception 'Only an email has a subject' using errcode = 'check_violation';
  elsif suggest_wording.message_content = step ->> 'message_content' and suggest_wording.subject is not distinct from step ->> 'subject' then
    raise exception 'The suggestion does not change the text' using errcode = 'check_violation';
  elsif (
    select count(*) from public.step_suggestions stored where stored.customer_id = version.customer_id and stored.version_id = version.id
  ) >= most then
    raise exception 'There are already % suggestions', most using errcode = 'check_violation';
  end if;
  insert into public.step_suggestions (customer_id, version_id, version_step_id, subject, message_content, created_by)
  values (
    version.customer_id, version.id, suggest_wording.version_step_id, suggest_wording.subject, coalesce(suggest_wording.message_content, ''), caller
  )
  returning id into added;
  return added;
end $$;
comment on function public.suggest_wording is
  'Suggests a text, and for an email a subject, for a step of the newest version. Returns the id of the suggestion. For administrators, approvers, reviewers and guests.';

create function public.decide_suggestion(customer_id uuid, suggestion_id uuid, accepted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
  suggestion public.step_suggestions;
  suggested_for jsonb;
  step public.campaign_steps;
begin
  select * into suggestion
  from public.step_suggestions stored
  where stored.customer_id = decide_suggestion.customer_id and stored.id = decide_suggestion.suggestion_id;
  -- A guest, who accepts none, changes no step.
  version := private.lock_version(decide_suggestion.customer_id, suggestion.version_id, private.guest_customer_id() is null);
  select status into suggestion.status
  from public.step_suggestions stored
  where stored.customer_id = version.customer_id and stored.id = suggestion.id;
  if accepted or suggestion.created_by is distinct from caller then
    perform private.require_approver(version.customer_id);
  else
    perform private.require_reviewer(version.customer_id);
  end if;
  if suggestion.status <> 'open' then
    raise exception 'This suggestion was already %', suggestion.status using errcode = 'PT409';
  end if;
  if accepted then
    select listed.step into suggested_for
    from jsonb_array_elements(version.steps) listed (step)
    where listed.step ->> 'id' = suggestion.version_step_id::text;
    select * into step
    from public.campaign_steps stored
    where stored.customer_id = version.customer_id and stored.campaign_id = version.campaign_id
      and stored.id = (suggested_for ->> 'step_id')::uuid
    for no key update;
    if not found then
      raise exception 'The step of this suggestion was deleted' using errcode = 'PT409';
    elsif (step.step_type, step.message_content, step.subject)
      is distinct from (suggested_for ->> 'step_type', suggested_for ->> 'message_content', suggested_for ->> 'subject')
    then
      raise exception 'The step has changed since this was suggested' using errcode = 'PT409';
    end if;
    update public.campaign_steps stored
    set message_content = suggestion.message_content, subject = suggestion.subject
    where stored.customer_id = version.customer_id and stored.id = step.id;
  end if;
  update public.step_suggestions stored
  set status = case when accepted then 'accepted' else 'declined' end, decided_by = caller, decided_at = now()
  where stored.customer_id = version.customer_id and stored.id = suggestion.id;
end $$;
comment on function public.decide_suggestion is
  'Accepts or declines a suggestion. Accepting changes the step, whose text must still be the one that the suggestion was made for. For administrators and approvers; a reviewer, or a guest on the newest version, withdraws an own one by declining it.';

-- All steps are locked first: who changes one of them has locked it before the row of campaign_contents.
create function public.restore_version(customer_id uuid, version_id uuid) returns int
language plpgsql security definer set search_path = '' as $$
declare
  version public.campaign_versions;
  wanted uuid[];
begin
  version := private.lock_version(restore_version.customer_id, restore_version.version_id, true);
  perform private.require_approver(version.customer_id);
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
comment on function public.restore_version is
  'Replaces the steps of a campaign by those of a version and returns their number. Its status stays. For administrators and approvers.';

create function private.check_version_step() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.campaign_versions version
    where version.customer_id = new.customer_id and version.campaign_id = new.campaign_id and version.id = new.version_id
      and version.steps @> jsonb_build_array(jsonb_build_object('id', new.version_step_id))
  ) then
    raise exception 'There is no such step in this version' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
comment on function private.check_version_step is 'Rejects a comment on a step that the version does not have.';

create view public.campaign_reviews with (security_invoker = true) as
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
comment on view public.campaign_reviews is 'The newest version of each campaign that has one, and whether the steps have changed since (is_changed).';

revoke all on public.campaign_reviews from public, anon, authenticated, service_role;
grant select on public.campaign_reviews to authenticated, service_role;

create function private.count_version() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  stored_bytes bigint;
  hash text;
begin
  if tg_op = 'INSERT' then
    stored_bytes := octet_length(new.steps::text);
    perform private.change_contents(new.customer_id, new.campaign_id, 0, 0, stored_bytes);
    if not exists (
      select from public.campaign_versions later
      where later.customer_id = new.customer_id and later.campaign_id = new.campaign_id and later.number > new.number
    ) then
      hash := private.content_hash(new.customer_id, new.campaign_id);
      update public.campaign_contents stored
      set newest_bytes = stored_bytes, content_hash = case when stored.bytes = stored_bytes then hash end
      where stored.customer_id = new.customer_id and stored.campaign_id = new.campaign_id;
    end if;
    perform private.count_text(new.customer_id, stored_bytes);
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

-- A decision can be taken back for a minute, and steps show what was said about them in their versions.
create function public.take_back_decision(customer_id uuid, version_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
begin
  version := private.lock_version(take_back_decision.customer_id, take_back_decision.version_id);
  perform private.require_signer(version.customer_id);
  if version.decided_at is null then
    raise exception 'Version % is not decided', version.number using errcode = 'PT409';
  elsif version.decided_by is distinct from caller then
    raise exception 'Only the user who decided version % can take that back', version.number using errcode = 'insufficient_privilege';
  elsif version.decided_at < now() - interval '1 minute' then
    raise exception 'Version % was decided more than a minute ago', version.number using errcode = 'PT409';
  elsif version.launched_at >= version.decided_at or exists (
    select
    from public.hand_offs hand_off
    where hand_off.customer_id = version.customer_id and hand_off.campaign_id = version.campaign_id and hand_off.state <> 'cancelled'
      and hand_off.created_at >= version.decided_at
  ) then
    raise exception 'Version % was launched or handed off since', version.number using errcode = 'PT409';
  end if;
  update public.campaign_versions stored
  set status = 'in_review', decided_by = null, decided_at = null, on_behalf = false, note = null
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;
comment on function public.take_back_decision is
  'Puts the newest version of a campaign back in review. For the user who decided it, if still an approver, within a minute, unless it was launched or handed off since.';

create trigger count_version after insert on public.campaign_versions for each row execute function private.count_version();
create trigger count_note after update of note on public.campaign_versions
  for each row when (new.note is not null) execute function private.count_version();
create trigger count_suggestion after insert on public.step_suggestions for each row execute function private.count_suggestion();
-- PostgreSQL checks the rights to a view that joins tables only if it has such a trigger.
create trigger reject_change instead of insert or update or delete on public.campaign_reviews
  for each row execute function private.reject_change('The reviews cannot be changed');

grant execute on function
  public.request_review, public.decide_version, public.suggest_wording, public.decide_suggestion, public.restore_version,
  public.take_back_decision
  to authenticated;
