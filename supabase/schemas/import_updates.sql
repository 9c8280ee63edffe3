-- Imports that update stored rows, and how an import is undone.

create sequence private.import_turns start 10000000000;
comment on sequence private.import_turns is
  'Numbers the chunks that give values, over all imports. Chunks of former versions have the second in which their import began.';

create table public.import_matches (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  import_id uuid,
  lead_id uuid,
  company_id uuid,
  former jsonb,
  given jsonb,
  turns jsonb,
  constraint import_matches_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint import_matches_values_check check ((former is null) = (given is null)),
  constraint import_matches_lead_key unique (lead_id, import_id, customer_id),
  constraint import_matches_company_key unique (company_id, import_id, customer_id),
  constraint import_matches_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade,
  constraint import_matches_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint import_matches_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.import_matches is
  'The leads and companies that were stored before an import and are in its file too. Written by import_rows, removed by undo_import.';
comment on column public.import_matches.import_id is 'Null if the row was given to another customer, or restored after the import was deleted.';
comment on column public.import_matches.former is
  'The former values of the fields that the import updated, by column, `custom:` or `internal:` and key. Null if it updated none. If the value before was that of an import that is undone, it becomes the value before that one.';
comment on column public.import_matches.given is 'The values that the import gave these fields.';
comment on column public.import_matches.turns is
  'The number of the chunk that gave the value last, by field of `given`, in the order of all imports.';

create index import_matches_import_idx on public.import_matches (import_id, customer_id);

alter table public.import_matches
  alter customer_id set statistics 1,
  alter import_id set statistics 1;

-- A row is unchanged while its updated_at is that of its chunk. Rows are dated by their number in the file, so that a date separates the first
-- ones from the rest. The lock waits for comments that are being added and keeps new ones out; where fewer rows than expected were deleted, further
-- ones are read, so that an undo is complete only when no row is left to delete.
create function private.remove_imported_leads(import public.imports, most int) returns int language plpgsql set search_path = '' as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := '{}';
  last_date timestamptz;
  amount int;
  removed int := 0;
begin
  loop
    select created_at into last_date
    from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
    order by created_at desc
    offset most - removed - 1 limit 1;
    last_date := coalesce(last_date, '-infinity');
    perform id
    from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
    order by id
    for update;
    commented := array(
      select lead.id
      from public.leads lead
      join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
      where lead.customer_id = import.customer_id and lead.import_id = import.id
    );
    delete from public.leads
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date
      and id <> all (commented);
    get diagnostics amount = row_count;
    removed := removed + amount;
    exit when removed >= most or last_date = '-infinity';
  end loop;
  return removed;
end $$;
comment on function private.remove_imported_leads is
  'Deletes leads of an import that are unchanged and have no comments, up to a limit, the first of the file first. Waits for changes and comments that are under way.';

create function private.remove_imported_companies(import public.imports, most int) returns int language plpgsql set search_path = '' as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented uuid[] := '{}';
  ids uuid[];
  missing int := most;
  amount int;
begin
  loop
    with named as materialized (
      select distinct private.index_key(private.text_key(company)) as name_key
      from (
        select company from public.leads where customer_id = import.customer_id and import_id = import.id
        union
        select company from public.leads where customer_id = import.customer_id and created_at > import.created_at
      ) remaining
      where company is not null
    )
    select coalesce(array_agg(id), '{}') into ids
    from (
      select id
      from public.companies
      where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and id <> all (commented)
        and name_key not in (select name_key from named where name_key is not null)
      order by created_at desc
      limit missing
    ) removable;
    perform id from public.companies where customer_id = import.customer_id and id = any (ids) order by id for update;
    commented := array(
      select company.id
      from public.companies company
      join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
      where company.customer_id = import.customer_id and company.import_id = import.id
    );
    delete from public.companies
    where customer_id = import.customer_id and id = any (ids) and updated_at = any (unchanged) and id <> all (commented);
    get diagnostics amount = row_count;
    exit when amount = missing or cardinality(ids) < missing;
    missing := missing - amount;
  end loop;
  return most - missing + amount;
end $$;
comment on function private.remove_imported_companies is
  'Deletes companies of an import that are unchanged and have no comments, up to a limit, the first of the file first, except those that a remaining lead of this or a later import names. Waits for changes and comments that are under way.';

create function public.undo_import(import_id uuid) returns public.imports language plpgsql security definer set search_path = '' as $$
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

create function public.undo_preview(import_id uuid) returns table (
  leads int, leads_left int, leads_reviewed int, companies int, companies_left int
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  unchanged timestamptz[];
  commented uuid[];
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports where id = undo_preview.import_id;
  if not found then
    raise exception 'There is no such import' using errcode = 'PT404';
  end if;
  unchanged := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  commented := array(
    select lead.id
    from public.leads lead
    join public.comments comment on comment.customer_id = lead.customer_id and comment.lead_id = lead.id
    where lead.customer_id = import.customer_id and lead.import_id = import.id
    union all
    select company.id
    from public.companies company
    join public.comments comment on comment.customer_id = company.customer_id and comment.company_id = company.id
    where company.customer_id = import.customer_id and company.import_id = import.id
  );

  select count(*), count(*) filter (where updated_at <> all (unchanged) or id = any (commented)), count(is_approved)
  into leads, leads_left, leads_reviewed
  from public.leads lead
  where lead.customer_id = import.customer_id and lead.import_id = import.id;

  with named as materialized (
    select distinct private.index_key(private.text_key(company)) as name_key
    from (
      select company from public.leads lead
      where lead.customer_id = import.customer_id and lead.import_id = import.id
        and (updated_at <> all (unchanged) or id = any (commented))
      union
      select company from public.leads lead
      where lead.customer_id = import.customer_id and lead.created_at > import.created_at and lead.import_id is distinct from import.id
    ) remaining
    where company is not null
  )
  select count(*), count(*) filter (
    where updated_at <> all (unchanged) or id = any (commented)
      or name_key in (select name_key from named where name_key is not null)
  )
  into companies, companies_left
  from public.companies company
  where company.customer_id = import.customer_id and company.import_id = import.id;
  return next;
end $$;
comment on function public.undo_preview is
  'Number of leads and companies that an import has created and that still exist, of those that undoing it would leave, and of the leads that have been approved or rejected. Administrators only.';

create function private.forget_import() returns trigger language plpgsql as $$
begin
  new.import_id := null;
  new.former := null;
  new.given := null;
  return new;
end $$;
comment on function private.forget_import is 'Forgets the import of a match whose lead or company the owner gives to another customer.';

create function private.identity_of(type text, out columns text[], out fields text[]) language sql immutable as $$
  select case type when 'leads' then '{linkedin_key,email_key,name_key}' else '{domain_key,linkedin_key,name_key}' end::text[],
    case type when 'leads' then '{linkedin_profile_url,email,name,company}' else '{domain,linkedin_url,name}' end::text[]
$$;
comment on function private.identity_of is
  'The columns of the keys by which duplicates are found, in order of rank, and the fields that they are made of.';

create function private.updatable_columns(type text) returns text[] language sql immutable
return case type
  when 'leads' then '{name,first_name,last_name,email,phone,company,title,location,headline,notes,linkedin_profile_url,profile_picture_url,audience}'::text[]
  else '{name,website,domain,linkedin_url,industry,size,location,description,employee_count,founded_year}'::text[]
end;
comment on function private.updatable_columns is 'The columns that an import can update.';

create function private.row_keys(type text, content jsonb) returns text[] language plpgsql immutable as $$
declare
  keys text[] := case type
    when 'leads' then array[private.linkedin_key(content ->> 'linkedin_profile_url'), private.email_key(content ->> 'email')]
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
  columns constant text := 'id, import_id, created_at, duplicate_keys, ' || array_to_string((private.identity_of(type)).columns, ', ');
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
      select
        (stored ->> 'id')::uuid as id,
        case when stored -> 'duplicate_keys' ? columns[1] is not true then stored ->> columns[1] end as first,
        case when stored -> 'duplicate_keys' ? columns[2] is not true then stored ->> columns[2] end as second,
        case when stored -> 'duplicate_keys' ? columns[3] is not true then stored ->> columns[3] end as third,
        stored
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
  'The effect that updating would have: `matched`, a stored lead or company each with the rows of the file that are its duplicates, the values to give and the former ones, and how many rows these are from; `rejected`, the rows that break a rule.';

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
  turn constant bigint := nextval('private.import_turns');
  made uuid[];
  others jsonb;
  earlier jsonb;
begin
  execute format(
    'with made as (
       insert into public.import_matches (customer_id, import_id, %1$I, former, given, turns)
       select $1, $2, id, former, given, private.field_turns(given, $4)
       from jsonb_to_recordset($3) as matched (id uuid, "importId" uuid, former jsonb, given jsonb)
       where "importId" is distinct from $2
       on conflict do nothing
       returning %1$I
     )
     select array_agg(%1$I) from made', owner
  ) into made using import.customer_id, import.id, matched, turn;
  select jsonb_agg(value) into others
  from jsonb_array_elements(matched)
  where value -> 'given' <> 'null' and (value ->> 'id')::uuid <> all (coalesce(made, '{}'));
  if others is null then
    return;
  end if;
  execute format(
    'select jsonb_agg(to_jsonb(earlier)) from (
       select id, %1$I as row_id, former, given, turns from public.import_matches where customer_id = $1 and import_id = $2 and %1$I = any ($3)
     ) earlier', owner
  ) into earlier using import.customer_id, import.id, array(select (value ->> 'id')::uuid from jsonb_array_elements(others));
  perform private.change_matches(import.customer_id, (
    with own as materialized (
      select stored.id, stored.row_id, stored.given, matched.former as matched_former, matched.given as matched_given
      from jsonb_to_recordset(earlier) as stored (id uuid, row_id uuid, given jsonb)
      join jsonb_to_recordset(others) as matched (id uuid, former jsonb, given jsonb) on matched.id = stored.row_id
    ), later as materialized (
      select * from private.later_matches(import, earlier)
    ), changes as (
      -- Where no edit or other import came between its values, the former value stays.
      select own.id, jsonb_object_agg(field, value) filter (where later_id is not null or own.given -> field is distinct from value) as former,
        own.matched_given as given, private.field_turns(own.matched_given, turn) as turns
      from own
      cross join lateral jsonb_each(own.matched_former) as before (field, value)
      left join later using (row_id, field)
      group by own.id, own.matched_given
      union all
      select later_id, jsonb_object_agg(field, later_former), null, null
      from later
      join own using (row_id)
      where later_former is not null and own.matched_given ? field
      group by later_id
    )
    select jsonb_agg(jsonb_build_object('id', id, 'former', coalesce(former, '{}'), 'given', given, 'turns', turns)) from changes
  ));
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
    select private.linkedin_key(linkedin_profile_url) as first, private.email_key(email) as second,
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
       array_agg(case when ''%2$s'' = any (duplicate_keys) is not true then first end) as firsts,
       array_agg(case when ''%3$s'' = any (duplicate_keys) is not true then second end) as seconds,
       array_agg(case when ''%4$s'' = any (duplicate_keys) is not true then third end) as thirds
     from (
       select id, import_id, created_at, duplicate_keys, %2$I as first, %3$I as second, %4$I as third
       from public.%1$I where customer_id = $1 and %2$I = any ($2)
       union
       select id, import_id, created_at, duplicate_keys, %2$I, %3$I, %4$I from public.%1$I where customer_id = $1 and %3$I = any ($3)
       union
       select id, import_id, created_at, duplicate_keys, %2$I, %3$I, %4$I from public.%1$I where customer_id = $1 and %4$I = any ($4)
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
comment on function private.record_duplicates is 'Does what record_matches does, for the rows of a chunk that update nothing, without reading their other values.';

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

-- The rows are counted for estimates when an import has 1,000, and each time their number has doubled.
create function private.store_chunk(
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
  rows_before int;
  rows_after int;
  answer jsonb;
begin
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
  where counted.customer_id = import.customer_id and counted.id = import.id
  returning counted.total_rows - imported - repeated - failed, counted.total_rows into rows_before, rows_after;
  if floor(log(2, rows_after / 1000 + 1)) > floor(log(2, rows_before / 1000 + 1)) then
    perform private.analyze_rows(import.import_type);
  end if;
  return answer;
end $$;
comment on function private.store_chunk is 'Stores a new chunk with its errors, adds it to the counts of the import and returns its answer.';

create function private.require_updating(updating jsonb) returns void language plpgsql as $$
begin
  perform private.require_size('updating', pg_catalog.pg_column_size(updating), 100000);
  if updating is not null and (coalesce(updating ->> 'mode', '') not in ('fill', 'update') or coalesce(jsonb_typeof(updating -> 'fields'), '') <> 'array') then
    raise exception 'updating must have the mode fill or update, and fields' using errcode = '22023';
  end if;
end $$;
comment on function private.require_updating is 'Rejects what is no choice of how to update. Null is one.';

create function private.restore_values(import public.imports, most int, out restored int, out unrestored int, out is_complete boolean)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  names constant record := private.identity_of(import.import_type);
  batch jsonb;
  counts record;
  is_last boolean := false;
  cycles jsonb := '{}'; -- of keys that rows took from each other: field and row that wants it, field and row that has it
begin
  restored := 0;
  unrestored := 0;
  while most > 0 loop
    select jsonb_agg(to_jsonb(updated)) into batch
    from (
      select id, coalesce(lead_id, company_id) as row_id, former, given, turns
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
    ), later as materialized (
      select * from private.later_matches(import, batch)
    ), fields as materialized (
      select
        updated.id, row_id, field, updated.former -> field as former, later_id, later_former,
        later_id is null and nullif(content #> string_to_array(field, ':'), 'null') is not distinct from value as is_same,
        field = any (names.fields) and num_nonnulls(content ->> names.columns[1], content ->> names.columns[2]) < case
          when updated.former ->> field is null and field = any (names.fields[:2]) then 2 else 1
        end as is_identity,
        coalesce(case field when names.fields[1] then owners[1] when names.fields[2] then owners[2] end, row_id) as owner
      from updated
      join stored using (row_id)
      join owned using ("row")
      cross join lateral jsonb_each(updated.given) as field (field, value)
      left join later using (row_id, field)
    ), judged as materialized (
      select *, owner <> row_id and not cycles ? concat(field, ' ', row_id) as is_taken from fields
    ), rows as materialized (
      select
        id, row_id, jsonb_object_agg(field, former) filter (where is_same and not is_identity and not is_taken) as given,
        bool_or(not is_same or is_identity or is_taken) as is_kept, bool_or(is_same and not is_identity and is_taken) as is_waiting
      from judged group by id, row_id
    ), done as materialized (
      select * from rows where is_last or not is_waiting
    )
    select
      jsonb_agg(jsonb_build_object('id', row_id, 'given', given)) filter (where given is not null) as changed,
      count(given) as restored, count(*) filter (where is_kept) as unrestored, array_agg(id) as ids,
      (
        select coalesce(jsonb_object_agg(concat(field, ' ', row_id), concat(field, ' ', owner)), '{}')
        from (select distinct on (field, owner) * from judged where is_same and not is_identity and is_taken) waiting
      ) as waiting,
      (
        select jsonb_agg(jsonb_build_object('id', later_id, 'former', former))
        from (
          select later_id, jsonb_object_agg(field, later_former) as former
          from judged
          where later_former is not null and row_id in (select row_id from done)
          group by later_id
        ) following
      ) as following
    into counts
    from done;
    is_last := counts.ids is null;
    if is_last then
      -- Each round doubles the distance from a row to the one that it names, so that only cycles are left of up to 2^14 rows.
      cycles := counts.waiting;
      for round in 1..14 loop
        select coalesce(jsonb_object_agg(key, cycles -> value), '{}') into cycles from jsonb_each_text(cycles) where cycles ? value;
      end loop;
      continue;
    elsif cycles <> '{}' then
      perform private.write_fields(import.customer_id, import.import_type, (
        select jsonb_agg(freed)
        from (
          select place[2] as id, jsonb_object_agg(place[1], place[2]) as given
          from (select string_to_array(jsonb_object_keys(cycles), ' ') as place) named group by 1
        ) freed
      ));
      cycles := '{}';
    end if;
    perform private.write_fields(import.customer_id, import.import_type, counts.changed);
    perform private.change_matches(import.customer_id, counts.following);
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
  'Restores the former values of what an import updated, where it still has those of the import, of up to `most` rows. Where a later import has updated the field too, the value stays, and undoing that one restores the former value. A former key that another row has is restored after that row, or not at all; rows that have each other''s keys get unique values before. Returns how many rows were restored and how many have values that were not.';

create function public.restore_preview(import_id uuid) returns table (updated int, changed int)
language plpgsql stable security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  most_at_once constant int := 5000;
  import public.imports;
  batch jsonb;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  counted record;
begin
  perform private.require_admin('Only an administrator can undo an import');
  select * into import from public.imports stored where stored.id = restore_preview.import_id;
  updated := 0;
  changed := 0;
  loop
    select jsonb_agg(to_jsonb(matched)) into batch
    from (
      select match.id, coalesce(match.lead_id, match.company_id) as row_id, match.given
      from public.import_matches match
      where match.customer_id = import.customer_id and match.import_id = import.id and match.given is not null and match.id > last_id
      order by match.id
      limit most_at_once
    ) matched;
    exit when batch is null;
    select count(*) as updated, count(*) filter (where not is_same) as changed into counted
    from (
      select (
        select bool_and(nullif(content #> string_to_array(key, ':'), 'null') is not distinct from value) from jsonb_each(given)
      ) as is_same
      from jsonb_to_recordset(batch) as matched (row_id uuid, given jsonb)
      join unnest(private.stored_rows(
        import.customer_id, import.import_type, array(select (value ->> 'row_id')::uuid from jsonb_array_elements(batch)), 'preview'
      )) content on (content ->> 'id')::uuid = row_id
    ) compared;
    updated := updated + counted.updated;
    changed := changed + counted.changed;
    last_id := (batch -> -1 ->> 'id')::uuid;
  end loop;
  return next;
end $$;
comment on function public.restore_preview is
  'How many leads or companies an import updated, and in how many of them such values were changed since. Administrators only.';

create function private.suppressed_rows(customer uuid, import_type text, file_rows json) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  row_numbers int[];
  row_keys text[];
  company_keys text[];
  names text[];
  domains text[];
  wanted text[];
  listed_keys text[];
  listed_values text[];
  rejected jsonb;
begin
  if not private.has_entries(array[customer]) then
    return null;
  end if;
  if import_type = 'leads' then
    with file as materialized (
      select "row", private.email_key(email) as email_key, private.linkedin_key(linkedin_profile_url) as linkedin_key, company
      from json_to_recordset(file_rows) as given ("row" int, email text, linkedin_profile_url text, company text)
    )
    select array_agg("row"), array_agg(key) into row_numbers, row_keys
    from (
      select "row", key from file cross join unnest(array[email_key, linkedin_key, private.index_key(private.text_key(company))]) key
      union all
      select file."row", parent.key
      from file
      join (
        select domain, unnest(private.parent_domains(domain)) as key
        from (select distinct split_part(email_key, '@', 2) as domain from file) used
      ) parent on parent.domain = split_part(file.email_key, '@', 2)
    ) keyed
    where key is not null;
    company_keys := array(
      select distinct private.index_key(private.text_key(company)) from json_to_recordset(file_rows) as given (company text) where company is not null
    );
    select array_agg(name_key), array_agg(domain_key) into names, domains
    from public.companies employer
    where employer.customer_id = customer and employer.name_key = any (company_keys) and employer.domain_key is not null;
    select row_numbers || array_agg("row"), row_keys || array_agg(key) into row_numbers, row_keys
    from (
      select "row", unnest(private.parent_domains(employer.domain_key)) as key
      from json_to_recordset(file_rows) as given ("row" int, company text)
      join unnest(names, domains) as employer (name_key, domain_key) on employer.name_key = private.index_key(private.text_key(company))
    ) employed;
  else
    select array_agg("row"), array_agg(key) into row_numbers, row_keys
    from (
      select "row", unnest(
        private.parent_domains(private.domain_key(domain)) || private.linkedin_key(linkedin_url) || private.index_key(private.text_key(name))
      ) as key
      from json_to_recordset(file_rows) as given ("row" int, name text, domain text, linkedin_url text)
    ) keyed
    where key is not null;
  end if;
  select row_numbers || array_agg("row"), row_keys || array_agg(key) into row_numbers, row_keys
  from (
    select own."row", private.erased_key(stored.secret, own.key) as key
    from unnest(row_numbers, row_keys) as own ("row", key) cross join private.contact_secret stored
    where own.key ~ '[@/]' and exists (select from public.agency_do_not_contact where kind = 'erased')
  ) further;
  wanted := array(select distinct unnest(row_keys));
  select array_agg(match_key), array_agg(case kind when 'erased' then 'erased at their request' else value end) into listed_keys, listed_values
  from (
    select kind, value, match_key from public.do_not_contact where customer_id = customer and match_key = any (wanted) and removed_at is null
    union all
    select kind, value, match_key from public.agency_do_not_contact where match_key = any (wanted) and removed_at is null
  ) entry;
  select jsonb_agg(jsonb_build_object('row', "row", 'error', 'On the do-not-contact list: ' || value)) into rejected
  from (
    select own."row", min(entry.value) as value
    from unnest(row_numbers, row_keys) as own ("row", key)
    join unnest(listed_keys, listed_values) as entry (key, value) using (key)
    group by own."row"
  ) found;
  return rejected;
end $$;
comment on function private.suppressed_rows is
  'Rows of a chunk that entries of do_not_contact apply to, with the error that names one (`row`, `error`), for private.reject_rows; null for none. As do_not_contact_matches; rows of companies by domain, LinkedIn page and name.';

create function public.preview_updates(customer_id uuid, import_type text, rows json, updating jsonb, audience text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  suppressed jsonb;
  kept json;
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
  suppressed := private.suppressed_rows(preview_updates.customer_id, import_type, rows);
  select file_rows into kept from private.reject_rows(suppressed, '[]', rows, '[]');
  select plan.matched, plan.rejected into matched, rejected
  from private.plan_updates(preview_updates.customer_id, import_type, kept::jsonb, updating, audience, 'preview') plan;
  return jsonb_build_object(
    'matched', coalesce(matched, '[]'), 'rejected', coalesce(suppressed, '[]') || coalesce(rejected, '[]'),
    'keys', (
      select coalesce(jsonb_agg(array(
        select hashtext(place || key) from unnest(private.row_keys(import_type, value::jsonb)) with ordinality as keyed (key, place) where key is not null
      )), '[]')
      from json_array_elements(rows)
    )
  );
end $$;
comment on function public.preview_updates is
  'The rows that import_rows would update (`matched`: each stored row with the rows of the file, the new and the former values; `rejected`: row and error), and hashes of the keys of each row, by which equal rows of other chunks are found. Reads only. Administrators only; at most 5,000 rows.';

create function private.field_turns(given jsonb, turn bigint) returns jsonb language sql immutable
return (select jsonb_object_agg(field, turn) from jsonb_object_keys(given) field);
comment on function private.field_turns is 'The same turn for each field of `given`.';

create function private.later_matches(import public.imports, updated jsonb)
returns table (row_id uuid, field text, later_id uuid, later_former jsonb)
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids constant uuid[] := array(select (value ->> 'row_id')::uuid from jsonb_array_elements(updated));
  others jsonb;
begin
  execute format(
    'select jsonb_agg(to_jsonb(other))
     from (
       select id, coalesce(lead_id, company_id) as row_id, former, turns from public.import_matches
       where customer_id = $1 and %I = any ($2) and import_id <> $3 and given is not null
     ) other',
    case import.import_type when 'leads' then 'lead_id' else 'company_id' end
  ) into others using import.customer_id, ids, import.id;
  return query
    select distinct on (own.row_id, field) own.row_id, field, other.id, case when other.former -> field = value then own.former -> field end
    from jsonb_to_recordset(others) as other (id uuid, row_id uuid, former jsonb, turns jsonb)
    join jsonb_to_recordset(updated) as own (row_id uuid, former jsonb, given jsonb, turns jsonb) using (row_id)
    cross join lateral jsonb_each(own.given) as field (field, value)
    where (other.turns -> field)::bigint > (own.turns -> field)::bigint
    order by own.row_id, field, (other.turns -> field)::bigint;
end $$;
comment on function private.later_matches is
  'Returns, of leads or companies that an import updated (`updated`: `row_id`, `former`, `given` and `turns` of their matches), the fields that a later import has updated too, with the match of the next one. `later_former` is the former value that this match gets if the value of `import` is taken out; null if its former value is another.';

create function private.change_matches(customer uuid, changed jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  ids constant uuid[] := array(select (value ->> 'id')::uuid from jsonb_array_elements(changed));
begin
  update public.import_matches match set
    former = coalesce(match.former, '{}') || changed.former,
    given = coalesce(match.given, '{}') || coalesce(changed.given, '{}'),
    turns = coalesce(match.turns, '{}') || coalesce(changed.turns, '{}')
  from jsonb_to_recordset(changed) as changed (id uuid, former jsonb, given jsonb, turns jsonb)
  where match.customer_id = customer and match.id = any (ids) and match.id = changed.id;
end $$;
comment on function private.change_matches is 'Adds values to those of matches (`id`, `former`, `given`, `turns`).';

create trigger forget_import before update of customer_id on public.import_matches for each row execute function private.forget_import();

grant execute on function public.undo_import, public.undo_preview, public.restore_preview, public.preview_updates to authenticated;
