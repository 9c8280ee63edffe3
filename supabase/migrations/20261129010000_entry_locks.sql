-- A lead of a hand-off that becomes ready is compared with the do-not-contact lists. An entry that was written but not yet committed was not found by the
-- hand-off, and did not find the lead either. Now each waits for the other.

create function private.lock_entries(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.entries ' || coalesce(customer::text, 'of the agency'), 0))
$$;
comment on function private.lock_entries is
  'Locks a do-not-contact list for a writer, until the end of the transaction: that of a customer or, for null, the agency-wide one. Waits for the hand-offs that hold it. The lock is one of the coordinator of a distributed database, so that functions take it before they write; the triggers take it for other writers.';

create function private.hold_entries(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock_shared(hashtextextended('leadlight.entries of the agency', 0));
  select pg_advisory_xact_lock_shared(hashtextextended('leadlight.entries ' || customer, 0))
$$;
comment on function private.hold_entries is
  'Keeps the do-not-contact lists of a customer, the agency-wide one first, as they are until the end of the transaction. Hand-offs do not wait for each other.';

-- As before, and it holds the do-not-contact lists. Ids and audiences are in arrays, whose size the planner knows.
create or replace function public.finish_hand_off(customer_id uuid, hand_off_id uuid, files jsonb) returns public.hand_offs
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  stored public.hand_offs;
  ids uuid[];
  read_at timestamptz[];
  found uuid[];
  found_audiences text[];
  marks public.handed_off_leads[];
  removal record;
begin
  perform private.require_length('files', finish_hand_off.files::text, 300000);
  stored := private.lock_hand_off(finish_hand_off.customer_id, finish_hand_off.hand_off_id, 'preparing');
  perform private.hold_entries(stored.customer_id);
  if stored.checked_at is null then
    raise exception 'This hand-off is still being prepared' using errcode = 'PT409';
  elsif private.steps_to_hand_off(stored.customer_id, stored.campaign_id) is distinct from stored.steps then
    raise exception 'The campaign has changed meanwhile' using errcode = 'PT409';
  end if;

  -- Of a change of a lead at the same time, this waits for it, or it waits for this and then finds the lead handed off.
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
    update public.hand_offs set lead_count = stored.lead_count, left_out = stored.left_out, warnings = stored.warnings
    where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
    returning * into stored;
    return stored;
  end if;
  if stored.lead_count = 0 then
    raise exception 'No lead is left to hand off' using errcode = 'check_violation';
  elsif (select sum((file ->> 'rows')::int) from jsonb_array_elements(finish_hand_off.files) file) is distinct from stored.lead_count
    or exists (select from jsonb_array_elements(finish_hand_off.files) file where (file ->> 'sha256' ~ '^[0-9a-f]{64}$') is not true)
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
  set state = 'ready', ready_at = now(), files = finish_hand_off.files
  where hand_offs.customer_id = stored.customer_id and hand_offs.id = stored.id
  returning * into stored;
  perform private.record_hand_off(stored, 'insert');
  return stored;
end $$;

-- As before, and they lock the list before they write, which triggers do too late for two of them that change the same entry.
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

create or replace function private.suppress_unsubscribed(hand_off public.hand_offs, entries jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  leads uuid[];
  kinds text[];
  contents text[];
begin
  perform private.lock_entries(hand_off.customer_id);
  select array_agg(distinct lead), array_agg(kind), array_agg(contact)
  into leads, kinds, contents
  from (
    select distinct (entry ->> 'lead')::uuid as lead, kind, contact
    from jsonb_array_elements(entries) entry
    cross join jsonb_array_elements_text(entry -> 'keys') with ordinality as keys (contact, place)
    cross join lateral (select case when place <= 2 then 'email' else 'linkedin' end as kind) kinds
    where contact is not null and private.contact_error(kind, contact, null) is null
  ) given;
  insert into public.do_not_contact (customer_id, kind, value, reason, source)
  select hand_off.customer_id, kind, contact, 'Unsubscribed via ' || (hand_off.plan -> 'tool' ->> 'name'), 'unsubscribed'
  from (select distinct kind, contact from unnest(kinds, contents) as listed (kind, contact)) given
  on conflict do nothing;
  perform private.take_over_entries(hand_off.customer_id, kinds, array(
    select private.contact_key(kind, contact) from unnest(kinds, contents) with ordinality as listed (kind, contact, place) order by place
  ));
  -- The tool has stopped already: nobody has to.
  update public.handed_off_leads mark set flag = null, flagged_at = null
  where mark.customer_id = hand_off.customer_id and mark.hand_off_id = hand_off.id and mark.lead_id = any (leads)
    and mark.flag = 'do_not_contact' and mark.flagged_at = now();
end $$;

create or replace function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  suppressed uuid[];
  addresses text[];
begin
  if keys is null then
    suppressed := private.suppressed_of(
      customer, array(select lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact')
    );
    addresses := array(
      select unnest(array[email_key, linkedin_key]) from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact'
    );
    addresses := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (addresses))
      || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (addresses));
    update public.handed_off_leads
    set flag = null, flagged_at = null
    where customer_id = customer and flag = 'do_not_contact' and lead_id <> all (suppressed)
      and coalesce(email_key <> all (addresses), true) and coalesce(linkedin_key <> all (addresses), true);
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    update public.handed_off_leads
    set flag = 'do_not_contact', flagged_at = now()
    where customer_id = customer and flag is null
      and (lead_id = any (ids) or email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys));
  end if;
end $$;

create or replace function private.flag_by_entries() returns trigger language plpgsql security definer set search_path = '' as $$
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

create or replace function private.flag_by_agency_entries() returns trigger language plpgsql security definer set search_path = '' as $$
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

revoke all on function private.lock_entries, private.hold_entries from public, anon, authenticated, service_role;
