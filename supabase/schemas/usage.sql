-- How much a customer stores, which limits what can be added.

-- How much text a member may write within an hour: every text counts, also one that replaces another, because former versions of a row stay on the disk
-- for a while. Imports and hand-offs, which administrators write, do not count.
create table private.written_texts (
  customer_id uuid not null,
  user_id uuid not null,
  bytes_left double precision not null,
  counted_at timestamptz not null,
  primary key (user_id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.written_texts is
  'How many bytes of text a user may still write for a customer: 100 MB, refilled within an hour. The customer is the nil UUID for what belongs to none.';

alter table private.written_texts
  alter customer_id set statistics 1;

-- Counted in one row per customer, which a writer locks until its transaction ends: of two at the same time the second counts the first.
create table private.customer_usage (
  customer_id uuid primary key references public.customers on delete cascade,
  campaigns int not null default 0,
  bytes bigint not null default 0
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.customer_usage is
  'How many campaigns a customer has, at most 1,000, and how many bytes its campaigns, versions, suggestions and comments take, at most 500 MB. A comment counts as its text and 200 bytes.';

alter table private.customer_usage
  alter customer_id set statistics 1;

create function private.rebuild_usage() returns void language plpgsql security definer set search_path = '' as $$
declare
  counted record;
  hash text;
  newest bigint;
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
    select octet_length(version.steps::text) into newest
    from public.campaign_versions version
    where version.customer_id = counted.customer_id and version.campaign_id = counted.campaign_id
    order by number desc
    limit 1;
    if counted.bytes = newest then
      hash := private.content_hash(counted.customer_id, counted.campaign_id);
    end if;
    insert into public.campaign_contents (campaign_id, customer_id, steps, bytes, version_bytes, newest_bytes, content_hash)
    values (counted.campaign_id, counted.customer_id, counted.steps, counted.bytes, counted.version_bytes, newest, hash);
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
comment on function private.rebuild_usage is 'Counts the campaigns, steps, versions and comments of all customers again. Needed as rebuild_counters.';

create function private.rebuild_counters() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.leads, public.companies in share mode;
  truncate public.lead_counters, public.company_counters, private.decision_counters;
  insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
  select customer_id, audience, count(*), count(*) filter (where is_approved), count(is_approved)
  from public.leads
  group by customer_id, audience;
  insert into public.company_counters (customer_id, total, approved, reviewed)
  select customer_id, count(*), count(*) filter (where is_approved), count(is_approved)
  from public.companies
  group by customer_id;
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select
    customer_id, private.week_of(decided_at), audience, rejection_reason_id, count(*) filter (where is_approved), count(*) filter (where not is_approved)
  from public.leads
  where is_approved is not null
  group by 1, 2, 3, 4;
  perform private.rebuild_result_counters();
  perform private.rebuild_usage();
end $$;
comment on function private.rebuild_counters is
  'Counts all leads, companies, decisions, hand-offs and results, and the size of all campaigns and comments again. Needed after writes that bypass the triggers, such as a restore of data alone.';

-- Undoing goes on when nothing is left. A small text counts by chance in proportion to its size, so that most writes cost no more than before.
create function private.count_text(customer uuid, bytes bigint) returns void language plpgsql as $$
declare
  most constant float8 := 100000000;
  seconds constant float8 := 3600;
  least_counted constant int := 4000;
  caller uuid;
  moment constant timestamptz := clock_timestamp();
  counted constant bigint := greatest(bytes, least_counted);
  remaining float8;
begin
  if random() * counted >= bytes then
    return;
  end if;
  caller := auth.uid();
  if caller is null
    or 'on' in (current_setting('leadlight.restoring', true), current_setting('leadlight.undoing', true))
  then
    return;
  end if;
  insert into private.written_texts as stored (customer_id, user_id, bytes_left, counted_at)
  values (customer, caller, most - counted, moment)
  on conflict (user_id, customer_id) do update
  set
    bytes_left = least(most, stored.bytes_left + most / seconds * greatest(0, extract(epoch from moment - stored.counted_at)::float8)) - counted,
    counted_at = moment
  returning bytes_left into remaining;
  if remaining < 0 then
    raise exception 'You have added 100 MB of text within an hour. Try again later' using errcode = 'PT429';
  end if;
end $$;
comment on function private.count_text is
  'Counts what the caller writes for a customer: the bytes of each text, and 100 of each row. Raises an error above 100 MB an hour. The service key and the owner have no limit.';

create function private.follow_decisions(decided public.decisions[]) returns void language plpgsql security definer set search_path = '' as $$
declare
  made record;
begin
  if auth.jwt() -> 'app_metadata' ? 'review_link' then
    perform private.count_guest_decisions(count(*)::int) from unnest(decided) where is_approved is distinct from previous_is_approved;
  end if;
  for made in
    select customer_id, is_approved, sum(100 + coalesce(octet_length(rejection_note), 0)) as bytes,
      array_agg(lead_id) filter (where lead_id is not null and is_approved is distinct from previous_is_approved) as ids
    from unnest(decided)
    group by customer_id, is_approved
    order by customer_id
  loop
    perform private.count_text(made.customer_id, made.bytes);
    if made.ids is not null then
      perform private.flag_decided_leads(made.customer_id, made.is_approved, made.ids);
    end if;
  end loop;
end $$;
comment on function private.follow_decisions is
  'Counts new decisions and their notes as text that the caller has written, and those of a guest in the review link, and flags handed-off leads that are not approved any more, until they are. Not a trigger, which would slow down every decision.';

create function private.count_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  added record;
begin
  for added in
    select customer_id, sum(100 + octet_length(value) + coalesce(octet_length(reason), 0)) as bytes from new_entries group by customer_id
  loop
    perform private.count_text(added.customer_id, added.bytes);
  end loop;
  return null;
end $$;
comment on function private.count_entries is 'Counts entries of do_not_contact as text that the caller has written.';

create function private.count_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  row_values constant jsonb := to_jsonb(new);
  customer constant uuid := row_values ->> 'customer_id';
begin
  perform private.count_text(
    coalesce(customer, '00000000-0000-0000-0000-000000000000'), 100 + coalesce(octet_length(row_values ->> tg_argv[0]), 0)
  );
  return null;
end $$;
comment on function private.count_row is 'Counts the column that the trigger names as text that the caller has written.';

create function private.change_usage(customer uuid, more_campaigns int, more_bytes bigint) returns void language plpgsql as $$
declare
  most_campaigns constant int := 1000;
  most_bytes constant bigint := 500000000;
  usage private.customer_usage;
begin
  if more_campaigns > 0 or more_bytes > 0 then
    insert into private.customer_usage as stored (customer_id, campaigns, bytes)
    values (customer, more_campaigns, more_bytes)
    on conflict (customer_id) do update set campaigns = stored.campaigns + excluded.campaigns, bytes = stored.bytes + excluded.bytes
    returning * into usage;
  elsif more_campaigns < 0 or more_bytes < 0 then
    update private.customer_usage set campaigns = campaigns + more_campaigns, bytes = bytes + more_bytes where customer_id = customer;
  end if;
  if current_setting('leadlight.restoring', true) = 'on' then
    return;
  elsif more_campaigns > 0 and usage.campaigns > most_campaigns then
    raise exception 'A customer can have at most % campaigns. Delete some first', most_campaigns using errcode = 'check_violation';
  elsif more_bytes > 0 and usage.bytes > most_bytes then
    raise exception 'The campaigns, versions and comments of a customer can have at most 500 MB of text. Delete some first'
      using errcode = 'check_violation';
  end if;
end $$;
comment on function private.change_usage is
  'Adds to what is counted of a customer. Raises an error if that is then above a limit, which a restored row may exceed.';

create function private.count_campaigns() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, count(*)::int as campaigns, sum(100 + octet_length(name)) as bytes
      from new_campaigns group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, changed.campaigns, 0);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  elsif tg_op = 'UPDATE' then
    for changed in
      select customer_id, sum(campaigns)::int as campaigns, sum(bytes) as bytes
      from (
        select customer_id, 1 as campaigns, 100 + octet_length(name) as bytes from new_campaigns
        union all
        select customer_id, -1, 0 from old_campaigns
      ) counted
      group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, changed.campaigns, 0);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  else
    for changed in select customer_id, count(*)::int as campaigns from old_campaigns group by customer_id order by customer_id loop
      perform private.change_usage(changed.customer_id, -changed.campaigns, 0);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_campaigns is 'Counts the campaigns of each customer, and their names as text that the caller has written.';

create function private.count_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then
    for changed in
      select customer_id, sum(200 + octet_length(body)) as bytes from new_comments group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, changed.bytes);
      perform private.count_text(changed.customer_id, changed.bytes);
    end loop;
  elsif tg_op = 'UPDATE' then
    for changed in
      select customer_id, sum(bytes) as bytes
      from (
        select customer_id, 200 + octet_length(body) as bytes from new_comments
        union all
        select customer_id, -200 - octet_length(body) from old_comments
      ) counted
      group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, changed.bytes);
    end loop;
  else
    for changed in
      select customer_id, sum(200 + octet_length(body)) as bytes from old_comments group by customer_id order by customer_id
    loop
      perform private.change_usage(changed.customer_id, 0, -changed.bytes);
    end loop;
  end if;
  return null;
end $$;
comment on function private.count_comments is
  'Counts the bytes of the comments of each customer, and added ones as text that the caller has written.';

create trigger count_name after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name) execute function private.count_row('full_name');
create trigger count_campaigns_on_insert after insert on public.campaigns
  referencing new table as new_campaigns for each statement execute function private.count_campaigns();
create trigger count_campaigns_on_update after update on public.campaigns
  referencing old table as old_campaigns new table as new_campaigns
  for each statement when (pg_trigger_depth() = 0) execute function private.count_campaigns();
create trigger count_campaigns_on_delete after delete on public.campaigns
  referencing old table as old_campaigns for each statement execute function private.count_campaigns();
create trigger count_comments_on_insert after insert on public.comments
  referencing new table as new_comments for each statement execute function private.count_comments();
create trigger count_comments_on_update after update on public.comments
  referencing old table as old_comments new table as new_comments for each statement execute function private.count_comments();
create trigger count_comments_on_delete after delete on public.comments
  referencing old table as old_comments for each statement execute function private.count_comments();
create trigger count_keys after insert or update on public.list_columns for each row execute function private.count_row('keys');
create trigger count_entries after insert on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.count_entries();
