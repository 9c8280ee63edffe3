
create or replace function public.count_leads_among(
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

create or replace function private.search_conditions(term text, scope uuid[], has_email boolean, out matches text, out candidates text)
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

create or replace function private.search_rows(
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

create or replace function private.filter_conditions(filter jsonb, scope uuid[], table_name text) returns table (condition text, indexed text)
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
comment on function private.filter_conditions(jsonb,uuid[],text) is 'SQL conditions for the rows of leads or companies (table_name) that match a filter, and the same as an index is read for them, or null if the list is read for them. Internal fields are unknown to members.';
comment on function private.search_conditions(text,uuid[],boolean) is 'SQL conditions for the rows that contain each word of a search term, a word of one or two letters at the beginning of a word, and for the few more among which an index finds them; null without words. Candidates are null as well if the list is read for the matches alone. Search does not rely on row-level security, because LIKE is not leakproof and could then use no index.';
