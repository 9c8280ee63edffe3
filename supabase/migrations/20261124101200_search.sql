create function private.scope_condition(
  scope uuid[], audience text default null, status text default null, reason uuid default null, import_id uuid default null
) returns text language plpgsql immutable parallel safe as $$
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
comment on function private.scope_condition is
  'SQL condition for the rows of a list without a search: of the customers in scope (null: all), of an audience ('''': rows without one), of a status, of a reason for rejection and of an import.';

create function private.search_words(term text, scope uuid[], has_email boolean) returns table (condition text, indexed text, parts text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  word text;
  folded text;
  pattern text;
  local_part text;
  domain text;
  others text;
  is_email boolean;
begin
  for word in select private.words_of(term) loop
    pattern := private.word_pattern(word);
    folded := btrim(pattern, '% ');
    condition := format('search_text like %L', pattern);
    indexed := condition;
    -- Administrators who search the rows of all customers find the customers' names, too.
    select format('customer_id = any (%L)', array_agg(id)) into others
    from public.customers where scope is null and search_text like pattern
    having count(*) > 0;
    -- A part of an email without letters is in no index.
    is_email := has_email and position('@' in word) > 0 and char_length(word) > 2 and folded ~ '[^ᚠ-ᛀ ]';
    if is_email then
      local_part := private.text_key(split_part(word, '@', 1));
      domain := private.text_key(substr(word, position('@' in word) + 1));
      condition := condition || format(' or email_key like %L', private.search_pattern(private.text_key(word)));
      indexed := indexed || case
        when local_part = '' then format(' or email_key like %L', private.search_pattern('@' || domain))
        else format(
          $sql$ or reverse(split_part(email_key, '@', 1)) like %L and split_part(email_key, '@', 2) like %L$sql$,
          substr(private.search_pattern(reverse(local_part)), 2), substr(private.search_pattern(domain), 2)
        )
      end;
    end if;
    parts := case
      when is_email or others is not null then null
      when pattern ~ '^%[^ ]{4,}%$' then array(
        select distinct '%' || substr(folded, start, 3) || '%'
        from generate_series(1, char_length(folded) - 2, 1 + char_length(folded) / 15) start
      )
      else array[pattern]
    end;
    condition := '(' || concat_ws(' or ', condition, others) || ')';
    indexed := '(' || concat_ws(' or ', indexed, others) || ')';
    return next;
  end loop;
end $$;
comment on function private.search_words is
  'For each word of a search term: the SQL condition for the rows that contain it, a word of one or two letters at the beginning of a word; the same as an index is read for it; and the LIKE patterns of its trigrams, if search_text alone has the word. Search does not rely on row-level security, because LIKE is not leakproof and could then use no index.';

create function private.word_condition(term text, scope uuid[], has_email boolean) returns text language sql stable set search_path = ''
return (
  select string_agg(distinct part, ' and ')
  from private.search_words(term, scope, has_email) word, unnest(array[word.condition, word.indexed]) part
);
comment on function private.word_condition is 'SQL condition for the rows that contain each word of a search term; null without words.';

create function private.sort_sql(sort text, out key text, out direction text) language plpgsql immutable parallel safe as $$
begin
  key := case sort
    when 'newest' then 'created_at'
    when 'name' then 'private.name_sort_key(search_text)'
    when 'company' then 'private.company_sort_key(search_text)'
  end;
  direction := case sort when 'newest' then 'desc' else 'asc' end;
  if key is null then
    raise exception 'Unknown sort order: %', left(sort, 100) using errcode = '22023';
  end if;
end $$;
comment on function private.sort_sql is 'The SQL expression by which a list is sorted, and its direction. Rows with the same key are sorted by id.';

create function private.after_condition(sort text, key text, id uuid) returns text language plpgsql immutable parallel safe as $$
declare
  sorted record := private.sort_sql(sort);
  beyond text := case sorted.direction when 'desc' then '<' else '>' end;
begin
  return case
    when key is null or id is null then 'true'
    else format('%1$s %2$s= %3$L and (%1$s %2$s %3$L or id %2$s %4$L)', sorted.key, beyond, key, id)
  end;
end $$;
comment on function private.after_condition is 'SQL condition for the rows of a list after the one with this key and id.';

create function private.last_sort_key(sort text, created_at timestamptz, name text) returns text language plpgsql stable parallel safe as $$
begin
  perform private.require_length('after_text', name, 500);
  return case sort
    when 'newest' then created_at::text
    when 'name' then private.name_sort_key(private.search_text(coalesce(name, '')))
    when 'company' then private.company_sort_key(private.search_text('', name))
  end;
end $$;
comment on function private.last_sort_key is 'The sort key of the row that a page follows, from its created_at or its name or company, at most 500 characters.';

-- No index has the rows of several customers in the order of a list, nor the rows of all statuses by name.
create function private.list_sql(
  relation regclass, scope uuid[], audience text, status text, reason uuid, sort text, after text, size int, import_id uuid
) returns text language plpgsql stable as $$
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
comment on function private.list_sql is 'SQL of the first rows of a list after a condition, with their sort keys. Without a size, of all rows.';

-- The sample has rows that the caller can see. PostgreSQL's own statistics cover all customers and would reveal other customers' data.
create function private.candidate_condition(term text, scope uuid[], has_email boolean, listed text) returns text
language plpgsql stable set search_path = '' as $$
declare
  most_parts constant int := 4;
  conditions text[];
  parts text[];
  sample text[];
  chosen text[] := '{}';
begin
  select
    array_agg(distinct word.indexed) filter (where word.parts is null),
    coalesce(array_agg(distinct part) filter (where part is not null), '{}')
  into conditions, parts
  from private.search_words(term, scope, has_email) word left join unnest(word.parts) part on true;

  if cardinality(parts) > 2 then
    execute format('select array(select search_text from (%s) listed)', listed) into sample;
    parts := array(
      select part from unnest(parts) part order by (select count(*) from unnest(sample) sampled where sampled like part), part
    );
    loop
      chosen := chosen || parts[1];
      parts := parts[2:];
      sample := array(select sampled from unnest(sample) sampled where sampled like chosen[cardinality(chosen)]);
      exit when cardinality(parts) = 0 or cardinality(chosen) >= case when cardinality(sample) > 1 then most_parts else 2 end;
      parts := array(
        select part
        from unnest(parts) with ordinality rest (part, place)
        order by (select count(*) from unnest(sample) sampled where sampled like part), place
      );
    end loop;
    parts := chosen;
  end if;
  return array_to_string(conditions || array(select format('search_text like %L', part) from unnest(parts) part), ' and ');
end $$;
comment on function private.candidate_condition is
  'SQL condition for the few rows among which a search finds its matches by an index: those with the trigrams of the words that are rarest, also together, in a sample. listed is SQL of the sampled rows.';

create function private.search_ids(
  relation regclass, term text, scope uuid[], audience text, status text, reason uuid, sort text, after_key text, after_id uuid,
  page_size int, import_id uuid
) returns uuid[] language plpgsql stable security definer set search_path = '' as $$
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
comment on function private.search_ids is
  'The ids of a page of a search, in the order of the list. Reads the next 1,000 rows of the list and, if they contain enough hits, 10,000 more. Then takes up to 5,000 hits from the trigram index and sorts them; if there are more, the list is read until the page is full.';

create function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size int default 50, status text default null, reason uuid default null, sort text default 'newest',
  after_text text default null, import_id uuid default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
comment on function public.search_leads is
  'A page of the leads that contain each word of the term in name, company, title or, for a word with @, email. Ignores case and accents; a word of one or two letters matches the beginning of a word. Administrators who search all customers also find leads by the customer''s name. status is to_review, approved or rejected; reason is an id of rejection_reasons; sort is newest, name or company; import_id limits the page to the rows of an import. The page follows the lead with before_id and its created_at or, sorted by a text, that text in after_text.';

create function public.search_companies(
  term text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null
) returns setof public.companies language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
comment on function public.search_companies is 'A page of the companies that contain each word of the term in name, industry or location. sort is newest or name; otherwise as search_leads.';

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null, import_id uuid default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.count_leads_among is 'How many of the selected leads, at most 10,000, match the present filter of the list.';

create function public.count_companies_among(
  ids uuid[], term text default '', customers uuid[] default null, status text default null, reason uuid default null,
  import_id uuid default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.count_companies_among is 'How many of the selected companies, at most 10,000, match the present filter of the list.';

create function public.approved_leads_without(
  missing text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
begin
  perform private.require_length('missing', approved_leads_without.missing::text, 100);
  return query execute
    'select * from public.leads where is_approved and private.is_missing($1, last_name, name, company, email) and '
      || concat_ws(' and ',
        private.scope_condition(scope, audience_name), private.word_condition(term, scope, true),
        private.after_condition('newest', before_created_at::text, before_id)
      )
      || ' order by created_at desc, id desc limit $2'
    using missing, least(greatest(page_size, 0), 1000);
end $$;
comment on function public.approved_leads_without is 'A page of the approved leads for which a message would lack last_name, company or email, newest first.';

create function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = '' as $$
declare
  scope uuid[] := private.scope(customers);
  total bigint;
begin
  perform private.require_length('missing', count_approved_leads_without.missing::text, 100);
  execute 'select count(*) from public.leads where is_approved and private.is_missing($1, last_name, name, company, email) and '
    || concat_ws(' and ', private.scope_condition(scope, audience_name), private.word_condition(term, scope, true))
    into total using missing;
  return total;
end $$;
comment on function public.count_approved_leads_without is 'Number of leads that approved_leads_without returns.';

create function private.matching_totals(
  relation regclass, term text, scope uuid[], audience_name text, reason uuid, unfiltered bigint, estimate boolean, import_id uuid,
  out total bigint, out approved bigint, out reviewed bigint, out is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
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
comment on function private.matching_totals is
  'Counts the rows of a table that match a search, or have a reason or an import. unfiltered is the number of rows without them. With estimate, without an import, and if that is more than 5,000: up to 1,000 hits are counted; more are estimated by the share of hits among the newest 2,000 rows.';

create function public.lead_totals(
  term text default '', customers uuid[] default null, audience_name text default null, estimate boolean default false,
  reason uuid default null, import_id uuid default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.lead_totals is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term, a reason and an import the counters answer. With estimate, a search with many matches is estimated, except among the rows of an import.';

create function public.company_totals(
  term text default '', customers uuid[] default null, estimate boolean default false, reason uuid default null, import_id uuid default null
) returns table (
  total bigint, approved bigint, reviewed bigint, is_estimated boolean
) language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.company_totals is 'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null,
  import_id uuid default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_leads.approved then totals.approved
    when not count_leads.approved then totals.total - totals.approved
    else totals.total
  end
  from public.lead_totals(term, customers, audience_name, import_id => import_id) totals
$$;
comment on function public.count_leads is 'Number of leads that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

create function public.count_companies(
  term text default '', customers uuid[] default null, approved boolean default null, import_id uuid default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_companies.approved then totals.approved
    when not count_companies.approved then totals.total - totals.approved
    else totals.total
  end
  from public.company_totals(term, customers, import_id => import_id) totals
$$;
comment on function public.count_companies is 'Number of companies that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

revoke all on function
  private.scope_condition, private.search_words, private.word_condition, private.sort_sql, private.after_condition, private.last_sort_key,
  private.list_sql, private.candidate_condition, private.search_ids, public.search_leads, public.search_companies, public.count_leads_among,
  public.count_companies_among, public.approved_leads_without, public.count_approved_leads_without, private.matching_totals,
  public.lead_totals, public.company_totals, public.count_leads, public.count_companies
  from public, anon, authenticated, service_role;
grant execute on function
  public.search_leads, public.search_companies, public.count_leads_among, public.count_companies_among, public.approved_leads_without,
  public.count_approved_leads_without, public.lead_totals, public.company_totals, public.count_leads, public.count_companies
  to authenticated;
