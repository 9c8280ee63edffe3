-- What a member may do depends on the role of the membership. Everybody is an approver until an administrator changes it.

alter table public.customer_users add column role text not null default 'approver';
alter table public.customer_users add constraint customer_users_role_check check (role in ('viewer', 'reviewer', 'approver'));
alter table public.invitations add column role text not null default 'approver';
alter table public.invitations add constraint invitations_role_check check (role in ('viewer', 'reviewer', 'approver'));
grant insert (role), update (role) on public.invitations to authenticated, service_role;
comment on column public.customer_users.role is
  'What the member may do, from the next request on: a viewer reads and comments; a reviewer also decides about leads and companies and suggests wording; an approver also manages campaigns and do-not-contact entries, and signs off.';
comment on column public.invitations.role is 'The role of the membership that accepting creates; a member keeps the role of the membership.';

-- Not a function: Citus does not plan SQL functions within each other that read its tables.
create view private.memberships as
select membership.customer_id, membership.role
from private.callers() caller
join public.customer_users membership on membership.user_id = caller.user_id and membership.is_active
join public.customers customer on customer.id = membership.customer_id and customer.is_active
where exists (select from public.user_roles own where own.user_id = caller.user_id and own.role = 'customer');
comment on view private.memberships is
  'The active customers that the user of the request is an active member of, and the role in each.';

revoke all on private.memberships from public, anon, authenticated, service_role;

create or replace function private.my_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.memberships
$$;

create or replace function private.my_review_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.memberships where role in ('reviewer', 'approver')
$$;
comment on function private.my_review_customer_ids is 'Those of my_customer_ids whose leads and companies the user decides about: as a reviewer or approver.';

create or replace function private.my_approval_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.memberships where role = 'approver'
$$;
comment on function private.my_approval_customer_ids is 'Those of my_customer_ids whose campaigns the user manages and signs off: as an approver.';

create or replace function private.require_approver(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_approval_customer_ids()))) then
    raise exception 'Only an approver can do this' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_approver is 'Raises an error unless the caller is an administrator or an approver of the customer.';

create or replace function private.require_reviewer(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_review_customer_ids()))) then
    raise exception 'Only a reviewer or approver can do this' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_reviewer is 'Raises an error unless the caller is an administrator, or a reviewer or approver of the customer.';

revoke all on function
  private.my_review_customer_ids, private.my_approval_customer_ids, private.require_approver,
  private.require_reviewer
  from public, anon, authenticated, service_role;
grant execute on function private.my_review_customer_ids, private.my_approval_customer_ids to authenticated, service_role;

-- Locks the membership first, as a deactivation does, so that the two cannot deadlock. Never reactivates a membership.
create or replace function public.accept_invitation(token text) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.caller_id();
  invitation public.invitations;
begin
  perform private.require_length('token', accept_invitation.token::text, 200);
  if caller is null then
    raise exception 'Sign in to accept the invitation' using errcode = 'insufficient_privilege';
  end if;
  perform from public.customer_users membership
  where membership.user_id = caller
    and membership.customer_id = (select i.customer_id from public.invitations i where i.token = accept_invitation.token)
  for update;
  select * into invitation from public.invitations i where i.token = accept_invitation.token for update;
  if not found then
    raise exception 'Invalid invitation link';
  end if;
  if not exists (select from auth.users u where u.id = caller and lower(u.email) = lower(invitation.email)) then
    raise exception 'This invitation is for another email address' using errcode = 'insufficient_privilege';
  end if;
  if invitation.accepted_at is not null then
    if invitation.accepted_by = caller then
      return invitation.customer_id;
    end if;
    raise exception 'This invitation has already been used';
  end if;
  -- Not now(), the beginning of this transaction: what has just been expired by another one counts.
  if invitation.expires_at <= clock_timestamp() then
    raise exception 'This invitation has expired';
  end if;

  insert into public.customer_users as membership (user_id, customer_id, invited_by, accepted_at, role)
  values (caller, invitation.customer_id, invitation.invited_by, now(), invitation.role)
  on conflict (user_id, customer_id) do update set accepted_at = coalesce(membership.accepted_at, excluded.accepted_at)
    where membership.is_active;
  if not found then
    raise exception 'Your access to this customer has been deactivated' using errcode = 'insufficient_privilege';
  end if;
  insert into public.user_roles (user_id, role) values (caller, 'customer') on conflict do nothing;
  update public.invitations set accepted_at = now(), accepted_by = caller where id = invitation.id;
  return invitation.customer_id;
end $$;

-- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop. Without nested loops a plan looks so
-- expensive to PostgreSQL that it would be compiled, for longer than it runs.
create or replace function private.record_customer_users_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.user_id is distinct from o.user_id then 'user_id' end,
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.invited_by is distinct from o.invited_by then 'invited_by' end,
          case when n.accepted_at is distinct from o.accepted_at then 'accepted_at' end,
          case when n.is_active is distinct from o.is_active then 'is_active' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end,
          case when n.role is distinct from o.role then 'role' end
        ], null) as changed_columns,
        nullif(
          case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) else '{}' end
            || case when n.role is distinct from o.role then jsonb_build_object('role', n.role) else '{}' end,
          '{}'
        ) as new_values
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns, new_values
  loop
    perform private.record_change(change.customer_id, 'update', 'customer_users', change.row_count, change.row_ids, change.changed_columns, change.new_values);
  end loop;
  return null;
end $$;

create or replace function private.record_invitations_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  for change in
    select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns
    from (
      select
        n.customer_id, id, array_remove(array[
          case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
          case when n.email is distinct from o.email then 'email' end,
          case when n.invited_by is distinct from o.invited_by then 'invited_by' end,
          case when n.token is distinct from o.token then 'token' end,
          case when n.expires_at is distinct from o.expires_at then 'expires_at' end,
          case when n.accepted_at is distinct from o.accepted_at then 'accepted_at' end,
          case when n.accepted_by is distinct from o.accepted_by then 'accepted_by' end,
          case when n.created_at is distinct from o.created_at then 'created_at' end,
          case when n.mailed_at is distinct from o.mailed_at then 'mailed_at' end,
          case when n.role is distinct from o.role then 'role' end
        ], null) as changed_columns
      from new_rows n
      join old_rows o using (id)
    ) changed
    where changed_columns <> '{}'
    group by customer_id, changed_columns
  loop
    perform private.record_change(change.customer_id, 'update', 'invitations', change.row_count, change.row_ids, change.changed_columns);
  end loop;
  return null;
end $$;

create or replace function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  reference constant name := case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end;
  decidable constant uuid[] := case when not private.is_admin() then array(select private.my_review_customer_ids()) end;
  undone record;
begin
  perform private.require_cardinality('ids', ids, 1000);
  -- Read by the triggers of the activity.
  set local "leadlight.undoing" to 'on';
  for undone in execute format(
    'update %1$s decided set
       is_approved = previous_is_approved,
       rejection_reason_id = previous_rejection_reason_id,
       rejection_note = previous_rejection_note
     from (
       select distinct on (customer_id, %2$s) *
       from (
         select *,
           max(decided_at) over (partition by customer_id, %2$s) as last_decided_at,
           bool_and(decided_by is not distinct from $3) over (partition by customer_id, %2$s order by decided_at desc) as is_own
         from public.decisions
         where %2$s = any ($1) and ($2 is null or customer_id = any ($2))
       ) history
       where is_approved is distinct from previous_is_approved and not is_undone
       order by customer_id, %2$s, decided_at desc
     ) last_change
     where decided.customer_id = last_change.customer_id and decided.id = last_change.%2$s
       and decided.updated_at = last_change.last_decided_at and last_change.is_own
     returning decided.id, decided.customer_id, last_change.decided_at',
    relation, reference
  ) using ids, decidable, auth.uid()
  loop
    execute format('update public.decisions set is_undone = true where customer_id = $1 and %I = $2 and decided_at >= $3', reference)
    using undone.customer_id, undone.id, undone.decided_at;
    return next undone.id;
  end loop;
  set local "leadlight.undoing" to '';
end $$;

comment on function public.undo_lead_decisions is
  'Restores is_approved, reason and note of these leads, at most 1,000, as they were before the last change of is_approved that was not undone yet. Only if the caller made that change and all later ones, still decides about the lead, and the lead has not changed since. Returns the ids of the restored leads.';

create or replace function public.reorder_steps(campaign_id uuid, step_ids uuid[]) returns setof public.campaign_steps
language plpgsql security definer set search_path = '' as $$
declare
  customer uuid;
begin
  perform private.require_cardinality('step_ids', reorder_steps.step_ids, 10000);
  select campaign.customer_id into customer from public.campaigns campaign where campaign.id = reorder_steps.campaign_id;
  if not private.is_admin() and customer <> all (array(select private.my_customer_ids())) then
    customer := null;
  end if;
  perform 1 from public.campaigns campaign
  where campaign.customer_id = customer and campaign.id = reorder_steps.campaign_id
  for no key update;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_approver(customer);
  if (
    select array_agg(step.id order by step.id) from public.campaign_steps step
    where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
  ) is distinct from (select array_agg(id order by id) from unnest(step_ids) listed (id)) then
    raise exception 'The list must contain each step of the campaign once' using errcode = 'check_violation';
  end if;

  update public.campaign_steps step
  set step_number = array_position(step_ids, step.id)
  where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
    and step.step_number <> array_position(step_ids, step.id);

  return query
    select * from public.campaign_steps step
    where step.customer_id = customer and step.campaign_id = reorder_steps.campaign_id
    order by step.step_number;
end $$;

create or replace function public.request_review(customer_id uuid, campaign_id uuid) returns int
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

create or replace function public.decide_version(customer_id uuid, version_id uuid, decision text, note text default null) returns void
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
  perform private.require_approver(version.customer_id);
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
  'Decides the newest version of a campaign, which is in review: approved or changes_requested. For approvers; administrators decide on behalf of the customer, with a note.';

create or replace function public.suggest_wording(
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
  'Suggests a text, and for an email a subject, for a step of the newest version. Returns the id of the suggestion. For administrators, approvers and reviewers.';

create or replace function public.decide_suggestion(customer_id uuid, suggestion_id uuid, accepted boolean) returns void
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
create or replace function public.restore_version(customer_id uuid, version_id uuid) returns int
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

-- A decision can be taken back for a minute, and steps show what was said about them in their versions.
create or replace function public.take_back_decision(customer_id uuid, version_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
begin
  version := private.lock_version(take_back_decision.customer_id, take_back_decision.version_id);
  perform private.require_approver(version.customer_id);
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

-- The list is locked before the first write: triggers would lock it too late for two calls that change the same entry.
create or replace function public.add_do_not_contact(entries jsonb, customer_id uuid default null, source text default 'form', dry_run boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  most_listed constant int := 500000;
  most_characters constant int := 500000;
  from_member constant boolean := not private.is_admin();
  listed int;
  characters bigint;
  kinds text[];
  contents text[];
  reasons text[];
  keys text[];
  errors jsonb;
  ids uuid[];
  affected record;
begin
  perform private.require_size('entries', pg_catalog.pg_column_size(entries), 16777216);
  perform private.require_length('source', source, 100);
  perform private.require_list(add_do_not_contact.customer_id);
  perform private.require_approver(add_do_not_contact.customer_id);
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > most then
    raise exception 'entries must be an array of at most % objects', most using errcode = '22023';
  end if;
  select sum(char_length(entry ->> 'value')) into characters from jsonb_array_elements(entries) entry;
  if characters > most_characters then
    raise exception 'The values of entries have % characters together, at most %. Add them in several requests', characters, most_characters
      using errcode = '22023';
  end if;
  if add_do_not_contact.customer_id is null then
    select count(*) into listed from public.agency_do_not_contact where kind <> 'erased';
  else
    select count(*) into listed from public.do_not_contact entry where entry.customer_id = add_do_not_contact.customer_id;
  end if;
  if listed + jsonb_array_length(entries) > most_listed then
    raise exception 'A list can have at most % entries', most_listed using errcode = 'check_violation';
  end if;
  with checked as materialized (
    select place, kind, value, reason, private.contact_error(kind, value, reason) as error
    from jsonb_array_elements(entries) with ordinality as given (entry, place)
    cross join lateral (
      select entry ->> 'kind' as kind, private.trimmed(entry ->> 'value') as value, nullif(private.trimmed(entry ->> 'reason'), '') as reason
    ) parts
  )
  select
    array_agg(kind) filter (where error is null), array_agg(value) filter (where error is null),
    array_agg(reason) filter (where error is null), array_agg(private.contact_key(kind, value)) filter (where error is null),
    coalesce(jsonb_agg(jsonb_build_object('entry', place - 1, 'error', error) order by place) filter (where error is not null), '[]')
  into kinds, contents, reasons, keys, errors
  from checked;

  if not dry_run then
    perform private.lock_entries(add_do_not_contact.customer_id);
  end if;
  begin
    if add_do_not_contact.customer_id is null then
      with made as (
        insert into public.agency_do_not_contact (kind, value, reason, source)
        select kind, value, reason, add_do_not_contact.source from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
    else
      with made as (
        insert into public.do_not_contact (customer_id, kind, value, reason, source, is_from_member)
        select add_do_not_contact.customer_id, kind, value, reason, add_do_not_contact.source, from_member
        from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
      if not from_member then
        perform private.take_over_entries(add_do_not_contact.customer_id, kinds, keys);
      end if;
    end if;
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;
  affected := private.approved_leads_with(add_do_not_contact.customer_id, array(select distinct unnest(keys)));
  return jsonb_build_object(
    'ids', to_jsonb(coalesce(ids, '{}')), 'repeated', coalesce(cardinality(kinds), 0) - coalesce(cardinality(ids), 0), 'errors', errors,
    'touched', affected.touched, 'leads', affected.leads
  );
end $$;
comment on function public.add_do_not_contact is
  'Adds at most 5,000 entries of kind, value and reason, with 500,000 characters in all values, to a list of at most 500,000, removed ones included. One that a member has added and an administrator adds too becomes the administrator''s. Returns the ids of the new ones, the number of those that the list has already, errors with the place of the entry, and how many approved leads the entries apply to (touched, null for too many entries) with the first ten. A dry run does the same and rolls back. For administrators and approvers. Without a customer: the agency-wide list, administrators only.';

create or replace function public.remove_do_not_contact(ids uuid[], customer_id uuid default null, restore boolean default false) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  from_member constant boolean := not private.is_admin();
  earliest constant timestamptz := now() - interval '30 minutes';
  moment constant timestamptz := case when restore then null else now() end;
  amount int;
begin
  perform private.require_cardinality('ids', ids, 5000);
  perform private.require_list(remove_do_not_contact.customer_id);
  perform private.require_approver(remove_do_not_contact.customer_id);
  perform private.lock_entries(remove_do_not_contact.customer_id);
  if remove_do_not_contact.customer_id is null then
    delete from public.agency_do_not_contact entry where entry.removed_at < earliest;
    update public.agency_do_not_contact entry set removed_at = moment
    where entry.id = any (ids) and (entry.removed_at is not null) = restore and entry.kind <> 'erased';
  else
    delete from public.do_not_contact entry where entry.customer_id = remove_do_not_contact.customer_id and entry.removed_at < earliest;
    update public.do_not_contact entry set removed_at = moment
    where entry.customer_id = remove_do_not_contact.customer_id and entry.id = any (ids) and (entry.removed_at is not null) = restore
      and (entry.is_from_member or not from_member);
  end if;
  get diagnostics amount = row_count;
  if restore and amount < cardinality(ids) then
    raise exception 'These entries were removed more than 30 minutes ago, or are back already' using errcode = 'PT409';
  end if;
  return amount;
exception when unique_violation then
  raise exception 'These entries have been added again' using errcode = 'PT409';
end $$;
comment on function public.remove_do_not_contact is
  'Removes entries, at most 5,000, from a list, or restores those that were removed within 30 minutes. Approvers remove what members have added. Returns how many it has removed.';

create or replace function public.waiting_rows(customers uuid[] default null, as_member boolean default false) returns table (
  customer_id uuid, subject text, row_id uuid, reason text, since timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  scope constant uuid[] := private.scope(customers);
  is_agency constant boolean := private.is_admin() and not as_member;
  approver_of constant uuid[] := case when not private.is_admin() then array(select private.my_approval_customer_ids()) end;
begin
  return query
    select customer_id, subject, row_id, 'comment', min(created_at)
    from private.unread_comments(scope, as_member)
    group by customer_id, subject, row_id;
  return query
    select version.customer_id, 'campaigns', campaign_id, version.status, coalesce(decided_at, requested_at)
    from public.campaign_versions version
    join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
    where (scope is null or version.customer_id = any (scope))
      and case
        when not is_agency then
          version.status = 'in_review' and (approver_of is null or version.customer_id = any (approver_of))
        when version.status = 'approved' then
          not on_behalf and launched_at is null and decided_at > now() - interval '90 days' and campaign.status = 'draft'
        else version.status = 'changes_requested'
      end
      and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
    limit most;
end $$;
comment on function public.waiting_rows is
  'The rows that wait for the caller: leads, companies and campaigns with unread comments (comment, see unread_comments), and campaigns by the newest version, at most 1,000: for an approver those in review (in_review), for an administrator those that a member has approved (approved, in the last 90 days, of a draft) or requested changes of (changes_requested). as_member: as a member sees them.';

-- A distributed database gets its policies from npm run distribute: Citus rejects those with sub-selects.
do $$ begin
  if to_regprocedure('private.enter()') is not null then
    return;
  end if;
  drop policy "Members approve their customers' leads" on public.leads;
  drop policy "Members approve their customers' companies" on public.companies;
  drop policy "Members manage their customers' campaigns" on public.campaigns;
  drop policy "Members manage the steps of their customers' campaigns" on public.campaign_steps;
  create policy "Reviewers decide about their customers' leads" on public.leads for update to authenticated
    using (customer_id = any (array(select private.my_customer_ids())))
    with check (customer_id = any (array(select private.my_review_customer_ids())));
  create policy "Reviewers decide about their customers' companies" on public.companies for update to authenticated
    using (customer_id = any (array(select private.my_customer_ids())))
    with check (customer_id = any (array(select private.my_review_customer_ids())));
  create policy "Members see their customers' campaigns" on public.campaigns for select to authenticated
    using (customer_id = any (array(select private.my_customer_ids())));
  create policy "Approvers add campaigns" on public.campaigns for insert to authenticated
    with check (customer_id = any (array(select private.my_approval_customer_ids())));
  create policy "Approvers change their customers' campaigns" on public.campaigns for update to authenticated
    using (customer_id = any (array(select private.my_customer_ids())))
    with check (customer_id = any (array(select private.my_approval_customer_ids())));
  create policy "Approvers delete their customers' campaigns" on public.campaigns for delete to authenticated
    using (customer_id = any (array(select private.my_approval_customer_ids())));
  create policy "Members see the steps of their customers' campaigns" on public.campaign_steps for select to authenticated
    using (customer_id = any (array(select private.my_customer_ids())));
  create policy "Approvers add steps" on public.campaign_steps for insert to authenticated
    with check (customer_id = any (array(select private.my_approval_customer_ids())));
  create policy "Approvers change the steps of their customers' campaigns" on public.campaign_steps for update to authenticated
    using (customer_id = any (array(select private.my_customer_ids())))
    with check (customer_id = any (array(select private.my_approval_customer_ids())));
  create policy "Approvers delete the steps of their customers' campaigns" on public.campaign_steps for delete to authenticated
    using (customer_id = any (array(select private.my_approval_customer_ids())));
end $$;
