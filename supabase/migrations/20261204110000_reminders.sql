-- A day by which a customer or the guest of a link is asked to review, and reminders before and on it.

alter table public.customers
  add column review_by date,
  add column time_zone text not null default 'UTC',
  add column reminds_on_weekends boolean not null default false;
alter table public.customers add constraint customers_review_by_range check (private.is_plausible_date(review_by at time zone 'UTC'));
alter table public.customers add constraint customers_time_zone_length check (char_length(time_zone) <= 64);
alter table public.review_links add column review_by date;

create index customers_review_by_idx on public.customers (review_by) where review_by is not null;
create index profiles_email_idx on public.profiles (lower(email));
create index review_links_email_idx on public.review_links (email);
create index review_links_review_by_idx on public.review_links (review_by) where review_by is not null;

drop function public.begin_review_email(uuid);
drop function public.my_review_link();

create or replace function private.check_time_zone() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.time_zone <> coalesce(old.time_zone, 'UTC') and not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception 'There is no time zone %', left(new.time_zone, 64) using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A time zone may be gone in another release of PostgreSQL or its operating system, and one unknown name would fail a whole statement.
create or replace function private.known_time_zone(name text) returns text language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone name;
  return name;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

create or replace function private.link_deadline(link uuid) returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select deadline.day
    from public.review_links stored
    join public.customers customer on customer.id = stored.customer_id
    cross join lateral (select coalesce(stored.review_by, customer.review_by) as day) deadline
    where stored.id = link and deadline.day >= (now() at time zone private.known_time_zone(customer.time_zone))::date
  );
end $$;

create or replace function public.my_review_link() returns table (
  id uuid, customer_id uuid, customer_name text, sender_name text, email text, audience text, with_campaigns boolean, role text, message text,
  expires_at timestamptz, review_by date, reminders boolean
) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.review_links link
  set last_used_at = now()
  where link.id = (select id from private.guest_link()) and (last_used_at is null or last_used_at < now() - interval '5 minutes');
  return query
    select
      link.id, link.customer_id, customer.name, private.sender_name(link.created_by), link.email, link.audience, link.with_campaigns, link.role, link.message,
      link.expires_at, private.link_deadline(link.id), coalesce((select reminders from private.mail_addresses address where address.email = link.email), true)
    from private.guest_link() link
    join public.customers customer on customer.id = link.customer_id;
end $$;

create or replace function private.require_deadline(review_by date, customer uuid, ends timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not review_by between '1900-01-01' and (
    select (ends at time zone private.known_time_zone(time_zone))::date from public.customers where id = customer
  ) then
    raise exception 'The day to review by cannot be after the end of the link' using errcode = 'check_violation';
  end if;
end $$;

create or replace function public.create_review_link(
  customer_id uuid, email text, audience text default null, with_campaigns boolean default false, role text default 'approver',
  message text default null, expires_at timestamptz default null, review_by date default null
) returns public.review_links language plpgsql security definer set search_path = '' as $$
declare
  ends constant timestamptz := coalesce(create_review_link.expires_at, now() + interval '14 days');
  added public.review_links;
begin
  perform private.require_length('email', create_review_link.email, 255);
  perform private.require_length('audience', create_review_link.audience, 100);
  perform private.require_length('role', create_review_link.role, 100);
  perform private.require_length('message', create_review_link.message, 2000);
  -- Whoever takes the membership or its role away waits for the end of this transaction, or has done so.
  perform from public.customer_users membership
  where membership.user_id = private.caller_id() and membership.customer_id = create_review_link.customer_id
  for share;
  perform private.require_link_sender(create_review_link.customer_id);
  perform private.require_link_end(ends);
  if not private.is_active_customer(create_review_link.customer_id) then
    raise exception 'There is no such active customer' using errcode = 'PT404';
  elsif not private.is_admin() and private.take_attempt('links of sender ' || auth.uid(), 100, '1 day') > 0 then
    raise exception 'You have made 100 review links within a day: try again later' using errcode = 'PT429';
  end if;
  perform private.require_deadline(create_review_link.review_by, create_review_link.customer_id, ends);
  perform private.lock_live_links(create_review_link.customer_id);
  insert into public.review_links (customer_id, email, audience, with_campaigns, role, message, expires_at, review_by)
  values (
    create_review_link.customer_id, lower(private.trimmed(create_review_link.email)), create_review_link.audience,
    coalesce(create_review_link.with_campaigns, false), create_review_link.role, nullif(private.trimmed(create_review_link.message), ''), ends,
    create_review_link.review_by
  )
  returning * into added;
  update public.colleague_requests asked
  set status = 'added', decided_at = now(), decided_by = auth.uid()
  where asked.customer_id = added.customer_id and asked.email = added.email and asked.status = 'asked';
  perform private.record_change(added.customer_id, 'insert', 'review_links', 1, array[added.id]);
  perform private.count_text(added.customer_id, 500 + octet_length(coalesce(added.message, '')));
  return added;
end $$;

create or replace function public.extend_review_link(link uuid, expires_at timestamptz, review_by date default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  stored public.review_links;
begin
  perform private.lock_review_link(extend_review_link.link);
  select * into stored from public.review_links locked where locked.id = extend_review_link.link;
  perform private.require_link_end(extend_review_link.expires_at);
  perform private.require_deadline(extend_review_link.review_by, stored.customer_id, extend_review_link.expires_at);
  if stored.revoked_at is not null then
    raise exception 'This link was revoked' using errcode = 'PT409';
  elsif stored.expires_at <= now() then
    perform private.lock_live_links(stored.customer_id);
  end if;
  update public.review_links extended
  set expires_at = extend_review_link.expires_at, review_by = extend_review_link.review_by
  where extended.id = stored.id;
  update auth.sessions session set not_after = extend_review_link.expires_at where session.user_id = stored.id;
  perform private.record_change(stored.customer_id, 'update', 'review_links', 1, array[stored.id], '{expires_at}');
  return extend_review_link.expires_at;
end $$;

create or replace function public.begin_review_email(link uuid) returns table (
  email text, token text, customer_name text, sender_name text, sender_email text, message text, expires_at timestamptz, review_by date
) language plpgsql security definer set search_path = '' as $$
declare
  stored public.review_links;
  sender constant uuid := private.caller_id();
  is_admin constant boolean := private.is_admin();
begin
  perform private.lock_review_link(begin_review_email.link);
  select * into stored from public.review_links locked where locked.id = begin_review_email.link;
  if private.link_status(stored.id) <> 200 then
    raise exception 'This link has ended' using errcode = 'PT410';
  elsif private.take_attempt('emails of link ' || stored.id, 5, '1 hour') > 0
    or private.take_attempt('emails of sender ' || sender, case when is_admin then 60 else 20 end, '1 hour') > 0
    or not is_admin and private.take_attempt('emails of sender in a day ' || sender, 100, '1 day') > 0
    or not is_admin and private.take_attempt(format('emails with links of members of %s to %s', stored.customer_id, stored.email), 10, '1 day') > 0
  then
    raise exception 'Too many emails with review links: try again later' using errcode = 'PT429';
  end if;
  return query
    select stored.email, stored.token, customer.name, private.sender_name(sender), profile.email, stored.message, stored.expires_at,
      private.link_deadline(stored.id)
    from public.customers customer
    join public.profiles profile on profile.id = sender
    where customer.id = stored.customer_id;
end $$;

create or replace function private.record_customers() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select id, name from new_rows loop
      perform private.record_change(change.id, 'insert', 'customers', 1, array[change.id], null, null, change.name);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in select id, name from old_rows loop
      perform private.record_change(change.id, 'delete', 'customers', 1, array[change.id], null, null, change.name);
    end loop;
  else
    for change in
      select *
      from (
        select
          id, n.name, array_remove(array[
            case when n.name is distinct from o.name then 'name' end,
            case when n.is_active is distinct from o.is_active then 'is_active' end,
            case when n.created_by is distinct from o.created_by then 'created_by' end,
            case when n.created_at is distinct from o.created_at then 'created_at' end,
            case when n.needs_sign_off is distinct from o.needs_sign_off then 'needs_sign_off' end,
            case when n.review_by is distinct from o.review_by then 'review_by' end,
            case when n.time_zone is distinct from o.time_zone then 'time_zone' end,
            case when n.reminds_on_weekends is distinct from o.reminds_on_weekends then 'reminds_on_weekends' end
          ], null) as changed_columns,
          nullif(
            case when n.is_active is distinct from o.is_active then jsonb_build_object('is_active', n.is_active) else '{}' end
              || case when n.needs_sign_off is distinct from o.needs_sign_off then jsonb_build_object('needs_sign_off', n.needs_sign_off) else '{}' end,
            '{}'
          ) as new_values
        from new_rows n
        join old_rows o using (id)
      ) changed
      where changed_columns <> '{}'
    loop
      perform private.record_change(
        change.id, 'update', 'customers', 1, array[change.id], change.changed_columns, change.new_values, change.name
      );
    end loop;
  end if;
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
    ), place as materialized (
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
        lower(account.email) as email, place.id as customer_id, place.name, member.role = 'approver' as is_approver, null as audience, null as token,
        place.review_by, place.day, place.is_daytime
      from place
      join public.customer_users member on member.customer_id = place.id
      join auth.users account on account.id = member.user_id
      where place.review_by between place.day and place.last_day and (address is not null or place.is_daytime)
        and (accounts is null or member.user_id = any (accounts)) and member.is_active and member.role <> 'viewer'
        and account.deleted_at is null and (account.banned_until is null or account.banned_until <= moment)
        and account.email_confirmed_at is not null and private.is_email(account.email)
        and exists (select from public.user_roles own where own.user_id = member.user_id and own.role = 'customer')
      union all
      select
        link.email, place.id, place.name, link.with_campaigns and link.role = 'approver', link.audience, link.token,
        coalesce(link.review_by, place.review_by), place.day, place.is_daytime
      from place
      join public.review_links link on link.customer_id = place.id
      where coalesce(link.review_by, place.review_by) between place.day and place.last_day and (address is not null or place.is_daytime)
        and (address is null or link.email = address) and link.revoked_at is null and link.expires_at > moment
        and (coalesce(link.mailed_at, link.created_at) at time zone place.zone)::date < place.day
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

create or replace function private.due_reminders(moment timestamptz) returns table (email text, day date) language plpgsql stable set search_path = '' as $$
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

create or replace function private.queue_reminders(domain text) returns int language plpgsql security definer set search_path = '' as $$
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

create or replace function public.queue_deliveries(domain text) returns int language plpgsql security definer set search_path = '' as $$
declare
  queued int;
begin
  perform private.require_length('domain', queue_deliveries.domain, 255);
  -- Those of the future are from a clock that was wrong.
  delete from private.deliveries
  where created_at < now() - interval '30 days' and state <> 'waiting' or created_at > now() + interval '1 day';
  update private.deliveries
  set dead_at = now(), last_error = coalesce(last_error, 'No attempt was made within three days')
  where state = 'waiting' and expires_at <= now() and leased_until <= now();
  insert into private.deliveries (kind, user_id, day, message_id)
  select 'digest', due.user_id, due.day, gen_random_uuid() || '@' || queue_deliveries.domain from private.due_digests(now()) due
  on conflict do nothing;
  get diagnostics queued = row_count;
  queued := queued + private.queue_reminders(queue_deliveries.domain);
  return queued;
end $$;

create or replace function private.reminder_of_delivery(delivery uuid, moment timestamptz default now()) returns json language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  -- One more than is shown, to say that there are more.
  most_lines constant int := 21;
  most_counted constant int := 1000;
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
    exit when cardinality(lines) = most_lines;
    select
      count(*) as leads,
      case when count(*) < most_counted and count(audience) = count(*) and min(audience) = max(audience) then min(audience) end as audience
    into waiting
    from (
      select lead.audience from public.leads lead
      where lead.customer_id = review.customer_id and lead.is_approved is null and (review.audience is null or lead.audience = review.audience)
      limit most_counted
    ) counted;
    companies := 0;
    if review.audience is null then
      select count(*) into companies
      from (
        select id from public.companies company where company.customer_id = review.customer_id and company.is_approved is null limit most_counted
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
        limit most_counted
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
  of_kind constant text := (select kind from private.deliveries where id = read_delivery.delivery);
  content constant json := case of_kind
    when 'digest' then private.digest_of_delivery(read_delivery.delivery)
    when 'reminder' then private.reminder_of_delivery(read_delivery.delivery)
  end;
begin
  return case when content is not null then json_build_object('kind', of_kind, 'content', content) end;
end $$;
create trigger check_time_zone before insert or update of time_zone on public.customers for each row execute function private.check_time_zone();
drop function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone);
drop function public.extend_review_link(uuid,timestamp with time zone);
revoke all on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date) from public, anon, authenticated, service_role;
grant execute on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date) to authenticated;
revoke all on function public.extend_review_link(uuid,timestamp with time zone,date) from public, anon, authenticated, service_role;
grant execute on function public.extend_review_link(uuid,timestamp with time zone,date) to authenticated;
revoke all on function public.begin_review_email(uuid) from public, anon, authenticated, service_role;
grant execute on function public.begin_review_email(uuid) to authenticated;
revoke all on function public.my_review_link() from public, anon, authenticated, service_role;
grant execute on function public.my_review_link() to authenticated;
revoke all on function private.check_time_zone() from public, anon, authenticated, service_role;
revoke all on function private.due_reminders(timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function private.due_reviews(timestamp with time zone,text) from public, anon, authenticated, service_role;
revoke all on function private.known_time_zone(text) from public, anon, authenticated, service_role;
revoke all on function private.link_deadline(uuid) from public, anon, authenticated, service_role;
revoke all on function private.queue_reminders(text) from public, anon, authenticated, service_role;
revoke all on function private.reminder_of_delivery(uuid,timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function private.require_deadline(date,uuid,timestamp with time zone) from public, anon, authenticated, service_role;
comment on column private.deliveries.day is 'The day that a digest is for, in the reader''s time zone, or a reminder, in that of the customer.';
comment on function public.my_review_link() is 'The live review link of the calling guest, with the day by which to review and whether the address gets reminders; none if it has ended, and for all other callers.';
comment on column public.customers.reminds_on_weekends is 'Whether reminders are also sent on Saturdays and Sundays, otherwise on the Friday before.';
comment on column public.customers.review_by is 'The day by which members, and guests whose link has no day of its own, are asked to review. They are reminded; nothing is decided by itself.';
comment on column public.customers.time_zone is 'Where its day begins and ends for reminders: a name of pg_timezone_names when it was chosen. One that is gone since counts as UTC.';
comment on column public.review_links.review_by is 'The day by which the guest is asked to review, not after the end; null: that of the customer.';
comment on function private.check_time_zone() is 'Rejects an unknown time zone.';
comment on function private.due_reminders(timestamp with time zone) is 'The addresses that are due a reminder at this moment, and its day. None gets a second one for the same day, within 23 hours or while one waits, whatever the time zones of its customers. Where clocks go forward, 09:00 comes again after 23 hours.';
comment on function private.due_reviews(timestamp with time zone,text) is 'What is to be reviewed on the day of this moment in the time zone of each customer, or on the two days after it, by reviewers, approvers and guests where it is between 09:00 and 18:00 (is_daytime), or by one address in small letters at any hour. A link, whose token is null for members, is included from the day after its email on, unless its guest reviews as much as a member.';
comment on function private.known_time_zone(text) is 'The time zone of this name, or UTC if there is none.';
comment on function private.link_deadline(uuid) is 'The day by which the guest of a link is asked to review: that of the link, or else of its customer; null once it has passed.';
comment on function private.queue_reminders(text) is 'Puts the reminders that are due into the outbox, with a Message-ID of this domain, and returns their number.';
comment on function private.reminder_of_delivery(uuid,timestamp with time zone) is 'The reminder of a delivery as it is at this moment: address, token of the link that turns reminders off, and what waits by customer or link, at most 21, of which the first is due first. Where it is night, where nothing waits or nobody wants it, null. At most 1,000 leads, companies and campaigns each are counted; audience is the only one of the leads.';
comment on function private.require_deadline(date,uuid,timestamp with time zone) is 'Raises an error if a link that ends then asks to review by a later day, in the time zone of the customer.';
comment on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date) is 'Makes a review link for one email address: of all leads and companies of a customer or of one audience, with or without campaigns, for 14 days unless it says otherwise. It sends no email. Guests'' requests for this address are added. A member makes at most 100 a day.';
comment on function public.extend_review_link(uuid,timestamp with time zone,date) is 'Changes when a review link that was not revoked ends, for its open sessions too, and by when its guest is asked to review, without which the customer''s day counts. Returns the end.';
comment on function public.begin_review_email(uuid) is 'Called before the email with a review link is sent. Returns what it says; the caller is its sender. Limits emails to 5 per hour and link and 60 per hour and sender; those of members to 20 per hour and 100 per day and sender, and to 10 per day, customer and address.';
