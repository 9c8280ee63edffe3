-- For each word the index is read for its first five letters: their trigrams are few, and rows that have them but not the word are rare.
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
begin
  perform private.require_length('search term', term, 200);
  foreach word in array string_to_array(private.collapse_spaces(coalesce(term, '')), ' ') loop
    pattern := private.word_pattern(word);
    continue when pattern is null or word = any (seen);
    seen := seen || word;
    match := format('search_text like %L', pattern);
    candidate := case when pattern ~ '^%[^ ]{6,}$' then format('search_text like %L', left(pattern, 6) || '%') else match end;
    -- A part of an email without letters is in no index.
    if has_email and position('@' in word) > 0 and char_length(word) > 2 and pattern ~ '[^ᚠ-ᛀ %]' then
      local_part := private.text_key(split_part(word, '@', 1));
      domain := private.text_key(substr(word, position('@' in word) + 1));
      match := match || format(' or email_key like %L', private.search_pattern(private.text_key(word)));
      candidate := candidate || case
        when local_part = '' then format(' or email_key like %L', private.search_pattern('@' || domain))
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
end $$;
comment on function private.search_conditions is
  'SQL conditions for the rows that contain each word of a search term, a word of one or two letters at the beginning of a word, and for the few more among which an index finds them; null without words. Search does not rely on row-level security, because LIKE is not leakproof and could then use no index.';

create or replace function private.word_condition(term text, scope uuid[], has_email boolean) returns text language plpgsql stable set search_path = '' as $$
declare
  searched record := private.search_conditions(term, scope, has_email);
begin
  return searched.matches || case when searched.candidates <> searched.matches then ' and ' || searched.candidates else '' end;
end $$;

-- No index has the rows of several customers in the order of a list, nor the rows of all statuses by name.
create or replace function private.list_sql(
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
comment on function private.list_sql is 'SQL of the first rows of a list after a condition, sorted by a text with their keys. Without a size, of all rows.';

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
  page_sql text;
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
    when import_id is null then array[1000, 10000, 100000]
    else '{}'
  end loop
    execute 'select ' || format(
      page_sql, private.list_sql(relation, scope, audience, status, reason, sort, after, list_size, import_id),
      coalesce(searched.matches, 'true')
    ) into page;
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

  -- Materialized and with an offset, so that it is planned for all rows and reads the index for the candidates only.
  execute format(
    'with hits as materialized (
       select * from (select *%s from %s where %s and %s and %s offset 0) candidate where %s limit %L
     )
     select (select count(*) from hits), %s',
    case when sort <> 'newest' then format(', %s as key', (private.sort_sql(sort)).key) end, relation, private.scope_condition(scope, audience, status, reason, import_id), after,
    case when import_id is null then searched.candidates else 'true' end, searched.matches, most_hits + 1, format(page_sql, 'hits', 'true')
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

create or replace function public.search_leads(
  term text, customers uuid[] default null, audience_name text default null, before_created_at timestamptz default null,
  before_id uuid default null, page_size int default 50, status text default null, reason uuid default null, sort text default 'newest',
  after_text text default null, import_id uuid default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  page constant public.leads[] := private.search_rows(
    '{}'::public.leads[], term, private.scope(customers), audience_name, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
begin
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;

create or replace function public.search_companies(
  term text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, status text default null, reason uuid default null, sort text default 'newest', after_text text default null,
  import_id uuid default null
) returns setof public.companies language plpgsql stable security definer set search_path = '' as $$
declare
  page public.companies[];
begin
  if sort = 'company' then
    raise exception 'Unknown sort order: %', sort using errcode = '22023';
  end if;
  page := private.search_rows(
    '{}'::public.companies[], term, private.scope(customers), null, status, reason, sort,
    private.last_sort_key(sort, before_created_at, after_text), before_id, page_size, import_id
  );
  return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
end $$;

create or replace function private.matching_totals(
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
  is_estimated := estimate and searched.matches is not null and import_id is null and unfiltered > exact_below;
  if searched.matches is null then
    hits_sql := format('select is_approved from %s where %s', relation, private.scope_condition(scope, audience_name, null, reason, import_id));
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

drop function private.search_ids;
drop function private.candidate_condition;
drop function private.search_words;
revoke all on function private.search_conditions, private.search_rows from public, anon, authenticated, service_role;
