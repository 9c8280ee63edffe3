drop trigger record_delete on public.customers;
drop trigger record_delete on public.user_roles;
drop trigger record_insert on public.customers;
drop trigger record_insert on public.rejection_reasons;
drop trigger record_insert on public.user_roles;
drop trigger record_update on public.campaign_steps;
drop trigger record_update on public.campaigns;
drop trigger record_update on public.customer_users;
drop trigger record_update on public.customers;
drop trigger record_update on public.invitations;
drop trigger record_update on public.rejection_reasons;
drop trigger record_update on public.user_roles;

create or replace function public.approve_rest(subject text) returns table (id uuid) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  max_rows constant int := 500;
  link record;
  pending text;
  unlisted text;
begin
  if subject not in ('leads', 'companies') or subject is null then
    raise exception 'Unknown subject: %', left(subject, 100) using errcode = '22023';
  end if;
  -- Revoking waits for the end of this transaction, or has ended the link.
  perform from public.review_links where id = auth.uid() for no key update;
  select * into link from private.guest_link();
  if link.id is null or subject = 'companies' and link.audience is not null then
    return;
  end if;
  pending := concat_ws(
    ' and ', format('customer_id = %L', link.customer_id), 'is_approved is null', 'audience = ' || quote_literal(link.audience)
  );
  unlisted := case subject when 'leads' then ' and not ' || private.suppressed_condition(array[link.customer_id]) end;
  return query execute format(
    'update public.%1$I set is_approved = true
     where %2$s and id = any (array(select id from public.%1$I where %2$s%3$s order by created_at desc, id desc limit %4$s))
     returning id',
    subject, pending, unlisted, max_rows
  );
end $$;

create or replace function private.lock_live_links(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  max_links constant int := 200;
begin
  perform pg_advisory_xact_lock(hashtextextended('review links of ' || customer, 0));
  if (select count(*) from public.review_links where customer_id = customer and revoked_at is null and expires_at > now()) >= max_links then
    raise exception 'There are already % review links: revoke one first', max_links using errcode = 'PT409';
  end if;
end $$;

create or replace function public.ask_for_colleague(email text, note text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  max_requests constant int := 20;
  address text;
  link record;
  added uuid;
begin
  perform private.require_length('email', ask_for_colleague.email, 255);
  perform private.require_length('note', ask_for_colleague.note, 500);
  address := lower(private.trimmed(ask_for_colleague.email));
  -- Requests are counted one after the other, and revoking waits for the end of this transaction, or has ended the link.
  perform from public.review_links where id = auth.uid() for no key update;
  select * into link from private.guest_link();
  if link.id is null then
    raise exception 'Only a guest of a review link can ask to add a colleague' using errcode = 'PT403';
  elsif address = link.email then
    raise exception 'This is your own email address' using errcode = 'check_violation';
  elsif (select count(*) from public.colleague_requests asked where asked.link_id = link.id and asked.status = 'asked') >= max_requests then
    raise exception 'You have already asked to add % colleagues: wait for an answer', max_requests using errcode = 'PT409';
  end if;
  insert into public.colleague_requests (customer_id, link_id, email, note)
  values (link.customer_id, link.id, address, nullif(private.plain_name(ask_for_colleague.note), ''))
  on conflict on constraint colleague_requests_link_id_email_key do nothing
  returning id into added;
  if added is null then
    raise exception 'You have already asked to add this colleague' using errcode = 'PT409';
  end if;
  perform private.count_text(link.customer_id, 200 + octet_length(coalesce(ask_for_colleague.note, '')));
  return added;
end $$;

-- The try is counted before the code is compared. The lock of the row makes tries at once count one after the other.
create or replace function public.redeem_review_code(token text, code text, client text) returns table (status int, wait_seconds int, link_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  max_tries constant int := 5;
  link public.review_links;
  counted private.review_codes;
begin
  perform private.require_length('token', token, 200);
  perform private.require_length('code', code, 20);
  perform private.require_length('client', client, 200);
  select * into link from public.review_links stored where stored.token = redeem_review_code.token;
  status := private.link_status(link.id);
  wait_seconds := 0;
  if status = 200 then
    wait_seconds := private.take_attempt('tries by ' || client, 120, '1 hour');
    status := case when wait_seconds = 0 then 200 else 429 end;
  end if;
  if status = 200 then
    update private.review_codes stored
    set tries = stored.tries + 1
    where stored.link_id = link.id and stored.expires_at > clock_timestamp() and stored.tries < max_tries
    returning * into counted;
    if counted.hash = sha256(counted.salt || convert_to(code, 'UTF8')) then
      delete from private.review_codes stored where stored.link_id = link.id;
      link_id := link.id;
    else
      status := 400;
    end if;
  end if;
  return next;
end $$;

-- The plan for one row also has to serve a million rows, so old and new rows are never joined by a nested loop. Without nested loops a plan looks so
-- expensive to PostgreSQL that it would be compiled, for longer than it runs.
create or replace function private.record_updates() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  subject constant text := tg_argv[0];
  key constant text := case subject when 'user_roles' then 'user_id' else 'id' end;
  recorded constant text[] := tg_argv[1];
  with_values constant text[] := tg_argv[2];
  change record;
begin
  for change in
    select
      customer_id, customer_name, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
    from (
      select
        (new_row ->> key)::uuid as id,
        (new_row ->> case subject when 'customers' then 'id' else 'customer_id' end)::uuid as customer_id,
        case subject when 'customers' then new_row ->> 'name' end as customer_name,
        array(select name from unnest(recorded) name where new_row -> name <> old_row -> name) as changed_columns,
        (select jsonb_object_agg(name, new_row -> name) from unnest(with_values) name where new_row -> name <> old_row -> name) as new_values
      from (select to_jsonb(n) as new_row from new_rows n) changed
      join (select to_jsonb(o) as old_row from old_rows o) former on new_row ->> key = old_row ->> key
    ) compared
    where changed_columns <> '{}'
    group by customer_id, customer_name, changed_columns, new_values
  loop
    perform private.record_change(
      change.customer_id, 'update', subject, change.row_count, change.row_ids, change.changed_columns, change.new_values, change.customer_name
    );
  end loop;
  return null;
end $$;

create or replace function private.record_customers() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select id, name from changed_rows loop
    perform private.record_change(change.id, lower(tg_op), 'customers', 1, array[change.id], null, null, change.name);
  end loop;
  return null;
end $$;

create or replace function private.record_user_roles() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in
    select role, count(*) as row_count, case when count(*) <= 1000 then array_agg(user_id) end as row_ids from changed_rows group by role
  loop
    perform private.record_change(
      null, lower(tg_op), 'user_roles', change.row_count, change.row_ids, null, jsonb_build_object('role', change.role)
    );
  end loop;
  return null;
end $$;

create or replace function private.record_rejection_reasons() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids from changed_rows having count(*) > 0 loop
    perform private.record_change(null, 'insert', 'rejection_reasons', change.row_count, change.row_ids);
  end loop;
  return null;
end $$;

create or replace function private.due_reviews(moment timestamptz, address text default null) returns table (
  email text, customer_id uuid, customer_name text, is_approver boolean, audience text, token text, review_by date, day date, is_daytime boolean
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  -- All days that are due anywhere, of which each time zone has its own.
  first constant date := (moment at time zone 'UTC')::date - 1;
  last constant date := first + 6;
  accounts constant uuid[] := case when address is not null then array(select id from public.profiles where lower(email) = address) end;
  customers uuid[] := array(
    select id from public.customers where review_by between first and last
    union
    select customer_id from public.review_links where review_by between first and last
  );
begin
  if address is not null then
    customers := array(
      select customer_id from public.customer_users where user_id = any (accounts) and customer_id = any (customers)
      union
      select customer_id from public.review_links link where link.email = address and customer_id = any (customers)
    );
  end if;
  return query
    with zoned as materialized (
      select id, name, customer.review_by, reminds_on_weekends, private.known_time_zone(time_zone) as zone
      from public.customers customer
      where id = any (customers) and is_active
    ), customer_day as materialized (
      select
        zoned.id, zoned.name, zoned.review_by, zoned.zone, here.moment::date as day,
        -- On Fridays also the two days that would be reminded of at the weekend.
        here.moment::date + case when extract(isodow from here.moment) = 5 and not reminds_on_weekends then 4 else 2 end as last_day,
        here.moment::time >= '09:00' and here.moment::time < '18:00' as is_daytime
      from zoned
      cross join lateral (select moment at time zone zoned.zone as moment) here
      where extract(isodow from here.moment) < 6 or reminds_on_weekends
    ), asked as materialized (
      select
        lower(account.email) as email, customer_day.id as customer_id, customer_day.name, member.role = 'approver' as is_approver, null as audience, null as token,
        customer_day.review_by, customer_day.day, customer_day.is_daytime
      from customer_day
      join public.customer_users member on member.customer_id = customer_day.id
      join auth.users account on account.id = member.user_id
      where customer_day.review_by between customer_day.day and customer_day.last_day and (address is not null or customer_day.is_daytime)
        and (accounts is null or member.user_id = any (accounts)) and member.is_active and member.role <> 'viewer'
        and account.deleted_at is null and (account.banned_until is null or account.banned_until <= moment)
        and account.email_confirmed_at is not null and private.is_email(account.email)
        and exists (select from public.user_roles own where own.user_id = member.user_id and own.role = 'customer')
      union all
      select
        link.email, customer_day.id, customer_day.name, link.with_campaigns and link.role = 'approver', link.audience, link.token,
        coalesce(link.review_by, customer_day.review_by), customer_day.day, customer_day.is_daytime
      from customer_day
      join public.review_links link on link.customer_id = customer_day.id
      where coalesce(link.review_by, customer_day.review_by) between customer_day.day and customer_day.last_day and (address is not null or customer_day.is_daytime)
        and (address is null or link.email = address) and link.revoked_at is null and link.expires_at > moment
        and (coalesce(link.mailed_at, link.created_at) at time zone customer_day.zone)::date < customer_day.day
    )
    select
      asked.email, asked.customer_id, asked.name, asked.is_approver, asked.audience, asked.token, asked.review_by, asked.day, asked.is_daytime
    from (
      select
        *, bool_or(token is null) over own as is_reviewing_member, bool_or(token is null and is_approver) over own as is_approving_member
      from asked
      window own as (partition by email, customer_id)
    ) asked
    where token is null or not is_approving_member and (is_approver or not is_reviewing_member);
end $$;

create or replace function private.digest_groups(
  customers uuid[], reviewer_of uuid[], approver_of uuid[], agency uuid[], is_agency boolean, since timestamptz
) returns json language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- One more than is shown, to say that there are more.
  max_lines constant int := 21;
  max_counted constant int := 1000;
  recent constant timestamptz := now() - interval '30 days';
  decided json;
  to_review json;
  reviews json;
  comments json;
  failed json;
begin
  with pending as materialized (
    select counter.customer_id, waiting.amount as leads, 0 as companies
    from (select distinct customer_id from public.lead_counters where customer_id = any (reviewer_of)) counter
    cross join lateral (
      select count(*) as amount from (
        select id from public.leads lead
        where lead.customer_id = counter.customer_id and is_approved is null and (is_agency or created_at > since)
        limit max_counted
      ) first
    ) waiting
  ), pending_companies as materialized (
    select counter.customer_id, 0 as leads, waiting.amount as companies
    from (select distinct customer_id from public.company_counters where customer_id = any (reviewer_of)) counter
    cross join lateral (
      select count(*) as amount from (
        select id from public.companies company
        where company.customer_id = counter.customer_id and is_approved is null and (is_agency or created_at > since)
        limit max_counted
      ) first
    ) waiting
  ), together as (
    select customer_id, sum(leads) as leads, sum(companies) as companies
    from (select * from pending union all select * from pending_companies) one
    group by customer_id
  )
  select json_agg(line) into to_review from (
    select customer.name as customer, leads, companies
    from together join public.customers customer on customer.id = together.customer_id
    where leads + companies > 0
    order by leads + companies desc, customer.name
    limit max_lines
  ) line;

  with written as materialized (
    select customer_id, count(*) as amount
    from public.comments comment
    where customer_id = any (customers) and deleted_at is null and created_at > since
      and not is_internal and (author_id = any (agency)) <> is_agency
    group by customer_id
  )
  select json_agg(line) into comments from (
    select customer.name as customer, amount as comments
    from written join public.customers customer on customer.id = written.customer_id
    order by amount desc, customer.name
    limit max_lines
  ) line;

  with found as materialized (
    select version.customer_id, campaign.name as campaign, version.number, version.status, coalesce(version.decided_at, version.requested_at) as at
    from public.campaign_versions version
    join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
    where version.customer_id = any (approver_of)
      and case when is_agency then version.status in ('approved', 'changes_requested') and version.decided_at > since
        else version.status = 'in_review' and version.number = (
          select max(number) from public.campaign_versions other
          where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
        ) end
    order by at desc
    limit max_lines
  )
  select json_agg(line) into reviews from (
    select customer.name as customer, campaign, number, status
    from found join public.customers customer on customer.id = found.customer_id
    order by at desc
  ) line;

  if is_agency then
    with final as materialized (
      select customer_id, count(*) filter (where is_approved) as approved, count(*) filter (where not is_approved) as rejected
      from (
        select distinct on (customer_id, coalesce(lead_id, company_id)) customer_id, is_approved
        from public.decisions
        where customer_id = any (customers) and decided_at > since
        order by customer_id, coalesce(lead_id, company_id), decided_at desc
      ) newest
      group by customer_id
    )
    select json_agg(line) into decided from (
      select customer.name as customer, approved, rejected
      from final join public.customers customer on customer.id = final.customer_id
      where approved + rejected > 0
      order by approved + rejected desc, customer.name
      limit max_lines
    ) line;

    with stuck as materialized (
      select customer_id, campaign_name, created_at
      from public.hand_offs
      where customer_id = any (customers) and state = 'preparing' and failure is not null and created_at > recent
      order by created_at desc
      limit max_lines
    )
    select json_agg(line) into failed from (
      select customer.name as customer, campaign_name as campaign
      from stuck join public.customers customer on customer.id = stuck.customer_id
      order by stuck.created_at desc
    ) line;
  end if;

  return json_build_object('decided', decided, 'to_review', to_review, 'reviews', reviews, 'comments', comments, 'failed', failed);
end $$;

create or replace function private.reminder_of_delivery(delivery uuid, moment timestamptz default now()) returns json language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- One more than is shown, to say that there are more.
  max_lines constant int := 21;
  max_counted constant int := 1000;
  reader record;
  review record;
  waiting record;
  companies bigint;
  campaigns bigint;
  lines json[] := '{}';
begin
  select stored.email, address.unsubscribe_token into reader
  from private.deliveries stored
  join private.mail_addresses address using (email)
  where stored.id = delivery and stored.kind = 'reminder' and address.reminders;
  if not found or not exists (select from private.due_reviews(moment, reader.email) due where due.is_daytime) then
    return null;
  end if;
  for review in
    select * from private.due_reviews(moment, reader.email) due order by due.review_by, due.customer_name, due.audience, due.token
  loop
    exit when cardinality(lines) = max_lines;
    select
      count(*) as leads,
      case when count(*) < max_counted and count(audience) = count(*) and min(audience) = max(audience) then min(audience) end as audience
    into waiting
    from (
      select lead.audience from public.leads lead
      where lead.customer_id = review.customer_id and lead.is_approved is null and (review.audience is null or lead.audience = review.audience)
      limit max_counted
    ) counted;
    companies := 0;
    if review.audience is null then
      select count(*) into companies
      from (
        select id from public.companies company where company.customer_id = review.customer_id and company.is_approved is null limit max_counted
      ) counted;
    end if;
    campaigns := 0;
    if review.is_approver then
      select count(*) into campaigns
      from (
        select id from public.campaign_versions version
        where version.customer_id = review.customer_id and version.status = 'in_review' and version.number = (
          select max(number) from public.campaign_versions other
          where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
        )
        limit max_counted
      ) counted;
    end if;
    if waiting.leads + companies + campaigns > 0 then
      lines := lines || json_build_object(
        'customer', review.customer_name, 'review_by', review.review_by, 'is_today', review.review_by = review.day, 'link', review.token,
        'audience', coalesce(review.audience, waiting.audience), 'leads', waiting.leads, 'companies', companies, 'campaigns', campaigns
      );
    end if;
  end loop;
  if cardinality(lines) = 0 then
    return null;
  end if;
  return json_build_object('email', reader.email, 'token', reader.unsubscribe_token, 'lines', array_to_json(lines));
end $$;

create or replace function public.read_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
declare
  delivery_kind constant text := (select kind from private.deliveries where id = read_delivery.delivery);
  content constant json := case delivery_kind
    when 'digest' then private.digest_of_delivery(read_delivery.delivery)
    when 'reminder' then private.reminder_of_delivery(read_delivery.delivery)
    when 'comments' then private.comments_of_delivery(read_delivery.delivery)
    when 'news' then private.news_of_delivery(read_delivery.delivery)
  end;
begin
  return case when content is not null then json_build_object('kind', delivery_kind, 'content', content) end;
end $$;

-- A statement of a trigger in a distributed database reads the changed rows or other tables, not both.
create or replace function private.record_comment_events() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  event record;
  step_campaigns uuid[];
begin
  if current_setting('leadlight.restoring', true) = 'on' then
    return null;
  end if;
  for event in
    select
      customer_id, author_id, is_internal, count(*)::int as amount, (array_agg(id order by created_at desc))[1:1000] as row_ids,
      coalesce(array_agg(distinct campaign_id) filter (where campaign_id is not null), '{}') as campaign_ids,
      array_agg(distinct step_id) filter (where step_id is not null) as step_ids
    from new_rows
    group by customer_id, author_id, is_internal
  loop
    step_campaigns := '{}';
    if event.step_ids is not null then
      select coalesce(array_agg(distinct step.campaign_id), '{}') into step_campaigns
      from public.campaign_steps step
      where step.customer_id = event.customer_id and step.id = any (event.step_ids);
    end if;
    insert into private.events (customer_id, kind, actor_id, is_internal, amount, row_ids, campaign_ids)
    values (event.customer_id, 'comment', event.author_id, event.is_internal, event.amount, event.row_ids, event.campaign_ids || step_campaigns);
  end loop;
  return null;
end $$;

create or replace function private.queue_events(domain text) returns int language plpgsql set search_path = '' as $$
declare
  max_events constant int := 10000;
  agency constant uuid[] := array(select user_id from public.user_roles where role = 'admin');
  moment constant timestamptz := clock_timestamp();
  taken uuid[];
  happened json;
  announced json;
  queued int;
  told int;
begin
  -- Those of the future are from a clock that was wrong.
  taken := array(
    select id from private.events where created_at < now() - interval '30 days' or created_at > now() + interval '1 day' limit max_events
  );
  delete from private.events where id = any (taken);
  taken := array(select id from private.events where handled_at is null order by created_at limit max_events);
  update private.events set handled_at = moment where id = any (taken);

  -- Without a materialized part, rows of a distributed database come as JSON without the names of their columns.
  with event as materialized (
    select customer_id, actor_id = any (agency) as is_agency, campaign_ids, min(created_at) as first_at
    from private.events
    where id = any (taken) and kind in ('comment', 'suggestion') and actor_id is not null and not is_internal
    group by 1, 2, 3
  )
  select json_agg(event) into happened from event;
  with event as materialized (
    select recent.*
    from json_to_recordset(happened) as recent (customer_id uuid, is_agency boolean, campaign_ids uuid[], first_at timestamptz)
    join public.customers customer on customer.id = recent.customer_id and customer.is_active
  ), reader as (
    select admin.user_id, event.first_at
    from unnest(agency) as admin (user_id) cross join (select min(first_at) as first_at from event where not is_agency) event
    where event.first_at is not null
    union all
    select member.user_id, min(event.first_at)
    from event
    join public.customer_users member on member.customer_id = event.customer_id and member.is_active
    where event.is_agency and member.user_id <> all (agency)
    group by member.user_id
  ), discussed as (
    select event.customer_id, campaign.id as campaign_id, min(event.first_at) as first_at
    from event cross join unnest(event.campaign_ids) as campaign (id)
    where event.is_agency
    group by 1, 2
  ), guest as materialized (
    select link.id, link.customer_id, link.email
    from public.review_links link
    where link.customer_id in (select customer_id from discussed) and link.with_campaigns and link.revoked_at is null and link.expires_at > now()
  ), address as (
    select account.email, reader.first_at
    from private.mailed_accounts(array(select user_id from reader)) account
    join reader using (user_id)
    union all
    select guest.email, discussed.first_at
    from private.discussions(
      array(select id from guest), array(select distinct customer_id from guest), array(select campaign_id from discussed)
    ) discussion
    join guest on guest.id = discussion.author_id
    join discussed on discussed.customer_id = guest.customer_id and discussed.campaign_id = discussion.campaign_id
  ), wanted as materialized (
    select address.email, min(address.first_at) as first_at
    from address left join private.mail_addresses stored using (email)
    where coalesce(stored.comments, true)
    group by address.email
  ), added as (
    insert into private.mail_addresses (email) select email from wanted on conflict do nothing
  ), put as (
    insert into private.deliveries (kind, email, message_id, due_at, events_from, events_until)
    select 'comments', email, gen_random_uuid() || '@' || queue_events.domain, first_at + interval '15 minutes', moment, moment
    from wanted
    on conflict (email) where kind = 'comments' and state = 'waiting' and attempts = 0
    -- The clock may have been set back since the last pass.
    do update set
      due_at = least(deliveries.due_at, excluded.due_at), events_from = least(deliveries.events_from, excluded.events_from),
      events_until = greatest(deliveries.events_until, excluded.events_until)
    returning events_from = moment and events_until = moment as is_new
  )
  select count(*) filter (where is_new) into queued from put;

  with event as materialized (
    select happening.customer_id, import.id as import_id, import.audience
    from private.events happening
    join public.imports import on import.customer_id = happening.customer_id and import.id = happening.row_ids[1]
    where happening.id = any (taken) and happening.kind = 'announcement'
  )
  select json_agg(event) into announced from event;
  with wanted as materialized (
    select distinct reader.email, event.customer_id, event.import_id
    from json_to_recordset(announced) as event (customer_id uuid, import_id uuid, audience text)
    cross join lateral private.news_readers(event.customer_id, event.audience) reader
  ), added as (
    insert into private.mail_addresses (email) select distinct email from wanted on conflict do nothing
  )
  insert into private.deliveries (kind, email, customer_id, import_id, message_id)
  select 'news', email, customer_id, import_id, gen_random_uuid() || '@' || queue_events.domain
  from wanted
  on conflict do nothing;
  get diagnostics told = row_count;
  return queued + told;
end $$;

create or replace function private.comments_of_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
declare
  max_rows constant int := 1000;
  -- One more than are shown, to say that there are more.
  max_lines constant int := 21;
  max_authors constant int := 4;
  max_length constant int := 200;
  agency constant uuid[] := array(select user_id from public.user_roles where role = 'admin');
  reader record;
  accounts uuid[];
  is_agency boolean;
  customers uuid[];
  links uuid[];
  link_customers uuid[];
  comment_ids uuid[];
  suggestion_ids uuid[];
  items json;
  suggested json;
  lines json;
begin
  select stored.email, stored.events_from, stored.events_until, address.unsubscribe_token
  into reader
  from private.deliveries stored
  join private.mail_addresses address using (email)
  where stored.id = delivery and stored.kind = 'comments' and address.comments;
  if not found then
    return null;
  end if;
  accounts := array(
    select account.user_id
    from private.mailed_accounts(array(select id from public.profiles where lower(email) = reader.email)) account
    where exists (select from public.user_roles own where own.user_id = account.user_id)
  );
  is_agency := accounts && agency;
  customers := array(
    select id from public.customers
    where is_active
      and (is_agency or id = any (array(select customer_id from public.customer_users where user_id = any (accounts) and is_active)))
  );
  select coalesce(array_agg(link.id), '{}'), coalesce(array_agg(distinct link.customer_id), '{}') into links, link_customers
  from public.review_links link
  join public.customers customer on customer.id = link.customer_id and customer.is_active
  where link.email = reader.email and link.with_campaigns and link.revoked_at is null and link.expires_at > now() and not is_agency;

  select array_agg(row_id) filter (where kind = 'comment'), array_agg(row_id) filter (where kind = 'suggestion')
  into comment_ids, suggestion_ids
  from (
    select kind, unnest(row_ids) as row_id
    from private.events
    where customer_id = any (customers || link_customers) and handled_at between reader.events_from and reader.events_until
      and kind in ('comment', 'suggestion') and not is_internal and (actor_id = any (agency)) <> is_agency
    order by created_at desc
    limit max_rows
  ) event;
  comment_ids := array(
    select unnest(comment_ids) except select comment_id from public.comment_reads where user_id = any (accounts || links) and comment_id = any (comment_ids)
  );
  with item as materialized (
    select
      comment.customer_id, comment.author_id, comment.created_at, left(comment.body, max_length) as words, 1 as comments, 0 as suggestions,
      case when comment.lead_id is not null then 'leads' when comment.company_id is not null then 'companies' else 'campaigns' end as subject,
      coalesce(comment.lead_id, comment.company_id, comment.campaign_id, step.campaign_id) as row_id
    from public.comments comment
    left join public.campaign_steps step on step.customer_id = comment.customer_id and step.id = comment.step_id
    where comment.customer_id = any (customers || link_customers) and comment.id = any (comment_ids) and comment.deleted_at is null
      and not comment.is_internal and comment.author_id <> all (accounts || links)
  )
  select json_agg(item) into items from item;
  with item as materialized (
    select
      suggestion.customer_id, suggestion.created_by as author_id, suggestion.created_at, left(suggestion.message_content, max_length) as words,
      0 as comments, 1 as suggestions, 'campaigns' as subject, version.campaign_id as row_id
    from public.step_suggestions suggestion
    join public.campaign_versions version on version.customer_id = suggestion.customer_id and version.id = suggestion.version_id
    where suggestion.customer_id = any (customers || link_customers) and suggestion.id = any (suggestion_ids) and suggestion.status = 'open'
      and suggestion.created_by <> all (accounts || links)
  )
  select json_agg(item) into suggested from item;

  with item as materialized (
    select entry.*
    from (values (items), (suggested)) found (list)
    cross join lateral json_to_recordset(found.list) as entry (
      customer_id uuid, author_id uuid, created_at timestamptz, words text, comments int, suggestions int, subject text, row_id uuid
    )
  ), discussion as materialized (
    select link.customer_id, discussed.campaign_id, min(link.token) as token
    from private.discussions(links, link_customers, array(select row_id from item where subject = 'campaigns')) discussed
    join public.review_links link on link.id = discussed.author_id
    group by 1, 2
  ), line as (
    select
      item.customer_id, item.subject, item.row_id, discussion.token, sum(item.comments) as comments, sum(item.suggestions) as suggestions,
      max(item.created_at) as newest_at, (array_agg(item.words order by item.created_at desc))[1] as words, array_agg(distinct item.author_id) as authors
    from item
    left join discussion on item.customer_id <> all (customers) and discussion.customer_id = item.customer_id and discussion.campaign_id = item.row_id
    where item.customer_id = any (customers) or discussion.token is not null
    group by 1, 2, 3, 4
    order by newest_at desc
    limit max_lines
  )
  select json_agg(json_build_object(
    'customer', customer.name, 'subject', line.subject, 'row_id', line.row_id,
    'name', private.row_name(line.subject, line.customer_id, line.row_id), 'comments', line.comments, 'suggestions', line.suggestions,
    'words', line.words, 'review_token', line.token,
    'authors', case when is_agency then (
      select json_agg(author.name order by author.name)
      from (
        select coalesce(profile.full_name, profile.email, private.guest_name(link.email), 'Deleted user') as name
        from unnest(line.authors[1:max_authors]) as written (author_id)
        left join public.profiles profile on profile.id = written.author_id
        left join public.review_links link on link.id = written.author_id
      ) author
    ) else json_build_array(coalesce((select name from private.brand), 'your agency')) end
  ) order by line.newest_at desc)
  into lines
  from line join public.customers customer on customer.id = line.customer_id;
  if lines is null then
    return null;
  end if;
  return json_build_object('email', reader.email, 'token', reader.unsubscribe_token, 'is_agency', is_agency, 'lines', lines);
end $$;

create or replace function private.rows_to_review(customer uuid, import uuid, only_audience text, out leads int, out companies int) language plpgsql stable set search_path = '' as $$
declare
  max_rows constant int := 1000;
begin
  select count(*) into leads
  from (
    select
    from public.leads lead
    where lead.customer_id = customer and lead.import_id = import and lead.is_approved is null
      and (only_audience is null or lead.audience = only_audience)
    limit max_rows
  ) first;
  select count(*) into companies
  from (
    select
    from public.companies company
    where company.customer_id = customer and company.import_id = import and company.is_approved is null and only_audience is null
    limit max_rows
  ) first;
end $$;

create or replace function public.preview_news(import_id uuid) returns table (
  sender text, leads int, companies int, recipients text[], recipient_count int
) language plpgsql stable security definer set search_path = '' as $$
declare
  max_addresses constant int := 100;
  import public.imports;
  waiting record;
begin
  perform private.require_admin('Only an administrator can tell the customer');
  select * into import from public.imports stored where stored.id = preview_news.import_id;
  waiting := private.rows_to_review(import.customer_id, import.id, null);
  return query
    select
      private.sender_name(private.caller_id()), waiting.leads, waiting.companies,
      coalesce((array_agg(reader.email order by reader.email))[1:max_addresses], '{}'), count(*)::int
    from private.news_readers(import.customer_id, import.audience) reader
    where import.id is not null
    having import.id is not null;
end $$;

create trigger record_insert after insert on public.user_roles referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_update after update on public.user_roles referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('user_roles', '{role,created_at}', '{role}');

create trigger record_delete after delete on public.user_roles referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_user_roles();

create trigger record_insert after insert on public.customers referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_update after update on public.customers referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_updates(
    'customers', '{name,is_active,created_by,created_at,needs_sign_off,review_by,time_zone,reminds_on_weekends}',
    '{is_active,needs_sign_off}'
  );

create trigger record_delete after delete on public.customers referencing old table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_customers();

create trigger record_update after update on public.customer_users referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('customer_users', '{user_id,customer_id,invited_by,accepted_at,is_active,created_at,role}', '{is_active,role}');

create trigger record_update after update on public.invitations referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('invitations', '{customer_id,email,invited_by,token,expires_at,accepted_at,accepted_by,created_at,mailed_at,role}');

create trigger record_insert after insert on public.rejection_reasons referencing new table as changed_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_rejection_reasons();

create trigger record_update after update on public.rejection_reasons referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('rejection_reasons', '{name,retired_at,created_at,subject}');

create trigger record_update after update on public.campaigns referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('campaigns', '{customer_id,name,status,created_at}', '{status}');

create trigger record_update after update on public.campaign_steps referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.record_updates('campaign_steps', '{campaign_id,step_number,step_type,delay_days,subject,message_content,created_at,customer_id}');
drop function private.record_campaign_steps_update();
drop function private.record_campaigns_update();
drop function private.record_customer_users_update();
drop function private.record_invitations_update();
revoke all on function private.record_updates() from public, anon, authenticated, service_role;
comment on column private.deliveries.leased_until is 'The time until which no other worker takes it.';
comment on function private.record_customers() is 'Records in activity who adds and deletes customers, each with its name.';
comment on function private.record_rejection_reasons() is 'Records in activity who adds reasons.';
comment on function private.record_user_roles() is 'Records in activity who grants and takes roles.';
comment on function private.sender_name(uuid) is 'The name of the user who made or sends a review link: "Your team" for a member without a name, the name of the brand for others.';
comment on function private.record_updates() is 'Records in activity who changes rows of a table. The arguments are the table, the columns that are recorded, and those of them whose new values are.';
