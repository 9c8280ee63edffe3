-- Customers, their members, and impersonations of these by administrators.

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  name text collate "und-x-icu" not null check (private.has_text(name) and char_length(name) <= 500),
  is_active boolean not null default true,
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now() constraint customers_created_at_range check (private.is_plausible_date(created_at)),
  search_text text collate "C" generated always as (private.search_text(name)) stored,
  needs_sign_off boolean not null default false,
  review_by date constraint customers_review_by_range check (private.is_plausible_date(review_by at time zone 'UTC')),
  time_zone text not null default 'UTC' constraint customers_time_zone_length check (char_length(time_zone) <= 64),
  reminds_on_weekends boolean not null default false
);
comment on table public.customers is 'Organizations whose leads and companies are reviewed: the tenants. Deleting a customer deletes all its data.';
comment on column public.customers.is_active is 'Members of an inactive customer cannot see its data.';
comment on column public.customers.needs_sign_off is
  'Whether a campaign can become active, and leads be handed off, only with steps that equal an approved version. Not changed by the service key.';
comment on column public.customers.review_by is
  'The day by which members, and guests whose link has no day of its own, are asked to review. They are reminded; nothing is decided by itself.';
comment on column public.customers.time_zone is
  'Where its day begins and ends for reminders: a name of pg_timezone_names when it was chosen. One that is gone since counts as UTC.';
comment on column public.customers.reminds_on_weekends is
  'Whether reminders are also sent on Saturdays and Sundays, otherwise on the Friday before.';

create index customers_name_idx on public.customers (name, id);
create index customers_review_by_idx on public.customers (review_by) where review_by is not null;

create table public.customer_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  invited_by uuid references auth.users on delete set null,
  accepted_at timestamptz constraint customer_users_accepted_at_range check (private.is_plausible_date(accepted_at)),
  is_active boolean not null default true,
  created_at timestamptz not null default now() constraint customer_users_created_at_range check (private.is_plausible_date(created_at)),
  role text not null default 'approver' constraint customer_users_role_check check (role in ('viewer', 'reviewer', 'approver')),
  unique (user_id, customer_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.customer_users is 'Membership of users in customers.';
comment on column public.customer_users.user_id is 'The only foreign key to profiles, so that embedding a membership''s profile is never ambiguous.';
comment on column public.customer_users.accepted_at is 'When the invitation was accepted; null while the user is only invited.';
comment on column public.customer_users.is_active is 'Deactivated members keep their row and lose their access.';
comment on column public.customer_users.role is
  'What the member may do, from the next request on: a viewer reads and comments; a reviewer also decides about leads and companies and suggests wording; an approver also manages campaigns, do-not-contact entries and review links, and signs off.';

create index customer_users_customer_idx on public.customer_users (customer_id);

alter table public.customer_users
  alter customer_id set statistics 1;

create table public.impersonations (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid() references auth.users on delete cascade,
  customer_id uuid not null references public.customers on delete cascade,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '01:00:00',
  ended_at timestamptz constraint impersonations_ended_at_range check (private.is_plausible_date(ended_at)),
  created_at timestamptz not null default now(),
  constraint impersonations_ended_at_check check (ended_at >= started_at)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.impersonations is 'Administrators who view the app as a customer. A record; it gives and removes no rights.';
comment on column public.impersonations.ended_at is 'Set to the time of the database, whatever the caller sends.';

create index impersonations_admin_idx on public.impersonations (admin_id, started_at desc);
create index impersonations_customer_idx on public.impersonations (customer_id);

alter table public.impersonations
  alter customer_id set statistics 1;

-- Not a function: Citus does not plan SQL functions within each other that read its tables.
create view private.memberships as
select membership.customer_id, membership.role
from private.callers() caller
join public.customer_users membership on membership.user_id = caller.user_id and membership.is_active
join public.customers customer on customer.id = membership.customer_id and customer.is_active
where exists (select from public.user_roles own where own.user_id = caller.user_id and own.role = 'customer');
comment on view private.memberships is
  'The active customers that the user of the request is an active member of, and the role in each.';

create function private.my_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.memberships
$$;
comment on function private.my_customer_ids is
  'The active customers that the user of the request is an active member of. Policies compare with = any (array(select …)), which is computed once per statement and can use an index.';

create function private.my_review_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.memberships where role in ('reviewer', 'approver')
$$;
comment on function private.my_review_customer_ids is 'Those of my_customer_ids whose leads and companies the user decides about: as a reviewer or approver.';

create function private.my_approval_customer_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select customer_id from private.memberships where role = 'approver'
$$;
comment on function private.my_approval_customer_ids is 'Those of my_customer_ids whose campaigns the user manages and signs off: as an approver.';

create function private.require_approver(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_approval_customer_ids()))) then
    raise exception 'Only an approver can do this' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_approver is 'Raises an error unless the caller is an administrator or an approver of the customer.';

create function private.require_reviewer(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and customer is distinct from private.guest_campaign_customer_id()
    and (customer is null or customer <> all (array(select private.my_review_customer_ids())))
  then
    raise exception 'Only a reviewer or approver can do this' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_reviewer is
  'Raises an error unless the caller suggests wordings to the customer: an administrator, a reviewer, an approver, or a guest whose link includes campaigns.';

-- A function, so that the policies of impersonations read no other table.
create function private.is_active_customer(customer uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.customers where customers.id = customer and is_active)
$$;
comment on function private.is_active_customer is 'Whether there is an active customer with this id.';

-- ILIKE is not leakproof, so under row-level security a trigram index would not be used, and errors of LIKE would reveal rows of other
-- customers. Functions that search therefore determine the customers of the caller first.
create function private.scope(wanted uuid[]) returns uuid[] language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_cardinality('customers', wanted, 10000);
  if private.is_admin() then
    return case when wanted is not null then array(select distinct unnest(wanted)) end;
  end if;
  return array(
    select customer_id from private.my_customer_ids() mine (customer_id) where wanted is null or customer_id = any (wanted)
  );
end $$;
comment on function private.scope is
  'The requested customers, at most 10,000, that the caller can see; null: all customers, for administrators only.';

create function public.search_customers(term text, at_start boolean default false) returns setof public.customers
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select * from public.customers
    where search_text like all (array(
      select private.word_pattern(word) from private.words_of(search_customers.term) word
      union all
      select ' ' || private.fold_text(left(search_customers.term, 200)) || '%' where at_start
    ));
end $$;
comment on function public.search_customers is
  'The customers, of those that the caller can see, whose name contains each word of the term. Ignores case and accents; a word of one or two letters matches the beginning of a word. at_start: the name begins with the term.';

create function public.user_names(customer_id uuid, user_ids uuid[], as_member boolean default false) returns table (
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
comment on function public.user_names is
  'Names of users, at most 1,000 ids, and whether they are administrators: to members those of their customer''s members, deactivated ones too, and "Agency" for administrators; to administrators all. A member without a full name is "Member", or to administrators the email. A guest is named by the address of the review link, except to other guests. With as_member, administrators get what members get.';

-- Workers of a distributed database have no accounts: private.enter() sets the impersonation for them.
create function private.impersonation_of(customer uuid) returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-impersonation-id';
begin
  if to_regclass('public.impersonations') is null then
    return (
      select split_part(entered, ' ', 1)::uuid
      from current_setting('leadlight.impersonation', true) entered
      where split_part(entered, ' ', 2) = customer::text
    );
  end if;
  -- Most requests name none, and need no query.
  if named ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return (
      select impersonation.id
      from public.impersonations impersonation
      where impersonation.id = named::uuid
        and impersonation.admin_id = (select private.caller_id())
        and impersonation.customer_id = customer
        and impersonation.ended_at is null
        and impersonation.expires_at > now()
    );
  end if;
  return null;
end $$;
comment on function private.impersonation_of is 'The caller''s open impersonation of this customer that the header x-impersonation-id names.';

create function private.end_impersonation() returns trigger language plpgsql set search_path = '' as $$
begin
  new.ended_at := now();
  return new;
end $$;
comment on function private.end_impersonation is 'Sets ended_at to now.';

create function private.check_time_zone() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.time_zone <> coalesce(old.time_zone, 'UTC') and not exists (select from pg_timezone_names where name = new.time_zone) then
    raise exception 'There is no time zone %', left(new.time_zone, 64) using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function private.check_time_zone is 'Rejects an unknown time zone.';

-- A time zone may be gone in another release of PostgreSQL or its operating system, and one unknown name would fail a whole statement.
create function private.known_time_zone(name text) returns text language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone name;
  return name;
exception when invalid_parameter_value then
  return 'UTC';
end $$;
comment on function private.known_time_zone is 'The time zone of this name, or UTC if there is none.';

create trigger check_time_zone before insert or update of time_zone on public.customers for each row execute function private.check_time_zone();
create trigger normalize_name before insert or update of name on public.customers for each row execute function private.normalize_name();
create trigger keep_sign_off before update of needs_sign_off on public.customers
  for each row when (current_user = 'service_role' and new.needs_sign_off <> old.needs_sign_off)
  execute function private.reject_change('Only an administrator can change whether copy needs sign-off');
create trigger end_impersonation before update of ended_at on public.impersonations
  for each row when (new.ended_at is not null) execute function private.end_impersonation();

grant execute on function
  private.my_customer_ids, private.my_review_customer_ids, private.my_approval_customer_ids, private.is_active_customer
  to authenticated, service_role;
grant execute on function public.search_customers, public.user_names to authenticated;
