-- Emails that the server sends by itself: who wants a digest, when it is due, and the outbox, from which workers send as private.jobs are done.

create table public.mail_preferences (
  user_id uuid primary key default auth.uid() references auth.users on delete cascade,
  digest text not null default 'off' constraint mail_preferences_digest_check check (digest in ('off', 'daily', 'weekly')),
  time_zone text not null default 'UTC' constraint mail_preferences_time_zone_length check (char_length(time_zone) <= 64),
  changed_at timestamptz not null default now(),
  unsubscribe_token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
comment on table public.mail_preferences is 'The emails that a user wants. Users without a row get no digest.';
comment on column public.mail_preferences.digest is 'How often a digest comes: off, daily, or weekly on Mondays, at 08:00 in the time zone.';
comment on column public.mail_preferences.time_zone is 'A name of pg_timezone_names when it was chosen. One that is gone since counts as UTC.';
comment on column public.mail_preferences.changed_at is 'When the row last changed, before which no digest was due. Set by the database.';
comment on column public.mail_preferences.unsubscribe_token is
  'Secret part of the link that turns the digest off, 244 bits. Chosen by the database only, and not readable through the API.';

-- A token is looked up by its hash, so that the time of a comparison says nothing about it.
create unique index mail_preferences_token_key on public.mail_preferences (sha256(unsubscribe_token::bytea));

create table private.mail_addresses (
  email text primary key constraint mail_addresses_email_check check (private.is_email(email) and email = lower(email)),
  reminders boolean not null default true,
  comments boolean not null default true,
  news boolean not null default true,
  unsubscribe_token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
comment on table private.mail_addresses is
  'The addresses of users and guests that were sent an email other than a digest, and which kinds they want. An address without a row wants all of them. A distributed database has it on the coordinator only.';
comment on column private.mail_addresses.email is 'In small letters.';
comment on column private.mail_addresses.unsubscribe_token is 'Secret part of the links that turn emails off, 244 bits. Chosen by the database only.';

create unique index mail_addresses_token_key on private.mail_addresses (sha256(unsubscribe_token::bytea));

create table private.deliveries (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint deliveries_kind_check check (kind in ('digest', 'reminder', 'comments', 'news')),
  user_id uuid references auth.users on delete cascade,
  day date,
  message_id text not null constraint deliveries_message_id_length check (char_length(message_id) <= 300),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 days',
  due_at timestamptz not null default now(),
  leased_until timestamptz not null default now(),
  attempts int not null default 0,
  attempted_at timestamptz,
  last_error text constraint deliveries_last_error_length check (char_length(last_error) <= 500),
  sent_at timestamptz,
  skipped_at timestamptz,
  dead_at timestamptz,
  state text not null generated always as (
    case when sent_at is not null then 'sent' when skipped_at is not null then 'skipped' when dead_at is not null then 'dead' else 'waiting' end
  ) stored,
  email text references private.mail_addresses,
  customer_id uuid,
  events_from timestamptz,
  events_until timestamptz,
  import_id uuid,
  unique (user_id, kind, day),
  constraint deliveries_recipient_check check (
    case when kind = 'digest' then user_id is not null and email is null and day is not null else user_id is null and email is not null end
  )
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.deliveries is
  'The outbox: one email each, a digest to a user or another email to an address, whose content is made when it is sent. Deleted 30 days after its creation. A distributed database has it on the coordinator only.';
comment on column private.deliveries.day is 'The day that a digest is for, in the reader''s time zone, or a reminder, in that of the customer.';
comment on column private.deliveries.message_id is 'The Message-ID, the same for each attempt.';
comment on column private.deliveries.expires_at is 'When attempts end.';
comment on column private.deliveries.due_at is 'When the next attempt is due.';
comment on column private.deliveries.leased_until is 'The time until which no other worker takes it.';
comment on column private.deliveries.attempted_at is 'When the last attempt began. The next digest says what happened since.';
comment on column private.deliveries.skipped_at is 'When there was nothing to say, or nobody to say it to.';
comment on column private.deliveries.dead_at is 'When it failed for good.';
comment on column private.deliveries.customer_id is 'The only customer that it is about, which may be deleted meanwhile; null for all that its reader sees.';
comment on column private.deliveries.events_from is 'handled_at of the first events that an email about comments is about.';
comment on column private.deliveries.events_until is 'handled_at of the last of these events. No more join once a worker has taken it.';
comment on column private.deliveries.import_id is 'The import that an email with news is about.';

create index deliveries_waiting_idx on private.deliveries (due_at) where state = 'waiting';
create index deliveries_created_idx on private.deliveries (created_at desc, id desc);
create unique index deliveries_email_kind_day_idx on private.deliveries (email, kind, day);
create unique index deliveries_joined_idx on private.deliveries (email) where kind = 'comments' and state = 'waiting' and attempts = 0;
create unique index deliveries_import_idx on private.deliveries (email, import_id) where kind = 'news' and state = 'waiting';

alter table private.deliveries
  alter customer_id set statistics 1,
  alter import_id set statistics 1;

create function private.check_mail_preferences() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.time_zone is distinct from old.time_zone and not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception 'There is no time zone %', left(new.time_zone, 64) using errcode = 'check_violation';
  end if;
  new.changed_at := now();
  return new;
end $$;
comment on function private.check_mail_preferences is 'Rejects an unknown time zone, and sets the time of the change.';

create trigger check_mail_preferences before insert or update on public.mail_preferences
  for each row execute function private.check_mail_preferences();

-- A digest of a day is for each of its hours from 08:00 on, so that a server that was off sends one when it starts, and not at night.
-- A time zone may be gone in another release of PostgreSQL or its operating system, and one unknown name would fail the whole statement.
create function private.due_digests(moment timestamptz) returns table (user_id uuid, day date) language sql stable set search_path = '' as $$
  select preference.user_id, due.day
  from public.mail_preferences preference
  left join pg_timezone_names known on known.name = preference.time_zone
  cross join lateral (select coalesce(known.name, 'UTC') as name) zone
  cross join lateral (select moment at time zone zone.name as moment) here
  cross join lateral (
    select case preference.digest when 'daily' then here.moment::date else date_trunc('week', here.moment)::date end as day
  ) due
  where preference.digest <> 'off' and here.moment::time >= '08:00'
    and (due.day + time '08:00') at time zone zone.name >= preference.changed_at
    and not exists (
      select from private.deliveries other
      where other.user_id = preference.user_id and other.kind = 'digest'
        and (
          other.day >= due.day or other.state = 'waiting'
          or (other.sent_at at time zone zone.name)::date between here.moment::date and here.moment::date + 1
        )
    )
$$;
comment on function private.due_digests is
  'The users whose digest is due at this moment, and the day that it is for. Nobody gets a second one beside one that waits or was sent on the same day.';

create function private.due_reviews(moment timestamptz, address text default null) returns table (
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
        and (link.mailed_at is not null or link.last_used_at is not null)
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
comment on function private.due_reviews is
  'What is to be reviewed on the day of this moment in the time zone of each customer, or on the two days after it, by reviewers, approvers and guests where it is between 09:00 and 18:00 (is_daytime), or by one address in small letters at any hour. A link, whose token is null for members, is included from the day after its email on, or once its guest has used it, unless the guest reviews as much as a member.';

create function private.due_reminders(moment timestamptz) returns table (email text, day date) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select due.email, due.day
    from (
      select review.email, max(review.day) as day from private.due_reviews(moment) review group by review.email
    ) due
    where not exists (select from private.mail_addresses address where address.email = due.email and not address.reminders)
      and not exists (
        select from private.deliveries other
        where other.email = due.email and other.kind = 'reminder'
          and (
            other.day >= due.day or other.state = 'waiting'
            or other.sent_at > moment - interval '23 hours' and other.sent_at < moment + interval '1 day'
          )
      );
end $$;
comment on function private.due_reminders is
  'The addresses that are due a reminder at this moment, and its day. None gets a second one for the same day, within 23 hours or while one waits, whatever the time zones of its customers. Where clocks go forward, 09:00 comes again after 23 hours.';

create function private.queue_reminders(domain text) returns int language plpgsql security definer set search_path = '' as $$
declare
  queued int;
begin
  with due as materialized (
    select * from private.due_reminders(now())
  ), known as (
    insert into private.mail_addresses (email) select email from due on conflict do nothing
  )
  insert into private.deliveries (kind, email, day, message_id)
  select 'reminder', due.email, due.day, gen_random_uuid() || '@' || queue_reminders.domain from due
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
comment on function private.queue_reminders is
  'Puts the reminders that are due into the outbox, with a Message-ID of this domain, and returns their number.';

create function public.queue_deliveries(domain text) returns int language plpgsql security definer set search_path = '' as $$
declare
  queued int;
  gone text[];
begin
  perform private.require_length('domain', queue_deliveries.domain, 255);
  -- One server at a time, which sees what the others have queued. The others send meanwhile.
  if not pg_try_advisory_xact_lock(hashtextextended('queue deliveries', 0)) then
    return 0;
  end if;
  -- Those of the future are from a clock that was wrong.
  with old as (
    delete from private.deliveries
    where created_at < now() - interval '30 days' and state <> 'waiting' or created_at > now() + interval '1 day'
    returning email
  )
  select array_agg(distinct email) into gone from old;
  delete from private.mail_addresses address
  where email = any (gone) and reminders and comments and news
    and not exists (select from private.deliveries other where other.email = address.email)
    and not exists (select from public.profiles profile where lower(profile.email) = address.email)
    and not exists (select from public.review_links link where link.email = address.email);
  update private.deliveries
  set dead_at = now(), last_error = coalesce(last_error, 'No attempt was made within three days')
  where state = 'waiting' and expires_at <= now() and (leased_until <= now() or leased_until > now() + interval '1 hour');
  insert into private.deliveries (kind, user_id, day, message_id)
  select 'digest', due.user_id, due.day, gen_random_uuid() || '@' || queue_deliveries.domain from private.due_digests(now()) due
  on conflict do nothing;
  get diagnostics queued = row_count;
  return queued + private.queue_reminders(queue_deliveries.domain) + private.queue_events(queue_deliveries.domain);
end $$;
comment on function public.queue_deliveries is
  'Puts the emails that are due into the outbox, with a Message-ID of this domain, and returns their number. Ends deliveries that nobody could send for three days, and deletes old ones, with their address if it wants everything and belongs to nobody any more. Does nothing while another server does it. The service only.';

create function public.take_delivery() returns json language plpgsql security definer set search_path = '' as $$
declare
  taken private.deliveries;
begin
  -- A lease that is lost in a crash of the database is taken again; the end of the attempt waits for the disk, and so for this.
  set local synchronous_commit to off;
  update private.deliveries
  set leased_until = now() + interval '2 minutes', attempts = attempts + 1, attempted_at = now()
  where id = (
    select id from private.deliveries
    where state = 'waiting' and due_at <= now() and leased_until <= now() and expires_at > now()
    order by due_at
    limit 1
    for update skip locked
  )
  returning * into taken;
  return case when taken.id is not null then json_build_object('id', taken.id, 'attempt', taken.attempts, 'message_id', taken.message_id) end;
end $$;
comment on function public.take_delivery is
  'Takes the delivery that has waited longest, for two minutes: id, number of the attempt, and Message-ID; null if none is due. The service only.';

create function public.settle_delivery(delivery uuid, attempt int, outcome text, reason text default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  delays constant interval[] := array['1 minute', '5 minutes', '15 minutes', '1 hour'];
  settled int;
begin
  update private.deliveries
  set
    sent_at = case when outcome = 'sent' then now() end,
    skipped_at = case when outcome = 'skipped' then now() end,
    dead_at = case when outcome = 'rejected' or outcome = 'failed' and expires_at <= now() then now() end,
    due_at = now() + delays[least(greatest(attempts, 1), cardinality(delays))],
    leased_until = now(),
    last_error = left(private.plain_name(reason), 500)
  where id = delivery and state = 'waiting' and (attempts = attempt or outcome = 'sent');
  get diagnostics settled = row_count;
  return settled;
end $$;
comment on function public.settle_delivery is
  'Ends an attempt: sent, skipped, rejected (for good) or failed, after which the next one follows in 1, 5, 15 and 60 minutes, then hourly, for three days. A worker whose lease has passed to another one can only say that it sent the email. Returns how many attempts were ended, 1 or 0. The service only.';

create function public.unsubscribe(kind text, token text) returns int language plpgsql security definer set search_path = '' as $$
declare
  hash constant bytea := sha256(convert_to(unsubscribe.token, 'UTF8'));
  known int;
begin
  perform private.require_length('token', unsubscribe.token, 200);
  if unsubscribe.kind = 'digest' then
    update public.mail_preferences set digest = 'off' where sha256(unsubscribe_token::bytea) = hash;
  else
    update private.mail_addresses
    set
      reminders = reminders and unsubscribe.kind <> 'reminder',
      comments = comments and unsubscribe.kind <> 'comments',
      news = news and unsubscribe.kind <> 'news'
    where sha256(unsubscribe_token::bytea) = hash;
  end if;
  get diagnostics known = row_count;
  return known;
end $$;
comment on function public.unsubscribe is
  'Turns off the emails of a kind of delivery for the user or address with this token. Returns how many have it, 1 or 0. The service only.';

create function private.caller_address() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select lower(link.email) from private.guest_link() link),
    (
      select lower(account.email) from auth.users account
      where account.id = private.caller_id() and account.email_confirmed_at is not null and private.is_email(account.email)
        and not coalesce(account.raw_app_meta_data ? 'review_link', false)
    )
  );
end $$;
comment on function private.caller_address is 'The proven address of the calling user or guest, in small letters; null if there is none.';

create function public.my_emails() returns table (reminders boolean, comments boolean, news boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select coalesce(stored.reminders, true), coalesce(stored.comments, true), coalesce(stored.news, true)
    from (select private.caller_address() as email) caller
    left join private.mail_addresses stored on stored.email = caller.email
    where caller.email is not null;
end $$;
comment on function public.my_emails is 'Which emails beside digests the address of the calling user or guest gets; none without a proven address.';

create function public.choose_emails(reminders boolean default null, comments boolean default null, news boolean default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.caller_address();
begin
  if address is null then
    raise exception 'Sign in with a confirmed email address' using errcode = 'insufficient_privilege';
  end if;
  insert into private.mail_addresses as stored (email, reminders, comments, news)
  values (address, coalesce(choose_emails.reminders, true), coalesce(choose_emails.comments, true), coalesce(choose_emails.news, true))
  on conflict (email) do update set
    reminders = coalesce(choose_emails.reminders, stored.reminders),
    comments = coalesce(choose_emails.comments, stored.comments),
    news = coalesce(choose_emails.news, stored.news);
end $$;
comment on function public.choose_emails is
  'Turns emails to the address of the calling user or guest on or off; null leaves one as it is.';

create function private.digest_groups(
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
comment on function private.digest_groups is
  'The lines of a digest by group, at most 21 each, of these customers since this time; null for a group without any. For the agency: decisions, all that waits for review, decided reviews, comments of customers and failed hand-offs. For members: what is new to review where they are reviewers or approvers, versions to sign off where they are approvers, and comments of the agency. Of what waits, at most 1,000 leads and companies of a customer are counted.';

create function private.digest_of_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
declare
  reader record;
  since timestamptz;
  agency constant uuid[] := array(select user_id from public.user_roles where role = 'admin');
  visible uuid[];
  reviewer_of uuid[];
  approver_of uuid[];
  groups json;
begin
  select stored.user_id, stored.day, account.email, preference.digest, preference.unsubscribe_token, stored.user_id = any (agency) as is_agency
  into reader
  from private.deliveries stored
  join public.mail_preferences preference using (user_id)
  join auth.users account on account.id = stored.user_id
  where stored.id = delivery and stored.kind = 'digest' and preference.digest <> 'off'
    and account.deleted_at is null and (account.banned_until is null or account.banned_until <= now())
    and account.email <> '' and account.email_confirmed_at is not null
    and exists (select from public.user_roles own where own.user_id = stored.user_id);
  if not found then
    return null;
  end if;
  visible := array(
    select id from public.customers
    where is_active
      and (reader.is_agency or id = any (array(select customer_id from public.customer_users where user_id = reader.user_id and is_active)))
  );
  reviewer_of := visible;
  approver_of := visible;
  if not reader.is_agency then
    reviewer_of := array(
      select customer_id from public.customer_users where user_id = reader.user_id and customer_id = any (visible) and role <> 'viewer'
    );
    approver_of := array(
      select customer_id from public.customer_users where user_id = reader.user_id and customer_id = any (visible) and role = 'approver'
    );
  end if;
  since := coalesce(
    (select max(attempted_at) from private.deliveries where user_id = reader.user_id and kind = 'digest' and state in ('sent', 'skipped') and attempted_at <= now()),
    now() - case reader.digest when 'daily' then interval '1 day' else interval '7 days' end
  );
  groups := json_strip_nulls(private.digest_groups(visible, reviewer_of, approver_of, agency, reader.is_agency, since));
  if groups::text = '{}' then
    return null;
  end if;
  return json_build_object(
    'email', reader.email, 'period', reader.digest, 'day', reader.day, 'is_agency', reader.is_agency, 'token', reader.unsubscribe_token,
    'groups', groups
  );
end $$;
comment on function private.digest_of_delivery is
  'The digest of a delivery as it is now: address, period, day, token of the link that turns it off, and lines by group; null if there is nothing to say or the user may not see it any more.';

create function private.reminder_of_delivery(delivery uuid, moment timestamptz default now()) returns json language plpgsql stable security definer
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
comment on function private.reminder_of_delivery is
  'The reminder of a delivery as it is at this moment: address, token of the link that turns reminders off, and what waits by customer or link, at most 21, of which the first is due first. Where it is night, where nothing waits or nobody wants it, null. At most 1,000 leads, companies and campaigns each are counted; audience is the only one of the leads.';

create function public.read_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.read_delivery is
  'The kind of a delivery and its content as it is now; null if there is nothing to say or the reader may not see it any more. The service only.';

create function public.list_deliveries(wanted text default null, before_created_at timestamptz default null, before_id uuid default null) returns table (
  id uuid, kind text, user_id uuid, email text, state text, created_at timestamptz, due_at timestamptz, attempts int,
  attempted_at timestamptz, last_error text, ended_at timestamptz
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see the outbox');
  perform private.require_length('wanted', wanted, 20);
  return query
    select
      stored.id, stored.kind, stored.user_id, coalesce(profile.email, stored.email), stored.state, stored.created_at, stored.due_at, stored.attempts,
      stored.attempted_at, stored.last_error, coalesce(stored.sent_at, stored.skipped_at, stored.dead_at)
    from private.deliveries stored
    left join public.profiles profile on profile.id = stored.user_id
    where (wanted is null or stored.state = wanted) and (before_created_at is null or (stored.created_at, stored.id) < (before_created_at, before_id))
    order by stored.created_at desc, stored.id desc
    limit 50;
end $$;
comment on function public.list_deliveries is
  'The deliveries of the last 30 days, those of a state or all, the newest first, 50 at a time: those before a time and id. Administrators only.';

create function public.send_again(delivery uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can send again');
  update private.deliveries
  set
    dead_at = null, due_at = now(), leased_until = now(), expires_at = now() + interval '3 days',
    attempts = case kind when 'comments' then 1 else 0 end -- New events join one that nobody has taken.
  where id = delivery and state = 'dead'
    and not exists (
      select from private.deliveries other
      where other.email = deliveries.email and other.import_id = deliveries.import_id and other.kind = 'news' and other.state = 'waiting'
    );
  if not found then
    return false;
  end if;
  perform pg_notify('deliveries', '');
  return true;
end $$;
comment on function public.send_again is
  'Makes a delivery that failed for good due again, for three days. Returns false for any other one, and for news of an import of which newer ones wait. Administrators only.';

grant execute on function
  public.queue_deliveries, public.take_delivery, public.settle_delivery, public.unsubscribe, public.read_delivery
  to service_role;
grant execute on function public.list_deliveries, public.send_again, public.my_emails, public.choose_emails to authenticated;
