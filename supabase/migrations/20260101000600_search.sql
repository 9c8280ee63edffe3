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

-- A term of one or two letters holds no trigram, so no index finds its rows; but many rows hold it, so that the list, read in its order,
-- has a page together soon. The planner is not asked: where it believes the term to be rare it reads the whole table for the page.

-- A page of a search. $5 and $6 are the row that it follows, $7 its size; the others are as in private.matching.
create function private.search_of(
  relation regclass, columns text[], pattern text, scope uuid[], named uuid[], audience_name text, is_further boolean
) returns text language sql stable
return format(
  -- Several customers' rows lie in no index in their order.
  case when char_length(replace(pattern, '\', '')) <= 4 and (scope is null or cardinality(scope) = 1)
    then 'select * from (select * from %1$s where %2$s order by created_at desc, id desc offset 0) listed where %3$s'
    else 'select * from %1$s where %2$s and %3$s'
  end || ' order by created_at desc, id desc limit $7',
  relation,
  private.matching(columns, '%%', scope, null, audience_name, null)
    || case when is_further then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end,
  private.matching(columns, pattern, null, named, null, null)
);

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
  return query execute private.search_of(
    'public.leads', '{name,company,title}', pattern, scope, named, audience_name, before_created_at is not null
  ) using pattern, scope, named, audience_name, before_created_at, before_id, least(greatest(page_size, 0), 1000);
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
  return query execute private.search_of(
    'public.companies', '{name,industry,location}', pattern, scope, named, null, before_created_at is not null
  ) using pattern, scope, named, null::text, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

-- Counts: without a term from what is kept, with one from the rows. A count of many matches may first be told roughly.

-- How many rows of a table match a term, and how far their review has come; `known` is how many there are without the term.
-- Roughly, it is the share among the newest of the rows that the caller sees, not what PostgreSQL knows of everybody's, which would
-- tell of other customers. What is likely few is counted at once.
create function private.found_tally(
  relation regclass, columns text[], pattern text, scope uuid[], named uuid[], audience_name text, known bigint, roughly boolean,
  out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
) language plpgsql stable security definer set search_path = ''
as $$
declare
  looked_at constant int := 2000;
  few constant int := 5000;
  counted constant text := 'select count(*), count(*) filter (where is_approved), count(is_approved) from ';
begin
  is_estimated := false;
  if roughly and known > few then
    execute counted || format(
      '(select * from %s where %s order by created_at desc, id desc limit %s) newest where %s',
      relation, private.matching(columns, '%%', scope, null, audience_name, null), looked_at,
      private.matching(columns, pattern, null, named, null, null)
    ) into total, approved, reviewed using pattern, scope, named, audience_name;
    total := total * known / looked_at;
    approved := approved * known / looked_at;
    reviewed := reviewed * known / looked_at;
    is_estimated := total > few;
  end if;
  if not is_estimated then
    execute counted || format('%s where %s', relation, private.matching(columns, pattern, scope, named, audience_name, null))
      into total, approved, reviewed using pattern, scope, named, audience_name;
  end if;
end $$;

create function public.tally_leads(
  term text default '', customers uuid[] default null, audience_name text default null, roughly boolean default false
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  kept record := private.lead_tally(scope, audience_name);
begin
  if pattern = '%%' then
    return query select kept.total, kept.approved, kept.reviewed, false;
  else
    return query select * from private.found_tally(
      'public.leads', '{name,company,title}', pattern, scope, named, audience_name, kept.total, roughly
    );
  end if;
end $$;

create function public.tally_companies(term text default '', customers uuid[] default null, roughly boolean default false)
returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := private.containing(term);
  scope uuid[] := private.scope(customers);
  named uuid[] := private.customers_named(pattern, scope);
  kept record := private.company_tally(scope);
begin
  if pattern = '%%' then
    return query select kept.total, kept.approved, kept.reviewed, false;
  else
    return query select * from private.found_tally(
      'public.companies', '{name,industry,location}', pattern, scope, named, null, kept.total, roughly
    );
  end if;
end $$;

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null
) returns bigint language sql stable security invoker set search_path = ''
as $$
  select case when count_leads.approved then tally.approved when not count_leads.approved then tally.total - tally.approved else tally.total end
  from public.tally_leads(term, customers, audience_name) tally
$$;

create function public.count_companies(term text default '', customers uuid[] default null, approved boolean default null)
returns bigint language sql stable security invoker set search_path = ''
as $$
  select case
    when count_companies.approved then tally.approved
    when not count_companies.approved then tally.total - tally.approved
    else tally.total
  end
  from public.tally_companies(term, customers) tally
$$;

revoke all on function
  private.scope(uuid[]), private.containing(text), private.customers_named(text, uuid[]),
  private.matching(text[], text, uuid[], uuid[], text, boolean), private.search_of(regclass, text[], text, uuid[], uuid[], text, boolean),
  private.found_tally(regclass, text[], text, uuid[], uuid[], text, bigint, boolean),
  public.search_leads(text, uuid[], text, timestamptz, uuid, int), public.search_companies(text, uuid[], timestamptz, uuid, int),
  public.tally_leads(text, uuid[], text, boolean), public.tally_companies(text, uuid[], boolean),
  public.count_leads(text, uuid[], text, boolean), public.count_companies(text, uuid[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_leads(text, uuid[], text, timestamptz, uuid, int), public.search_companies(text, uuid[], timestamptz, uuid, int),
  public.tally_leads(text, uuid[], text, boolean), public.tally_companies(text, uuid[], boolean),
  public.count_leads(text, uuid[], text, boolean), public.count_companies(text, uuid[], boolean)
  to authenticated;
