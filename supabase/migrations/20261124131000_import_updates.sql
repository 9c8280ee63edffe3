-- Imports that update the rows which a file's duplicates match, and undo it.

alter table public.imports
  add column updating jsonb,
  add column updated_rows int not null default 0,
  add column restored_rows int not null default 0,
  add column unrestored_rows int not null default 0;
comment on column public.imports.updating is
  'What the import did with duplicates, as in import_rows; null if it skipped them.';
comment on column public.imports.updated_rows is 'Rows among the duplicates whose values were stored.';
comment on column public.imports.restored_rows is 'Leads or companies whose former values undo restored.';
comment on column public.imports.unrestored_rows is 'Leads or companies that undo left with values of the import that were changed since, or whose former key another row has now.';

create table public.import_matches (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  import_id uuid,
  lead_id uuid,
  company_id uuid,
  former jsonb,
  given jsonb,
  constraint import_matches_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint import_matches_values_check check ((former is null) = (given is null)),
  constraint import_matches_lead_key unique (lead_id, import_id, customer_id),
  constraint import_matches_company_key unique (company_id, import_id, customer_id),
  constraint import_matches_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete cascade,
  constraint import_matches_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint import_matches_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
);
comment on table public.import_matches is
  'The leads and companies that were stored before an import and are in its file too. Written by import_rows, removed by undo_import.';
comment on column public.import_matches.import_id is 'Null if the row was given to another customer, or restored after the import was deleted.';
comment on column public.import_matches.former is 'Of the fields that the import updated, the values before, by column, `custom:` or `internal:` and key. Null if it updated none.';
comment on column public.import_matches.given is 'The values that the import gave these fields.';

create index import_matches_import_idx on public.import_matches (import_id, customer_id);

create function private.forget_import() returns trigger language plpgsql as $$
begin
  new.import_id := null;
  new.former := null;
  new.given := null;
  return new;
end $$;
comment on function private.forget_import is 'Forgets the import of a match whose lead or company the owner gives to another customer.';
create trigger forget_import before update of customer_id on public.import_matches for each row execute function private.forget_import();

revoke all on public.import_matches from public, anon, authenticated, service_role;
grant select on public.import_matches to authenticated, service_role;
alter table public.import_matches enable row level security;
create policy "Admins see every match" on public.import_matches for select to authenticated using ((select private.is_admin()));
create policy "The service sees matches" on public.import_matches for select to service_role using (true);

create function private.identity_of(type text, out columns text[], out fields text[]) language sql immutable as $$
  select case type when 'leads' then '{linkedin_key,email_key,name_key}' else '{domain_key,linkedin_key,name_key}' end::text[],
    case type when 'leads' then '{linkedin_profile_url,email,name,company}' else '{domain,linkedin_url,name}' end::text[]
$$;
comment on function private.identity_of is 'The columns of the keys by which duplicates are found, in order of rank, and the fields that they are made of.';

create function private.updatable_columns(type text) returns text[] language sql immutable
return case type
  when 'leads' then '{name,first_name,last_name,email,phone,company,title,location,headline,notes,linkedin_profile_url,profile_picture_url,audience}'::text[]
  else '{name,website,domain,linkedin_url,industry,size,location,description,employee_count,founded_year}'::text[]
end;
comment on function private.updatable_columns is 'The columns that an import can update.';

create function private.row_keys(type text, content jsonb) returns text[] language plpgsql immutable as $$
declare
  keys text[] := case type
    when 'leads' then array[private.linkedin_key(content ->> 'linkedin_profile_url'), private.index_key(private.text_key(content ->> 'email'))]
    else array[private.domain_key(content ->> 'domain'), private.linkedin_key(content ->> 'linkedin_url')]
  end;
begin
  if num_nonnulls(keys[1], keys[2]) > 0 then
    return keys;
  end if;
  return keys || private.index_key(
    private.text_key(content ->> 'name') || case type when 'leads' then e'\n' || coalesce(private.text_key(content ->> 'company'), '') else '' end
  );
end $$;
comment on function private.row_keys is 'The keys of a row of a file, as the columns of identity_of; the last one only without the others.';

create function private.part_of(fields jsonb, part text) returns jsonb language sql immutable
return (select coalesce(jsonb_object_agg(split_part(key, ':', 2), value), '{}') from jsonb_each(fields) where split_part(key, ':', 1) = part and key like '%:%');
comment on function private.part_of is 'The values of fields such as `custom:icebreaker`, by their keys.';

create function private.row_fields(content jsonb) returns table (field text, value jsonb) language sql immutable as $$
  select key, value from jsonb_each(content - '{row,custom,internal}'::text[]) where value <> 'null'
  union all
  select 'custom:' || key, value from jsonb_each(content -> 'custom')
  union all
  select 'internal:' || key, value from jsonb_each(content -> 'internal')
$$;
comment on function private.row_fields is 'The fields of a row of a file that are not empty.';

create function private.stored_rows(customer uuid, type text, ids uuid[], purpose text) returns jsonb[]
language plpgsql set search_path = '' as $$
declare
  columns constant text := 'id, import_id, created_at, ' || array_to_string((private.identity_of(type)).columns, ', ');
  found jsonb[];
  internals jsonb;
begin
  execute format(
    'select array_agg(to_jsonb(stored)) from (select %s from public.%I where customer_id = $1 and id = any ($2) order by id%s) stored',
    case purpose when 'match' then columns else '*' end, type, case purpose when 'change' then ' for update' else '' end
  ) into found using customer, ids;
  if purpose <> 'match' then
    execute format(
      'select jsonb_object_agg(%1$I, custom) from public.internal_values where customer_id = $1 and %1$I = any ($2)',
      case type when 'leads' then 'lead_id' else 'company_id' end
    ) into internals using customer, ids;
    found := array(select content || jsonb_build_object('internal', coalesce(internals -> (content ->> 'id'), '{}')) from unnest(found) content);
  end if;
  return found;
end $$;
comment on function private.stored_rows is
  'Leads or companies as JSON. The purpose `match` is to have only their keys, `preview` to have all values, and `change` to lock them too.';

create function private.match_rows(customer uuid, type text, file_rows jsonb, purpose text)
returns table ("row" int, content jsonb, keys text[], id uuid, place int, stored jsonb, owners uuid[])
language plpgsql set search_path = '' set enable_nestloop = off as $$
#variable_conflict use_column
declare
  columns constant text[] := (private.identity_of(type)).columns;
  contents jsonb[];
  firsts text[];
  seconds text[];
  thirds text[];
  ids uuid[];
  found jsonb[];
begin
  select array_agg(content), array_agg(keys[1]), array_agg(keys[2]), array_agg(keys[3]) into contents, firsts, seconds, thirds
  from (select value as content, private.row_keys(type, value) as keys from jsonb_array_elements(file_rows) offset 0) keyed;
  execute format(
    'select array_agg(id) from (
       select id from public.%1$I where customer_id = $1 and %2$I = any ($2)
       union all
       select id from public.%1$I where customer_id = $1 and %3$I = any ($3)
       union all
       select id from public.%1$I where customer_id = $1 and %4$I = any ($4)
     ) known',
    type, columns[1], columns[2], columns[3]
  ) into ids using customer, firsts, seconds, thirds;
  found := private.stored_rows(customer, type, ids, purpose);
  return query
    with known as materialized (
      select (stored ->> 'id')::uuid as id, stored ->> columns[1] as first, stored ->> columns[2] as second, stored ->> columns[3] as third, stored
      from unnest(found) stored
    ), named as materialized (
      select distinct on (third) id, third, stored from known where third is not null order by third, stored ->> 'created_at', id
    )
    select
      (file.content ->> 'row')::int, file.content, array[file.first, file.second, file.third],
      coalesce(one.id, two.id, named.id), case when one.id is not null then 1 when two.id is not null then 2 else 3 end,
      coalesce(one.stored, two.stored, named.stored), array[one.id, two.id]
    from unnest(contents, firsts, seconds, thirds) as file (content, first, second, third)
    left join known one on one.first = file.first
    left join known two on two.second = file.second
    left join named on named.third = file.third;
end $$;
comment on function private.match_rows is
  'The rows of a file (`row` and values) with the stored lead or company that each is a duplicate of, by the key of rank `place`, and those that have its first and second key.';

create function private.plan_updates(
  customer uuid, type text, file_rows jsonb, updating jsonb, audience text, purpose text, out matched jsonb, out rejected jsonb
) language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  names constant record := private.identity_of(type);
  columns constant text[] := private.updatable_columns(type);
  is_fill constant boolean := updating ->> 'mode' = 'fill';
  chosen constant text[] := array(select jsonb_array_elements_text(updating -> 'fields'));
begin
  with found as materialized (
    select * from private.match_rows(customer, type, file_rows, purpose) where id is not null
  ), given as materialized (
    select "row", id, place, field.field, field.value, nullif(stored #> string_to_array(field.field, ':'), 'null') as former
    from found
    cross join lateral private.row_fields(content || case when audience is null then '{}' else jsonb_build_object('audience', audience) end) field
    where not (field.field = 'name' and updating @> '{"isNameJoined": true}' and num_nulls(content ->> 'first_name', content ->> 'last_name') > 0)
      and (field.field = any (columns) or field.field like '%:%')
      and field.field <> all (case place when 3 then names.fields[3:] else names.fields[place:place] end)
  ), eligible as materialized (
    select * from given where case when is_fill then former is null else field = any (chosen) end
  ), claims as (
    select found."row", id, 3 - found.place as place, keys[3 - found.place] as key, owners[3 - found.place] as owner
    from found
    join eligible using ("row", id)
    where found.place < 3 and field = names.fields[3 - found.place] and keys[3 - found.place] is distinct from stored ->> names.columns[3 - found.place]
  ), judged as materialized (
    select *, owner is not null or id <> first as is_taken
    from (select *, first_value(id) over (partition by place, key order by "row") as first from claims) claim
  ), taken as materialized (
    -- A row fills nothing where an earlier one has done so.
    select "row", place
    from (select *, bool_or(not is_taken) over (partition by id order by "row") as is_filled from judged) claim
    where is_taken and not (is_fill and is_filled)
  ), changes as materialized (
    select *
    from (
      select distinct on (id, field) "row", id, field, value, former
      from eligible
      where "row" not in (select "row" from taken)
      order by id, field, case when is_fill then "row" else -"row" end
    ) winning
    where value is distinct from former
  ), rows as materialized (
    select id, array_agg("row" order by "row") as rows, (array_agg(stored))[1] as stored from found group by id
  ), changed as materialized (
    select id, jsonb_object_agg(field, value) as given, jsonb_object_agg(field, former) as former, array_agg(distinct "row") as updated
    from changes group by id
  ), large as materialized (
    select id, max(octet_length((stored -> part || private.part_of(given, part))::text)) as size
    from changed
    join rows using (id)
    cross join unnest('{custom,internal}'::text[]) part
    where given::text ~ '"(custom|internal):'
    group by id
    having max(octet_length((stored -> part || private.part_of(given, part))::text)) > 16384
  )
  select (
    select jsonb_agg(jsonb_build_object(
      'id', id, 'rows', rows, 'importId', stored -> 'import_id', 'name', stored -> 'name',
      'given', case when large.id is null then given end, 'former', case when large.id is null then former end,
      'updated', case when large.id is null then coalesce(cardinality(updated), 0) else 0 end
    ))
    from rows left join changed using (id) left join large using (id)
  ), (
    select jsonb_agg(jsonb_build_object('row', "row", 'error', error) order by "row")
    from (
      select "row", case type
        when 'leads' then (array['LinkedIn URL belongs to another lead', 'Email belongs to another lead'])[place]
        else (array['Domain belongs to another company', 'LinkedIn URL belongs to another company'])[place]
      end as error
      from taken
      union all
      select "row", format('Custom fields are too large (%s bytes, at most 16384)', size)
      from large join rows using (id) cross join unnest(rows) "row"
      where "row" not in (select "row" from taken)
    ) error
  ) into matched, rejected;
end $$;
comment on function private.plan_updates is
  'What updating would do: `matched`, a stored lead or company each with the rows of the file that are its duplicates, the values to give and the former ones, and how many rows these are from; `rejected`, the rows that break a rule.';

-- The ids are named besides the join, so that no plan reads all rows of the customer for each of them.
create function private.write_fields(customer uuid, type text, changed jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  ids constant uuid[] := array(select (value ->> 'id')::uuid from jsonb_array_elements(changed));
  owner constant text := case type when 'leads' then 'lead_id' else 'company_id' end;
begin
  execute (
    select format(
      'update public.%I target set %s, custom = jsonb_strip_nulls(target.custom || changed.custom)
       from (
         select id, given, private.part_of(given, ''custom'') as custom from jsonb_to_recordset($2) as changed (id uuid, given jsonb)
       ) changed
       where target.customer_id = $1 and target.id = any ($3) and target.id = changed.id',
      type, string_agg(format(
        '%1$I = case when given ? %1$L then (given ->> %1$L)%2$s else target.%1$I end', name,
        case when name in ('employee_count', 'founded_year') then '::int' else '' end
      ), ', ')
    )
    from unnest(private.updatable_columns(type)) name
  ) using customer, changed, ids;
  if changed::text !~ '"internal:' then
    return;
  end if;
  execute format(
    'update public.internal_values target set custom = jsonb_strip_nulls(target.custom || changed.custom)
     from (select id, private.part_of(given, ''internal'') as custom from jsonb_to_recordset($2) as changed (id uuid, given jsonb)) changed
     where target.customer_id = $1 and target.%1$I = any ($3) and target.%1$I = changed.id and changed.custom <> ''{}''', owner
  ) using customer, changed, ids;
  execute format(
    'insert into public.internal_values (customer_id, %1$I, custom)
     select $1, id, custom
     from (select id, jsonb_strip_nulls(private.part_of(given, ''internal'')) as custom from jsonb_to_recordset($2) as changed (id uuid, given jsonb)) changed
     where custom <> ''{}''
     on conflict do nothing', owner
  ) using customer, changed;
end $$;
comment on function private.write_fields is 'Gives leads or companies (`id`) values (`given`, by field); null empties a field.';

create function private.record_matches(import public.imports, matched jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  owner constant text := case import.import_type when 'leads' then 'lead_id' else 'company_id' end;
  made uuid[];
  others jsonb;
begin
  execute format(
    'with made as (
       insert into public.import_matches (customer_id, import_id, %1$I, former, given)
       select $1, $2, id, former, given
       from jsonb_to_recordset($3) as matched (id uuid, "importId" uuid, former jsonb, given jsonb)
       where "importId" is distinct from $2
       on conflict do nothing
       returning %1$I
     )
     select array_agg(%1$I) from made', owner
  ) into made using import.customer_id, import.id, matched;
  select jsonb_agg(value) into others
  from jsonb_array_elements(matched)
  where value -> 'given' <> 'null' and (value ->> 'id')::uuid <> all (coalesce(made, '{}'));
  if others is null then
    return;
  end if;
  execute format(
    'update public.import_matches earlier
     set former = matched.former || coalesce(earlier.former, ''{}''), given = coalesce(earlier.given, ''{}'') || matched.given
     from jsonb_to_recordset($3) as matched (id uuid, former jsonb, given jsonb)
     where earlier.customer_id = $1 and earlier.import_id = $2 and earlier.%1$I = any ($4) and earlier.%1$I = matched.id', owner
  ) using import.customer_id, import.id, others, array(select (value ->> 'id')::uuid from jsonb_array_elements(others));
end $$;
comment on function private.record_matches is 'Stores which leads or companies of other imports a chunk matched, and the values before and after.';

create function private.reject_rows(rejected jsonb, sources json, inout file_rows json, inout file_errors json) language plpgsql immutable as $$
begin
  if rejected is null then
    return;
  end if;
  select
    coalesce(json_agg(value) filter (where error is null), '[]'),
    (file_errors::jsonb || coalesce(jsonb_agg(jsonb_build_object(
      'row', value -> 'row', 'sheet_row', sheet_row, 'error', error, 'cells', coalesce(cells, '[]')
    )) filter (where error is not null), '[]'))::json
  into file_rows, file_errors
  from json_array_elements(file_rows)
  left join jsonb_to_recordset(rejected) as rejected ("row" int, error text) on rejected."row" = (value ->> 'row')::int
  left join json_to_recordset(sources) as source ("row" int, sheet_row int, cells jsonb) on source."row" = rejected."row";
end $$;
comment on function private.reject_rows is
  'Moves rows of a chunk to its errors, for the reasons in `rejected` (`row`, `error`), with `cells` and `sheet_row` of `sources`.';

create function private.skipped_rows(import public.imports, file_rows json) returns json language plpgsql set search_path = '' as $$
declare
  first_date timestamptz;
  last_date timestamptz;
  made timestamptz[];
begin
  select min(private.imported_at(import.created_at, "row")), max(private.imported_at(import.created_at, "row")) into first_date, last_date
  from json_to_recordset(file_rows) as file ("row" int);
  execute format(
    'select array_agg(created_at) from public.%I where customer_id = $1 and import_id = $2 and created_at between $3 and $4', import.import_type
  ) into made using import.customer_id, import.id, first_date, last_date;
  return (
    select coalesce(json_agg(value), '[]')
    from json_array_elements(file_rows)
    where private.imported_at(import.created_at, (value ->> 'row')::int) not in (select unnest(made))
  );
end $$;
comment on function private.skipped_rows is 'The rows of a chunk that were not inserted.';

create function private.record_duplicates(import public.imports, file_rows json) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  columns constant text[] := (private.identity_of(import.import_type)).columns;
  firsts text[];
  seconds text[];
  thirds text[];
  known record;
  ids uuid[];
begin
  select array_agg(first), array_agg(second), array_agg(case when num_nonnulls(first, second) = 0 then private.index_key(third) end)
  into firsts, seconds, thirds
  from (
    select private.linkedin_key(linkedin_profile_url) as first, private.index_key(private.text_key(email)) as second,
      private.text_key(name) || e'\n' || coalesce(private.text_key(company), '') as third
    from json_to_recordset(file_rows) as file (linkedin_profile_url text, email text, name text, company text)
    where import.import_type = 'leads'
    union all
    select private.domain_key(domain), private.linkedin_key(linkedin_url), private.text_key(name)
    from json_to_recordset(file_rows) as file (domain text, linkedin_url text, name text)
    where import.import_type = 'companies'
  ) keyed;
  execute format(
    'select array_agg(id) as ids, array_agg(import_id) as imports, array_agg(created_at) as dates,
       array_agg(first) as firsts, array_agg(second) as seconds, array_agg(third) as thirds
     from (
       select id, import_id, created_at, %2$I as first, %3$I as second, %4$I as third from public.%1$I where customer_id = $1 and %2$I = any ($2)
       union
       select id, import_id, created_at, %2$I, %3$I, %4$I from public.%1$I where customer_id = $1 and %3$I = any ($3)
       union
       select id, import_id, created_at, %2$I, %3$I, %4$I from public.%1$I where customer_id = $1 and %4$I = any ($4)
     ) stored',
    import.import_type, columns[1], columns[2], columns[3]
  ) into known using import.customer_id, firsts, seconds, thirds;
  with stored as materialized (
    select * from unnest(known.ids, known.imports, known.dates, known.firsts, known.seconds, known.thirds)
      as stored (id, import_id, created_at, first, second, third)
  ), named as materialized (
    select distinct on (third) id, import_id, third from stored where third is not null order by third, created_at, id
  )
  select array_agg(distinct coalesce(one.id, two.id, named.id)) into ids
  from unnest(firsts, seconds, thirds) as file (first, second, third)
  left join stored one on one.first = file.first
  left join stored two on two.second = file.second
  left join named on named.third = file.third
  where case when one.id is not null then one.import_id when two.id is not null then two.import_id else named.import_id end is distinct from import.id
    and num_nonnulls(one.id, two.id, named.id) > 0;
  insert into public.import_matches (customer_id, import_id, lead_id, company_id)
  select
    import.customer_id, import.id, case import.import_type when 'leads' then id end, case import.import_type when 'companies' then id end
  from unnest(ids) id
  on conflict do nothing;
end $$;
comment on function private.record_duplicates is 'As record_matches for the rows of a chunk that update nothing, without reading their other values.';

create function private.import_duplicates(
  import public.imports, audience text, updating jsonb, inout file_rows json, out updated int, out rejected jsonb
) language plpgsql set search_path = '' as $$
declare
  matched jsonb;
begin
  if updating is null then
    perform private.record_duplicates(import, file_rows);
    updated := 0;
    return;
  end if;
  select plan.matched, plan.rejected into matched, rejected
  from private.plan_updates(import.customer_id, import.import_type, file_rows::jsonb, updating, audience, 'change') plan;
  perform private.record_matches(import, matched);
  select json_agg(value) into file_rows
  from json_array_elements(file_rows)
  where (value ->> 'row')::int not in (select jsonb_array_elements_text(value -> 'rows')::int from jsonb_array_elements(matched));
  select sum((value ->> 'updated')::int), jsonb_agg(value) filter (where value ->> 'given' is not null) into updated, matched
  from jsonb_array_elements(matched);
  perform private.write_fields(import.customer_id, import.import_type, matched);
  file_rows := coalesce(file_rows, '[]');
  updated := coalesce(updated, 0);
end $$;
comment on function private.import_duplicates is
  'Records the rows of a chunk that stored ones match, and updates these if the import does. Returns the other rows, how many updated one, and those that break a rule.';

-- As before, and with duplicates that are recorded and may update.
drop function private.import_chunk(public.imports, int, text, text, json, json);
create function private.import_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json, sources json, updating jsonb
) returns jsonb language plpgsql set search_path = '' as $$
declare
  failed int;
  imported int;
  repeated int;
  updated int := 0;
  created int;
  new_rows json;
  duplicates record;
  answer jsonb;
begin
  -- Before anything is stored, rows become errors here, by private.reject_rows.

  new_rows := file_rows;
  if updating is not null then
    duplicates := private.import_duplicates(import, audience, updating, file_rows);
    new_rows := duplicates.file_rows;
    updated := duplicates.updated;
    select checked.file_rows, checked.file_errors into file_rows, file_errors from private.reject_rows(duplicates.rejected, sources, file_rows, file_errors) checked;
  end if;
  if import.import_type = 'leads' then
    select done.imported, done.companies_created into imported, created from private.import_leads(import, audience, new_rows) done;
  else
    select done.imported, done.companies_created into imported, created from private.import_companies(import, new_rows) done;
  end if;
  perform private.add_internal_values(import, new_rows);
  if imported < json_array_length(new_rows) then
    duplicates := private.import_duplicates(import, audience, updating, private.skipped_rows(import, new_rows));
    updated := updated + duplicates.updated;
    select checked.file_rows, checked.file_errors into file_rows, file_errors from private.reject_rows(duplicates.rejected, sources, file_rows, file_errors) checked;
  end if;
  failed := json_array_length(file_errors);
  repeated := json_array_length(file_rows) - imported;

  answer := jsonb_build_object(
    'importId', import.id,
    'totalRows', imported + repeated + failed,
    'successfulRows', imported,
    'duplicateRows', repeated,
    'errorRows', failed,
    'errors', (
      select coalesce(jsonb_agg(jsonb_build_object('row', "row", 'error', error) order by "row"), '[]')
      from json_to_recordset(file_errors) as rejected ("row" int, error text)
    ),
    'companiesCreated', created
  ) || case when updating is null then '{}' else jsonb_build_object('updatedRows', updated) end;
  insert into public.import_chunks (customer_id, import_id, first_row, hash, answer)
  values (import.customer_id, import.id, first_row, hash, answer);
  insert into public.import_errors (customer_id, import_id, "row", sheet_row, error, cells)
  select import.customer_id, import.id, "row", sheet_row, error, cells
  from json_to_recordset(file_errors) as rejected ("row" int, sheet_row int, error text, cells jsonb)
  on conflict do nothing;
  update public.imports counted set
    total_rows = counted.total_rows + imported + repeated + failed,
    successful_rows = counted.successful_rows + imported,
    duplicate_rows = counted.duplicate_rows + repeated,
    updated_rows = counted.updated_rows + updated,
    error_rows = counted.error_rows + failed,
    companies_created = counted.companies_created + created
  where counted.customer_id = import.customer_id and counted.id = import.id;
  return answer;
end $$;
comment on function private.import_chunk is 'Stores a new chunk with its errors, adds it to the counts of the import and returns its answer.';

create function private.require_updating(updating jsonb) returns void language plpgsql as $$
begin
  perform private.require_size('updating', pg_catalog.pg_column_size(updating), 100000);
  if updating is not null and (coalesce(updating ->> 'mode', '') not in ('fill', 'update') or coalesce(jsonb_typeof(updating -> 'fields'), '') <> 'array') then
    raise exception 'updating must have the mode fill or update, and fields' using errcode = '22023';
  end if;
end $$;
comment on function private.require_updating is 'Rejects what is no choice of how to update. Null is one.';

drop function public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb, int[]);
create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null,
  corrected_rows int[] default null, updating jsonb default null, sources json default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  corrects uuid;
  answer jsonb;
begin
  perform private.require_length('audience', import_rows.audience::text, 1000);
  perform private.require_size('columns', pg_catalog.pg_column_size(import_rows.columns), 33554432);
  perform private.require_length('corrected_rows', import_rows.corrected_rows::text, 100000);
  perform private.require_length('errors', import_rows.errors::text, 33554432);
  perform private.require_length('file_name', import_rows.file_name::text, 1000);
  perform private.require_length('hash', import_rows.hash::text, 200);
  perform private.require_size('headers', pg_catalog.pg_column_size(import_rows.headers), 33554432);
  perform private.require_length('import_type', import_rows.import_type::text, 100);
  perform private.require_size('mapping', pg_catalog.pg_column_size(import_rows.mapping), 33554432);
  perform private.require_length('rows', import_rows.rows::text, 33554432);
  perform private.require_length('sources', import_rows.sources::text, 33554432);
  perform private.require_updating(import_rows.updating);
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform 1 from public.customers customer where customer.id = import_rows.customer_id;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);
  corrects := private.import_with_errors(import_rows.customer_id, import_rows.import_type, import_rows.file_name);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns, corrects_import_id, updating)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns, corrects, import_rows.updating
    )
    on conflict do nothing
    returning * into import;
    if not found then
      select * into import
      from public.imports stored
      where stored.customer_id = import_rows.customer_id and stored.id = import_rows.import_id;
      select * into chunk
      from public.import_chunks stored
      where stored.customer_id = import_rows.customer_id and stored.import_id = import_rows.import_id
        and stored.first_row = import_rows.first_row;
    elsif exists (
      select 1 from public.imports other where other.id = import_rows.import_id and other.customer_id <> import_rows.customer_id
    ) then
      import := null; -- In a distributed database ids are unique per customer only.
    end if;

    if import.import_type is distinct from import_rows.import_type then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif import.undone_at is not null then
      raise exception 'This import has been undone: import the file again' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for other content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as saved (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where saved.mapping <> excluded.mapping;
    perform private.remove_import_errors(import, import_rows.corrected_rows);
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors, sources, updating);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;
comment on function public.import_rows is
  'Imports one chunk of a file. The same import_id and first_row again returns the first answer. A dry run does the same and rolls back. rows: objects of stored columns with the number of their row; errors: objects of row, error and cells; headers: sorted; columns: headers in the order of the file. corrected_rows are rows of this import whose errors these rows replace. updating: what to do with duplicates, which are skipped without it: the mode `fill` gives values to empty fields, `update` to `fields` (columns, `custom:` or `internal:` and a key). sources: objects of row, cells and, if it is another, sheet_row, for the errors that the database finds.';

create function private.restore_values(import public.imports, most int, out restored int, out unrestored int, out is_complete boolean)
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  names constant record := private.identity_of(import.import_type);
  batch jsonb;
  changed jsonb;
  counts record;
  is_last boolean := false;
begin
  restored := 0;
  unrestored := 0;
  while most > 0 loop
    select jsonb_agg(to_jsonb(updated)) into batch
    from (
      select id, coalesce(lead_id, company_id) as row_id, former, given
      from public.import_matches
      where customer_id = import.customer_id and import_id = import.id and given is not null
      order by id
      limit most
    ) updated;
    exit when batch is null;

    with updated as materialized (
      select id, row_id, former, given, row_number() over () as "row"
      from jsonb_to_recordset(batch) as updated (id uuid, row_id uuid, former jsonb, given jsonb)
    ), stored as materialized (
      select (content ->> 'id')::uuid as row_id, content
      from unnest(private.stored_rows(import.customer_id, import.import_type, array(select row_id from updated), 'change')) content
    ), owned as materialized (
      select "row", owners
      from private.match_rows(import.customer_id, import.import_type, (select jsonb_agg(former || jsonb_build_object('row', "row")) from updated), 'match')
    ), fields as materialized (
      select
        updated.id, row_id, field, updated.former -> field as former,
        nullif(content #> string_to_array(field, ':'), 'null') is not distinct from value as is_same,
        field = any (names.fields) and num_nonnulls(content ->> names.columns[1], content ->> names.columns[2]) < case
          when updated.former ->> field is null and field = any (names.fields[:2]) then 2 else 1
        end as is_identity,
        coalesce(case field when names.fields[1] then owners[1] when names.fields[2] then owners[2] end, row_id) <> row_id as is_taken
      from updated
      join stored using (row_id)
      join owned using ("row")
      cross join lateral jsonb_each(updated.given) as field (field, value)
    ), rows as materialized (
      select
        id, row_id, jsonb_object_agg(field, former) filter (where is_same and not is_identity and not is_taken) as given,
        bool_or(not is_same or is_identity or is_taken) as is_kept, bool_or(is_same and not is_identity and is_taken) as is_waiting
      from fields group by id, row_id
    )
    select
      jsonb_agg(jsonb_build_object('id', row_id, 'given', given)) filter (where given is not null) as changed,
      count(given) as restored, count(*) filter (where is_kept) as unrestored, array_agg(id) as ids
    into counts
    from rows
    where is_last or not is_waiting;
    is_last := counts.ids is null;
    continue when is_last;
    perform private.write_fields(import.customer_id, import.import_type, counts.changed);
    delete from public.import_matches where customer_id = import.customer_id and id = any (counts.ids);
    restored := restored + counts.restored;
    unrestored := unrestored + counts.unrestored;
    most := most - cardinality(counts.ids);
  end loop;
  is_complete := most > 0;
  if is_complete then
    delete from public.import_matches where customer_id = import.customer_id and import_id = import.id;
  end if;
end $$;
comment on function private.restore_values is
  'Restores the former values of what an import updated, where it still has those of the import, of up to `most` rows. A former key that another row has is restored after that row, or not at all. Returns how many rows were restored and how many have values that were not.';

create or replace function public.undo_import(import_id uuid) returns public.imports language plpgsql security definer set search_path = '' as $$
declare
  max_leads constant int := 50000;
  max_companies constant int := 20000;
  max_values constant int := 10000;
  import public.imports;
  restoring record;
  deleted_leads int;
  deleted_companies int := 0;
  is_complete boolean;
  customer text;
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports where id = undo_import.import_id;
  perform private.lock_imports(import.customer_id);
  select * into import from public.imports where customer_id = import.customer_id and id = undo_import.import_id for update;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  elsif import.remaining_leads is not null then
    raise exception 'This import has been undone already' using errcode = 'PT409';
  end if;

  deleted_leads := private.remove_imported_leads(import, max_leads);
  if deleted_leads < max_leads then
    deleted_companies := private.remove_imported_companies(import, max_companies);
  end if;
  is_complete := deleted_leads < max_leads and deleted_companies < max_companies;
  -- Afterwards, since a created row may have a former key of an updated one.
  restoring := private.restore_values(import, case when is_complete then max_values else 0 end);
  is_complete := is_complete and restoring.is_complete;

  import.undone_at := coalesce(import.undone_at, now());
  import.undone_by := coalesce(import.undone_by, auth.uid());
  if is_complete then
    select count(*) into import.remaining_leads
    from public.leads where leads.customer_id = import.customer_id and leads.import_id = import.id;
    select count(*) into import.remaining_companies
    from public.companies where companies.customer_id = import.customer_id and companies.import_id = import.id;
  end if;
  update public.imports set
    undone_at = import.undone_at,
    undone_by = import.undone_by,
    restored_rows = restored_rows + restoring.restored,
    unrestored_rows = unrestored_rows + restoring.unrestored,
    removed_leads = removed_leads + deleted_leads,
    removed_companies = removed_companies + deleted_companies,
    remaining_leads = import.remaining_leads,
    remaining_companies = import.remaining_companies
  where id = import.id and customer_id = import.customer_id
  returning * into import;

  if is_complete then
    select name into customer from public.customers where customers.id = import.customer_id;
    insert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns)
    values (
      auth.uid(), private.impersonation_of(import.customer_id), import.customer_id, customer, 'update', 'imports', 1, array[import.id],
      array['undone_at']
    );
  end if;
  return import;
end $$;
comment on function public.undo_import is
  'Restores the values that an import updated and deletes what it created, unless changed since: at most 10,000 updated rows, 50,000 leads and 20,000 companies per call. Call it again until remaining_leads is set.';


create function public.restore_preview(import_id uuid) returns table (updated int, changed int)
language plpgsql stable security definer set search_path = '' as $$
declare
  customer uuid;
begin
  perform private.require_admin('Only an administrator can undo an import');
  select import.customer_id into customer from public.imports import where import.id = restore_preview.import_id;
  return query
    select count(*)::int, (count(*) filter (where not is_same))::int
    from (
      select (
        select bool_and(nullif(content #> string_to_array(key, ':'), 'null') is not distinct from value) from jsonb_each(given)
      ) as is_same
      from (
        select match.given, coalesce(to_jsonb(lead), to_jsonb(company)) || jsonb_build_object('internal', internal.custom) as content
        from public.import_matches match
        left join public.leads lead on lead.customer_id = match.customer_id and lead.id = match.lead_id
        left join public.companies company on company.customer_id = match.customer_id and company.id = match.company_id
        left join public.internal_values internal on internal.customer_id = match.customer_id
          and (internal.lead_id = match.lead_id or internal.company_id = match.company_id)
        where match.customer_id = customer and match.import_id = restore_preview.import_id and match.given is not null
      ) matched
    ) compared;
end $$;
comment on function public.restore_preview is
  'How many leads or companies an import updated, and in how many of them such values were changed since. Administrators only.';

create function public.preview_updates(customer_id uuid, import_type text, rows json, updating jsonb, audience text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  matched jsonb;
  rejected jsonb;
begin
  perform private.require_length('audience', audience, 1000);
  perform private.require_length('import_type', import_type, 100);
  perform private.require_length('rows', rows::text, 33554432);
  perform private.require_updating(updating);
  perform private.require_admin('Only an administrator can import');
  if json_array_length(rows) > 5000 then
    raise exception 'At most 5000 rows can be previewed' using errcode = '22023';
  end if;
  select plan.matched, plan.rejected into matched, rejected
  from private.plan_updates(preview_updates.customer_id, import_type, rows::jsonb, updating, audience, 'preview') plan;
  return jsonb_build_object(
    'matched', coalesce(matched, '[]'), 'rejected', coalesce(rejected, '[]'),
    'keys', (
      select coalesce(jsonb_agg(array(
        select hashtext(place || key) from unnest(private.row_keys(import_type, value::jsonb)) with ordinality as keyed (key, place) where key is not null
      )), '[]')
      from json_array_elements(rows)
    )
  );
end $$;
comment on function public.preview_updates is
  'What import_rows would update (`matched`: each stored row with the rows of the file, the new and the former values; `rejected`: row and error), and hashes of the keys of each row, by which equal rows of other chunks are found. Reads only. Administrators only; at most 5,000 rows.';

revoke all on function
  private.forget_import, private.identity_of, private.updatable_columns, private.row_keys, private.part_of, private.row_fields, private.stored_rows, private.match_rows,
  private.plan_updates, private.write_fields, private.record_matches, private.record_duplicates, private.reject_rows, private.skipped_rows, private.import_duplicates, private.import_chunk,
  private.require_updating, private.restore_values, public.import_rows, public.restore_preview, public.preview_updates
  from public, anon, authenticated, service_role;
grant execute on function public.import_rows, public.restore_preview, public.preview_updates to authenticated;
