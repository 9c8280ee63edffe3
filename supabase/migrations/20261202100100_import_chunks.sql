
-- No value is blank, because messages use the fallback for one that is missing. A row without custom fields, as most are, needs no subquery.
create or replace function private.is_custom(value jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  if value = '{}' then
    return true;
  end if;
  return jsonb_typeof(value) = 'object' and octet_length(value::text) <= 16384 and not exists (
    select from jsonb_each(value) field (key, content)
    where not private.is_custom_key(key) or jsonb_typeof(content) <> 'string' or char_length(content #>> '{}') > 2000
      or not private.has_text(content #>> '{}')
  );
end $$;

create or replace function private.skipped_rows(import public.imports, file_rows json) returns json language plpgsql set search_path = '' as $$
declare
  dates timestamptz[];
  made timestamptz[];
  skipped bigint[];
begin
  select array_agg(private.imported_at(import.created_at, "row")) into dates from json_to_recordset(file_rows) as file ("row" int);
  execute format(
    'select array_agg(created_at) from public.%I where customer_id = $1 and import_id = $2 and created_at between $3 and $4', import.import_type
  ) into made using import.customer_id, import.id, (select min(date) from unnest(dates) date), (select max(date) from unnest(dates) date);
  skipped := array(select place from unnest(dates) with ordinality as file (date, place) where date <> all (coalesce(made, '{}')));
  return (
    select coalesce(json_agg(value), '[]')
    from json_array_elements(file_rows) with ordinality as file (value, place)
    where place = any (skipped)
  );
end $$;

create or replace function private.add_internal_values(import public.imports, file_rows json) returns void language plpgsql set search_path = '' as $$
declare
  dates timestamptz[];
  contents jsonb[];
  ids uuid[];
  imported_dates timestamptz[];
begin
  if strpos(file_rows::text, '"internal"') = 0 then
    return;
  end if;
  select array_agg(private.imported_at(import.created_at, "row")), array_agg(internal) into dates, contents
  from json_to_recordset(file_rows) as file ("row" int, internal jsonb)
  where internal is not null;
  if dates is null then
    return;
  end if;
  execute format(
    'select array_agg(id), array_agg(created_at) from public.%I where customer_id = $1 and import_id = $2 and created_at = any ($3)',
    import.import_type
  ) into ids, imported_dates using import.customer_id, import.id, dates;
  insert into public.internal_values (customer_id, lead_id, company_id, custom)
  select
    import.customer_id, case import.import_type when 'leads' then id end, case import.import_type when 'companies' then id end, content
  from unnest(ids, imported_dates) as imported (id, created_at)
  join unnest(dates, contents) as given (created_at, content) using (created_at);
end $$;
