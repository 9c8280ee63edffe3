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

alter table private.deliveries
  alter user_id drop not null,
  alter day drop not null,
  add email text references private.mail_addresses,
  add customer_id uuid,
  drop constraint deliveries_kind_check,
  add constraint deliveries_kind_check check (kind in ('digest', 'reminder', 'comments', 'news')),
  add constraint deliveries_recipient_check check (
    case when kind = 'digest' then user_id is not null and email is null and day is not null else user_id is null and email is not null end
  );

create unique index deliveries_email_kind_day_idx on private.deliveries (email, kind, day);

alter table private.deliveries alter customer_id set statistics 1;

revoke all on private.mail_addresses from public, anon, authenticated, service_role;

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
  return queued;
end $$;

create or replace function public.unsubscribe(kind text, token text) returns int language plpgsql security definer set search_path = '' as $$
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

create or replace function private.caller_address() returns text language plpgsql stable security definer set search_path = '' as $$
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

create or replace function public.my_emails() returns table (reminders boolean, comments boolean, news boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select coalesce(stored.reminders, true), coalesce(stored.comments, true), coalesce(stored.news, true)
    from (select private.caller_address() as email) caller
    left join private.mail_addresses stored on stored.email = caller.email
    where caller.email is not null;
end $$;

create or replace function public.choose_emails(reminders boolean default null, comments boolean default null, news boolean default null) returns void
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

create or replace function private.digest_of_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
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

create or replace function public.read_delivery(delivery uuid) returns json language plpgsql stable security definer set search_path = '' as $$
declare
  of_kind constant text := (select kind from private.deliveries where id = read_delivery.delivery);
  content constant json := case of_kind when 'digest' then private.digest_of_delivery(read_delivery.delivery) end;
begin
  return case when content is not null then json_build_object('kind', of_kind, 'content', content) end;
end $$;

create or replace function public.list_deliveries(wanted text default null, before_created_at timestamptz default null, before_id uuid default null) returns table (
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
drop function public.digest_of_delivery(uuid);
drop function public.queue_digests(text);
drop function public.unsubscribe(text);
revoke all on function public.choose_emails(boolean,boolean,boolean) from public, anon, authenticated, service_role;
grant execute on function public.choose_emails(boolean,boolean,boolean) to authenticated;
revoke all on function public.my_emails() from public, anon, authenticated, service_role;
grant execute on function public.my_emails() to authenticated;
revoke all on function public.queue_deliveries(text) from public, anon, authenticated, service_role;
grant execute on function public.queue_deliveries(text) to service_role;
revoke all on function public.read_delivery(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_delivery(uuid) to service_role;
revoke all on function public.unsubscribe(text,text) from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe(text,text) to service_role;
revoke all on function private.caller_address() from public, anon, authenticated, service_role;
revoke all on function private.digest_of_delivery(uuid) from public, anon, authenticated, service_role;
comment on column private.deliveries.day is 'The day that a digest or reminder is for, in the reader''s time zone.';
comment on table private.deliveries is 'The outbox: one email each, a digest to a user or another email to an address, whose content is made when it is sent. Deleted 30 days after its creation. A distributed database has it on the coordinator only.';
comment on column private.deliveries.customer_id is 'The only customer that it is about, which may be deleted meanwhile; null for all that its reader sees.';
comment on function private.caller_address() is 'The proven address of the calling user or guest, in small letters; null if there is none.';
comment on function private.digest_of_delivery(uuid) is 'The digest of a delivery as it is now: address, period, day, token of the link that turns it off, and lines by group; null if there is nothing to say or the user may not see it any more.';
comment on function public.choose_emails(boolean,boolean,boolean) is 'Turns emails to the address of the calling user or guest on or off; null leaves one as it is.';
comment on function public.my_emails() is 'Which emails beside digests the address of the calling user or guest gets; none without a proven address.';
comment on function public.queue_deliveries(text) is 'Puts the emails that are due into the outbox, with a Message-ID of this domain, and returns their number. Ends deliveries that nobody could send for three days, and deletes old ones. The service only.';
comment on function public.read_delivery(uuid) is 'The kind of a delivery and its content as it is now; null if there is nothing to say or the reader may not see it any more. The service only.';
comment on function public.unsubscribe(text,text) is 'Turns off the emails of a kind of delivery for the user or address with this token. Returns how many have it, 1 or 0. The service only.';
