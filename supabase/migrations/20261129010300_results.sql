-- Results of a hand-off: a date without a time stays one, uploads are in the order in which they were made, whatever the clock said, and who asked out is
-- suppressed or offered as an entry.

comment on column public.hand_off_results.at is 'When it happened; null if the file has no date.';
comment on column public.hand_off_results.is_day is 'Whether the file has a date without a time: the day of `at` in UTC.';
-- A date without a time was stored as midnight, UTC.
update public.hand_off_results set is_day = true where at = date_trunc('day', at, 'UTC');

alter table public.result_uploads add column number int;
update public.result_uploads upload
set number = numbered.number
from (
  select customer_id, id, row_number() over (partition by customer_id, hand_off_id order by created_at, id) as number from public.result_uploads
) numbered
where numbered.customer_id = upload.customer_id and numbered.id = upload.id;
alter table public.result_uploads alter column number set not null;
comment on column public.result_uploads.number is 'Order of the uploads of a hand-off, from 1. created_at is not: the clock may have been wrong.';
create unique index result_uploads_number_key on public.result_uploads (hand_off_id, number, customer_id);
drop index public.result_uploads_hand_off_idx;

create or replace function private.require_last_upload(upload public.result_uploads) returns void language plpgsql stable set search_path = '' as $$
begin
  if upload.undone_at is not null then
    raise exception 'This upload has been undone' using errcode = 'PT409';
  elsif exists (
    select from public.result_uploads later
    where later.customer_id = upload.customer_id and later.hand_off_id = upload.hand_off_id and later.undone_at is null
      and later.number > upload.number
  ) then
    raise exception 'There is a later upload of results of this hand-off' using errcode = 'PT409';
  end if;
end $$;

-- A statement for each table: a distributed database plans it for one customer.
create function private.removal_requests(customer uuid, places int[], leads uuid[], emails text[], profiles text[]) returns table (
  place int, lead uuid, kind text, contact text, is_given boolean, is_refused boolean, can_be_added boolean, is_listed boolean
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  known_leads uuid[];
  known_emails text[];
  known_profiles text[];
  wanted text[];
  listed text[];
begin
  if coalesce(cardinality(places), 0) = 0 then
    return;
  end if;
  ids := array_remove(leads, null) || array(
    select lead_id from public.handed_off_leads where customer_id = customer and (email_key = any (emails) or linkedin_key = any (profiles))
  ) || array(
    select id from public.leads where customer_id = customer and (email_key = any (emails) or linkedin_key = any (profiles))
  );
  select array_agg(lead_id), array_agg(email_key), array_agg(linkedin_key) into known_leads, known_emails, known_profiles
  from public.handed_off_leads
  where customer_id = customer and lead_id = any (ids);
  select known_leads || array_agg(id), known_emails || array_agg(email_key), known_profiles || array_agg(linkedin_key)
  into known_leads, known_emails, known_profiles
  from public.leads
  where customer_id = customer and id = any (ids);
  wanted := array(select distinct key from unnest(emails || profiles || known_emails || known_profiles) key where key is not null);
  wanted := wanted || array(select unnest(private.parent_domains(domain)) from (select distinct split_part(key, '@', 2) as domain from unnest(wanted) key) used);
  listed := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (wanted))
    || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (wanted));
  return query
    with request as materialized (
      select * from unnest(places, leads, emails, profiles) as given (place, lead, email, profile)
    ), known as materialized (
      select distinct * from unnest(known_leads, known_emails, known_profiles) as found (lead, email, profile)
    ), of_lead as (
      select place, request.lead, known.lead as known from request join known on known.lead = request.lead
      union
      select place, request.lead, known.lead from request join known on known.email = request.email
      union
      select place, request.lead, known.lead from request join known on known.profile = request.profile
    ), contact as (
      select place, lead, kind, contact, bool_or(is_given) as is_given, bool_or(not is_given) as is_of_lead
      from (
        select place, lead, email, profile, true as is_given from request
        union all
        select place, of_lead.lead, email, profile, false from of_lead join known on known.lead = of_lead.known
      ) found
      cross join lateral (values ('email', email), ('linkedin', profile)) each (kind, contact)
      where contact is not null
      group by place, lead, kind, contact
    ), judged as (
      select kind, contact, private.contact_error(kind, contact, null) is not null as is_refused, exists (
        select from unnest(private.parent_domains(split_part(contact, '@', 2)) || contact) key where key = any (listed)
      ) as is_listed
      from (select distinct kind, contact from contact) different
    )
    select
      place, lead, kind, contact, is_given, is_refused,
      is_of_lead or not is_refused or kind = 'linkedin' and contact ~ '^([^/]+\.)?linkedin\.com/sales/(lead|people)/.', is_listed
    from contact
    join judged using (kind, contact);
end $$;
comment on function private.removal_requests is
  'The emails and LinkedIn pages of people who asked not to be contacted, by their place in a file and their lead if it is one of the hand-off: those given, and those of the leads, present or handed off, that have one of these. Whether an address is refused as an entry of do_not_contact, whether it can be added all the same, as that of a lead or a page of Sales Navigator, and whether an entry applies to it already.';

drop function private.suppress_unsubscribed(public.hand_offs, jsonb);
create function private.suppress_contacts(hand_off public.hand_offs, kinds text[], contacts text[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  with made as (
    insert into public.do_not_contact (customer_id, kind, value, reason, source)
    select hand_off.customer_id, kind, contact, 'Unsubscribed via ' || (hand_off.plan -> 'tool' ->> 'name'), 'unsubscribed'
    from (select distinct kind, contact from unnest(kinds, contacts) as listed (kind, contact)) given
    on conflict do nothing
    returning id
  )
  select array_agg(id) into ids from made;
  perform private.take_over_entries(hand_off.customer_id, kinds, array(
    select private.contact_key(kind, contact) from unnest(kinds, contacts) with ordinality as listed (kind, contact, place) order by place
  ));
  return coalesce(ids, '{}');
end $$;
comment on function private.suppress_contacts is
  'Adds who has unsubscribed in a tool to the customer''s do_not_contact, which flags their hand-offs to other tools. Returns the ids of new entries.';

drop function private.results_in_rows(public.hand_offs, json, uuid);
create function private.results_in_rows(
  hand_off public.hand_offs, rows json, upload_id uuid, out unmatched jsonb, out matched int, out results public.hand_off_results[],
  out asked_places int[], out asked_leads uuid[], out asked_emails text[], out asked_profiles text[]
) language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  emails text[];
  profiles text[];
  leads uuid[];
  counts int[];
  known text[];
  audiences jsonb;
begin
  select array_agg(private.index_key(private.text_key(given.email)) order by place), array_agg(private.linkedin_key(given.linkedin) order by place)
  into emails, profiles
  from rows from (json_to_recordset(results_in_rows.rows) as (email text, linkedin text)) with ordinality as given (email, linkedin, place);

  select array_agg(found.lead_id order by place), array_agg(coalesce(found.amount, 0) order by place) into leads, counts
  from generate_series(1, cardinality(emails)) place
  left join (
    select each.place, (array_agg(each.lead_id))[1] as lead_id, count(*) as amount
    from (
      select given.place, stored.lead_id
      from unnest(emails) with ordinality as given (key, place)
      join public.hand_off_rows stored on stored.email_key = given.key
      where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.reason is null
      union
      select given.place, stored.lead_id
      from unnest(profiles) with ordinality as given (key, place)
      join public.hand_off_rows stored on stored.linkedin_key = given.key
      where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.reason is null
    ) each
    group by each.place
  ) found using (place);

  select
    count(*) filter (where counts[place] = 1),
    coalesce(jsonb_agg(jsonb_build_object('place', place - 1, 'reason', case
      when counts[place] > 1 then 'several_leads'
      when coalesce(emails[place], profiles[place]) is null then 'no_key'
      else 'not_handed_off'
    end) order by place) filter (where counts[place] <> 1), '[]')
  into matched, unmatched
  from generate_series(1, cardinality(emails)) place;

  known := array(
    select stored.lead_id || ' ' || stored.kind
    from public.hand_off_results stored
    where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.lead_id = any (leads)
  );
  select jsonb_object_agg(mark.lead_id, mark.audience) into audiences
  from public.handed_off_leads mark
  where mark.customer_id = hand_off.customer_id and mark.hand_off_id = hand_off.id and mark.lead_id = any (leads);

  with reported as materialized (
    select place, leads[place] as lead_id, counts[place] = 1 as is_matched, kind, at
    from rows from (json_to_recordset(results_in_rows.rows) as (results jsonb)) with ordinality as listed (content, place)
    cross join lateral (
      select kind, at from jsonb_each_text(listed.content) as each (kind, at)
      union all
      select 'contacted', null where listed.content ?| '{replied,unsubscribed}' and not listed.content ? 'contacted'
    ) each
  ), dated as (
    select
      lead_id, kind, at ~ '^\d{4}-\d\d-\d\d$' as is_day,
      case when at ~ '^\d{4}-\d\d-\d\d$' then at::timestamp at time zone 'UTC' else at::timestamptz end as at
    from reported
    where is_matched
  ), earliest as (
    -- Of several rows about a lead. A time on a day is more exact than the day.
    select distinct on (lead_id, kind) lead_id, kind, at, coalesce(is_day, false) as is_day
    from dated
    order by lead_id, kind, date_trunc('day', at, 'UTC') nulls last, is_day, at
  )
  select
    (
      select array_agg(row (
        hand_off.customer_id, hand_off.id, lead_id, kind, at, now(), results_in_rows.upload_id, hand_off.plan -> 'tool' ->> 'name',
        hand_off.campaign_id, audiences ->> lead_id::text, is_day
      )::public.hand_off_results)
      from earliest
      where lead_id || ' ' || kind <> all (known)
    ),
    array_agg(place order by place), array_agg(case when is_matched then lead_id end order by place), array_agg(emails[place] order by place),
    array_agg(profiles[place] order by place)
  into results, asked_places, asked_leads, asked_emails, asked_profiles
  from reported
  where kind = 'unsubscribed';
end $$;
comment on function private.results_in_rows is
  'What rows of a tool''s file report of the leads of a hand-off: the rows that match no lead or several, the number of the others, the results that are new, and everybody who has unsubscribed, with the lead if it is one of the hand-off. Who has replied or unsubscribed was contacted.';

create or replace function public.store_hand_off_results(
  customer_id uuid, hand_off_id uuid, upload_id uuid, file_name text, mapping jsonb, rows json, dry_run boolean default false
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  stored public.hand_offs;
  upload public.result_uploads;
  next_number int;
  reported record;
  added record;
  suppressed uuid[];
  asked record;
begin
  perform private.require_length('rows', store_hand_off_results.rows::text, 33554432);
  perform private.require_length('file_name', store_hand_off_results.file_name, 255);
  perform private.require_length('mapping', store_hand_off_results.mapping::text, 100000);
  stored := private.lock_hand_off(store_hand_off_results.customer_id, store_hand_off_results.hand_off_id, 'ready');
  if json_array_length(store_hand_off_results.rows) > most then
    raise exception 'Too many rows: %, at most %', json_array_length(store_hand_off_results.rows), most using errcode = '22023';
  end if;
  select * into reported from private.results_in_rows(stored, store_hand_off_results.rows, store_hand_off_results.upload_id);
  select
    count(*) filter (where kind = 'contacted') as contacted, count(*) filter (where kind = 'replied') as replied,
    count(*) filter (where kind = 'bounced') as bounced, count(*) filter (where kind = 'unsubscribed') as unsubscribed
  into added
  from unnest(reported.results);
  suppressed := array(select lead_id from unnest(reported.results) where kind = 'unsubscribed');
  select
    array_agg(kind) filter (where is_new and can_be_added) as kinds, array_agg(contact) filter (where is_new and can_be_added) as contacts,
    coalesce(jsonb_agg(distinct place - 1) filter (where is_open), '[]') as requests,
    coalesce(jsonb_agg(jsonb_build_object('place', place - 1, 'kind', kind, 'is_added', can_be_added) order by place, kind) filter (
      where is_given and is_refused and (is_new or is_open or not has_entry)
    ), '[]') as refused
  into asked
  from (
    select *, bool_or(can_be_added) over of_place as has_entry, not is_new and bool_or(can_be_added and not is_listed) over of_place as is_open
    from (
      select *, coalesce(lead = any (suppressed), false) as is_new
      from private.removal_requests(
        stored.customer_id, reported.asked_places, reported.asked_leads, reported.asked_emails, reported.asked_profiles
      )
    ) found
    window of_place as (partition by place)
  ) judged;
  if reported.results is not null and not dry_run then
    if asked.kinds is not null then
      perform private.lock_entries(stored.customer_id);
    end if;
    perform private.lock_results(stored.customer_id);
    select coalesce(max(number), 0) + 1 into next_number
    from public.result_uploads
    where result_uploads.customer_id = stored.customer_id and result_uploads.hand_off_id = stored.id;
    insert into public.result_uploads (id, customer_id, hand_off_id, number, tool, file_name, mapping, created_by)
    values (
      store_hand_off_results.upload_id, stored.customer_id, stored.id, next_number, stored.plan -> 'tool' ->> 'name',
      store_hand_off_results.file_name, store_hand_off_results.mapping, auth.uid()
    )
    on conflict do nothing
    returning * into upload;
    if upload.id is not null then
      perform private.record_upload(upload, 'insert');
    end if;
    update public.result_uploads set
      contacted = contacted + added.contacted, replied = replied + added.replied, bounced = bounced + added.bounced,
      unsubscribed = unsubscribed + added.unsubscribed
    where result_uploads.customer_id = stored.customer_id and result_uploads.hand_off_id = stored.id
      and result_uploads.id = store_hand_off_results.upload_id
    returning * into upload;
    if not found then
      raise exception 'This upload is of another hand-off' using errcode = 'PT409';
    end if;
    perform private.require_last_upload(upload);
    insert into public.hand_off_results select * from unnest(reported.results);
    -- The tool has stopped already: nobody has to.
    update public.handed_off_leads mark set flag = null, flagged_at = null
    where mark.customer_id = stored.customer_id and mark.hand_off_id = stored.id and mark.lead_id = any (suppressed) and mark.flag = 'do_not_contact';
    if asked.kinds is not null then
      perform private.suppress_contacts(stored, asked.kinds, asked.contacts);
    end if;
  end if;
  return jsonb_build_object(
    'matched', reported.matched, 'unmatched', reported.unmatched, 'added', to_jsonb(added), 'requests', asked.requests, 'refused', asked.refused
  );
end $$;
comment on function public.store_hand_off_results is
  'Stores what a tool reports of the leads of a ready hand-off, in at most 5,000 rows of email, linkedin and results (contacted, replied, bounced, unsubscribed: a day such as 2026-11-30, a time in ISO format, or null), which match a lead by either key. What is stored already is left as it is. Who has unsubscribed is added to do_not_contact. Returns the number of rows that match, those that do not with the reason (no_key, not_handed_off, several_leads), and the number of new results by kind; the places of others who have unsubscribed and have no entry (requests: see add_removal_requests); and the addresses of both that are no entry by themselves, email or linkedin (refused), each with whether it is added all the same, as that of a lead or a page of Sales Navigator. A dry run stores nothing. Administrators only.';

create function public.add_removal_requests(customer_id uuid, hand_off_id uuid, rows json) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  stored public.hand_offs;
  emails text[];
  profiles text[];
  kinds text[];
  contacts text[];
begin
  perform private.require_length('rows', add_removal_requests.rows::text, 33554432);
  stored := private.lock_hand_off(add_removal_requests.customer_id, add_removal_requests.hand_off_id, 'ready');
  if json_array_length(add_removal_requests.rows) > most then
    raise exception 'Too many rows: %, at most %', json_array_length(add_removal_requests.rows), most using errcode = '22023';
  end if;
  perform private.lock_entries(stored.customer_id);
  select coalesce(array_agg(private.index_key(private.text_key(given.email))), '{}'), coalesce(array_agg(private.linkedin_key(given.linkedin)), '{}')
  into emails, profiles
  from json_to_recordset(add_removal_requests.rows) as given (email text, linkedin text);
  select array_agg(kind), array_agg(contact) into kinds, contacts
  from private.removal_requests(
    stored.customer_id, array(select generate_series(1, cardinality(emails))), array_fill(null::uuid, array[cardinality(emails)]), emails, profiles
  )
  where can_be_added;
  return jsonb_build_object('ids', to_jsonb(private.suppress_contacts(stored, kinds, contacts)));
end $$;
comment on function public.add_removal_requests is
  'Adds to do_not_contact people who have unsubscribed in the tool of a hand-off and are none of its leads: at most 5,000 rows of email and linkedin, which store_hand_off_results has returned as requests. Leads and former ones with one of these addresses are added with all of theirs. Returns the ids of the new entries. Administrators only.';

create or replace function public.undo_hand_off_results(customer_id uuid, upload_id uuid) returns public.result_uploads
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  upload public.result_uploads;
  unsubscribed uuid[];
begin
  perform private.require_admin('Only an administrator can undo an upload of results');
  select * into upload
  from public.result_uploads
  where result_uploads.customer_id = undo_hand_off_results.customer_id and id = undo_hand_off_results.upload_id;
  if not found then
    raise exception 'There is no such upload' using errcode = 'PT404';
  end if;
  perform private.lock_hand_off(upload.customer_id, upload.hand_off_id, 'ready');
  perform private.hold_entries(upload.customer_id);
  select * into upload from public.result_uploads where result_uploads.customer_id = upload.customer_id and id = upload.id;
  perform private.require_last_upload(upload);
  perform private.lock_results(upload.customer_id);
  unsubscribed := array(
    select lead_id
    from public.hand_off_results
    where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id and kind = 'unsubscribed'
  );
  delete from public.hand_off_results
  where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id;
  perform private.flag_marks(upload.customer_id, private.suppressed_hand_offs(upload.customer_id, unsubscribed), 'do_not_contact', '{"",in_review}');
  update public.result_uploads set undone_at = now(), undone_by = auth.uid()
  where result_uploads.customer_id = upload.customer_id and id = upload.id
  returning * into upload;
  perform private.record_upload(upload, 'update');
  return upload;
end $$;
comment on function public.undo_hand_off_results is
  'Deletes the results of an upload, the last one of its hand-off that is not undone. The do_not_contact entries stay, and flag the leads, since the tool may not have stopped. Administrators only.';

revoke all on function
  private.removal_requests, private.suppress_contacts, private.results_in_rows, public.add_removal_requests
  from public, anon, authenticated, service_role;
grant execute on function public.add_removal_requests to authenticated;
