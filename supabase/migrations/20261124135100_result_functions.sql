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
      and later.created_at > upload.created_at
  ) then
    raise exception 'There is a later upload of results of this hand-off' using errcode = 'PT409';
  end if;
end $$;
comment on function private.require_last_upload is 'Raises an error unless an upload is the last one of its hand-off that is not undone.';

create function private.results_in_rows(hand_off public.hand_offs, rows json, upload_id uuid, out unmatched jsonb, out matched int, out results public.hand_off_results[], out entries jsonb)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  emails text[];
  profiles text[];
  leads uuid[];
  counts int[];
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

  -- The earliest of several rows about a lead.
  with given as materialized (
    select distinct on (leads[place], reported.kind)
      leads[place] as lead_id, reported.kind, reported.at::timestamptz as at, emails[place] as email_key, profiles[place] as linkedin_key
    from rows from (json_to_recordset(results_in_rows.rows) as (results jsonb)) with ordinality as listed (content, place)
    cross join lateral jsonb_each_text(listed.content) as reported (kind, at)
    where counts[place] = 1
    order by leads[place], reported.kind, reported.at::timestamptz nulls last
  )
  select
    array_agg(row (
      hand_off.customer_id, hand_off.id, given.lead_id, given.kind, given.at, now(), results_in_rows.upload_id,
      hand_off.plan -> 'tool' ->> 'name', hand_off.campaign_id, mark.audience
    )::public.hand_off_results),
    jsonb_agg(jsonb_build_object('lead', given.lead_id, 'keys', array[given.email_key, mark.email_key, given.linkedin_key, mark.linkedin_key]))
      filter (where given.kind = 'unsubscribed')
  into results, entries
  from given
  left join public.handed_off_leads mark
    on mark.customer_id = hand_off.customer_id and mark.campaign_id = hand_off.campaign_id and mark.lead_id = given.lead_id
  where not exists (
    select from public.hand_off_results stored
    where stored.customer_id = hand_off.customer_id and stored.hand_off_id = hand_off.id and stored.lead_id = given.lead_id
      and stored.kind = given.kind
  );
end $$;
comment on function private.results_in_rows is
  'What rows of a tool''s file report of the leads of a hand-off: the rows that match no lead or several, the number of the others, the results that are new, and the keys of those who have unsubscribed.';

create function private.suppress_unsubscribed(hand_off public.hand_offs, entries jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  leads uuid[];
  kinds text[];
  contents text[];
begin
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
comment on function private.suppress_unsubscribed is 'Adds who has unsubscribed in a tool to the customer''s do_not_contact, which flags their other hand-offs.';

create function public.store_hand_off_results(
  customer_id uuid, hand_off_id uuid, upload_id uuid, file_name text, mapping jsonb, rows json, dry_run boolean default false
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  stored public.hand_offs;
  upload public.result_uploads;
  reported record;
  added record;
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
  if reported.results is not null and not dry_run then
    insert into public.result_uploads (id, customer_id, hand_off_id, tool, file_name, mapping, created_by)
    values (
      store_hand_off_results.upload_id, stored.customer_id, stored.id, stored.plan -> 'tool' ->> 'name', store_hand_off_results.file_name,
      store_hand_off_results.mapping, auth.uid()
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
    if reported.entries is not null then
      perform private.suppress_unsubscribed(stored, reported.entries);
    end if;
  end if;
  return jsonb_build_object('matched', reported.matched, 'unmatched', reported.unmatched, 'added', to_jsonb(added));
end $$;
comment on function public.store_hand_off_results is
  'Stores what a tool reports of the leads of a ready hand-off, in at most 5,000 rows of email, linkedin and results (contacted, replied, bounced, unsubscribed: a date or null), which match a lead by either key. What is stored already is left as it is. Who has unsubscribed is added to do_not_contact. Returns the number of rows that match, those that do not with the reason (no_key, not_handed_off, several_leads), and the number of new results by kind. A dry run stores nothing. Administrators only.';

create function public.undo_hand_off_results(customer_id uuid, upload_id uuid) returns public.result_uploads
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  upload public.result_uploads;
begin
  perform private.require_admin('Only an administrator can undo an upload of results');
  select * into upload
  from public.result_uploads
  where result_uploads.customer_id = undo_hand_off_results.customer_id and id = undo_hand_off_results.upload_id;
  if not found then
    raise exception 'There is no such upload' using errcode = 'PT404';
  end if;
  perform private.lock_hand_off(upload.customer_id, upload.hand_off_id, 'ready');
  select * into upload from public.result_uploads where result_uploads.customer_id = upload.customer_id and id = upload.id;
  perform private.require_last_upload(upload);
  delete from public.hand_off_results
  where hand_off_results.customer_id = upload.customer_id and hand_off_results.upload_id = upload.id;
  update public.result_uploads set undone_at = now(), undone_by = auth.uid()
  where result_uploads.customer_id = upload.customer_id and id = upload.id
  returning * into upload;
  perform private.record_upload(upload, 'update');
  return upload;
end $$;
comment on function public.undo_hand_off_results is
  'Deletes the results of an upload, the last one of its hand-off that is not undone. The do_not_contact entries stay. Administrators only.';

-- As before, and with the results that tools have reported of the lead.
create or replace function public.lead_history(lead uuid) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, is_certain boolean
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.leads;
  reported jsonb;
begin
  perform private.require_admin('Only an administrator can see the activity');
  select * into stored from public.leads where leads.id = lead;
  select jsonb_agg(to_jsonb(uploaded)) into reported
  from (
    select upload.id, upload.created_at, upload.created_by, upload.tool, jsonb_agg(result.kind) as kinds
    from public.hand_off_results result
    join public.result_uploads upload on upload.customer_id = result.customer_id and upload.id = result.upload_id
    where result.customer_id = stored.customer_id and result.lead_id = stored.id
    group by upload.id, upload.created_at, upload.created_by, upload.tool
  ) uploaded;
  return query
    select * from private.row_history('leads', lead, stored.customer_id, stored.created_at, stored.import_id)
    union all
    select
      entry.id, entry.created_at, entry.created_by, creator.full_name, creator.email, false, stored.customer_id, owner.name, 'insert',
      'hand_off_results', 1, entry.tool, null, jsonb_build_object('kinds', entry.kinds), true
    from jsonb_to_recordset(reported) as entry (id uuid, created_at timestamptz, created_by uuid, tool text, kinds jsonb)
    join public.customers owner on owner.id = stored.customer_id
    left join public.profiles creator on creator.id = entry.created_by
    order by 2 desc
    limit 100;
end $$;
comment on function public.lead_history is 'The last 100 changes of a lead, newest first, and the results that tools have reported of it. A change of more than 1,000 leads stores no ids, so it may not concern this lead: is_certain is false.';

revoke all on function
  private.record_upload, private.require_last_upload, private.results_in_rows, private.suppress_unsubscribed, public.store_hand_off_results,
  public.undo_hand_off_results
  from public, anon, authenticated, service_role;
grant execute on function public.store_hand_off_results, public.undo_hand_off_results to authenticated;
