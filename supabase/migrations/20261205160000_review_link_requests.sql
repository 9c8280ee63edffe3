-- A link that answers a request for a colleague answers it once, and no reminder is the first email with a link.

drop function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date);

create or replace function public.create_review_link(
  customer_id uuid, email text, audience text default null, with_campaigns boolean default false, role text default 'approver',
  message text default null, expires_at timestamptz default null, review_by date default null, request uuid default null
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
  if request is not null and not exists (
    select from public.colleague_requests asked
    where asked.id = request and asked.customer_id = create_review_link.customer_id and asked.status = 'asked'
  ) then
    raise exception 'This request has been answered meanwhile' using errcode = 'PT409';
  end if;
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
revoke all on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date,uuid) from public, anon, authenticated, service_role;
grant execute on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date,uuid) to authenticated;
comment on function private.due_reviews(timestamp with time zone,text) is 'What is to be reviewed on the day of this moment in the time zone of each customer, or on the two days after it, by reviewers, approvers and guests where it is between 09:00 and 18:00 (is_daytime), or by one address in small letters at any hour. A link, whose token is null for members, is included from the day after its email on, or once its guest has used it, unless the guest reviews as much as a member.';
comment on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone,date,uuid) is 'Makes a review link for one email address: of all leads and companies of a customer or of one audience, with or without campaigns, for 14 days unless it says otherwise. It sends no email. Guests'' requests for this address are added; one that the link answers (request) has to be open. A member makes at most 100 a day.';
