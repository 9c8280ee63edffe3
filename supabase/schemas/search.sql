-- Lists, searches, filters, counts and message variables of leads and companies.

-- These functions take columns and not a row: PostgreSQL alters no table whose row type a parsed function body uses.
create function private.first_name_of(first_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(first_name) then private.trimmed(first_name)
  else split_part(private.trimmed(name), ' ', 1)
end;
comment on function private.first_name_of is 'Value of the variable first name: the first name, or else the first word of the name.';

create function private.last_name_of(last_name text, name text) returns text language sql immutable parallel safe
return case
  when private.has_text(last_name) then private.trimmed(last_name)
  when position(' ' in private.trimmed(name)) = 0 then ''
  else private.trimmed(substr(private.trimmed(name), position(' ' in private.trimmed(name))))
end;
comment on function private.last_name_of is 'Value of the variable last name: the last name, or else the name without its first word.';

create function private.is_missing(missing text, last_name text, name text, company text, email text) returns boolean
language sql immutable parallel safe
return case missing
  when 'last_name' then private.last_name_of(last_name, name) = ''
  when 'company' then private.has_text(company) is not true
  when 'email' then private.has_text(email) is not true
end;
comment on function private.is_missing is 'Whether a message to a lead would lack this field.';

create function public.count_missing_fields(customer_id uuid) returns table (
  approved bigint, last_name bigint, company bigint, email bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_indexscan = off as $$
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
comment on function public.count_missing_fields is
  'Number of approved leads of a customer, and for how many of them a message would lack each field.';

-- With an import, the customer only says whose rows may be read: as an equality it would be expected to select as few rows of the import as of the table, and its
-- indexes would be read instead of the import's. A distributed database finds the node by it.
create function private.scope_condition(
  scope uuid[], audience text default null, status text default null, reason uuid default null, import_id uuid default null
) returns text language plpgsql stable parallel safe as $$
declare
  owned constant text := case
    when cardinality(scope) = 1 then format('customer_id = %L', scope[1])
    when scope is not null then format('customer_id = any (%L)', scope)
  end;
begin
  if status not in ('to_review', 'approved', 'rejected') then
    raise exception 'Unknown status: %', left(status, 100) using errcode = '22023';
  end if;
  perform private.require_length('audience', audience, 100);
  return concat_ws(' and ',
    case when import_id is null or to_regclass('pg_catalog.pg_dist_partition') is not null then owned else 'coalesce(' || owned || ', false)' end,
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

create function private.word_condition(term text, scope uuid[], has_email boolean) returns text language plpgsql stable set search_path = '' as $$
declare
  searched record := private.search_conditions(term, scope, has_email);
begin
  return searched.matches || case when searched.candidates <> searched.matches then ' and ' || searched.candidates else '' end;
end $$;
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
comment on function private.last_sort_key is
  'The sort key of the row that a page follows, from its created_at or its name or company, at most 500 characters.';

-- No index has the rows of several customers in the order of a list, nor the rows of all statuses by name.
create function private.list_sql(
  relation regclass, scope uuid[], audience text, status text, reason uuid, sort text, after text, size int, import_id uuid
) returns text language plpgsql stable as $$
declare
  sorted constant record := private.sort_sql(sort);
  by_customer constant boolean := coalesce(cardinality(scope) between 2 and 5, false);
  is_sorted_here constant boolean := import_id is not null and sort <> 'newest';
  source constant text := case
    when is_sorted_here then format('(select * from %s where import_id = %L offset 0) imported', relation, import_id) else relation::text
  end;
  customer uuid;
  part int;
  parts text[] := '{}';
begin
  foreach customer in array case when by_customer then scope else array[null::uuid] end loop
    foreach part in array case
      when sort = 'newest' or is_sorted_here then array[null::int]
      when status = 'rejected' or reason is not null then array[0]
      when status = 'approved' then array[1]
      when status = 'to_review' then array[2]
      else array[0, 1, 2]
    end loop
      parts := parts || format(
        '(select *%s from %s where %s and %s and %s order by %s %s, id %7$s limit %L)',
        case when sort <> 'newest' then format(', %s as key', sorted.key) end, source,
        private.scope_condition(case when by_customer then array[customer] else scope end, audience, status, reason, import_id),
        coalesce('coalesce(is_approved::int, 2) = ' || part, 'true'), after, sorted.key, sorted.direction, size
      );
    end loop;
  end loop;
  return case cardinality(parts)
    when 1 then parts[1]
    else format(
      '(select * from (%s) part order by %s %s, id %3$s limit %L)', array_to_string(parts, ' union all '),
      case sort when 'newest' then 'created_at' else 'key' end, sorted.direction, size
    )
  end;
end $$;
comment on function private.list_sql is
  'SQL of the first rows of a list after a condition, sorted by a text with their keys. Without a size, of all rows.';

create function public.search_leads(
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
comment on function public.search_leads is
  'A page of the leads that contain each word of the term in name, company, title or, for a word with @, email. Ignores case and accents; a word of one or two letters matches the beginning of a word. Administrators who search all customers also find leads by the customer''s name. status is to_review, approved or rejected; reason is an id of rejection_reasons; sort is newest, name or company; import_id limits the page to the rows of an import. filter: {"changed": true} for rows that have changed since the decision; {"custom": {key: text}} for rows in which custom fields have these values, null: are empty, of one customer. The page follows the lead with before_id and its created_at or, sorted by a text, that text in after_text.';

create function public.search_companies(
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
comment on function public.search_companies is
  'A page of the companies that contain each word of the term in name, industry or location. sort is newest or name; otherwise as search_leads.';

create function public.count_leads_among(
  ids uuid[], term text default '', customers uuid[] default null, audience_name text default null, status text default null,
  reason uuid default null, import_id uuid default null, filter jsonb default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  seen constant record := private.lead_scope(customers, audience_name);
  total bigint;
begin
  perform private.require_cardinality('ids', ids, 10000);
  -- A distributed database compares leads of several customers with other rows only where they are stored.
  execute case
    when cardinality(seen.scope) is distinct from 1 and to_regclass('pg_catalog.pg_dist_partition') is not null
      then 'select count(*) from public.leads where id = any ($1) and '
    else 'select count(*) from (select * from public.leads where id = any ($1) offset 0) selected where '
  end || concat_ws(' and ',
    private.scope_condition(seen.scope, seen.audience, status, reason, import_id),
    private.word_condition(private.narrowed_term(term, filter), seen.scope, true)
  )
  into total using ids;
  return total;
end $$;
comment on function public.count_leads_among is 'How many of the selected leads, at most 10,000, match the present filter of the list.';

create function public.count_companies_among(
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
comment on function public.count_companies_among is 'How many of the selected companies, at most 10,000, match the present filter of the list.';

-- A search reads the first leads of the list before it reads the index for searches, as search_rows does.
create function public.approved_leads_without(
  missing text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  most_read_first constant int := 1000;
  size constant int := least(greatest(page_size, 0), 1000);
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, true);
  searched constant text := private.word_condition(private.narrowed_term(term, null), scope, true);
  listed constant text := concat_ws(' and ',
    'is_approved', private.scope_condition(scope, audience_name), private.after_condition('newest', before_created_at::text, before_id)
  );
  rest constant text := concat(
    sql.joined, ' where ', concat_ws(' and ', sql.condition, listed, searched), ' order by created_at desc, id desc limit $1'
  );
  page public.leads[];
begin
  if searched is not null then
    execute concat(
      'select array(select leads::public.leads from (select * from public.leads where ', listed, ' order by created_at desc, id desc limit ',
      most_read_first, ') leads', rest, ')'
    ) into page using size;
    if cardinality(page) >= size then
      return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
      return;
    end if;
  end if;
  return query execute 'select leads.* from public.leads' || rest using size;
end $$;
comment on function public.approved_leads_without is
  'A page of the approved leads for which a message would lack email or a variable, such as last_name, company_size or the key of a custom field, newest first. A custom field is known of one customer only.';

create function public.count_approved_leads_without(
  missing text, customers uuid[] default null, term text default '', audience_name text default null
) returns bigint language plpgsql stable security definer set search_path = '' set enable_indexscan = off as $$
declare
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, false);
  total bigint;
begin
  execute concat('select count(*) from public.leads', sql.joined, ' where is_approved and ')
    || concat_ws(' and ',
      sql.condition, private.scope_condition(scope, audience_name), private.word_condition(private.narrowed_term(term, null), scope, true)
    )
    into total;
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
  searched record := private.search_conditions(term, scope, has_email);
  of_reason text := private.scope_condition(null, null, null, reason);
  sampled text;
  hits_sql text;
  counted bigint;
  hits record;
begin
  is_estimated := estimate and searched.candidates is not null and import_id is null and unfiltered > exact_below;
  if searched.candidates is null then
    hits_sql := format(
      'select is_approved from %s where %s', relation,
      concat_ws(' and ', private.scope_condition(scope, audience_name, null, reason, import_id), searched.matches)
    );
  else
    hits_sql := format(
      'select is_approved from (select * from %s where %s and %s offset 0) candidate where %s',
      relation, private.scope_condition(scope, audience_name, null, reason, import_id),
      case when import_id is null then searched.candidates else 'true' end, searched.matches
    );
  end if;
  if not is_estimated then
    execute count_sql || format('(%s) hit', hits_sql) into total, approved, reviewed;
    return;
  end if;

  sampled := private.list_sql(
    relation, scope, audience_name, case when reason is not null then 'rejected' end, null, 'newest', 'true', sample_size, import_id
  );
  execute count_sql || format('%s newest where %s and %s', sampled, of_reason, searched.matches) into counted, approved, reviewed;
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
comment on function public.lead_totals is
  'How many leads match a search, and how many of them are approved and reviewed (approved or rejected). Without a term, a reason and an import the counters answer. With estimate, a search with many matches is estimated, except among the rows of an import.';

create function public.company_totals(
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
comment on function public.company_totals is 'How many companies match a search, and how many of them are approved and reviewed. See lead_totals.';

create function public.count_leads(
  term text default '', customers uuid[] default null, audience_name text default null, approved boolean default null,
  import_id uuid default null, filter jsonb default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_leads.approved then totals.approved
    when not count_leads.approved then totals.total - totals.approved
    else totals.total
  end
  from public.lead_totals(term, customers, audience_name, import_id => import_id, filter => filter) totals
$$;
comment on function public.count_leads is
  'Number of leads that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

create function public.count_companies(
  term text default '', customers uuid[] default null, approved boolean default null, import_id uuid default null, filter jsonb default null
) returns bigint language sql stable set search_path = '' as $$
  select case
    when count_companies.approved then totals.approved
    when not count_companies.approved then totals.total - totals.approved
    else totals.total
  end
  from public.company_totals(term, customers, import_id => import_id, filter => filter) totals
$$;
comment on function public.count_companies is
  'Number of companies that match a search; approved narrows to approved or pending ones, import_id to the rows of an import.';

create function private.search_conditions(term text, scope uuid[], has_email boolean, out matches text, out candidates text)
language plpgsql stable security definer set search_path = '' as $$
declare
  word text;
  seen text[] := '{}';
  pattern text;
  local_part text;
  domain text;
  others text;
  match text;
  candidate text;
  narrowed record;
begin
  perform private.require_length('search term', split_part(term, chr(30), 1), 200);
  foreach word in array string_to_array(private.collapse_spaces(coalesce(split_part(term, chr(30), 1), '')), ' ') loop
    pattern := private.word_pattern(word);
    continue when pattern is null or word = any (seen);
    seen := seen || word;
    match := format('search_text like %L', pattern);
    candidate := case when pattern ~ '^%[^ ]{6,}$' then format('search_text like %L', left(pattern, 6) || '%') else match end;
    -- A part of an email without letters is in no index.
    if has_email and position('@' in word) > 0 and char_length(word) > 2 and pattern ~ '[^ᚠ-ᛀ %]' then
      local_part := private.text_key(split_part(word, '@', 1));
      domain := private.text_key(substr(word, position('@' in word) + 1));
      match := match || format(' or email_key || '''' like %L', private.search_pattern(private.text_key(word)));
      candidate := candidate || case
        when local_part = '' then format(' or email_key || '''' like %L', private.search_pattern('@' || domain))
        else format(
          $sql$ or reverse(split_part(email_key, '@', 1)) like %L and split_part(email_key, '@', 2) like %L$sql$,
          substr(private.search_pattern(reverse(local_part)), 2), substr(private.search_pattern(domain), 2)
        )
      end;
    end if;
    -- Administrators who search the rows of all customers find the customers' names, too.
    if scope is null then
      select format(' or customer_id = any (%L)', array_agg(id)) into others from public.customers where search_text like pattern having count(*) > 0;
    end if;
    matches := concat_ws(' and ', matches, '(' || match || coalesce(others, '') || ')');
    candidates := concat_ws(' and ', candidates, '(' || candidate || coalesce(others, '') || ')');
  end loop;
  for narrowed in
    select *
    from private.filter_conditions(
      nullif(split_part(term, chr(30), 2), '')::jsonb, scope, case when has_email then 'leads' else 'companies' end
    )
  loop
    matches := concat_ws(' and ', matches, narrowed.condition);
    candidates := case when narrowed.indexed is not null then concat_ws(' and ', candidates, narrowed.indexed) end;
  end loop;
end $$;
comment on function private.search_conditions is
  'SQL conditions for the rows that contain each word of a search term, a word of one or two letters at the beginning of a word, and for the few more among which an index finds them; null without words. Candidates are null as well if the list is read for the matches alone. Search does not rely on row-level security, because LIKE is not leakproof and could then use no index.';

create function private.search_rows(
  page anyarray, term text, scope uuid[], audience text, status text, reason uuid, sort text, after_key text, after_id uuid,
  page_size int, import_id uuid
) returns anyarray language plpgsql stable security definer set search_path = '' as $$
declare
  most_hits constant int := 5000;
  relation constant regclass := rtrim(pg_typeof(page)::text, '[]');
  size constant int := least(greatest(page_size, 0), 1000);
  direction constant text := (private.sort_sql(sort)).direction;
  after constant text := private.after_condition(sort, after_key, after_id);
  searched constant record := private.search_conditions(term, scope, relation = 'public.leads'::regclass);
  columns text := 'listed';
  source text;
  page_sql text;
  list text;
  list_size int;
  total bigint;
  hits bigint;
begin
  if sort <> 'newest' then
    select 'row (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')' into columns
    from pg_catalog.pg_attribute where attrelid = relation and attnum > 0 and not attisdropped;
  end if;
  page_sql := format(
    'array(select %s::%s from %%s listed where %%s order by %s %s, id %4$s limit %L)',
    columns, relation, case sort when 'newest' then 'created_at' else 'key' end, direction, size
  );
  foreach list_size in array case
    when searched.matches is null then array[size]
    when import_id is null and searched.candidates is not null then array[1000, 10000, 100000]
    else '{}'
  end loop
    list := 'select ' || format(
      page_sql, private.list_sql(relation, scope, audience, status, reason, sort, after, list_size, import_id),
      coalesce(searched.matches, 'true')
    );
    if searched.matches is null and sort <> 'newest' and audience is null and reason is null and import_id is null then
      page := private.read_in_order(page, list);
    else
      execute list into page;
    end if;
    if searched.matches is null or cardinality(page) >= size then
      return page;
    end if;
    total := coalesce(total, case relation
      when 'public.leads'::regclass then (private.stored_lead_totals(scope, audience)).total
      else (private.stored_company_totals(scope)).total
    end);
    if total <= list_size then
      return page;
    end if;
    exit when cardinality(page) * 10000 < least(size, 100) * list_size;
  end loop;

  source := format(
    'select *%s from %s where %s and %s', case when sort <> 'newest' then format(', %s as key', (private.sort_sql(sort)).key) end,
    relation, private.scope_condition(scope, audience, status, reason, import_id), after
  );
  if searched.candidates is null then
    execute 'select ' || format(page_sql, format('(%s and %s)', source, searched.matches), 'true') into page;
    return page;
  end if;
  -- Materialized and with an offset, so that it is planned for all rows and reads the index for the candidates only.
  execute format(
    'with hits as materialized (
       select * from (%s and %s offset 0) candidate where %s limit %L
     )
     select (select count(*) from hits), %s',
    source, case when import_id is null then searched.candidates else 'true' end, searched.matches, most_hits + 1, format(page_sql, 'hits', 'true')
  ) into hits, page;
  if hits > most_hits then
    execute 'select ' || format(
      page_sql, private.list_sql(relation, scope, audience, status, reason, sort, after, null, import_id), searched.matches
    ) into page;
  end if;
  return page;
end $$;
comment on function private.search_rows is
  'A page of a search, in the order of the list. Reads the first 1,000 rows of the list, and 10,000 and 100,000 if enough of the former are hits. Then takes up to 5,000 hits from the trigram index and sorts them; if there are more, the list is read until the page is full. All rows of an import are read. page is an empty array of the rows.';

create function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  relation constant regclass := 'public.' || table_name;
  wanted record;
  field public.custom_fields;
  filled text;
  unread uuid[];
begin
  if filter -> 'changed' = 'true' then
    return query select 'decided_values is not null', 'decided_values is not null';
  end if;
  if filter -> 'duplicate' = 'true' then
    return query select 'duplicate_of is not null and not is_separate', 'duplicate_of is not null and not is_separate';
  end if;
  if filter -> 'unread' in ('true', '"by member"') then
    unread := array(
      select row_id from private.unread_comments(scope, as_member => filter ->> 'unread' = 'by member') where subject = table_name
    );
    return query select format('id = any (%L)', unread), format('id = any (%L)', unread);
  end if;
  if filter ? 'updated_by' then
    condition := case
      when not private.is_admin() then 'false'
      when cardinality(scope) is distinct from 1 then null
      else format(
        'select %s from public.import_matches where customer_id = %L and import_id = %L and given is not null and %1$s is not null',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], (filter ->> 'updated_by')::uuid
      )
    end;
    if condition is null then
      raise exception 'A filter by an import that updated rows needs one customer' using errcode = '22023';
    elsif condition <> 'false' then
      indexed := format('id = any (array(%s))', condition);
      condition := format('id in (%s)', condition);
    else
      indexed := condition;
    end if;
    return next;
  end if;
  if table_name = 'leads' and jsonb_typeof(filter -> 'suppressed') = 'boolean' then
    condition := private.suppressed_condition(scope);
    indexed := case
      when condition = 'false' or cardinality(scope) is distinct from 1 then condition
      else format('id = any (array(%s))', private.suppressed_leads_sql(scope[1]))
    end;
    if filter -> 'suppressed' = 'false' then
      condition := 'not ' || condition;
      indexed := condition;
    end if;
    -- A distributed database applies the condition to rows of its nodes only, not to the first rows of a list of several customers.
    if cardinality(scope) is distinct from 1 and to_regclass('pg_catalog.pg_dist_partition') is not null then
      indexed := null;
    end if;
    return next;
  end if;
  if jsonb_typeof(filter -> 'custom') is distinct from 'object' then
    return;
  elsif cardinality(scope) > 1 or scope is null then
    raise exception 'A filter by custom fields needs one customer' using errcode = '22023';
  elsif (select count(*) from jsonb_object_keys(filter -> 'custom')) > most then
    raise exception 'At most % custom fields can be filtered by', most using errcode = '22023';
  end if;
  for wanted in select key, value #>> '{}' as text from jsonb_each(filter -> 'custom') loop
    select * into field
    from public.custom_fields stored
    where stored.customer_id = scope[1] and stored.table_name = filter_conditions.table_name and stored.key = wanted.key
      and removed_at is null;
    if field.id is null or field.is_internal and not private.is_admin() then
      return query select 'false', 'false';
    elsif field.is_internal then
      filled := format(
        'select %s from public.internal_values where customer_id = %L and lead_id is %s and custom ',
        case table_name when 'leads' then 'lead_id' else 'company_id' end, scope[1], case table_name when 'leads' then 'not null' else 'null' end
      );
      condition := case
        when wanted.text is null then format('id not in (%s ? %L)', filled, wanted.key)
        else format('id in (%s @> %L)', filled, jsonb_build_object(wanted.key, wanted.text))
      end;
      indexed := condition;
      return next;
    elsif wanted.text is null then
      condition := format('not custom ? %L', wanted.key);
      indexed := coalesce(
        format('private.custom_shape(custom) = any (%L)', private.custom_shapes(relation, scope[1], wanted.key, false)), condition
      );
      return next;
    else
      condition := format('custom <> ''{}'' and custom @> %L', jsonb_build_object(wanted.key, wanted.text));
      indexed := condition;
      return next;
    end if;
  end loop;
end $$;
comment on function private.filter_conditions is
  'SQL conditions for the rows of leads or companies (table_name) that match a filter, and the same as an index is read for them, or null if the list is read for them. Internal fields are unknown to members.';

create function private.narrowed_term(term text, filter jsonb) returns text language plpgsql immutable as $$
begin
  perform private.require_size('filter', pg_catalog.pg_column_size(filter), 20000);
  if filter is not null and jsonb_typeof(filter) <> 'object' then
    raise exception 'filter must be an object' using errcode = '22023';
  end if;
  return coalesce(translate(term, chr(30), ' '), '') || coalesce(chr(30) || nullif(filter, '{}'), '');
end $$;
comment on function private.narrowed_term is 'A search term followed by a filter, which search_conditions separates at the character U+001E.';

-- domain/campaign/variables.ts lists the same variables of messages: those of leads, of the company that a lead names, and custom fields.
create function private.standard_variables() returns text[] language sql immutable parallel safe
return '{first_name,last_name,company,title,location,audience,company_website,company_domain,company_industry,company_size,company_location}'::text[];
comment on function private.standard_variables is 'The variables besides custom fields.';

create function private.variable_sql(variable text) returns text language sql immutable parallel safe
return case
  when variable = 'first_name' then 'private.first_name_of(leads.first_name, leads.name)'
  when variable = 'last_name' then 'private.last_name_of(leads.last_name, leads.name)'
  when variable <> all (private.standard_variables()) then format('leads.custom ->> %L', variable)
  when variable like 'company\_%' then format('private.trimmed(employer.%I)', substr(variable, 9))
  else format('private.trimmed(leads.%I)', variable)
end;
comment on function private.variable_sql is
  'SQL expression for the value of a variable, null or '''' if it is empty, of the tables leads and employer (employer_sql).';

create function private.employer_sql(scope uuid[], is_page boolean) returns text language plpgsql stable parallel safe as $$
declare
  key constant text := 'private.index_key(private.text_key(leads.company))';
begin
  return case
    when is_page then format(
      $sql$ left join lateral (
        select website, domain, industry, size, location
        from public.companies where %s and customer_id = leads.customer_id and name_key = %s
        order by created_at, id
        limit 1
      ) employer on true$sql$,
      case when cardinality(scope) = 1 then 'customer_id = ' || private.owner_sql(scope[1]) else private.scope_condition(scope) end, key
    )
    else format(
      $sql$ left join (
        select distinct on (customer_id, name_key)
          customer_id as employer_customer, name_key as employer_key, website, domain, industry, size, location
        from public.companies where %s
        order by customer_id, name_key, created_at, id
      ) employer on employer_customer = leads.customer_id and employer_key = %s$sql$,
      private.scope_condition(scope), key
    )
  end;
end $$;
comment on function private.employer_sql is
  'SQL join of leads with the companies that they name, as in lead_company: one by one for a page of leads, or all at once for a pass over the leads of these customers.';

create function private.lead_values(customer uuid, ids uuid[]) returns table (
  id uuid, name text, created_at timestamptz, variable_values jsonb
) language plpgsql stable security definer set search_path = '' as $$
declare
  pairs text;
begin
  select string_agg(format('%L, nullif(%s, '''')', variable, private.variable_sql(variable)), ', ') into pairs
  from unnest(private.standard_variables()) variable;
  return query execute format(
    $sql$
      select leads.id, leads.name, leads.created_at, leads.custom - private.standard_variables() || jsonb_strip_nulls(jsonb_build_object(%1$s))
      from public.leads%3$s
      where leads.customer_id = %2$L and leads.id = any ($1)
      order by leads.created_at desc, leads.id desc
    $sql$, pairs, customer, private.employer_sql(array[customer], true)
  ) using ids;
end $$;
comment on function private.lead_values is
  'Values of the variables of a customer''s leads, newest first. An empty variable has none; those of internal custom fields are no variables.';

create function public.approved_lead_values(
  customer_id uuid, before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (id uuid, name text, created_at timestamptz, variable_values jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  owner_id uuid := (private.scope(array[approved_lead_values.customer_id]))[1];
  ids uuid[] := array(
    select lead.id
    from public.leads lead
    where lead.customer_id = owner_id and lead.is_approved and lead.created_at <= coalesce(before_created_at, 'infinity')
      and (before_created_at is null or lead.created_at < before_created_at or lead.id < before_id)
    order by lead.created_at desc, lead.id desc
    limit least(greatest(page_size, 0), 1000)
  );
begin
  return query select * from private.lead_values(owner_id, ids);
end $$;
comment on function public.approved_lead_values is
  'A page of the approved leads of a customer, newest first, at most 1,000, with the values of variables by name, without empty ones.';

create function public.longest_lead_values(customer_id uuid, uses jsonb, emptiest boolean default false)
returns table (id uuid, name text, created_at timestamptz, variable_values jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 60;
  scope uuid[] := private.scope(array[longest_lead_values.customer_id]);
  score text;
  found uuid;
begin
  perform private.require_size('uses', pg_column_size(uses), 20000);
  if (select count(*) from jsonb_object_keys(uses)) > most then
    raise exception 'At most % variables', most using errcode = '22023';
  end if;
  select concat_ws(' + ', '0::bigint', string_agg(
    case
      when emptiest then format(
        'case when coalesce(%s, '''') = '''' then %s else 0 end', private.variable_sql(key),
        case when (value -> 'bare')::int > 0 then most else 1 end
      )
      else format(
        'coalesce(nullif(char_length(%s), 0) * %s::bigint, %s)', private.variable_sql(key), coalesce((value -> 'times')::int, 0),
        coalesce((value -> 'fallbackLength')::int, 0)
      )
    end, ' + '
  ))
  into score from jsonb_each(uses);
  execute format(
    'select leads.id from public.leads%s where %s and is_approved %s order by %s desc, created_at desc, id desc limit 1',
    case when score like '%employer.%' then private.employer_sql(scope, false) end, private.scope_condition(scope),
    case when emptiest then format('and %s > 0', score) end, score
  ) into found;
  return query select * from private.lead_values(scope[1], array[found]);
end $$;
comment on function public.longest_lead_values is
  'Returns, like approved_lead_values, the lead for whom a message is longest, or emptiest: for whom most of its variables are empty, those without a fallback first; none if no variable is. uses has of each variable of the message how often it is used (times), how often without a fallback (bare) and the length of all its fallbacks (fallbackLength).';

create function private.missing_sql(missing text, scope uuid[], is_page boolean, out joined text, out condition text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_length('missing', missing, 100);
  if missing = any (private.standard_variables()) then
    joined := case when missing like 'company\_%' then private.employer_sql(scope, is_page) end;
    condition := format('coalesce(%s, '''') = ''''', private.variable_sql(missing));
  elsif missing = 'email' then
    condition := 'private.is_missing(''email'', last_name, name, company, email)';
  elsif missing is not null and cardinality(scope) = 1 then
    select indexed into condition
    from private.filter_conditions(jsonb_build_object('custom', jsonb_build_object(missing, null)), scope, 'leads');
  end if;
  condition := coalesce(condition, 'false');
end $$;
comment on function private.missing_sql is
  'SQL join and condition for the leads for which a message would lack a variable, or its receiver an email.';

create function private.approved_leads_with(list_customer uuid, keys text[], out touched int, out leads jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  most_pairs constant int := 5000;
  most_leads constant int := 10;
  customers constant uuid[] := case
    when list_customer is null then array(select id from public.customers where is_active order by name, id) else array[list_customer]
  end;
  customer uuid;
  found record;
begin
  if cardinality(keys) * cardinality(customers) > most_pairs then
    return;
  end if;
  touched := 0;
  leads := '[]';
  if keys = '{}' then
    return;
  end if;
  foreach customer in array customers loop
    execute format(
      'select count(*) as amount, jsonb_agg(jsonb_build_object(''id'', id, ''customerId'', %1$L, ''name'', name, ''company'', company)) filter (where place <= %2$s) as leads
       from (
         select id, name, company, row_number() over (order by created_at desc, id desc) as place
         from public.leads where customer_id = %1$L and is_approved and id = any (array(%3$s))
       ) lead',
      customer, most_leads - jsonb_array_length(leads), private.suppressed_leads_sql(customer, keys)
    ) into found;
    touched := touched + found.amount;
    leads := leads || coalesce(found.leads, '[]');
  end loop;
end $$;
comment on function private.approved_leads_with is
  'How many approved leads entries with these keys would apply to, and the first ten; of all active customers if the list is agency-wide. Null for more than 5,000 keys, times customers.';

-- A list that is sorted by name or company, of all rows or of one status, is read from the index of that order, however few rows the statistics expect.
create function private.read_in_order(page anyarray, list text) returns anyarray
language plpgsql stable set search_path = '' set enable_sort = off as $$
begin
  execute list into page;
  return page;
end $$;
comment on function private.read_in_order is
  'The page that this query returns, read from an index in its order. For queries that have such an index. page gives the type.';

grant execute on function
  public.count_missing_fields, public.approved_leads_without, public.count_approved_leads_without, public.search_leads,
  public.search_companies, public.count_leads_among, public.count_companies_among, public.lead_totals, public.company_totals, public.count_leads,
  public.count_companies, public.approved_lead_values, public.longest_lead_values
  to authenticated;
