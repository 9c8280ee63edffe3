-- Results that sending tools have reported, requests for removal, and their counts by week.

create table public.result_uploads (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  hand_off_id uuid not null,
  tool text not null,
  file_name text not null check (char_length(file_name) <= 255),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object' and octet_length(mapping::text) <= 100000),
  contacted int not null default 0,
  replied int not null default 0,
  bounced int not null default 0,
  unsubscribed int not null default 0,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  undone_by uuid,
  undone_at timestamptz,
  number int not null,
  unique (id, customer_id),
  constraint result_uploads_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.result_uploads is
  'Files of a tool that sends with results of a hand-off. Written by functions only. A file without a new result has no row.';
comment on column public.result_uploads.tool is 'The name of the tool, by which the next file gets the mapping of the last one.';
comment on column public.result_uploads.mapping is 'The meaning of the file''s columns, and of the values of its status column.';
comment on column public.result_uploads.contacted is 'Number of new results of this kind that the file had.';
comment on column public.result_uploads.undone_at is 'Its results were deleted then. Its do_not_contact entries stay.';
comment on column public.result_uploads.number is 'Order of the uploads of a hand-off, from 1. created_at is not: the clock may have been wrong.';

create index result_uploads_tool_idx on public.result_uploads (tool, created_at desc);
create unique index result_uploads_number_key on public.result_uploads (hand_off_id, number, customer_id);

alter table public.result_uploads
  alter customer_id set statistics 1,
  alter hand_off_id set statistics 1;

create table public.hand_off_results (
  customer_id uuid not null,
  hand_off_id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('contacted', 'replied', 'bounced', 'unsubscribed')),
  at timestamptz constraint hand_off_results_at_range check (private.is_plausible_date(at)),
  reported_at timestamptz not null default now(),
  upload_id uuid not null,
  tool text not null,
  campaign_id uuid not null,
  audience text,
  is_day boolean not null default false,
  primary key (customer_id, hand_off_id, lead_id, kind),
  constraint hand_off_results_hand_off_id_fkey foreign key (hand_off_id, customer_id)
    references public.hand_offs (id, customer_id) on update cascade on delete cascade,
  constraint hand_off_results_upload_id_fkey foreign key (upload_id, customer_id)
    references public.result_uploads (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.hand_off_results is
  'The results that the sending tool has reported of the leads of a hand-off. Written by functions only. Outlives lead and campaign.';
comment on column public.hand_off_results.kind is 'contacted; replied; bounced: the email; unsubscribed.';
comment on column public.hand_off_results.at is 'When it happened; null if the file has no date.';
comment on column public.hand_off_results.audience is 'That of the lead when it was handed off.';
comment on column public.hand_off_results.is_day is 'Whether the file has a date without a time: the day of `at` in UTC.';

create index hand_off_results_lead_idx on public.hand_off_results (lead_id, customer_id);
create index hand_off_results_upload_idx on public.hand_off_results (upload_id, customer_id);

alter table public.hand_off_results
  alter customer_id set statistics 1,
  alter hand_off_id set statistics 1,
  alter campaign_id set statistics 1,
  alter audience set statistics 1;

create table private.result_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  week date,
  campaign_id uuid,
  audience text,
  handed_off bigint not null,
  contacted bigint not null,
  replied bigint not null,
  part text not null check (part in ('total', 'audience', 'campaign')),
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.result_counters is
  'Number of leads that were handed off, contacted and replied, by customer and week, each once for every part: in total, by audience at the hand-off, and by campaign. The sum of the rows, as in lead_counters. A lead that was handed off, contacted or replied several times counts for the first time.';
comment on column private.result_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column private.result_counters.week is
  'Monday of the week, in UTC: of the hand-off, and of each result by its date; without one by that of its upload.';
comment on column private.result_counters.part is 'total; audience; campaign. Campaign and audience are null in the rows of other parts.';

alter table private.result_counters
  alter customer_id set statistics 1,
  alter campaign_id set statistics 1,
  alter audience set statistics 1;

create function private.merge_result_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from private.result_counters
    where customer_id = customer and id = any (array(
      select id from private.result_counters where customer_id = customer for update skip locked
    ))
    returning part, week, campaign_id, audience, handed_off, contacted, replied
  )
  insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
  select customer, part, week, campaign_id, audience, sum(handed_off), sum(contacted), sum(replied)
  from merged
  group by part, week, campaign_id, audience
  having (sum(handed_off), sum(contacted), sum(replied)) <> (0, 0, 0);
end $$;
comment on function private.merge_result_counters is 'Does for hand-offs and their results what merge_lead_counters does for leads.';

-- The transition table is read by itself, as a distributed database needs it.
create function private.update_result_counters() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  changed record;
  repeated uuid[];
  counters jsonb;
  compared public.hand_off_results[];
  added record;
begin
  for changed in
    select customer_id, array_agg(lead_id) as ids, array_agg(distinct hand_off_id) as hand_offs from changed_rows group by customer_id order by customer_id
  loop
    if tg_op = 'DELETE' and not exists (select from public.customers where id = changed.customer_id) then
      delete from private.result_counters where customer_id = changed.customer_id;
      continue;
    end if;
    perform private.lock_results(changed.customer_id);
    repeated := private.repeated_leads(tg_argv[0], changed.customer_id, changed.hand_offs, changed.ids);
    if tg_argv[0] = 'handed_off_leads' then
      select jsonb_agg(to_jsonb(counted)) into counters
      from (
        select
          (array['campaign', 'audience', 'total'])[1 + grouping(campaign_id) + grouping(campaign_id, audience) / 3] as part,
          week, campaign_id, audience, sum(amount) as handed_off, 0 as contacted, 0 as replied
        from (
          select private.week_of(handed_off_at) as week, campaign_id, audience, count(*) as amount
          from changed_rows
          where customer_id = changed.customer_id and lead_id <> all (repeated)
          group by handed_off_at, campaign_id, audience
        ) lead_group
        group by grouping sets ((week), (week, audience), (week, campaign_id))
      ) counted;
      if repeated <> '{}' then
        select array_agg(row (
          customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
        )::public.hand_off_results) into compared
        from changed_rows
        where customer_id = changed.customer_id and lead_id = any (repeated);
      end if;
    else
      select jsonb_agg(to_jsonb(counted)) into counters
      from (
        select
          (array['campaign', 'audience', 'total'])[1 + grouping(campaign_id) + grouping(campaign_id, audience) / 3] as part,
          week, campaign_id, audience, 0 as handed_off, sum(contacted) as contacted, sum(replied) as replied
        from (
          select
            private.week_of(coalesce(at, reported_at)) as week, campaign_id, audience, count(*) filter (where kind = 'contacted') as contacted,
            count(*) filter (where kind = 'replied') as replied
          from changed_rows
          where customer_id = changed.customer_id and lead_id <> all (repeated) and kind = any ('{contacted,replied}')
          group by coalesce(at, reported_at), campaign_id, audience
        ) lead_group
        group by grouping sets ((week), (week, audience), (week, campaign_id))
      ) counted;
      if repeated <> '{}' then
        select array_agg(row (
          customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
        )::public.hand_off_results) into compared
        from changed_rows
        where customer_id = changed.customer_id and lead_id = any (repeated) and kind = any ('{contacted,replied}');
      end if;
    end if;
    for added in
      select * from jsonb_to_recordset(counters)
        as counter (part text, week date, campaign_id uuid, audience text, handed_off int, contacted int, replied int)
    loop
      insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
      values (
        changed.customer_id, added.part, added.week, added.campaign_id, added.audience, direction * added.handed_off, direction * added.contacted,
        direction * added.replied
      );
    end loop;
    if compared is not null then
      perform private.count_results(changed.customer_id, compared, direction);
    end if;
    if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
      perform private.merge_result_counters(changed.customer_id);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_result_counters is
  'Adds the change to result_counters, one of a customer at a time, and merges those of its customers in one statement of 50.';

create function private.rebuild_result_counters() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.handed_off_leads, public.hand_off_results in share mode;
  truncate private.result_counters;
  insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
  select
    customer_id, part, private.week_of(first_at), campaign_id, audience, count(*) filter (where kind = 'handed_off'),
    count(*) filter (where kind = 'contacted'), count(*) filter (where kind = 'replied')
  from (
    select
      customer_id, lead_id, part, kind, case part when 'campaign' then campaign_id end as campaign_id,
      case part when 'audience' then audience end as audience, min(at) as first_at
    from (
      select customer_id, lead_id, campaign_id, audience, 'handed_off' as kind, handed_off_at as at from public.handed_off_leads
      union all
      select customer_id, lead_id, campaign_id, audience, kind, coalesce(at, reported_at)
      from public.hand_off_results
      where kind = any ('{contacted,replied}')
    ) listed
    cross join unnest('{total,audience,campaign}'::text[]) part
    group by 1, 2, 3, 4, 5, 6
  ) first
  group by 1, 2, 3, 4, 5;
end $$;
comment on function private.rebuild_result_counters is 'Counts hand-offs and their results again while nothing can write to them.';

create function private.keep_results() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.hand_off_results stored where stored.customer_id = new.customer_id and stored.hand_off_id = new.id) then
    raise exception 'This hand-off has results: undo their upload first' using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function private.keep_results is 'Keeps a hand-off with results from becoming void.';

create function private.record_upload(upload public.result_uploads, action text) returns void language plpgsql set search_path = '' as $$
declare
  customer text;
begin
  select name into customer from public.customers where id = upload.customer_id;
  insert into public.activity
    (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
  values (
    auth.uid(), private.impersonation_of(upload.customer_id), upload.customer_id, customer, action, 'result_uploads', 1, array[upload.id],
    case when action = 'update' then array['undone_at'] end
  );
end $$;
comment on function private.record_upload is 'Records in the activity that results were uploaded, or that this was undone.';

create function private.require_last_upload(upload public.result_uploads) returns void language plpgsql stable set search_path = '' as $$
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
comment on function private.require_last_upload is 'Raises an error unless an upload is the last one of its hand-off that is not undone.';

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
  select array_agg(private.email_key(given.email) order by place), array_agg(private.linkedin_key(given.linkedin) order by place)
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
    -- Several rows of a file may be about one lead. A time on a day is more exact than the day.
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
  'Returns what rows of a tool''s file report of the leads of a hand-off: the rows that match no lead or several, the number of the others, the results that are new, and everybody who has unsubscribed, with the lead if it is one of the hand-off. Who has replied or unsubscribed was contacted.';

create function public.store_hand_off_results(
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

create function public.undo_hand_off_results(customer_id uuid, upload_id uuid) returns public.result_uploads
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
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
  update public.result_uploads set undone_at = now(), undone_by = caller
  where result_uploads.customer_id = upload.customer_id and id = upload.id
  returning * into upload;
  perform private.record_upload(upload, 'update');
  return upload;
end $$;
comment on function public.undo_hand_off_results is
  'Deletes the results of an upload, the last one of its hand-off that is not undone. The do_not_contact entries stay, and flag the leads, since the tool may not have stopped. Administrators only.';

create function private.lock_results(customer uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.results ' || customer, 0))
$$;
comment on function private.lock_results is
  'Locks the counted hand-offs and results of a customer until the end of the transaction. A function that then writes rows that others write too takes it before.';

create function private.count_results(customer uuid, changed public.hand_off_results[], direction int) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  hand_offs constant uuid[] := array(select distinct hand_off_id from unnest(changed) order by 1);
  hand_off uuid;
  own public.hand_off_results[] := changed;
  uncounted public.hand_off_results[] := '{}';
  stored public.hand_off_results[];
  ids uuid[];
  repeated uuid[];
  change record;
begin
  foreach hand_off in array hand_offs loop
    if cardinality(hand_offs) > 1 then
      own := array(select result from unnest(changed) result where result.hand_off_id = hand_off);
      uncounted := array(select result from unnest(changed) result where result.hand_off_id > hand_off);
    end if;
    ids := array(select distinct lead_id from unnest(own));
    if own[1].kind = 'handed_off' then
      select array_agg(row (
        customer_id, hand_off_id, lead_id, 'handed_off', handed_off_at, handed_off_at, hand_off_id, '', campaign_id, audience, false
      )::public.hand_off_results) into stored
      from public.handed_off_leads
      where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_off;
    else
      select array_agg(row (
        customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience, is_day
      )::public.hand_off_results) into stored
      from public.hand_off_results
      where customer_id = customer and lead_id = any (ids) and hand_off_id <> hand_off and kind = any ('{contacted,replied}');
    end if;
    if direction < 0 then
      stored := stored || uncounted;
    elsif uncounted <> '{}' then
      stored := array(select result from unnest(stored) result where result <> all (uncounted));
    end if;
    repeated := array(select distinct lead_id from unnest(stored));
    for change in
      with reported as materialized (
        select lead_id, kind, campaign_id, audience, private.week_of(coalesce(at, reported_at)) as week from unnest(own)
      ), other as (
        select lead_id, kind, campaign_id, audience, private.week_of(coalesce(at, reported_at)) as week from unnest(stored)
      ), compared as (
        select kind, campaign_id, audience, week, count(*) as amount, null::date as first, null::date as first_of_audience, null::date as first_of_campaign
        from reported
        where lead_id <> all (repeated)
        group by kind, campaign_id, audience, week
        union all
        select
          kind, reported.campaign_id, reported.audience, reported.week, 1, min(other.week),
          min(other.week) filter (where other.audience is not distinct from reported.audience),
          min(other.week) filter (where other.campaign_id = reported.campaign_id)
        from reported
        left join other using (lead_id, kind)
        where lead_id = any (repeated)
        group by lead_id, kind, reported.campaign_id, reported.audience, reported.week
      ), counted as (
        select part, kind, scope.campaign_id, scope.audience, week, amount, known
        from compared
        cross join lateral (values
          ('total', null::uuid, null::text, first), ('audience', null, audience, first_of_audience), ('campaign', campaign_id, null, first_of_campaign)
        ) scope (part, campaign_id, audience, known)
        where known is null or week < known
      ), moved as (
        select part, kind, campaign_id, audience, week, direction * amount as amount from counted
        union all
        select part, kind, campaign_id, audience, known, -direction * amount from counted where known is not null
      ), summed as (
        select
          part, week, campaign_id, audience, coalesce(sum(amount) filter (where kind = 'handed_off'), 0) as handed_off,
          coalesce(sum(amount) filter (where kind = 'contacted'), 0) as contacted, coalesce(sum(amount) filter (where kind = 'replied'), 0) as replied
        from moved
        group by part, week, campaign_id, audience
      )
      select * from summed where (handed_off, contacted, replied) <> (0, 0, 0)
    loop
      insert into private.result_counters (customer_id, part, week, campaign_id, audience, handed_off, contacted, replied)
      values (customer, change.part, change.week, change.campaign_id, change.audience, change.handed_off, change.contacted, change.replied);
    end loop;
  end loop;
end $$;
comment on function private.count_results is
  'Adds inserted rows of hand_off_results (direction 1) or deleted ones (-1) to result_counters, or those of handed_off_leads as rows of kind handed_off, hand-off by hand-off: each counts in the parts in which the lead has no earlier row, instead of the later one.';

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
  select coalesce(array_agg(private.email_key(given.email)), '{}'), coalesce(array_agg(private.linkedin_key(given.linkedin)), '{}')
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

create function public.count_handed_off(customer_id uuid, campaign_id uuid, audiences text[] default null) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_variable
declare
  handed_off uuid[];
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('audiences', audiences::text, 100000);
  handed_off := array(
    select distinct mark.lead_id
    from public.handed_off_leads mark
    where mark.customer_id = count_handed_off.customer_id and mark.hand_off_id = any (array(
      select batch.id
      from public.hand_offs batch
      where batch.customer_id = count_handed_off.customer_id and batch.campaign_id = count_handed_off.campaign_id and batch.state = 'ready'
    ))
  );
  return (
    select count(*)
    from public.leads lead
    where lead.customer_id = count_handed_off.customer_id and lead.id = any (handed_off) and lead.is_approved
      and (audiences is null or coalesce(lead.audience, '') = any (audiences))
  );
end $$;
comment on function public.count_handed_off is
  'How many of the approved leads, of these audiences ('''': without one) or all, have been handed off from a campaign. Counts their ids; a check also finds leads that were imported again. Administrators only.';

create trigger keep_results before update on public.hand_offs
  for each row when (new.state = 'void' and old.state <> 'void') execute function private.keep_results();
create trigger update_result_counters_on_insert after insert on public.handed_off_leads
  referencing new table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_delete after delete on public.handed_off_leads
  referencing old table as changed_rows for each statement execute function private.update_result_counters('handed_off_leads');
create trigger update_result_counters_on_insert after insert on public.hand_off_results
  referencing new table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');
create trigger update_result_counters_on_delete after delete on public.hand_off_results
  referencing old table as changed_rows for each statement execute function private.update_result_counters('hand_off_results');

grant execute on function
  public.store_hand_off_results, public.undo_hand_off_results, public.add_removal_requests, public.count_handed_off
  to authenticated;
