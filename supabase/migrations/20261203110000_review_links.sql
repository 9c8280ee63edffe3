-- Review links.

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
  decisions int not null default 0
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

alter table public.review_links enable row level security;

create index review_links_customer_idx on public.review_links (customer_id, created_at desc);

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

revoke all on private.review_codes from public, anon, authenticated, service_role;

create table private.review_attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  made_at timestamptz not null default clock_timestamp()
);

create index review_attempts_subject_idx on private.review_attempts (subject, made_at desc);

create index review_attempts_made_idx on private.review_attempts (made_at);

revoke all on sequence private.review_attempts_id_seq from public, anon, authenticated, service_role;

revoke all on private.review_attempts from public, anon, authenticated, service_role;

-- An account of a hosted project can have any name, and a sign-up must not fail: the profile has the beginning of the name.
create or replace function private.sync_profile() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  name text := nullif(private.collapse_spaces(left(new.raw_user_meta_data ->> 'full_name', 200)), '');
  address text := left(coalesce(new.email, ''), 255);
begin
  if exists (select from public.review_links link where link.id = new.id) then
    return null;
  elsif tg_op = 'INSERT' then
    insert into public.profiles (id, email, full_name) values (new.id, address, name);
  else
    update public.profiles
    set email = address,
      full_name = case
        when new.raw_user_meta_data ->> 'full_name' is distinct from old.raw_user_meta_data ->> 'full_name' then name
        else full_name
      end
    where id = new.id;
  end if;
  return null;
end $$;

create or replace function private.require_reviewer(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and customer is distinct from private.guest_campaign_customer_id()
    and (customer is null or customer <> all (array(select private.my_review_customer_ids())))
  then
    raise exception 'Only a reviewer or approver can do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function public.user_names(customer_id uuid, user_ids uuid[], as_member boolean default false) returns table (
  id uuid, name text, is_admin boolean
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  caller_is_admin boolean := private.is_admin();
  as_admin boolean := caller_is_admin and not coalesce(as_member, false);
  guest uuid;
begin
  perform private.require_cardinality('ids', user_ids, 1000);
  if not caller_is_admin then
    select link.id into guest from private.guest_link() link where link.customer_id = user_names.customer_id;
  end if;
  if caller_is_admin or guest is not null or user_names.customer_id = any (array(select private.my_customer_ids())) then
    return query
      select
        profile.id,
        case
          when as_admin then coalesce(profile.full_name, profile.email)
          when agency.user_id is not null then 'Agency'
          else coalesce(profile.full_name, 'Member')
        end,
        agency.user_id is not null
      from public.profiles profile
      left join public.user_roles agency on agency.user_id = profile.id and agency.role = 'admin'
      where profile.id = any (user_ids) and (
        as_admin or agency.user_id is not null or exists (
          select from public.customer_users member where member.user_id = profile.id and member.customer_id = user_names.customer_id
        )
      );
    return query
      select
        link.id, case when link.id = coalesce(guest, link.id) then private.guest_name(link.email) else 'Guest by review link' end, false
      from public.review_links link
      where link.id = any (user_ids) and (as_admin or link.customer_id = user_names.customer_id);
  end if;
end $$;

create or replace function public.company_leads(
  customer_id uuid, company_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  seen constant record := private.lead_scope(array[company_leads.customer_id], null);
  owner_id uuid := seen.scope[1];
  key text := (
    select name_key from public.companies company where company.customer_id = owner_id and company.id = company_leads.company_id
  );
begin
  return query
    select *
    from public.leads lead
    where lead.customer_id = owner_id and private.index_key(private.text_key(lead.company)) = key and lead.company is not null
      and (seen.audience is null or lead.audience = seen.audience)
      and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.lead_company(customer_id uuid, lead_id uuid) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  seen constant record := private.lead_scope(array[lead_company.customer_id], null);
  owner_id uuid := seen.scope[1];
  key text := (
    select private.index_key(private.text_key(lead.company))
    from public.leads lead
    where lead.customer_id = owner_id and lead.id = lead_company.lead_id and (seen.audience is null or lead.audience = seen.audience)
  );
begin
  return query
    select *
    from public.companies company
    where company.customer_id = owner_id and company.name_key = key
    order by company.created_at, company.id
    limit 1;
end $$;

-- Each lead reads the index of names, and never all companies of the customer.
create or replace function public.leads_of_rejected_companies(ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  seen constant record := private.lead_scope(null, null);
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  return query
    select lead.id
    from public.leads lead
    join lateral (
      select company.is_approved
      from public.companies company
      where company.customer_id = lead.customer_id and company.name_key = private.index_key(private.text_key(lead.company))
      order by company.created_at, company.id
      limit 1
    ) employer on employer.is_approved is false
    where lead.id = any (ids) and (seen.scope is null or lead.customer_id = any (seen.scope))
      and (seen.audience is null or lead.audience = seen.audience);
end $$;

create or replace function public.suppressed_leads(ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  as_admin constant boolean := private.is_admin();
  seen constant record := private.lead_scope(null, null);
  shows_entries constant boolean := private.guest_customer_id() is null;
  owner_id uuid;
begin
  perform private.require_cardinality('ids', ids, 1000);
  for owner_id in
    select distinct lead.customer_id from public.leads lead where lead.id = any (ids) and (seen.scope is null or lead.customer_id = any (seen.scope))
  loop
    continue when not private.has_entries(array[owner_id]);
    return query
      select distinct
        found.lead_id, found.is_agency, case when is_shown then found.kind end, case when is_shown and found.kind <> 'erased' then found.value end,
        case when is_shown then found.reason end, case when is_shown then found.source end, case when is_shown then found.created_at end
      from (
        select matches.*, as_admin or shows_entries and not matches.is_agency as is_shown
        from private.do_not_contact_matches(owner_id, ids) matches
      ) found
      where seen.audience is null
        or exists (select from public.leads lead where lead.customer_id = owner_id and lead.id = found.lead_id and lead.audience = seen.audience);
  end loop;
end $$;

create or replace function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  reference constant name := case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end;
  seen record;
  undone record;
begin
  perform private.require_cardinality('ids', ids, 1000);
  if reference = 'lead_id' then
    select * into seen from private.lead_scope(null, null);
  else
    select private.company_scope(null) as scope, null::text as audience into seen;
  end if;
  if not private.is_admin() and private.guest_customer_id() is null then
    seen.scope := array(select private.my_review_customer_ids());
  end if;
  -- Read by the triggers of the activity.
  set local "leadlight.undoing" to 'on';
  for undone in execute format(
    'update %1$s decided set
       is_approved = previous_is_approved,
       rejection_reason_id = previous_rejection_reason_id,
       rejection_note = previous_rejection_note
     from (
       select distinct on (customer_id, %2$s) *
       from (
         select *,
           max(decided_at) over (partition by customer_id, %2$s) as last_decided_at,
           bool_and(decided_by is not distinct from $3) over (partition by customer_id, %2$s order by decided_at desc) as is_own
         from public.decisions
         where %2$s = any ($1) and ($2 is null or customer_id = any ($2))
       ) history
       where is_approved is distinct from previous_is_approved and not is_undone
       order by customer_id, %2$s, decided_at desc
     ) last_change
     where decided.customer_id = last_change.customer_id and decided.id = last_change.%2$s
       and decided.updated_at = last_change.last_decided_at and last_change.is_own%3$s
     returning decided.id, decided.customer_id, last_change.decided_at',
    relation, reference, ' and decided.audience = ' || quote_literal(seen.audience)
  ) using ids, seen.scope, auth.uid()
  loop
    execute format('update public.decisions set is_undone = true where customer_id = $1 and %I = $2 and decided_at >= $3', reference)
    using undone.customer_id, undone.id, undone.decided_at;
    return next undone.id;
  end loop;
  set local "leadlight.undoing" to '';
end $$;

-- A change of a step locks the campaign for key share, after the step. That does not conflict with to_change, which is followed by locks of steps.
create or replace function private.lock_campaign(customer uuid, campaign uuid, to_change boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin()
    and (customer is null or customer <> all (array(select private.my_customer_ids())))
    and (to_change or customer is distinct from private.guest_campaign_customer_id())
  then
    customer := null;
  end if;
  if to_change then
    perform 1 from public.campaigns where customer_id = customer and id = campaign for no key update;
  else
    perform 1 from public.campaigns where customer_id = customer and id = campaign for update;
  end if;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function public.decide_version(customer_id uuid, version_id uuid, decision text, note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  as_admin constant boolean := private.is_admin();
  caller constant uuid := private.caller_id();
  given_note constant text := nullif(private.trimmed(decide_version.note), '');
  version public.campaign_versions;
begin
  perform private.require_length('note', decide_version.note, 1000);
  if coalesce(decision, '') not in ('approved', 'changes_requested') then
    raise exception 'Unknown decision: %', left(decision, 100) using errcode = '22023';
  end if;
  version := private.lock_version(decide_version.customer_id, decide_version.version_id);
  perform private.require_signer(version.customer_id);
  if version.status is null then
    raise exception 'Version % is not in review', version.number using errcode = 'PT409';
  elsif version.status <> 'in_review' then
    raise exception 'Version % has already been decided', version.number using errcode = 'PT409';
  elsif as_admin and given_note is null then
    raise exception 'A decision on behalf of the customer needs a note' using errcode = 'check_violation';
  end if;
  update public.campaign_versions stored
  set status = decision, decided_by = caller, decided_at = now(), on_behalf = as_admin, note = given_note
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;

-- A decision can be taken back for a minute, and steps show what was said about them in their versions.
create or replace function public.take_back_decision(customer_id uuid, version_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.caller_id();
  version public.campaign_versions;
begin
  version := private.lock_version(take_back_decision.customer_id, take_back_decision.version_id);
  perform private.require_signer(version.customer_id);
  if version.decided_at is null then
    raise exception 'Version % is not decided', version.number using errcode = 'PT409';
  elsif version.decided_by is distinct from caller then
    raise exception 'Only the user who decided version % can take that back', version.number using errcode = 'insufficient_privilege';
  elsif version.decided_at < now() - interval '1 minute' then
    raise exception 'Version % was decided more than a minute ago', version.number using errcode = 'PT409';
  elsif version.launched_at >= version.decided_at or exists (
    select
    from public.hand_offs hand_off
    where hand_off.customer_id = version.customer_id and hand_off.campaign_id = version.campaign_id and hand_off.state <> 'cancelled'
      and hand_off.created_at >= version.decided_at
  ) then
    raise exception 'Version % was launched or handed off since', version.number using errcode = 'PT409';
  end if;
  update public.campaign_versions stored
  set status = 'in_review', decided_by = null, decided_at = null, on_behalf = false, note = null
  where stored.customer_id = version.customer_id and stored.id = version.id;
end $$;

create or replace function public.mark_comments_read(ids uuid[]) returns int language plpgsql security definer set search_path = '' as $$
declare
  seen constant record := private.lead_scope(null, null);
  reader uuid := private.caller_id();
  marked int;
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  insert into public.comment_reads (customer_id, comment_id, user_id)
  select customer_id, id, reader
  from public.comments
  where id = any (ids) and author_id is distinct from reader and (seen.scope is null or customer_id = any (seen.scope) and not is_internal)
    and (seen.audience is null or exists (
      select from public.leads lead
      where lead.customer_id = comments.customer_id and lead.id = comments.lead_id and lead.audience = seen.audience
    ))
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;

-- Functions of schema private have no row of review_links, which the workers of a distributed database do not know.
create or replace function private.guest_link() returns table (
  id uuid, customer_id uuid, email text, audience text, with_campaigns boolean, role text, message text, created_by uuid, expires_at timestamptz
) language sql stable security definer set search_path = '' as $$
  select
    link.id, link.customer_id, link.email, link.audience, link.with_campaigns, link.role, link.message, link.created_by, link.expires_at
  from private.callers() caller
  join public.review_links link on link.id = caller.user_id
  join public.customers customer on customer.id = link.customer_id and customer.is_active
  where link.revoked_at is null and link.expires_at > now()
$$;

create or replace function private.guest_customer_id() returns uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.guest_link()
$$;

create or replace function private.guest_audience() returns text language sql stable security definer set search_path = '' as $$
  select audience from private.guest_link()
$$;

create or replace function private.guest_campaign_customer_id() returns uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.guest_link() where with_campaigns
$$;

create or replace function private.guest_company_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select company.id
  from private.guest_link() link
  cross join lateral (
    select distinct private.index_key(private.text_key(lead.company)) as name_key
    from public.leads lead
    where lead.customer_id = link.customer_id and lead.audience = link.audience and lead.company is not null
  ) named
  join public.companies company on company.customer_id = link.customer_id and company.name_key = named.name_key
$$;

create or replace function private.lead_scope(customers uuid[], audience_name text, out scope uuid[], out audience text)
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

create or replace function private.company_scope(customers uuid[]) returns uuid[] language plpgsql stable security definer set search_path = '' as $$
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

create or replace function private.sender_name(sender uuid) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select full_name from public.profiles where id = sender), (select name from private.brand), 'Your agency');
end $$;

create or replace function private.guest_name(email text) returns text language sql immutable parallel safe
return email || ' by review link';

create or replace function private.require_signer(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from private.guest_link() where customer_id = customer and with_campaigns and role = 'approver') then
    perform private.require_approver(customer);
  end if;
end $$;

create or replace function public.my_review_link() returns table (
  id uuid, customer_id uuid, customer_name text, sender_name text, email text, audience text, with_campaigns boolean, role text, message text,
  expires_at timestamptz
) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.review_links link
  set last_used_at = now()
  where link.id = (select id from private.guest_link()) and (last_used_at is null or last_used_at < now() - interval '5 minutes');
  return query
    select
      link.id, link.customer_id, customer.name, private.sender_name(link.created_by), link.email, link.audience, link.with_campaigns, link.role, link.message,
      link.expires_at
    from private.guest_link() link
    join public.customers customer on customer.id = link.customer_id;
end $$;

create or replace function public.approve_rest(subject text) returns table (id uuid) language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 500;
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
    subject, pending, unlisted, most
  );
end $$;

create or replace function private.require_link_end(ends timestamptz) returns void language plpgsql stable as $$
begin
  if ends is null or ends <= now() or ends > now() + interval '90 days' then
    raise exception 'A review link ends within the next 90 days' using errcode = 'check_violation';
  end if;
end $$;

create or replace function private.lock_live_links(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 200;
begin
  perform pg_advisory_xact_lock(hashtextextended('review links of ' || customer, 0));
  if (select count(*) from public.review_links where customer_id = customer and revoked_at is null and expires_at > now()) >= most then
    raise exception 'There are already % review links: revoke one first', most using errcode = 'PT409';
  end if;
end $$;

create or replace function private.lock_review_link(link uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can send review links');
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
  perform private.require_admin('Only an administrator can send review links');
  perform private.require_link_end(ends);
  if not private.is_active_customer(create_review_link.customer_id) then
    raise exception 'There is no such active customer' using errcode = 'PT404';
  end if;
  perform private.lock_live_links(create_review_link.customer_id);
  insert into public.review_links (customer_id, email, audience, with_campaigns, role, message, expires_at)
  values (
    create_review_link.customer_id, lower(private.trimmed(create_review_link.email)), create_review_link.audience,
    coalesce(create_review_link.with_campaigns, false), create_review_link.role, nullif(private.trimmed(create_review_link.message), ''), ends
  )
  returning * into added;
  perform private.record_change(added.customer_id, 'insert', 'review_links', 1, array[added.id]);
  perform private.count_text(added.customer_id, 500 + octet_length(coalesce(added.message, '')));
  return added;
end $$;

create or replace function public.extend_review_link(link uuid, expires_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  stored public.review_links;
begin
  perform private.lock_review_link(extend_review_link.link);
  select * into stored from public.review_links locked where locked.id = extend_review_link.link;
  perform private.require_link_end(extend_review_link.expires_at);
  if stored.revoked_at is not null then
    raise exception 'This link was revoked' using errcode = 'PT409';
  elsif stored.expires_at <= now() then
    perform private.lock_live_links(stored.customer_id);
  end if;
  update public.review_links extended set expires_at = extend_review_link.expires_at where extended.id = stored.id;
  update auth.sessions session set not_after = extend_review_link.expires_at where session.user_id = stored.id;
  perform private.record_change(stored.customer_id, 'update', 'review_links', 1, array[stored.id], '{expires_at}');
  return extend_review_link.expires_at;
end $$;

create or replace function public.revoke_review_link(link uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  stored public.review_links;
begin
  perform private.lock_review_link(revoke_review_link.link);
  select * into stored from public.review_links locked where locked.id = revoke_review_link.link;
  if stored.revoked_at is not null then
    return false;
  end if;
  update public.review_links revoked set revoked_at = now() where revoked.id = stored.id;
  delete from private.review_codes code where code.link_id = stored.id;
  delete from auth.sessions session where session.user_id = stored.id;
  perform private.record_change(stored.customer_id, 'update', 'review_links', 1, array[stored.id], '{revoked_at}');
  return true;
end $$;

create or replace function public.begin_review_email(link uuid) returns table (
  email text, token text, customer_name text, sender_name text, sender_email text, message text, expires_at timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  stored public.review_links;
  sender constant uuid := private.caller_id();
begin
  perform private.lock_review_link(begin_review_email.link);
  select * into stored from public.review_links locked where locked.id = begin_review_email.link;
  if stored.revoked_at is not null or stored.expires_at <= now() then
    raise exception 'This link has ended' using errcode = 'PT410';
  elsif private.take_attempt('emails of link ' || stored.id, 5, '1 hour') > 0
    or private.take_attempt('emails of sender ' || sender, 60, '1 hour') > 0
  then
    raise exception 'Too many emails with review links within an hour: try again later' using errcode = 'PT429';
  end if;
  return query
    select stored.email, stored.token, customer.name, private.sender_name(sender), profile.email, stored.message, stored.expires_at
    from public.customers customer
    join public.profiles profile on profile.id = sender
    where customer.id = stored.customer_id;
end $$;

create or replace function public.confirm_review_email(link uuid) returns timestamptz language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_review_link(confirm_review_email.link);
  update public.review_links mailed set mailed_at = now() where mailed.id = confirm_review_email.link;
  return now();
end $$;

-- Attempts are counted one after the other, so that none of several at once is left out.
create or replace function private.take_attempt(what text, most int, period interval) returns int
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

create or replace function private.link_status(link uuid) returns int language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when revoked_at is null and expires_at > now() and private.is_active_customer(customer_id) then 200 else 410 end
    from public.review_links
    where id = link
  ), 404)
$$;

create or replace function public.open_review_link(token text) returns table (sender text, email text, is_live boolean)
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
      nullif(private.take_attempt('codes to ' || link.email, 10, '1 hour'), 0),
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

-- The try is counted before the code is compared. The lock of the row makes tries at once count one after the other.
create or replace function public.redeem_review_code(token text, code text, client text) returns table (status int, wait_seconds int, link_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  most_tries constant int := 5;
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
    where stored.link_id = link.id and stored.expires_at > clock_timestamp() and stored.tries < most_tries
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

create or replace function public.begin_review_session(link uuid) returns boolean language plpgsql security definer set search_path = '' as $$
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

create or replace function private.count_guest_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('public.review_links') is null then
    return null; -- a worker of a distributed database
  end if;
  update public.review_links
  set
    last_used_at = now(),
    decisions = greatest(0, decisions + (
      select count(*) from new_decisions where is_approved is distinct from previous_is_approved
    )::int * case when current_setting('leadlight.undoing', true) = 'on' then -1 else 1 end)
  where id = auth.uid() and revoked_at is null and expires_at > now();
  if not found then
    raise exception 'The review link has ended' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create or replace function private.delete_guest_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where id = old.account_id;
  return null;
end $$;

create or replace function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size int default 50, status text default null, reason uuid default null, sort text default 'newest',
  after_text text default null, import_id uuid default null, filter jsonb default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  seen constant record := private.lead_scope(customers, audience_name);
  page constant public.leads[] := private.search_rows(
    '{}'::public.leads[], private.narrowed_term(term, filter), seen.scope, seen.audience, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
begin
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;

create or replace function public.search_companies(
  term text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null, filter jsonb default null
) returns setof public.companies language plpgsql stable security definer set search_path = '' as $$
declare
  page public.companies[];
begin
  if sort = 'company' then
    raise exception 'Unknown sort order: %', sort using errcode = '22023';
  end if;
  page := private.search_rows(
    '{}'::public.companies[], private.narrowed_term(term, filter), private.company_scope(customers), null, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;

create or replace function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null, import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  seen constant record := private.lead_scope(customers, audience_name);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.leads where id = any ($1) offset 0) selected where '
    || concat_ws(' and ',
      private.scope_condition(seen.scope, seen.audience, status, reason, import_id),
      private.word_condition(private.narrowed_term(term, filter), seen.scope, true)
    )
    into total using ids;
  return total;
end $$;

create or replace function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null, reason uuid default null,
  import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  scope uuid[] := private.company_scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.companies where id = any ($1) offset 0) selected where '
    || concat_ws(' and ',
      private.scope_condition(scope, null, status, reason, import_id),
      private.word_condition(private.narrowed_term(term, filter), scope, false)
    )
    into total using ids;
  return total;
end $$;

create or replace function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false,
  reason uuid default null, import_id uuid default null,
  filter jsonb default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  seen constant record := private.lead_scope(customers, audience_name);
  stored record := private.stored_lead_totals(seen.scope, seen.audience);
begin
  perform private.require_length('audience_name', audience_name, 100);
  if reason is null and import_id is null and coalesce(filter, '{}') = '{}' and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', private.narrowed_term(term, filter), seen.scope, seen.audience, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;

create or replace function public.company_totals(
  term text default '', customers uuid[] default null, estimate boolean default false, reason uuid default null, import_id uuid default null,
  filter jsonb default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.company_scope(customers);
  stored record := private.stored_company_totals(scope);
begin
  if reason is null and import_id is null and coalesce(filter, '{}') = '{}' and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', private.narrowed_term(term, filter), scope, null, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;

create or replace function private.row_name(subject text, customer uuid, row_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  case subject
    when 'leads' then
      select lead.name into name from public.leads lead where lead.customer_id = customer and lead.id = row_id;
    when 'companies' then
      select company.name into name from public.companies company where company.customer_id = customer and company.id = row_id;
    when 'imports' then
      select import.file_name into name from public.imports import where import.customer_id = customer and import.id = row_id;
    when 'campaigns' then
      select campaign.name into name from public.campaigns campaign where campaign.customer_id = customer and campaign.id = row_id;
    when 'campaign_steps' then
      select campaign.name into name
      from public.campaign_steps step
      join public.campaigns campaign on campaign.customer_id = step.customer_id and campaign.id = step.campaign_id
      where step.customer_id = customer and step.id = row_id;
    when 'invitations' then
      select invitation.email into name from public.invitations invitation where invitation.id = row_id;
    when 'review_links' then
      select link.email into name from public.review_links link where link.id = row_id;
    when 'customer_users' then
      select profile.email into name
      from public.customer_users member
      join public.profiles profile on profile.id = member.user_id
      where member.id = row_id;
    when 'rejection_reasons' then
      select reason.name into name from public.rejection_reasons reason where reason.id = row_id;
    when 'do_not_contact' then
      select entry.value into name from public.do_not_contact entry where entry.customer_id = customer and entry.id = row_id;
    when 'agency_do_not_contact' then
      select entry.value into name from public.agency_do_not_contact entry where entry.id = row_id and entry.kind <> 'erased';
    when 'custom_fields' then
      select field.label into name from public.custom_fields field where field.customer_id = customer and field.id = row_id;
    when 'user_roles', 'second_factor', 'profiles' then
      select profile.email into name from public.profiles profile where profile.id = row_id;
    else null;
  end case;
  return name;
end $$;

create or replace function private.describe_activity(entries public.activity[]) returns table (
  id uuid, created_at timestamptz, actor_id uuid, actor_name text, actor_email text, is_impersonated boolean, customer_id uuid,
  customer_name text, action text, subject text, row_count int, row_name text, changed_columns text[], new_values jsonb, has_row_ids boolean
) language sql stable security definer set search_path = '' as $$
  select
    entry.id, entry.created_at, entry.actor_id, coalesce(actor.full_name, private.guest_name(guest.email)), coalesce(actor.email, guest.email),
    entry.impersonation_id is not null,
    nullif(entry.customer_id, '00000000-0000-0000-0000-000000000000'), entry.customer_name, entry.action, entry.subject, entry.row_count,
    case when entry.row_count = 1 then private.row_name(entry.subject, entry.customer_id, entry.row_ids[1]) end,
    entry.changed_columns, entry.new_values, entry.row_ids is not null
  from unnest(entries) entry
  left join public.profiles actor on actor.id = entry.actor_id
  left join public.review_links guest on guest.id = entry.actor_id
$$;

create trigger count_guest_decisions after insert on public.decisions
  referencing new table as new_decisions for each statement when (coalesce(auth.jwt() -> 'app_metadata' ? 'review_link', false))
  execute function private.count_guest_decisions();

create trigger delete_account after delete on public.review_links
  for each row when (old.account_id is not null) execute function private.delete_guest_account();

create policy "Admins see every review link" on public.review_links for select to authenticated
  using ((select private.is_admin()));

create policy "The service sees review links" on public.review_links for select to service_role
  using (true);

-- `npm run distribute` gives distributed tables these policies without sub-selects.
do $policies$
begin
  if to_regprocedure('private.enter()') is not null then
    return;
  end if;

  create policy "A guest of a link sees its leads" on public.leads for select to authenticated
    using (customer_id = (select private.guest_customer_id()) and coalesce((select private.guest_audience()), audience, '') = coalesce(audience, ''));

  create policy "A guest of a link decides about its leads" on public.leads for update to authenticated
    using (customer_id = (select private.guest_customer_id()) and coalesce((select private.guest_audience()), audience, '') = coalesce(audience, ''))
    with check (customer_id = (select private.guest_customer_id()) and coalesce((select private.guest_audience()), audience, '') = coalesce(audience, ''));

  create policy "A guest of a link sees its companies" on public.companies for select to authenticated
    using (customer_id = (select private.guest_customer_id()) and ((select private.guest_audience()) is null or id = any (array(select private.guest_company_ids()))));

  create policy "A guest of a link decides about its companies" on public.companies for update to authenticated
    using (customer_id = (select private.guest_customer_id()) and (select private.guest_audience()) is null)
    with check (customer_id = (select private.guest_customer_id()) and (select private.guest_audience()) is null);

  create policy "A guest of a link sees the reasons" on public.rejection_reasons for select to authenticated
    using ((select private.guest_customer_id()) is not null);

  create policy "A guest of a link sees its decisions" on public.decisions for select to authenticated
    using (customer_id = (select private.guest_customer_id()) and ((select private.guest_audience()) is null or exists (select from public.leads lead where lead.id = lead_id)));

  create policy "A guest of a link sees its customer's custom fields" on public.custom_fields for select to authenticated
    using (customer_id = (select private.guest_customer_id()) and not is_internal);

  create policy "A guest of a link sees its campaigns" on public.campaigns for select to authenticated
    using (customer_id = (select private.guest_campaign_customer_id()));

  create policy "A guest of a link sees the steps of its campaigns" on public.campaign_steps for select to authenticated
    using (customer_id = (select private.guest_campaign_customer_id()));

  create policy "A guest of a link sees the sizes of its campaigns" on public.campaign_contents for select to authenticated
    using (customer_id = (select private.guest_campaign_customer_id()));

  create policy "A guest of a link sees the versions of its campaigns" on public.campaign_versions for select to authenticated
    using (customer_id = (select private.guest_campaign_customer_id()));

  create policy "A guest of a link sees the suggestions for its campaigns" on public.step_suggestions for select to authenticated
    using (customer_id = (select private.guest_campaign_customer_id()));

  create policy "A guest of a link sees its comments" on public.comments for select to authenticated
    using (not is_internal and (num_nonnulls(campaign_id, step_id) > 0 and customer_id = (select private.guest_campaign_customer_id()) or num_nonnulls(lead_id, company_id) > 0 and customer_id = (select private.guest_customer_id()) and ((select private.guest_audience()) is null or exists (select from public.leads lead where lead.id = lead_id))));

  create policy "A guest of a link adds comments" on public.comments for insert to authenticated
    with check (not is_internal and (num_nonnulls(campaign_id, step_id) > 0 and customer_id = (select private.guest_campaign_customer_id()) or num_nonnulls(lead_id, company_id) > 0 and customer_id = (select private.guest_customer_id()) and ((select private.guest_audience()) is null or exists (select from public.leads lead where lead.id = lead_id))));

  create policy "A guest of a link deletes their comments" on public.comments for update to authenticated
    using (author_id = (select private.caller_id()) and not is_internal and (num_nonnulls(campaign_id, step_id) > 0 and customer_id = (select private.guest_campaign_customer_id()) or num_nonnulls(lead_id, company_id) > 0 and customer_id = (select private.guest_customer_id()) and ((select private.guest_audience()) is null or exists (select from public.leads lead where lead.id = lead_id))))
    with check (author_id = (select private.caller_id()) and not is_internal and (num_nonnulls(campaign_id, step_id) > 0 and customer_id = (select private.guest_campaign_customer_id()) or num_nonnulls(lead_id, company_id) > 0 and customer_id = (select private.guest_customer_id()) and ((select private.guest_audience()) is null or exists (select from public.leads lead where lead.id = lead_id))));
end $policies$;
revoke all on function private.guest_audience() from public, anon, authenticated, service_role;
grant execute on function private.guest_audience() to authenticated;
grant execute on function private.guest_audience() to service_role;
revoke all on function private.guest_campaign_customer_id() from public, anon, authenticated, service_role;
grant execute on function private.guest_campaign_customer_id() to authenticated;
grant execute on function private.guest_campaign_customer_id() to service_role;
revoke all on function private.guest_company_ids() from public, anon, authenticated, service_role;
grant execute on function private.guest_company_ids() to authenticated;
grant execute on function private.guest_company_ids() to service_role;
revoke all on function private.guest_customer_id() from public, anon, authenticated, service_role;
grant execute on function private.guest_customer_id() to authenticated;
grant execute on function private.guest_customer_id() to service_role;
revoke all on function public.approve_rest(text) from public, anon, authenticated, service_role;
grant execute on function public.approve_rest(text) to authenticated;
revoke all on function public.begin_review_code(text,text) from public, anon, authenticated, service_role;
grant execute on function public.begin_review_code(text,text) to service_role;
revoke all on function public.begin_review_email(uuid) from public, anon, authenticated, service_role;
grant execute on function public.begin_review_email(uuid) to authenticated;
revoke all on function public.begin_review_session(uuid) from public, anon, authenticated, service_role;
grant execute on function public.begin_review_session(uuid) to service_role;
revoke all on function public.confirm_review_email(uuid) from public, anon, authenticated, service_role;
grant execute on function public.confirm_review_email(uuid) to authenticated;
revoke all on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone) to authenticated;
revoke all on function public.extend_review_link(uuid,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.extend_review_link(uuid,timestamp with time zone) to authenticated;
revoke all on function public.my_review_link() from public, anon, authenticated, service_role;
grant execute on function public.my_review_link() to authenticated;
revoke all on function public.open_review_link(text) from public, anon, authenticated, service_role;
grant execute on function public.open_review_link(text) to service_role;
revoke all on function public.redeem_review_code(text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.redeem_review_code(text,text,text) to service_role;
revoke all on function public.revoke_review_link(uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_review_link(uuid) to authenticated;
revoke all on public.review_links from public, anon, authenticated, service_role;
grant select on public.review_links to authenticated;
grant select on public.review_links to service_role;
revoke all on function private.company_scope(uuid[]) from public, anon, authenticated, service_role;
revoke all on function private.count_guest_decisions() from public, anon, authenticated, service_role;
revoke all on function private.delete_guest_account() from public, anon, authenticated, service_role;
revoke all on function private.guest_link() from public, anon, authenticated, service_role;
revoke all on function private.guest_name(text) from public, anon, authenticated, service_role;
revoke all on function private.lead_scope(uuid[],text) from public, anon, authenticated, service_role;
revoke all on function private.link_status(uuid) from public, anon, authenticated, service_role;
revoke all on function private.lock_live_links(uuid) from public, anon, authenticated, service_role;
revoke all on function private.lock_review_link(uuid) from public, anon, authenticated, service_role;
revoke all on function private.require_link_end(timestamp with time zone) from public, anon, authenticated, service_role;
revoke all on function private.require_signer(uuid) from public, anon, authenticated, service_role;
revoke all on function private.sender_name(uuid) from public, anon, authenticated, service_role;
revoke all on function private.take_attempt(text,integer,interval) from public, anon, authenticated, service_role;
comment on function private.lock_campaign(uuid,uuid,boolean) is 'Locks a campaign, so that its steps stay the same; with to_change so that nothing but the content of its steps changes. Raises an error unless the caller is an administrator, a member of the customer or, without to_change, a guest whose link includes its campaigns.';
comment on function private.require_reviewer(uuid) is 'Raises an error unless the caller suggests wordings to the customer: an administrator, a reviewer, an approver, or a guest whose link includes campaigns.';
comment on function private.sync_profile() is 'Copies the email and a changed name of an account to its profile. The account of a review link has none.';
comment on function public.decide_version(uuid,uuid,text,text) is 'Decides the newest version of a campaign, which is in review: approved or changes_requested. For approvers, by a review link too; administrators decide on behalf of the customer, with a note.';
comment on function public.suggest_wording(uuid,uuid,uuid,text,text) is 'Suggests a text, and for an email a subject, for a step of the newest version. Returns the id of the suggestion. For administrators, approvers, reviewers and guests.';
comment on function public.suppressed_leads(uuid[]) is 'Those of these leads, at most 1,000, that must not be contacted, with the entries that apply. Members learn of an agency-wide one, and guests of any, only that it applies.';
comment on function public.user_names(uuid,uuid[],boolean) is 'Names of users, at most 1,000 ids, and whether they are administrators: to members those of their customer''s members, deactivated ones too, and "Agency" for administrators; to administrators all. A member without a full name is "Member", or to administrators the email. A guest is named by the address of the review link, except to other guests. With as_member, administrators get what members get.';
comment on column private.review_attempts.subject is 'SHA-256 of what is limited and whose it is.';
comment on column private.review_codes.hash is 'SHA-256 of the salt and the code.';
comment on column public.review_links.account_id is 'The guest''s account; null before the first code was right.';
comment on column public.review_links.audience is 'The only audience whose leads the link includes; null: all leads and companies.';
comment on column public.review_links.decisions is 'How many decisions the guest has made and not undone. A distributed database does not count them.';
comment on column public.review_links.id is 'Also the id of the guest''s account.';
comment on column public.review_links.mailed_at is 'When a mail server last accepted the email with the link; null if none did.';
comment on column public.review_links.message is 'What the sender wrote to the guest: the email and the page show it.';
comment on column public.review_links.token is 'Secret part of the link. Chosen by the database only.';
comment on column public.review_links.with_campaigns is 'Whether the link includes the campaigns: an approver signs them off, a reviewer suggests wordings.';
comment on function private.company_scope(uuid[]) is 'As scope. A guest gets the customer of the link, unless the link is limited to an audience.';
comment on function private.count_guest_decisions() is 'Counts the decisions of a guest, or takes undone ones away. Rejects those of a link that was revoked while the statement ran.';
comment on function private.delete_guest_account() is 'Deletes the account of a review link that is deleted with its customer.';
comment on function private.guest_audience() is 'The only audience that the caller reviews as a guest; null without a limit.';
comment on function private.guest_campaign_customer_id() is 'The customer whose campaigns the caller sees as a guest; null for everyone else.';
comment on function private.guest_company_ids() is 'The companies that the leads of the caller''s audience name. None without a limit to an audience.';
comment on function private.guest_customer_id() is 'The customer that the caller reviews for as a guest; null for everyone else. my_customer_ids() has none for a guest.';
comment on function private.guest_link() is 'The live review link of an active customer that the caller is the guest of, as a row, or none.';
comment on function private.guest_name(text) is 'The name by which the agency sees who made a decision or comment as a guest.';
comment on function private.lead_scope(uuid[],text) is 'As scope, with the audience that a function is to read. A guest gets the customer and the audience of the link, or no customer for another audience.';
comment on function private.link_status(uuid) is 'The state of a review link as an HTTP status: 200 live, 410 ended, 404 unknown.';
comment on function private.lock_live_links(uuid) is 'Raises an error if a customer has as many live review links as it may have. Until the end of the transaction nobody else adds one.';
comment on function private.lock_review_link(uuid) is 'Locks a review link. Raises an error unless the caller is an administrator.';
comment on function private.require_link_end(timestamp with time zone) is 'Raises an error unless this end of a review link is within the next 90 days.';
comment on function private.require_signer(uuid) is 'Raises an error unless the caller signs off campaigns of the customer: an administrator, an approver, or a guest who is one.';
comment on function private.sender_name(uuid) is 'The name of the user who made or sends a review link, or else of the brand.';
comment on function private.take_attempt(text,integer,interval) is 'Counts an attempt and returns 0. If there were this many (most) within the period, at most a day, it counts none and returns in how many seconds another can be made.';
comment on function public.approve_rest(text) is 'Approves up to 500 leads or companies (subject) of the caller''s review link that are not reviewed, except leads on a do-not-contact list, and returns their ids. None for anyone but a guest.';
comment on function public.begin_review_code(text,text) is 'Makes the code of a review link, which replaces a former one, is valid for 10 minutes and is to be sent to the address, or returns why not as an HTTP status. At most 5 codes per hour and 15 per day and link, 10 per hour and address, 60 per hour and client. For the service.';
comment on function public.begin_review_email(uuid) is 'Called before the email with a review link is sent. Returns what it says; the caller is its sender. Limits emails to 60 per hour and sender and 5 per hour and link.';
comment on function public.begin_review_session(uuid) is 'Makes the sessions of a guest end with the link. Returns false if it has ended meanwhile, and ends them. For the service.';
comment on function public.confirm_review_email(uuid) is 'Called after the mail server accepted the email: sets mailed_at.';
comment on function public.create_review_link(uuid,text,text,boolean,text,text,timestamp with time zone) is 'Makes a review link for one email address: of all leads and companies of a customer or of one audience, with or without campaigns, for 14 days unless it says otherwise. It sends no email.';
comment on function public.extend_review_link(uuid,timestamp with time zone) is 'Changes when a review link that was not revoked ends, for its open sessions too. Returns that time.';
comment on function public.my_review_link() is 'The live review link of the calling guest; none if it has ended, and for all other callers.';
comment on function public.open_review_link(text) is 'What anyone with a review link may know: its sender and, while it is live, the masked address. None for an unknown token. Changes nothing. For the service.';
comment on function public.redeem_review_code(text,text,text) is 'Compares a code with that of a review link and uses it up if it is right; link_id is then the id of the link. At most 5 tries per code and 120 per hour and client. Otherwise returns why not as an HTTP status. For the service, which then opens the session.';
comment on function public.revoke_review_link(uuid) is 'Ends a review link and the sessions of its guest. Returns false if it was revoked already.';
comment on table private.review_attempts is 'Codes, tries of codes and emails of the last day, to limit them.';
comment on table private.review_codes is 'The present code of a review link. A new code replaces it, and the right one deletes it.';
comment on table public.review_links is 'Links by which a guest, known by an email address only, reviews for a customer. At most 200 live ones of each. Revoked, never deleted, because decisions and comments bear the address.';

-- The key makes this a table that Citus knows, which then takes no policy with a sub-select.
alter table public.review_links
  add constraint review_links_customer_id_fkey foreign key (customer_id) references public.customers on delete cascade;
