-- Functions over customers' rows in PL/pgSQL. As in SQL before, each call is planned with its arguments, since the best plan depends on
-- whether they name a customer.
create or replace function private.stored_lead_totals(
  scope uuid[], audience_name text, out total bigint, out approved bigint, out reviewed bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  select coalesce(sum(counter.total), 0), coalesce(sum(counter.approved), 0), coalesce(sum(counter.reviewed), 0)
  into total, approved, reviewed
  from public.lead_counters counter
  where (scope is null or counter.customer_id = any (scope))
    and (audience_name is null or counter.audience is not distinct from nullif(audience_name, ''));
end $$;

create or replace function private.stored_company_totals(scope uuid[], out total bigint, out approved bigint, out reviewed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  select coalesce(sum(counter.total), 0), coalesce(sum(counter.approved), 0), coalesce(sum(counter.reviewed), 0)
  into total, approved, reviewed
  from public.company_counters counter
  where scope is null or counter.customer_id = any (scope);
end $$;

create or replace function public.audience_names(
  customers uuid[] default null, term text default '', after_name text default null, page_size int default 1000
) returns setof text
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(customers);
  pattern text := private.search_pattern(term);
begin
  return query
    select name
    from (
      select audience collate "und-x-icu" as name
      from public.lead_counters
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(total) > 0
    ) audiences
    where name ilike pattern and (after_name is null or name > after_name)
    order by name
    limit least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.audience_totals(
  customers uuid[] default null, after_total bigint default null, after_name text default null, page_size int default 1000
) returns table (name text, total bigint, approved bigint, pending bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(customers);
begin
  return query
    select audiences.name, audiences.total, audiences.approved, audiences.total - audiences.approved
    from (
      select audience collate "und-x-icu" as name, sum(counter.total)::bigint as total, sum(counter.approved)::bigint as approved
      from public.lead_counters counter
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(counter.total) > 0
    ) audiences
    where after_total is null or audiences.total < after_total or (audiences.total = after_total and audiences.name > after_name)
    order by audiences.total desc, audiences.name
    limit least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.count_missing_fields(customer_id uuid)
returns table (approved bigint, last_name bigint, company bigint, email bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(array[count_missing_fields.customer_id]);
begin
  return query
    select
      count(*),
      count(*) filter (where private.is_missing('last_name', lead.last_name, lead.name, lead.company, lead.email)),
      count(*) filter (where private.is_missing('company', lead.last_name, lead.name, lead.company, lead.email)),
      count(*) filter (where private.is_missing('email', lead.last_name, lead.name, lead.company, lead.email))
    from public.leads lead
    where lead.customer_id = any (scope) and lead.is_approved;
end $$;

create or replace function public.longest_lead(
  customer_id uuid, first_names int default 0, last_names int default 0, companies int default 0
) returns setof public.leads
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(array[longest_lead.customer_id]);
begin
  return query
    select lead.*
    from public.leads lead
    where lead.customer_id = any (scope) and lead.is_approved
    order by
      first_names::bigint * char_length(private.first_name_of(lead.first_name, lead.name))
        + last_names::bigint * char_length(private.last_name_of(lead.last_name, lead.name))
        + companies::bigint * coalesce(char_length(private.trimmed(lead.company)), 0) desc,
      lead.created_at desc, lead.id desc
    limit 1;
end $$;

create function private.waiting_leads() returns table (customer_id uuid, amount bigint, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select customer.id, waiting.amount, waiting.since
  from public.customers customer
  cross join lateral (
    select count(*) as amount, min(oldest.created_at) as since
    from (
      select lead.created_at from public.leads lead
      where lead.customer_id = customer.id and lead.is_approved is null and lead.created_at < now() - interval '7 days'
      order by lead.created_at
      limit 1000
    ) oldest
  ) waiting
  where customer.is_active and waiting.amount > 0
$$;

create or replace function public.needs_attention()
returns table (reason text, customer_id uuid, customer_name text, amount int, since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin('Only an administrator can see what needs attention');
  return query
    with waiting as materialized (
      select customer_id, amount, since from private.waiting_leads()
    ), failed as materialized (
      select customer_id, count(*) as amount, max(created_at) as since
      from public.imports
      where error_rows > 0 and created_at > now() - interval '7 days'
      group by customer_id
    ), open as materialized (
      select customer_id, mailed_at, created_at, expires_at from public.invitations where accepted_at is null
    ), found as (
      select 'leads waiting' as reason, customer_id, amount, since from waiting
      union all
      select 'imports with errors', customer_id, amount, since from failed
      union all
      select 'invitations not mailed', customer_id, count(*), min(created_at) from open where mailed_at is null group by customer_id
      union all
      select 'invitations expiring', customer_id, count(*), min(expires_at)
      from open
      where mailed_at is not null and expires_at > now() and expires_at < now() + interval '2 days'
      group by customer_id
    )
    select found.reason, customer.id, customer.name, found.amount::int, found.since
    from found
    join public.customers customer on customer.id = found.customer_id and customer.is_active
    order by found.reason, case when found.reason = 'imports with errors' then now() - found.since else found.since - now() end, customer.name;
end $$;

revoke all on function private.waiting_leads() from public, anon, authenticated, service_role;
comment on function private.waiting_leads() is
  'Number of leads of each active customer that have not been reviewed for 7 days, counted up to 1,000, and the date of the oldest.';
