-- Review links: a guest proves by a code that the link's address is theirs, and reviews what the link includes.

create table public.review_links (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  email text not null check (private.is_email(email)),
  audience text check (private.has_text(audience) and char_length(audience) <= 100),
  with_campaigns boolean not null default false,
  role text not null check (role in ('reviewer', 'approver')),
  message text check (private.has_text(message) and char_length(message) <= 2000),
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') unique,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  mailed_at timestamptz,
  last_used_at timestamptz,
  account_id uuid references auth.users on delete set null,
  decisions int not null default 0,
  review_by date,
  constraint review_links_customer_id_fkey foreign key (customer_id) references public.customers on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.review_links is
  'Links by which a guest, known by an email address only, reviews for a customer. At most 200 live ones of each. Revoked, never deleted, because decisions and comments bear the address.';
comment on column public.review_links.id is 'Also the id of the guest''s account.';
comment on column public.review_links.audience is 'The only audience whose leads the link includes; null: all leads and companies.';
comment on column public.review_links.with_campaigns is 'Whether the link includes the campaigns: an approver signs them off, a reviewer suggests wordings.';
comment on column public.review_links.message is 'What the sender wrote to the guest: the email and the page show it.';
comment on column public.review_links.token is 'Secret part of the link. Chosen by the database only.';
comment on column public.review_links.mailed_at is 'When a mail server last accepted the email with the link; null if none did.';
comment on column public.review_links.account_id is 'The guest''s account; null before the first code was right.';
comment on column public.review_links.decisions is
  'How many decisions the guest has made and not undone. A distributed database does not count them.';
comment on column public.review_links.review_by is
  'The day by which the guest is asked to review, not after the end; null: that of the customer.';

create index review_links_customer_idx on public.review_links (customer_id, created_at desc);
create index review_links_email_idx on public.review_links (email);
create index review_links_review_by_idx on public.review_links (review_by) where review_by is not null;

alter table public.review_links
  alter customer_id set statistics 1,
  alter audience set statistics 1;

create table private.review_codes (
  link_id uuid primary key references public.review_links on delete cascade,
  salt bytea not null,
  hash bytea not null,
  expires_at timestamptz not null,
  tries int not null default 0
);
comment on table private.review_codes is 'The present code of a review link. A new code replaces it, and the right one deletes it.';
comment on column private.review_codes.hash is 'SHA-256 of the salt and the code.';

create table private.review_attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  made_at timestamptz not null default clock_timestamp()
);
comment on table private.review_attempts is 'Codes, tries of codes and emails of the last day, to limit them.';
comment on column private.review_attempts.subject is 'SHA-256 of what is limited and whose it is.';

create index review_attempts_subject_idx on private.review_attempts (subject, made_at desc);
create index review_attempts_made_idx on private.review_attempts (made_at);

create table public.colleague_requests (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  link_id uuid not null references public.review_links on delete cascade,
  email text not null check (private.is_email(email)),
  note text check (private.has_text(note) and char_length(note) <= 500),
  status text not null default 'asked' check (status in ('asked', 'added', 'declined')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth.users on delete set null,
  unique (link_id, email)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.colleague_requests is
  'Requests of guests to send a review link to a colleague too. Nothing is sent before someone who may send links does so.';
comment on column public.colleague_requests.link_id is 'The link of the guest who asks.';
comment on column public.colleague_requests.email is 'The colleague''s address.';
comment on column public.colleague_requests.note is 'What the guest wrote to the sender of the link. The colleague never gets it.';
comment on column public.colleague_requests.status is
  'asked: open; added: a link to this address was made since; declined: by a sender of links, or by revoking the link of the guest.';

create index colleague_requests_open_idx on public.colleague_requests (customer_id, created_at desc) where status = 'asked';

alter table public.colleague_requests
  alter customer_id set statistics 1;

-- Functions of schema private have no row of review_links, which the workers of a distributed database do not know.
create function private.guest_link() returns table (
  id uuid, customer_id uuid, email text, audience text, with_campaigns boolean, role text, message text, created_by uuid, expires_at timestamptz
) language sql stable security definer set search_path = '' as $$
  select
    link.id, link.customer_id, link.email, link.audience, link.with_campaigns, link.role, link.message, link.created_by, link.expires_at
  from private.callers() caller
  join public.review_links link on link.id = caller.user_id
  join public.customers customer on customer.id = link.customer_id and customer.is_active
  where link.revoked_at is null and link.expires_at > now()
$$;
comment on function private.guest_link is 'The live review link of an active customer that the caller is the guest of, as a row, or none.';

create function private.guest_customer_id() returns uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.guest_link()
$$;
comment on function private.guest_customer_id is 'The customer that the caller reviews for as a guest; null for everyone else. my_customer_ids() has none for a guest.';

create function private.guest_audience() returns text language sql stable security definer set search_path = '' as $$
  select audience from private.guest_link()
$$;
comment on function private.guest_audience is 'The only audience that the caller reviews as a guest; null without a limit.';

create function private.guest_campaign_customer_id() returns uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.guest_link() where with_campaigns
$$;
comment on function private.guest_campaign_customer_id is 'The customer whose campaigns the caller sees as a guest; null for everyone else.';

create function private.guest_company_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select company.id
  from private.guest_link() link
  cross join lateral (
    select distinct private.index_key(private.text_key(lead.company)) as name_key
    from public.leads lead
    where lead.customer_id = link.customer_id and lead.audience = link.audience and lead.company is not null
  ) named
  join public.companies company on company.customer_id = link.customer_id and company.name_key = named.name_key
$$;
comment on function private.guest_company_ids is 'The companies that the leads of the caller''s audience name. None without a limit to an audience.';

create function private.lead_scope(customers uuid[], audience_name text, out scope uuid[], out audience text)
language plpgsql stable security definer set search_path = '' as $$
declare
  link record;
begin
  scope := private.scope(customers);
  audience := audience_name;
  if scope = '{}' then
    select * into link from private.guest_link();
    if link.customer_id = any (coalesce(customers, array[link.customer_id]))
      and coalesce(audience_name, link.audience) is not distinct from coalesce(link.audience, audience_name)
    then
      scope := array[link.customer_id];
      audience := coalesce(link.audience, audience_name);
    end if;
  end if;
end $$;
comment on function private.lead_scope is
  'As scope, with the audience that a function is to read. A guest gets the customer and the audience of the link, or no customer for another audience.';

create function private.company_scope(customers uuid[]) returns uuid[] language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
begin
  if scope = '{}' then
    scope := array(
      select customer_id from private.guest_link() where audience is null and (customers is null or customer_id = any (customers))
    );
  end if;
  return scope;
end $$;
comment on function private.company_scope is 'As scope. A guest gets the customer of the link, unless the link is limited to an audience.';

create function private.sender_name(sender uuid) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select full_name from public.profiles where id = sender),
    (select 'Your team' from public.user_roles where user_id = sender and role = 'customer'),
    (select name from private.brand),
    'Your agency'
  );
end $$;
comment on function private.sender_name is
  'The name of the user who made or sends a review link: "Your team" for a member without a name, the name of the brand for others.';

create function private.guest_name(email text) returns text language sql immutable parallel safe
return email || ' by review link';
comment on function private.guest_name is 'The name by which the agency sees who made a decision or comment as a guest.';

create function private.require_signer(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from private.guest_link() where customer_id = customer and with_campaigns and role = 'approver') then
    perform private.require_approver(customer);
  end if;
end $$;
comment on function private.require_signer is
  'Raises an error unless the caller signs off campaigns of the customer: an administrator, an approver, or a guest who is one.';

create function private.link_deadline(link uuid) returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select deadline.day
    from public.review_links stored
    join public.customers customer on customer.id = stored.customer_id
    cross join lateral (select coalesce(stored.review_by, customer.review_by) as day) deadline
    where stored.id = link and deadline.day >= (now() at time zone private.known_time_zone(customer.time_zone))::date
  );
end $$;
comment on function private.link_deadline is
  'The day by which the guest of a link is asked to review: that of the link, or else of its customer; null once it has passed.';

create function public.my_review_link() returns table (
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
comment on function public.my_review_link is
  'The live review link of the calling guest, with the day by which to review and whether the address gets reminders; none if it has ended, and for all other callers.';

create function public.approve_rest(subject text) returns table (id uuid) language plpgsql security definer set search_path = '' as $$
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
comment on function public.approve_rest is
  'Approves up to 500 leads or companies (subject) of the caller''s review link that are not reviewed, except leads on a do-not-contact list, and returns their ids. None for anyone but a guest.';

create function private.require_link_end(ends timestamptz) returns void language plpgsql stable as $$
begin
  if ends is null or ends <= now() or ends > now() + interval '90 days' then
    raise exception 'A review link ends within the next 90 days' using errcode = 'check_violation';
  end if;
end $$;
comment on function private.require_link_end is 'Raises an error unless this end of a review link is within the next 90 days.';

create function private.require_deadline(review_by date, customer uuid, ends timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not review_by between '1900-01-01' and (
    select (ends at time zone private.known_time_zone(time_zone))::date from public.customers where id = customer
  ) then
    raise exception 'The day to review by cannot be after the end of the link' using errcode = 'check_violation';
  end if;
end $$;
comment on function private.require_deadline is
  'Raises an error if a link that ends then asks to review by a later day, in the time zone of the customer.';

create function private.lock_live_links(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  max_links constant int := 200;
begin
  perform pg_advisory_xact_lock(hashtextextended('review links of ' || customer, 0));
  if (select count(*) from public.review_links where customer_id = customer and revoked_at is null and expires_at > now()) >= max_links then
    raise exception 'There are already % review links: revoke one first', max_links using errcode = 'PT409';
  end if;
end $$;
comment on function private.lock_live_links is
  'Raises an error if a customer has as many live review links as it may have. Until the end of the transaction nobody else adds one.';

-- A member gets the same error for a link of another customer and for an unknown one.
create function private.require_link_sender(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_approval_customer_ids()))) then
    raise exception 'Only an administrator or an approver can send review links' using errcode = 'PT403';
  end if;
end $$;
comment on function private.require_link_sender is
  'Raises an error unless the caller sends review links of the customer: an administrator, or an approver of the customer.';

create function private.lock_review_link(link uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_link_sender((select customer_id from public.review_links where id = link));
  perform from public.review_links where id = link for update;
  if not found then
    raise exception 'There is no such review link' using errcode = 'PT404';
  end if;
end $$;
comment on function private.lock_review_link is 'Locks a review link. Raises an error unless the caller may send it.';

create function public.create_review_link(
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
comment on function public.create_review_link is
  'Makes a review link for one email address: of all leads and companies of a customer or of one audience, with or without campaigns, for 14 days unless it says otherwise. It sends no email. Guests'' requests for this address are added; one that the link answers (request) has to be open. A member makes at most 100 a day.';

create function public.extend_review_link(link uuid, expires_at timestamptz, review_by date default null) returns timestamptz
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
comment on function public.extend_review_link is
  'Changes when a review link that was not revoked ends, for its open sessions too, and by when its guest is asked to review, without which the customer''s day counts. Returns the end.';

create function private.end_review_link(link uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  customer uuid;
begin
  update public.review_links stored
  set revoked_at = now()
  where stored.id = end_review_link.link and stored.revoked_at is null
  returning stored.customer_id into customer;
  if not found then
    return;
  end if;
  update public.colleague_requests asked
  set status = 'declined', decided_at = now(), decided_by = auth.uid()
  where asked.link_id = end_review_link.link and asked.status = 'asked';
  delete from private.review_codes code where code.link_id = end_review_link.link;
  delete from auth.sessions session where session.user_id = end_review_link.link;
  perform private.record_change(customer, 'update', 'review_links', 1, array[end_review_link.link], '{revoked_at}');
end $$;
comment on function private.end_review_link is
  'Revokes a review link unless it was revoked already, ends the sessions of its guest, and declines the colleagues that the guest asked for.';

create function public.revoke_review_link(link uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_review_link(revoke_review_link.link);
  if exists (select from public.review_links stored where stored.id = revoke_review_link.link and stored.revoked_at is not null) then
    return false;
  end if;
  perform private.end_review_link(revoke_review_link.link);
  return true;
end $$;
comment on function public.revoke_review_link is
  'Ends a review link and the sessions of its guest, and declines the colleagues that the guest asked for. Returns false if it was revoked already.';

create function public.begin_review_email(link uuid) returns table (
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
comment on function public.begin_review_email is
  'Called before the email with a review link is sent. Returns what it says; the caller is its sender. Limits emails to 5 per hour and link and 60 per hour and sender; those of members to 20 per hour and 100 per day and sender, and to 10 per day, customer and address.';

create function public.confirm_review_email(link uuid) returns timestamptz language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_review_link(confirm_review_email.link);
  update public.review_links mailed set mailed_at = now() where mailed.id = confirm_review_email.link;
  return now();
end $$;
comment on function public.confirm_review_email is 'Called after the mail server accepted the email: sets mailed_at.';

create function public.ask_for_colleague(email text, note text default null) returns uuid
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
comment on function public.ask_for_colleague is
  'Asks, for the guest of a review link, to send one to a colleague too: once per address, at most 20 that are not answered. It says nothing of links that the address may have.';

create function public.my_colleague_requests() returns table (email text, status text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select asked.email, asked.status, asked.created_at
    from public.colleague_requests asked
    where asked.link_id = (select id from private.guest_link())
    order by asked.created_at desc
    limit 100;
end $$;
comment on function public.my_colleague_requests is
  'The colleagues that the calling guest has asked for, the newest 100; none if the link has ended, and for all other callers.';

create function public.decline_colleague_request(request uuid, declined boolean default true) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_link_sender((select asked.customer_id from public.colleague_requests asked where asked.id = request));
  update public.colleague_requests asked
  set
    status = case when declined then 'declined' else 'asked' end,
    decided_at = case when declined then now() end,
    decided_by = case when declined then auth.uid() end
  where asked.id = request and asked.status = case when declined then 'asked' else 'declined' end
    and (declined or exists (select from public.review_links link where link.id = asked.link_id and link.revoked_at is null));
  return found;
end $$;
comment on function public.decline_colleague_request is
  'Declines an open request of a guest for a colleague; not declined: opens a declined one again, unless the link of the guest was revoked. Only for those who may send links. Returns whether there was such a request.';

-- Attempts are counted one after the other, so that none of several at once is left out.
create function private.take_attempt(what text, most int, period interval) returns int
language plpgsql security definer set search_path = '' as $$
declare
  hashed constant text := encode(sha256(convert_to(what, 'UTF8')), 'hex');
  first timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('review attempts ' || hashed, 0));
  delete from private.review_attempts
  where id in (
    select id from private.review_attempts where made_at < clock_timestamp() - interval '1 day' limit 1000 for update skip locked
  );
  select made_at into first
  from private.review_attempts
  where subject = hashed and made_at > clock_timestamp() - period
  order by made_at desc
  offset most - 1
  limit 1;
  if found then
    return greatest(1, ceil(extract(epoch from first + period - clock_timestamp())));
  end if;
  insert into private.review_attempts (subject) values (hashed);
  return 0;
end $$;
comment on function private.take_attempt is
  'Counts an attempt and returns 0. If there were this many (most) within the period, at most a day, it counts none and returns in how many seconds another can be made.';

create function private.link_status(link uuid) returns int language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when revoked_at is null and expires_at > now() and private.is_active_customer(customer_id) then 200 else 410 end
    from public.review_links
    where id = link
  ), 404)
$$;
comment on function private.link_status is 'The state of a review link as an HTTP status: 200 live, 410 ended, 404 unknown.';

create function public.open_review_link(token text) returns table (sender text, email text, is_live boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_length('token', open_review_link.token, 200);
  return query
    select
      private.sender_name(link.created_by),
      case when private.link_status(link.id) = 200 then regexp_replace(link.email, '^(.).*@', '\1•••@') else '' end,
      private.link_status(link.id) = 200
    from public.review_links link
    where link.token = open_review_link.token;
end $$;
comment on function public.open_review_link is
  'What anyone with a review link may know: its sender and, while it is live, the masked address. None for an unknown token. Changes nothing. For the service.';

-- The code is taken from the 48 last bits of a UUID of version 4, which are all random.
create function public.begin_review_code(token text, client text) returns table (
  status int, wait_seconds int, email text, code text, customer_name text, sender_name text
) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  link public.review_links;
  secret constant bytea := uuid_send(gen_random_uuid());
begin
  perform private.require_length('token', token, 200);
  perform private.require_length('client', client, 200);
  select * into link from public.review_links stored where stored.token = begin_review_code.token;
  status := private.link_status(link.id);
  wait_seconds := 0;
  if status = 200 then
    -- The first limit that is reached ends the count.
    wait_seconds := coalesce(
      nullif(private.take_attempt('codes of link ' || link.id, 5, '1 hour'), 0),
      nullif(private.take_attempt('codes of link in a day ' || link.id, 15, '1 day'), 0),
      nullif(private.take_attempt(format('codes of %s to %s', link.customer_id, link.email), 10, '1 hour'), 0),
      private.take_attempt('codes for ' || client, 60, '1 hour')
    );
    status := case when wait_seconds = 0 then 200 else 429 end;
  end if;
  if status = 200 then
    email := link.email;
    code := lpad((('x' || right(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
    customer_name := (select customer.name from public.customers customer where customer.id = link.customer_id);
    sender_name := private.sender_name(link.created_by);
    insert into private.review_codes (link_id, salt, hash, expires_at)
    values (link.id, secret, sha256(secret || convert_to(code, 'UTF8')), now() + interval '10 minutes')
    on conflict (link_id) do update set salt = excluded.salt, hash = excluded.hash, expires_at = excluded.expires_at, tries = 0;
  end if;
  return next;
end $$;
comment on function public.begin_review_code is
  'Makes the code of a review link, which replaces a former one, is valid for 10 minutes and is to be sent to the address, or returns why not as an HTTP status. At most 5 codes per hour and 15 per day and link, 10 per hour, customer and address, 60 per hour and client. For the service.';

-- The try is counted before the code is compared. The lock of the row makes tries at once count one after the other.
create function public.redeem_review_code(token text, code text, client text) returns table (status int, wait_seconds int, link_id uuid)
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
comment on function public.redeem_review_code is
  'Compares a code with that of a review link and uses it up if it is right; link_id is then the id of the link. At most 5 tries per code and 120 per hour and client. Otherwise returns why not as an HTTP status. For the service, which then opens the session.';

create function public.begin_review_session(link uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  ends timestamptz;
begin
  update public.review_links stored
  set account_id = stored.id, last_used_at = now()
  where stored.id = begin_review_session.link and stored.revoked_at is null and stored.expires_at > now()
    and private.is_active_customer(stored.customer_id)
  returning stored.expires_at into ends;
  if not found then
    delete from auth.sessions session where session.user_id = begin_review_session.link;
    return false;
  end if;
  update auth.sessions session set not_after = ends where session.user_id = begin_review_session.link;
  return true;
end $$;
comment on function public.begin_review_session is
  'Makes the sessions of a guest end with the link. Returns false if it has ended meanwhile, and ends them. For the service.';

-- A link to a member's own address would outlive the rights that an administrator takes away. Links to others stay, with the name of their sender.
create function private.end_own_links(member uuid, customer uuid, role_left text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_review_link(link.id)
  from public.profiles profile
  join public.review_links link on link.email = lower(profile.email)
  where profile.id = member and link.revoked_at is null and (role_left <> 'reviewer' or link.role = 'approver')
    and link.customer_id in (
      select customer
      union all
      select membership.customer_id from public.customer_users membership where customer is null and membership.user_id = member
    );
end $$;
comment on function private.end_own_links is
  'Revokes the review links to a member''s own address, for one customer or for all customers of the member, that allow more than the role that is left: all links if no role is left.';

create function private.end_links_of_membership() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_own_links(
    old.user_id, old.customer_id, case when tg_op = 'UPDATE' and new.is_active then new.role else 'none' end
  );
  return null;
end $$;
comment on function private.end_links_of_membership is 'Revokes the review links to a member''s own address when the membership or its role is taken away.';

create function private.end_links_of_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_own_links((to_jsonb(old) ->> tg_argv[0])::uuid, null, 'none');
  return case when tg_when = 'BEFORE' then old end;
end $$;
comment on function private.end_links_of_user is
  'Revokes the review links to the address of a user who loses the role customer or the account, or is banned. The argument names the column of the user''s id.';

create function private.count_guest_decisions(amount int) returns void language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('public.review_links') is null then
    return; -- a worker of a distributed database
  end if;
  update public.review_links
  set
    last_used_at = now(),
    decisions = greatest(0, decisions + amount * case when current_setting('leadlight.undoing', true) = 'on' then -1 else 1 end)
  where id = auth.uid() and revoked_at is null and expires_at > now();
  if not found then
    raise exception 'The review link has ended' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.count_guest_decisions is
  'Counts the decisions of a guest, or takes undone ones away. Rejects those of a link that was revoked while the statement ran.';

create function private.delete_guest_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where id = old.account_id;
  return null;
end $$;
comment on function private.delete_guest_account is 'Deletes the account of a review link that is deleted with its customer.';

create trigger end_links after update of is_active, role on public.customer_users
  for each row when (
    old.is_active and not new.is_active or new.role = 'viewer' and old.role <> 'viewer' or new.role = 'reviewer' and old.role = 'approver'
  )
  execute function private.end_links_of_membership();
create trigger end_links_on_delete after delete on public.customer_users
  for each row execute function private.end_links_of_membership();
create trigger end_links after update of role on public.user_roles
  for each row when (old.role = 'customer' and new.role <> 'customer') execute function private.end_links_of_user('user_id');
create trigger end_links_on_delete after delete on public.user_roles
  for each row when (old.role = 'customer') execute function private.end_links_of_user('user_id');
create trigger end_links before delete on public.profiles
  for each row execute function private.end_links_of_user('id');
create trigger end_links after update of banned_until on auth.users
  for each row when (new.banned_until > now()) execute function private.end_links_of_user('id');
create trigger delete_account after delete on public.review_links
  for each row when (old.account_id is not null) execute function private.delete_guest_account();

grant execute on function
  private.guest_customer_id, private.guest_audience, private.guest_campaign_customer_id, private.guest_company_ids
  to authenticated, service_role;
grant execute on function
  public.my_review_link, public.approve_rest, public.create_review_link, public.extend_review_link, public.revoke_review_link,
  public.begin_review_email, public.confirm_review_email, public.ask_for_colleague, public.my_colleague_requests,
  public.decline_colleague_request
  to authenticated;
grant execute on function public.open_review_link, public.begin_review_code, public.redeem_review_code, public.begin_review_session to service_role;
