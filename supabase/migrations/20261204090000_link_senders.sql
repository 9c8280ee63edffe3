-- Approvers send review links of their customers, and guests ask to add a colleague.

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

alter table public.colleague_requests enable row level security;

alter table private.attention_dismissals drop constraint attention_dismissals_reason_check;
alter table private.attention_dismissals add constraint attention_dismissals_reason_check check (
  reason in (
    'leads waiting', 'leads changed', 'duplicate leads', 'duplicate companies', 'copy changes requested', 'copy approved', 'imports with errors', 'invitations not mailed', 'invitations expiring', 'handed off leads', 'comments on leads', 'comments on companies', 'comments on campaigns', 'colleagues asked for'
  )
);

create or replace function private.sender_name(sender uuid) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select full_name from public.profiles where id = sender),
    (select 'Your team' from public.user_roles where user_id = sender and role = 'customer'),
    (select name from private.brand),
    'Your agency'
  );
end $$;

-- A member gets the same error for a link of another customer and for an unknown one.
create or replace function private.require_link_sender(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_approval_customer_ids()))) then
    raise exception 'Only an administrator or an approver can send review links' using errcode = 'PT403';
  end if;
end $$;

create or replace function private.lock_review_link(link uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_link_sender((select customer_id from public.review_links where id = link));
  perform from public.review_links where id = link for update;
  if not found then
    raise exception 'There is no such review link' using errcode = 'PT404';
  end if;
end $$;

create or replace function public.create_review_link(
  customer_id uuid, email text, audience text default null, with_campaigns boolean default false, role text default 'approver',
  message text default null, expires_at timestamptz default null
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
  perform private.lock_live_links(create_review_link.customer_id);
  insert into public.review_links (customer_id, email, audience, with_campaigns, role, message, expires_at)
  values (
    create_review_link.customer_id, lower(private.trimmed(create_review_link.email)), create_review_link.audience,
    coalesce(create_review_link.with_campaigns, false), create_review_link.role, nullif(private.trimmed(create_review_link.message), ''), ends
  )
  returning * into added;
  update public.colleague_requests asked
  set status = 'added', decided_at = now(), decided_by = auth.uid()
  where asked.customer_id = added.customer_id and asked.email = added.email and asked.status = 'asked';
  perform private.record_change(added.customer_id, 'insert', 'review_links', 1, array[added.id]);
  perform private.count_text(added.customer_id, 500 + octet_length(coalesce(added.message, '')));
  return added;
end $$;

create or replace function private.end_review_link(link uuid) returns void language plpgsql security definer set search_path = '' as $$
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

create or replace function public.revoke_review_link(link uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_review_link(revoke_review_link.link);
  if exists (select from public.review_links stored where stored.id = revoke_review_link.link and stored.revoked_at is not null) then
    return false;
  end if;
  perform private.end_review_link(revoke_review_link.link);
  return true;
end $$;

create or replace function public.begin_review_email(link uuid) returns table (
  email text, token text, customer_name text, sender_name text, sender_email text, message text, expires_at timestamptz
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
    select stored.email, stored.token, customer.name, private.sender_name(sender), profile.email, stored.message, stored.expires_at
    from public.customers customer
    join public.profiles profile on profile.id = sender
    where customer.id = stored.customer_id;
end $$;

create or replace function public.ask_for_colleague(email text, note text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 20;
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
  elsif (select count(*) from public.colleague_requests asked where asked.link_id = link.id and asked.status = 'asked') >= most then
    raise exception 'You have already asked to add % colleagues: wait for an answer', most using errcode = 'PT409';
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

create or replace function public.my_colleague_requests() returns table (email text, status text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select asked.email, asked.status, asked.created_at
    from public.colleague_requests asked
    where asked.link_id = (select id from private.guest_link())
    order by asked.created_at desc
    limit 100;
end $$;

create or replace function public.decline_colleague_request(request uuid, declined boolean default true) returns boolean
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

-- Imports whose only errors are rows on a do-not-contact list need no attention.
create or replace function public.needs_attention() returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, oldest.amount, oldest.since, (
        select max(created_at) + interval '7 days'
        from public.leads lead
        where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
      ) as latest
      from (select distinct customer_id from public.lead_counters) counter
      cross join lateral (
        select count(*) as amount, min(created_at) as since
        from (
          select created_at
          from public.leads lead
          where lead.customer_id = counter.customer_id and is_approved is null and created_at < now() - interval '7 days'
          order by created_at
          limit 1000
        ) first
      ) oldest
      where oldest.amount > 0
    ), corrected as materialized (
      select customer_id, corrects_import_id as id, sum(total_rows) as rows
      from public.imports
      where corrects_import_id is not null and undone_at is null and created_at > now() - interval '7 days'
      group by customer_id, corrects_import_id
    ), failed as materialized (
      select import.customer_id, count(*) as amount, max(import.created_at) as since
      from public.imports import
      left join corrected on corrected.customer_id = import.customer_id and corrected.id = import.id
      where import.error_rows > coalesce(corrected.rows, 0) and import.undone_at is null and import.created_at > now() - interval '7 days'
        and exists (
          select 1
          from public.import_errors
          where customer_id = import.customer_id and import_id = import.id and error not like 'On the do-not-contact list: %'
        )
      group by import.customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), asked as materialized (
      select customer_id, count(*) as amount, min(created_at) as since, max(created_at) as latest
      from public.colleague_requests
      where status = 'asked'
      group by customer_id
    ), changed as materialized (
      select customer_id, count(*) as amount, min(updated_at) as since, max(updated_at) as latest
      from public.leads
      where decided_values is not null
      group by customer_id
    ), repeated as materialized (
      select 'duplicate leads' as reason, customer_id, count(*) as amount, min(created_at) as since, max(created_at) as latest
      from public.leads
      where duplicate_of is not null and not is_separate
      group by customer_id
      union all
      select 'duplicate companies', customer_id, count(*), min(created_at), max(created_at)
      from public.companies
      where duplicate_of is not null and not is_separate
      group by customer_id
    ), requested as materialized (
      select customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      where status = 'changes_requested' and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
      group by customer_id
    ), approved as materialized (
      select version.customer_id, count(*) as amount, min(decided_at) as since, max(decided_at) as latest
      from public.campaign_versions version
      join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
      where version.status = 'approved' and not on_behalf and launched_at is null and decided_at > now() - interval '90 days'
        and campaign.status = 'draft' and number = (
          select max(number)
          from public.campaign_versions other
          where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
        )
      group by version.customer_id
    ), commented as materialized (
      select customer_id, 'comments on ' || subject as reason, count(distinct row_id) as amount, min(created_at) as since, max(created_at) as latest
      from private.unread_comments(null, false)
      group by customer_id, subject
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since, latest from waiting
      union all
      select 'leads changed', customer_id, amount, since, latest from changed
      union all
      select reason, customer_id, amount, since, latest from repeated
      union all
      select 'copy changes requested', customer_id, amount, since, latest from requested
      union all
      select 'copy approved', customer_id, amount, since, latest from approved
      union all
      select reason, customer_id, amount, since, latest from commented
      union all
      select 'imports with errors', customer_id, amount, since, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at), max(created_at)
      from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at), max(expires_at) - interval '2 days'
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
      union all
      select 'colleagues asked for', customer_id, amount, since, latest from asked
      union all
      select 'handed off leads', customer_id, count(distinct lead_id), max(flagged_at), max(flagged_at)
      from public.handed_off_leads where flag is not null group by customer_id
    ), dismissed as materialized (
      select customer_id, reason, dismissed_at from private.attention_dismissals where user_id = auth.uid()
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    left join dismissed on dismissed.customer_id = found.customer_id and dismissed.reason = found.reason
    where dismissed.dismissed_at is null or found.latest > dismissed.dismissed_at
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;

create or replace function public.waiting_rows(customers uuid[] default null, as_member boolean default false) returns table (
  customer_id uuid, subject text, row_id uuid, reason text, since timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 1000;
  scope constant uuid[] := private.scope(customers);
  is_agency constant boolean := private.is_admin() and not as_member;
  approver_of constant uuid[] := case when not private.is_admin() then array(select private.my_approval_customer_ids()) end;
begin
  return query
    select customer_id, subject, row_id, 'comment', min(created_at)
    from private.unread_comments(scope, as_member)
    group by customer_id, subject, row_id;
  return query
    select version.customer_id, 'campaigns', campaign_id, version.status, coalesce(decided_at, requested_at)
    from public.campaign_versions version
    join public.campaigns campaign on campaign.customer_id = version.customer_id and campaign.id = version.campaign_id
    where (scope is null or version.customer_id = any (scope))
      and case
        when not is_agency then
          version.status = 'in_review' and (approver_of is null or version.customer_id = any (approver_of))
        when version.status = 'approved' then
          not on_behalf and launched_at is null and decided_at > now() - interval '90 days' and campaign.status = 'draft'
        else version.status = 'changes_requested'
      end
      and number = (
        select max(number)
        from public.campaign_versions other
        where other.customer_id = version.customer_id and other.campaign_id = version.campaign_id
      )
    limit most;
  if not is_agency then
    return query
      select customer_id, 'review links', id, 'asked', created_at
      from public.colleague_requests
      where status = 'asked' and (scope is null or customer_id = any (scope)) and (approver_of is null or customer_id = any (approver_of))
      limit most;
  end if;
end $$;

-- The code is taken from the 48 last bits of a UUID of version 4, which are all random.
create or replace function public.begin_review_code(token text, client text) returns table (
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

-- A link to a member's own address would outlive the rights that an administrator takes away. Links to others stay, with the name of their sender.
create or replace function private.end_own_links(member uuid, customer uuid, role_left text) returns void
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

create or replace function private.end_links_of_membership() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_own_links(
    old.user_id, old.customer_id, case when tg_op = 'UPDATE' and new.is_active then new.role else 'none' end
  );
  return null;
end $$;

create or replace function private.end_links_of_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.end_own_links((to_jsonb(old) ->> tg_argv[0])::uuid, null, 'none');
  return case when tg_when = 'BEFORE' then old end;
end $$;

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

-- `npm run distribute` gives these tables policies in a form that Citus accepts.
do $policies$
begin
  if to_regprocedure('private.enter()') is not null then
    return;
  end if;

  create policy "Approvers see their customers' review links" on public.review_links for select to authenticated
    using (customer_id = any (array(select private.my_approval_customer_ids())));

  create policy "Admins see every request for a colleague" on public.colleague_requests for select to authenticated
    using ((select private.is_admin()));

  create policy "Approvers see the requests of their customers' guests" on public.colleague_requests for select to authenticated
    using (customer_id = any (array(select private.my_approval_customer_ids())));

  create policy "The service sees requests for colleagues" on public.colleague_requests for select to service_role
    using (true);
end $policies$;

revoke all on function public.ask_for_colleague(text,text) from public, anon, authenticated, service_role;
grant execute on function public.ask_for_colleague(text,text) to authenticated;
revoke all on function public.decline_colleague_request(uuid,boolean) from public, anon, authenticated, service_role;
grant execute on function public.decline_colleague_request(uuid,boolean) to authenticated;
revoke all on function public.my_colleague_requests() from public, anon, authenticated, service_role;
grant execute on function public.my_colleague_requests() to authenticated;
revoke all on public.colleague_requests from public, anon, authenticated, service_role;
grant select on public.colleague_requests to authenticated;
grant select on public.colleague_requests to service_role;
revoke all on function private.end_links_of_membership() from public, anon, authenticated, service_role;
revoke all on function private.end_links_of_user() from public, anon, authenticated, service_role;
revoke all on function private.end_own_links(uuid,uuid,text) from public, anon, authenticated, service_role;
revoke all on function private.end_review_link(uuid) from public, anon, authenticated, service_role;
revoke all on function private.require_link_sender(uuid) from public, anon, authenticated, service_role;
comment on column public.customer_users.role is 'What the member may do, from the next request on: a viewer reads and comments; a reviewer also decides about leads and companies and suggests wording; an approver also manages campaigns, do-not-contact entries and review links, and signs off.';
comment on function private.lock_review_link(uuid) is 'Locks a review link. Raises an error unless the caller may send it.';
comment on function private.sender_name(uuid) is 'The name of the user who made or sends a review link. Of a member without a name "Your team", of others the name of the brand.';
comment on function public.begin_review_email(uuid) is 'Called before the email with a review link is sent. Returns what it says; the caller is its sender. Limits emails to 5 per hour and link and 60 per hour and sender; those of members to 20 per hour and 100 per day and sender, and to 10 per day, customer and address.';
comment on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone) is 'Makes a review link for one email address: of all leads and companies of a customer or of one audience, with or without campaigns, for 14 days unless it says otherwise. It sends no email. Guests'' requests for this address are added. A member makes at most 100 a day.';
comment on function public.begin_review_code(text,text) is 'Makes the code of a review link, which replaces a former one, is valid for 10 minutes and is to be sent to the address, or returns why not as an HTTP status. At most 5 codes per hour and 15 per day and link, 10 per hour, customer and address, 60 per hour and client. For the service.';
comment on function private.end_links_of_membership() is 'Revokes the review links to a member''s own address when the membership or its role is taken away.';
comment on function private.end_links_of_user() is 'Revokes the review links to the address of a user who loses the role customer or the account, or is banned. The argument names the column of the user''s id.';
comment on function private.end_own_links(uuid,uuid,text) is 'Revokes the review links to a member''s own address, for one customer or for all customers of the member, that allow more than the role that is left: all links if no role is left.';
comment on function private.end_review_link(uuid) is 'Revokes a review link unless it was revoked already, ends the sessions of its guest, and declines the colleagues that the guest asked for.';
comment on function public.needs_attention() is 'The matters that an administrator should look at, one row per active customer and reason: leads not reviewed for 7 days (counted up to 1,000), leads that have changed since the decision, leads and companies that are duplicates until they are kept or deleted, campaigns whose newest version has changes requested or was approved by a member and not launched, unread comments of members, open invitations without an email or ending within 2 days, guests'' requests for colleagues, imports of the last 7 days with errors (not only rows on a do-not-contact list), leads to stop in the tools that they were handed off to.';
comment on function public.revoke_review_link(uuid) is 'Ends a review link and the sessions of its guest, and declines the colleagues that the guest asked for. Returns false if it was revoked already.';
comment on function public.waiting_rows(uuid[],boolean) is 'The rows that wait for the caller: leads, companies and campaigns with unread comments (comment, see unread_comments), and campaigns by the newest version, at most 1,000: for an approver those in review (in_review) and guests'' requests for colleagues, at most 1,000 (asked), for an administrator those that a member has approved (approved, in the last 90 days, of a draft) or requested changes of (changes_requested). as_member: as a member sees them.';
comment on function private.require_link_sender(uuid) is 'Raises an error unless the caller sends review links of the customer: an administrator, or an approver of the customer.';
comment on function public.ask_for_colleague(text,text) is 'Asks, for the guest of a review link, to send one to a colleague too: once per address, at most 20 that are not answered. It says nothing of links that the address may have.';
comment on function public.decline_colleague_request(uuid,boolean) is 'Declines an open request of a guest for a colleague; not declined: opens a declined one again, unless the link of the guest was revoked. Only for those who may send links. Returns whether there was such a request.';
comment on function public.my_colleague_requests() is 'The colleagues that the calling guest has asked for, the newest 100; none if the link has ended, and for all other callers.';
