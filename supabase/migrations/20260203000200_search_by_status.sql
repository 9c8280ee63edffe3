-- Searches and counts by status and by the reason of a rejection.
drop function
  public.search_leads(text, uuid[], text, timestamptz, uuid, int), public.search_companies(text, uuid[], timestamptz, uuid, int),
  public.count_leads_among(uuid[], text, uuid[], text), public.count_companies_among(uuid[], text, uuid[]),
  public.lead_totals(text, uuid[], text, boolean), public.company_totals(text, uuid[], boolean),
  private.search_filter(text, uuid[]), private.search_sql(regclass, text[], text, uuid[], uuid[], text, boolean),
  private.matching_totals(regclass, text[], text, uuid[], uuid[], text, bigint, boolean),
  private.search_condition(text[], text, uuid[], uuid[], text, boolean);

create function private.search_filter(
  term text, customers uuid[], status text default null, out pattern text, out scope uuid[], out named uuid[]
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if status not in ('to_review', 'approved', 'rejected') then
    raise exception 'Unknown status: %', status using errcode = '22023';
  end if;
  pattern := private.search_pattern(term);
  scope := private.scope(customers);
  named := private.customers_by_name(pattern, scope);
end $$;

-- A reason is a UUID, so it needs no parameter.
create function private.search_condition(
  columns text[], pattern text, scope uuid[], named uuid[], audience text, status text default null, reason uuid default null
) returns text
language sql immutable parallel safe
return concat_ws(' and ',
  case when cardinality(scope) = 1 then 'customer_id = $2[1]' when scope is not null then 'customer_id = any ($2)' end,
  case when pattern <> '%%' then
    '(' || array_to_string(columns, ' ilike $1 or ') || ' ilike $1'
    || case when cardinality(named) > 0 then ' or customer_id = any ($3)' else '' end || ')'
  end,
  case when audience = '' then 'audience is null' when audience is not null then 'audience = $4' end,
  case status
    when 'to_review' then 'is_approved is null' when 'approved' then 'is_approved is true' when 'rejected' then 'is_approved is false'
  end,
  'rejection_reason_id = ' || quote_literal(reason::text),
  'true'
);

-- A term of one or two characters is in no index, so its rows are searched for in the order of the list.
create function private.search_sql(
  relation regclass, columns text[], pattern text, scope uuid[], named uuid[], audience_name text, is_further boolean,
  status text default null, reason uuid default null
) returns text
language sql stable
return format(
  -- Several customers' rows are in no index in their order.
  case when char_length(replace(pattern, '\', '')) <= 4 and (scope is null or cardinality(scope) = 1)
    then 'select * from (select * from %1$s where %2$s order by created_at desc, id desc offset 0) listed where %3$s'
    else 'select * from %1$s where %2$s and %3$s'
  end || ' order by created_at desc, id desc limit $7',
  relation,
  private.search_condition(columns, '%%', scope, null, audience_name, status, reason)
    || case when is_further then ' and created_at <= $5 and (created_at < $5 or id < $6)' else '' end,
  private.search_condition(columns, pattern, null, named, null)
);

create function private.matching_totals(
  relation regclass, columns text[], pattern text, scope uuid[], named uuid[], audience_name text, unfiltered bigint, estimate boolean,
  reason uuid default null, out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  sample_size constant int := 2000;
  exact_below constant int := 5000;
  count_sql constant text := 'select count(*), count(*) filter (where is_approved), count(is_approved) from ';
begin
  is_estimated := false;
  if estimate and reason is null and unfiltered > exact_below then
    execute count_sql || format(
      '(select * from %s where %s order by created_at desc, id desc limit %s) newest where %s',
      relation, private.search_condition(columns, '%%', scope, null, audience_name), sample_size,
      private.search_condition(columns, pattern, null, named, null)
    ) into total, approved, reviewed using pattern, scope, named, audience_name;
    total := total * unfiltered / sample_size;
    approved := approved * unfiltered / sample_size;
    reviewed := reviewed * unfiltered / sample_size;
    is_estimated := total > exact_below;
  end if;
  if not is_estimated then
    execute count_sql || format(
      '%s where %s', relation, private.search_condition(columns, pattern, scope, named, audience_name, null, reason)
    ) into total, approved, reviewed using pattern, scope, named, audience_name;
  end if;
end $$;

create function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  status text default null, reason uuid default null
) returns setof public.leads
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers, status);
begin
  return query execute private.search_sql(
    'public.leads', '{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, before_created_at is not null, status,
    reason
  ) using filter.pattern, filter.scope, filter.named, audience_name, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers, status);
  total bigint;
begin
  execute 'select count(*) from (select * from public.leads where id = any ($5) offset 0) selected where '
    || private.search_condition('{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, status, reason)
    into total using filter.pattern, filter.scope, filter.named, audience_name, ids;
  return total;
end $$;

create function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false,
  reason uuid default null
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  stored record := private.stored_lead_totals(filter.scope, audience_name);
begin
  if filter.pattern = '%%' and reason is null then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', '{name,company,title}', filter.pattern, filter.scope, filter.named, audience_name, stored.total, estimate, reason
    );
  end if;
end $$;

create function public.search_companies(
  term text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  status text default null, reason uuid default null
) returns setof public.companies
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers, status);
begin
  return query execute private.search_sql(
    'public.companies', '{name,industry,location}', filter.pattern, filter.scope, filter.named, null, before_created_at is not null, status,
    reason
  ) using filter.pattern, filter.scope, filter.named, null::text, before_created_at, before_id, least(greatest(page_size, 0), 1000);
end $$;

create function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null,
  reason uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers, status);
  total bigint;
begin
  execute 'select count(*) from (select * from public.companies where id = any ($5) offset 0) selected where '
    || private.search_condition('{name,industry,location}', filter.pattern, filter.scope, filter.named, null, status, reason)
    into total using filter.pattern, filter.scope, filter.named, null::text, ids;
  return total;
end $$;

create function public.company_totals(
  term text default '', customers uuid[] default null, estimate boolean default false,
  reason uuid default null
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  filter record := private.search_filter(term, customers);
  stored record := private.stored_company_totals(filter.scope);
begin
  if filter.pattern = '%%' and reason is null then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', '{name,industry,location}', filter.pattern, filter.scope, filter.named, null, stored.total, estimate, reason
    );
  end if;
end $$;

revoke all on function
  private.search_filter(text, uuid[], text), private.search_condition(text[], text, uuid[], uuid[], text, text, uuid),
  private.search_sql(regclass, text[], text, uuid[], uuid[], text, boolean, text, uuid),
  private.matching_totals(regclass, text[], text, uuid[], uuid[], text, bigint, boolean, uuid),
  public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid),
  public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid),
  public.count_leads_among(uuid[], text, uuid[], text, text, uuid),
  public.count_companies_among(uuid[], text, uuid[], text, uuid),
  public.lead_totals(text, uuid[], text, boolean, uuid),
  public.company_totals(text, uuid[], boolean, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid),
  public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid),
  public.count_leads_among(uuid[], text, uuid[], text, text, uuid),
  public.count_companies_among(uuid[], text, uuid[], text, uuid),
  public.lead_totals(text, uuid[], text, boolean, uuid),
  public.company_totals(text, uuid[], boolean, uuid)
  to authenticated;

comment on function private.search_filter(text, uuid[], text) is
  'The arguments of a search as private.search_condition takes them: the ILIKE pattern of the term, the customers in scope for the caller (null: all), and the customers whose name matches. Rejects an unknown status.';
comment on function private.search_condition(text[], text, uuid[], uuid[], text, text, uuid) is
  'SQL condition over the parameters $1 pattern, $2 scope, $3 customers whose name matches and $4 audience. Search does not rely on row-level security, because ILIKE is not leakproof and could then use no index.';
comment on function private.search_sql(regclass, text[], text, uuid[], uuid[], text, boolean, text, uuid) is
  'SQL of a page of a search. $5 and $6 are the row that it follows, $7 its size.';
comment on function private.matching_totals(regclass, text[], text, uuid[], uuid[], text, bigint, boolean, uuid) is
  'Counts the rows of a table that match a search. With estimate and without a reason: the share of matches among the newest 2,000 rows, times the number of rows without the search, unless that gives 5,000 or fewer, which are counted.';
comment on function public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid) is
  'A page of the leads whose name, company or title contains the term, newest first, after the given row. Administrators also find leads by the customer''s name. status is to_review, approved or rejected; reason is an id of rejection_reasons.';
comment on function public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid) is
  'A page of the companies whose name, industry or location contains the term, newest first, after the given row. status and reason as in search_leads.';
comment on function public.count_leads_among(uuid[], text, uuid[], text, text, uuid) is 'How many of the selected leads match the present filter of the list.';
comment on function public.count_companies_among(uuid[], text, uuid[], text, uuid) is
  'How many of the selected companies match the present filter of the list.';
comment on function public.lead_totals(text, uuid[], text, boolean, uuid) is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term and a reason the counters answer. With estimate, a search with many matches is estimated.';
comment on function public.company_totals(text, uuid[], boolean, uuid) is
  'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';
