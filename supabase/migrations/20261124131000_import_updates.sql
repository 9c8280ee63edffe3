-- The stored rows that a file's duplicates match, and what an import does with them.

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
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
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
) language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
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
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
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
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
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
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
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

revoke all on function
  private.forget_import, private.identity_of, private.updatable_columns, private.row_keys, private.part_of, private.row_fields,
  private.stored_rows, private.match_rows, private.plan_updates, private.write_fields, private.record_matches, private.record_duplicates,
  private.reject_rows, private.skipped_rows, private.import_duplicates
  from public, anon, authenticated, service_role;
