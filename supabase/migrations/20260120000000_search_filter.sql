-- The search functions read their arguments through one function.

create function private.search_filter(
  term text, customers uuid[], out pattern text, out scope uuid[], out named uuid[]
) language plpgsql stable security definer set search_path = ''
as $$
begin
  pattern := private.containing(term);
  scope := private.scope(customers);
  named := private.customers_named(pattern, scope);
end $$;
comment on function private.search_filter(text, uuid[]) is
  'The arguments of a search as private.matching takes them: the LIKE pattern of the term, the customers in scope for the caller (null: all), and the customers whose name matches.';

create or replace function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
begin
  return query execute private.search_of(
    'public.leads', '{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, before_created_at is not null
  ) using filter.pattern, filter.scope, filter.named, audience_name, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.search_companies(
  term text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.companies language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
begin
  return query execute private.search_of(
    'public.companies', '{name,industry,location}', filter.pattern, filter.scope, filter.named, null, before_created_at is not null
  ) using filter.pattern, filter.scope, filter.named, null::text, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create or replace function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  total bigint;
begin
  execute 'select count(*) from (select * from public.leads where id = any ($5) offset 0) selected where '
    || private.matching('{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, null)
    into total using filter.pattern, filter.scope, filter.named, audience_name, ids;
  return total;
end $$;

create or replace function public.count_companies_among(ids uuid[], term text default '', customers uuid[] default null)
returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  total bigint;
begin
  execute 'select count(*) from (select * from public.companies where id = any ($5) offset 0) selected where '
    || private.matching('{name,industry,location}', filter.pattern, filter.scope, filter.named, null, null)
    into total using filter.pattern, filter.scope, filter.named, null::text, ids;
  return total;
end $$;

create or replace function public.approved_leads_without(
  missing text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
begin
  return query execute
    'select * from public.leads where is_approved and private.lacks($8, last_name, name, company, email) and '
      || private.matching('{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, null)
      || case when before_created_at is not null then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end
      || ' order by created_at desc, id desc limit $7'
    using filter.pattern, filter.scope, filter.named, audience_name, before_created_at, before_id,
      least(greatest(page_size, 0), 1000), missing;
end $$;

create or replace function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  total bigint;
begin
  execute 'select count(*) from public.leads where is_approved and private.lacks($5, last_name, name, company, email) and '
    || private.matching('{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, null)
    into total using filter.pattern, filter.scope, filter.named, audience_name, missing;
  return total;
end $$;

create or replace function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  stored record := private.stored_lead_totals(filter.scope, audience_name);
begin
  if filter.pattern = '%%' then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', '{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, stored.total, estimate
    );
  end if;
end $$;

create or replace function public.company_totals(term text default '', customers uuid[] default null, estimate boolean default false)
returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  stored record := private.stored_company_totals(filter.scope);
begin
  if filter.pattern = '%%' then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', '{name,industry,location}', filter.pattern, filter.scope, filter.named, null, stored.total, estimate
    );
  end if;
end $$;

revoke all on function private.search_filter(text, uuid[]) from public, anon, authenticated, service_role;
