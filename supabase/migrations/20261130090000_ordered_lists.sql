-- A list that is sorted by name or company, of all rows or of one status, is read from the index of that order, however few rows the statistics expect.
create function private.read_in_order(page anyarray, list text) returns anyarray
language plpgsql stable set search_path = '' set enable_sort = off as $$
begin
  execute list into page;
  return page;
end $$;
comment on function private.read_in_order is
  'The page that this query returns, read from an index in its order. For queries that have such an index. page gives the type.';
revoke all on function private.read_in_order from public, anon, authenticated, service_role;

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
    when import_id is null then array[1000, 10000, 100000]
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
