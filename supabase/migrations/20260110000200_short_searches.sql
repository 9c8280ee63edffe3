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

create or replace function public.search_leads(
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

create or replace function public.search_companies(
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

revoke all on function private.search_of(regclass, text[], text, uuid[], uuid[], text, boolean)
  from public, anon, authenticated, service_role;
