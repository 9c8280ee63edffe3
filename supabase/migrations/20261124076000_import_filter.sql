-- The lists of leads and companies can be limited to the rows of an import, in each search and count.
drop function
  private.scope_condition(uuid[], text, text, uuid),
  private.list_sql(regclass, uuid[], text, text, uuid, text, text, int),
  private.search_ids(regclass, text, uuid[], text, text, uuid, text, text, uuid, int),
  private.matching_totals(regclass, text, uuid[], text, uuid, bigint, boolean),
  public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid, text, text),
  public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid, text, text),
  public.count_leads_among(uuid[], text, uuid[], text, text, uuid),
  public.count_companies_among(uuid[], text, uuid[], text, uuid),
  public.lead_totals(text, uuid[], text, boolean, uuid),
  public.company_totals(text, uuid[], boolean, uuid),
  public.count_leads(text, uuid[], text, boolean),
  public.count_companies(text, uuid[], boolean);

create function private.scope_condition(
  scope uuid[], audience text default null, status text default null, reason uuid default null, import_id uuid default null
) returns text
language plpgsql immutable parallel safe
as $$
begin
  if status not in ('to_review', 'approved', 'rejected') then
    raise exception 'Unknown status: %', left(status, 100) using errcode = '22023';
  end if;
  perform private.require_length('audience', audience, 100);
  return concat_ws(' and ',
    case
      when cardinality(scope) = 1 then format('customer_id = %L', scope[1])
      when scope is not null then format('customer_id = any (%L)', scope)
    end,
    case when audience = '' then 'audience is null' else 'audience = ' || quote_literal(audience) end,
    case status
      when 'to_review' then 'is_approved is null' when 'approved' then 'is_approved is true' when 'rejected' then 'is_approved is false'
    end,
    'rejection_reason_id = ' || quote_literal(reason),
    'import_id = ' || quote_literal(import_id),
    'true'
  );
end $$;

-- No index has the rows of several customers in the order of a list, nor the rows of all statuses by name. An index has the rows of an import by time
-- only; for another order all of them are read, so that no other rows are.
create function private.list_sql(
  relation regclass, scope uuid[], audience text, status text, reason uuid, sort text, after text, size int, import_id uuid
) returns text
language plpgsql stable
as $$
declare
  sorted record := private.sort_sql(sort);
  by_customer boolean := coalesce(cardinality(scope) between 2 and 5, false);
  is_sorted_here boolean := import_id is not null and sort <> 'newest';
  source text := case
    when is_sorted_here then format('(select * from %s where import_id = %L offset 0) imported', relation, import_id) else relation::text
  end;
  parts text;
begin
  select string_agg(
    format(
      '(select *, %1$s as key from %2$s where %3$s and %4$s and %5$s order by %1$s %6$s, id %6$s limit %7$L)',
      sorted.key, source,
      private.scope_condition(case when by_customer then array[customer] else scope end, audience, status, reason, import_id),
      coalesce('coalesce(is_approved::int, 2) = ' || part, 'true'), after, sorted.direction, size
    ),
    ' union all '
  )
  into parts
  from unnest(case when by_customer then scope else array[null::uuid] end) customer
  cross join unnest(case
    when sort = 'newest' or is_sorted_here then array[null::int]
    when status = 'rejected' or reason is not null then '{0}'
    when status = 'approved' then '{1}'
    when status = 'to_review' then '{2}'
    else '{0,1,2}'
  end) part;
  return format('select * from (%s) part order by key %s, id %2$s limit %L', parts, sorted.direction, size);
end $$;

create function private.search_ids(
  relation regclass, term text, scope uuid[], audience text, status text, reason uuid,
  sort text, after_key text, after_id uuid, page_size int, import_id uuid
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_rows constant int := 1000;
  further_rows constant int := 10000;
  most_hits constant int := 5000;
  sample_size constant int := 200;
  has_email constant boolean := relation = 'public.leads'::regclass;
  words text := (select string_agg(condition, ' and ') from private.search_words(term, scope, has_email));
  sorted record := private.sort_sql(sort);
  missing int := least(greatest(page_size, 0), 1000);
  size int := case when words is null then missing else first_rows end;
  after text := private.after_condition(sort, after_key, after_id);
  listed text;
  found uuid[];
  ids uuid[] := '{}';
begin
  loop
    listed := private.list_sql(relation, scope, audience, status, reason, sort, after, size, import_id);
    execute format(
      'select array(select id from (%s) listed where %s order by key %s, id %3$s limit %L)',
      listed, coalesce(words, 'true'), sorted.direction, missing
    ) into found;
    ids := ids || found;
    missing := missing - cardinality(found);
    exit when missing <= 0 or size is null or words is null;

    execute format('select key::text, id from (%s) listed offset %L', listed, size - 1) into after_key, after_id;
    exit when after_id is null;
    after := private.after_condition(sort, after_key, after_id);
    if size = first_rows and cardinality(found) * (further_rows / first_rows) >= missing then
      size := further_rows;
      continue;
    end if;

    -- Materialized and with an offset, so that it is planned for all rows and reads the index for the candidates only.
    execute format(
      'with hits as materialized (
         select id, key from (select *, %1$s as key from %2$s where %3$s and %4$s and %5$s offset 0) candidate where %6$s limit %7$L
       )
       select array_agg(id order by key %8$s, id %8$s) from hits',
      sorted.key, relation, private.scope_condition(scope, audience, status, reason, import_id), after,
      private.candidate_condition(
        term, scope, has_email, private.list_sql(relation, scope, audience, status, reason, 'newest', 'true', sample_size, import_id)
      ),
      words, most_hits + 1, sorted.direction
    ) into found;
    if found is null or cardinality(found) <= most_hits then
      return ids || found[1:missing];
    end if;
    size := null;
  end loop;
  return ids;
end $$;

create function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null
) returns setof public.leads
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(customers);
  ids uuid[] := private.search_ids(
    'public.leads', term, scope, audience_name, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
begin
  return query
    select lead.*
    from public.leads lead
    join unnest(ids) with ordinality as listed (id, place) on listed.id = lead.id
    where scope is null or lead.customer_id = any (scope)
    order by listed.place;
end $$;

create function public.search_companies(
  term text, customers uuid[] default null,
  before_created_at timestamptz default null, before_id uuid default null, page_size int default 50,
  status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null
) returns setof public.companies
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(customers);
  ids uuid[];
begin
  if sort = 'company' then
    raise exception 'Unknown sort order: %', sort using errcode = '22023';
  end if;
  ids := private.search_ids(
    'public.companies', term, scope, null, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
  return query
    select company.*
    from public.companies company
    join unnest(ids) with ordinality as listed (id, place) on listed.id = company.id
    where scope is null or company.customer_id = any (scope)
    order by listed.place;
end $$;

create function private.matching_totals(
  relation regclass, term text, scope uuid[], audience_name text, reason uuid, unfiltered bigint, estimate boolean, import_id uuid,
  out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  exact_below constant int := 5000;
  sample_size constant int := 2000;
  most_hits constant int := 1000;
  count_sql constant text := 'select count(*), count(*) filter (where is_approved) as approved, count(is_approved) as reviewed from ';
  has_email constant boolean := relation = 'public.leads'::regclass;
  words text := (select string_agg(condition, ' and ') from private.search_words(term, scope, has_email));
  of_reason text := private.scope_condition(null, null, null, reason);
  sampled text;
  hits_sql text;
  counted bigint;
  hits record;
begin
  is_estimated := estimate and words is not null and import_id is null and unfiltered > exact_below;
  if words is null then
    hits_sql := format('select is_approved from %s where %s', relation, private.scope_condition(scope, audience_name, null, reason, import_id));
  else
    sampled := private.list_sql(
      relation, scope, audience_name, case when reason is not null then 'rejected' end, null, 'newest', 'true', sample_size, import_id
    );
    hits_sql := format(
      'select is_approved from (select * from %s where %s and %s offset 0) candidate where %s',
      relation, private.scope_condition(scope, audience_name, null, reason, import_id),
      private.candidate_condition(term, scope, has_email, format('select * from (%s) sampled limit 200', sampled)), words
    );
  end if;
  if not is_estimated then
    execute count_sql || format('(%s) hit', hits_sql) into total, approved, reviewed;
    return;
  end if;

  execute count_sql || format('(%s) newest where %s and %s', sampled, of_reason, words) into counted, approved, reviewed;
  total := counted * unfiltered / sample_size;
  -- Few hits of the sample are no basis for an estimate.
  if total <= most_hits * 2 or counted < 10 then
    execute count_sql || format('(with hits as materialized (%s) select is_approved from hits limit %L) hit', hits_sql, most_hits + 1) into hits;
    is_estimated := hits.count > most_hits;
    total := case when is_estimated then greatest(total, hits.count) else hits.count end;
    if counted = 0 or not is_estimated then
      counted := hits.count;
      approved := hits.approved;
      reviewed := hits.reviewed;
    end if;
  end if;
  if is_estimated then
    approved := approved * total / counted;
    reviewed := reviewed * total / counted;
  end if;
end $$;

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null, import_id uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.leads where id = any ($1) offset 0) selected where '
    || concat_ws(' and ', private.scope_condition(scope, audience_name, status, reason, import_id), private.word_condition(term, scope, true))
    into total using ids;
  return total;
end $$;

create function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null,
  reason uuid default null, import_id uuid default null
) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  execute 'select count(*) from (select * from public.companies where id = any ($1) offset 0) selected where '
    || concat_ws(' and ', private.scope_condition(scope, null, status, reason, import_id), private.word_condition(term, scope, false))
    into total using ids;
  return total;
end $$;

create function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false,
  reason uuid default null, import_id uuid default null
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
  stored record := private.stored_lead_totals(scope, audience_name);
begin
  perform private.require_length('audience_name', audience_name, 100);
  if reason is null and import_id is null and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.leads', term, scope, audience_name, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;

create function public.company_totals(
  term text default '', customers uuid[] default null, estimate boolean default false,
  reason uuid default null, import_id uuid default null
) returns table (total bigint, approved bigint, reviewed bigint, is_estimated boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  scope uuid[] := private.scope(customers);
  stored record := private.stored_company_totals(scope);
begin
  if reason is null and import_id is null and not exists (select from private.words_of(term)) then
    return query select stored.total, stored.approved, stored.reviewed, false;
  else
    return query select * from private.matching_totals(
      'public.companies', term, scope, null, reason,
      case when reason is null then stored.total else stored.reviewed - stored.approved end, estimate, import_id
    );
  end if;
end $$;

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null,
  import_id uuid default null
) returns bigint language sql stable security invoker set search_path = ''
as $$
  select case
    when count_leads.approved then totals.approved
    when not count_leads.approved then totals.total - totals.approved
    else totals.total
  end
  from public.lead_totals(term, customers, audience_name, import_id => import_id) totals
$$;

create function public.count_companies(
  term text default '', customers uuid[] default null, approved boolean default null, import_id uuid default null
) returns bigint language sql stable security invoker set search_path = ''
as $$
  select case
    when count_companies.approved then totals.approved
    when not count_companies.approved then totals.total - totals.approved
    else totals.total
  end
  from public.company_totals(term, customers, import_id => import_id) totals
$$;

revoke all on function
  private.scope_condition(uuid[], text, text, uuid, uuid),
  private.list_sql(regclass, uuid[], text, text, uuid, text, text, int, uuid),
  private.search_ids(regclass, text, uuid[], text, text, uuid, text, text, uuid, int, uuid),
  private.matching_totals(regclass, text, uuid[], text, uuid, bigint, boolean, uuid),
  public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid, text, text, uuid),
  public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid, text, text, uuid),
  public.count_leads_among(uuid[], text, uuid[], text, text, uuid, uuid),
  public.count_companies_among(uuid[], text, uuid[], text, uuid, uuid),
  public.lead_totals(text, uuid[], text, boolean, uuid, uuid),
  public.company_totals(text, uuid[], boolean, uuid, uuid),
  public.count_leads(text, uuid[], text, boolean, uuid),
  public.count_companies(text, uuid[], boolean, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid, text, text, uuid),
  public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid, text, text, uuid),
  public.count_leads_among(uuid[], text, uuid[], text, text, uuid, uuid),
  public.count_companies_among(uuid[], text, uuid[], text, uuid, uuid),
  public.lead_totals(text, uuid[], text, boolean, uuid, uuid),
  public.company_totals(text, uuid[], boolean, uuid, uuid),
  public.count_leads(text, uuid[], text, boolean, uuid),
  public.count_companies(text, uuid[], boolean, uuid)
  to authenticated;

comment on function private.scope_condition(uuid[], text, text, uuid, uuid) is
  'SQL condition for the rows of a list without a search: of the customers in scope (null: all), of an audience ('''': rows without one), of a status, of a reason for rejection and of an import.';
comment on function private.list_sql(regclass, uuid[], text, text, uuid, text, text, int, uuid) is
  'SQL of the first rows of a list after a condition, with their sort keys. Without a size, of all rows.';
comment on function private.search_ids(regclass, text, uuid[], text, text, uuid, text, text, uuid, int, uuid) is
  'The ids of a page of a search, in the order of the list. Reads the next 1,000 rows of the list and, if they contain enough hits, 10,000 more. Then takes up to 5,000 hits from the trigram index and sorts them; if there are more, the list is read until the page is full.';
comment on function private.matching_totals(regclass, text, uuid[], text, uuid, bigint, boolean, uuid) is
  'Counts the rows of a table that match a search, or have a reason or an import. unfiltered is the number of rows without them. With estimate, without an import, and if that is more than 5,000: up to 1,000 hits are counted; more are estimated by the share of hits among the newest 2,000 rows.';
comment on function public.search_leads(text, uuid[], text, timestamptz, uuid, int, text, uuid, text, text, uuid) is
  'A page of the leads that contain each word of the term in name, company, title or, for a word with @, email. Ignores case and accents; a word of one or two letters matches the beginning of a word. Administrators who search all customers also find leads by the customer''s name. status is to_review, approved or rejected; reason is an id of rejection_reasons; sort is newest, name or company; import_id limits the page to the rows of an import. The page follows the lead with before_id and its created_at or, sorted by a text, that text in after_text.';
comment on function public.search_companies(text, uuid[], timestamptz, uuid, int, text, uuid, text, text, uuid) is
  'A page of the companies that contain each word of the term in name, industry or location. sort is newest or name; otherwise as search_leads.';
comment on function public.count_leads_among(uuid[], text, uuid[], text, text, uuid, uuid) is
  'How many of the selected leads, at most 10,000, match the present filter of the list.';
comment on function public.count_companies_among(uuid[], text, uuid[], text, uuid, uuid) is
  'How many of the selected companies, at most 10,000, match the present filter of the list.';
comment on function public.lead_totals(text, uuid[], text, boolean, uuid, uuid) is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term, a reason and an import the counters answer. With estimate, a search with many matches is estimated, except among the rows of an import.';
comment on function public.company_totals(text, uuid[], boolean, uuid, uuid) is
  'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';
comment on function public.count_leads(text, uuid[], text, boolean, uuid) is
  'Number of leads that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';
comment on function public.count_companies(text, uuid[], boolean, uuid) is
  'Number of companies that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';
