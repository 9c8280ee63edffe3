-- Search and counts. ILIKE is not leakproof, so under row-level security its trigram index would lie idle, and a view with its own
-- rights would tell of other customers' rows by LIKE's errors. These functions work out the caller's customers themselves, before
-- the term meets any row, and escape the term. The statement is built from fixed words only; every value is a parameter.

-- The customers that the caller may see, narrowed to the wanted ones; null is every customer, which only an admin can have.
create function private.scope(wanted uuid[]) returns uuid[] language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_admin() then wanted
    else array(
      select customer_id from private.my_customer_ids() mine (customer_id) where wanted is null or customer_id = any (wanted)
    )
  end
$$;

create function private.containing(term text) returns text language sql immutable parallel safe
return '%' || replace(replace(replace(private.folded(coalesce(term, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- What a row has to fulfil, over the parameters $1 pattern, $2 scope, $3 customers whose own name matches, $4 audience.
-- A single customer is compared by equality, so that the index on (customer_id, created_at desc, id desc) gives the order.
create function private.matching(columns text[], pattern text, scope uuid[], named uuid[], audience text, approved boolean)
returns text language sql immutable parallel safe
return concat_ws(' and ',
  case when cardinality(scope) = 1 then 'customer_id = $2[1]' when scope is not null then 'customer_id = any ($2)' end,
  case when pattern <> '%%' then
    '(' || array_to_string(columns, ' ilike $1 or ') || ' ilike $1'
    || case when cardinality(named) > 0 then ' or customer_id = any ($3)' else '' end || ')'
  end,
  case when audience = '' then 'audience is null' when audience is not null then 'audience = $4' end,
  case when approved then 'is_approved' when not approved then 'is_approved is not true' end,
  'true'
);

-- An admin's term also finds the customers by name; nobody else's looks beyond their own.
create function private.customers_named(pattern text, scope uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select id from public.customers
    where pattern <> '%%' and name ilike pattern and (scope is null or id = any (scope)) and private.is_admin()
  )
$$;

create function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.leads language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
begin
  return query execute
    'select * from public.leads where '
      || private.matching('{name,company,title}', pattern, scope, named, audience_name, null)
      || case when before_created_at is not null then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end
      || ' order by created_at desc, id desc limit $7'
    using pattern, scope, named, audience_name, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create function public.search_companies(
  term text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns setof public.companies language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
begin
  return query execute
    'select * from public.companies where '
      || private.matching('{name,industry,location}', pattern, scope, named, null, null)
      || case when before_created_at is not null then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end
      || ' order by created_at desc, id desc limit $7'
    using pattern, scope, named, null::text, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null
) returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  total bigint;
begin
  execute 'select count(*) from public.leads where '
    || private.matching('{name,company,title}', pattern, scope, named, audience_name, approved)
    into total using pattern, scope, named, audience_name;
  return total;
end $$;

create function public.count_companies(term text default '', customers uuid[] default null, approved boolean default null)
returns bigint language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  total bigint;
begin
  execute 'select count(*) from public.companies where '
    || private.matching('{name,industry,location}', pattern, scope, named, null, approved)
    into total using pattern, scope, named;
  return total;
end $$;

revoke all on function
  private.scope(uuid[]), private.containing(text), private.customers_named(text, uuid[]),
  private.matching(text[], text, uuid[], uuid[], text, boolean),
  public.search_leads(text, uuid[], text, timestamptz, uuid, int), public.search_companies(text, uuid[], timestamptz, uuid, int),
  public.count_leads(text, uuid[], text, boolean), public.count_companies(text, uuid[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_leads(text, uuid[], text, timestamptz, uuid, int), public.search_companies(text, uuid[], timestamptz, uuid, int),
  public.count_leads(text, uuid[], text, boolean), public.count_companies(text, uuid[], boolean)
  to authenticated;
