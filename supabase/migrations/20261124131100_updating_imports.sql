-- Imports that update the rows which a file's duplicates match, and undo it.

-- As before, and with duplicates that are recorded and may update.
drop function private.import_chunk(public.imports, int, text, text, json, json);
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
  where counted.customer_id = import.customer_id and counted.id = import.id;
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
language plpgsql set search_path = '' set enable_nestloop = off set jit = off as $$
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

revoke all on function
  private.store_chunk, private.require_updating, private.restore_values, public.import_rows, public.restore_preview
  from public, anon, authenticated, service_role;
grant execute on function public.import_rows, public.restore_preview to authenticated;
