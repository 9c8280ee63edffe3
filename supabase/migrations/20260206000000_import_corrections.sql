-- Rows of an import that were corrected on the screen of its results are imported under the same import, and their errors removed. Errors
-- have the row number that a spreadsheet shows. A preview finds duplicates by the import's own statements.
alter table public.import_errors add column sheet_row int check (sheet_row >= 1);
comment on column public.import_errors.sheet_row is
  'Row number that a spreadsheet shows, which counts blank rows and those above the header. Null if it equals `row`.';

create or replace function private.import_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  failed int := json_array_length(file_errors);
  imported int;
  repeated int;
  created int;
  answer jsonb;
begin
  if import.import_type = 'leads' then
    select done.imported, done.companies_created into imported, created from private.import_leads(import, audience, file_rows) done;
  else
    select done.imported, done.companies_created into imported, created from private.import_companies(import, file_rows) done;
  end if;
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
  );
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
    error_rows = counted.error_rows + failed,
    companies_created = counted.companies_created + created
  where counted.customer_id = import.customer_id and counted.id = import.id;
  return answer;
end $$;

-- Removes the errors of rows that are imported again.
create function private.remove_import_errors(import public.imports, corrected_rows int[]) returns void
language plpgsql set search_path = ''
as $$
declare
  removed int;
begin
  if corrected_rows is null then
    return;
  end if;
  delete from public.import_errors
  where customer_id = import.customer_id and import_id = import.id and "row" = any (corrected_rows);
  get diagnostics removed = row_count;
  if removed <> cardinality(corrected_rows) then
    raise exception 'These rows have been corrected already' using errcode = 'PT409';
  end if;
  update public.imports counted set total_rows = counted.total_rows - removed, error_rows = counted.error_rows - removed
  where counted.customer_id = import.customer_id and counted.id = import.id;
end $$;

drop function public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb);
create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null,
  corrected_rows int[] default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  import public.imports;
  chunk public.import_chunks;
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception 'Only an administrator can import' using errcode = 'PT403';
  end if;
  perform 1 from public.customers customer where customer.id = import_rows.customer_id for key share;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(import_rows.customer_id);

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns
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
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;

-- The rows are imported and rolled back, so that a preview and an import agree.
create function public.preview_duplicates(customer_id uuid, import_type text, rows json) returns int[]
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  import public.imports;
  imported timestamptz[];
begin
  perform private.require_admin('Only an administrator can import');
  if json_array_length(rows) > 100 then
    raise exception 'At most 100 rows can be previewed' using errcode = '22023';
  end if;
  perform 1 from public.customers customer where customer.id = preview_duplicates.customer_id for key share;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform private.lock_imports(preview_duplicates.customer_id);

  begin
    insert into public.imports (customer_id, file_name, import_type)
    values (preview_duplicates.customer_id, 'preview.csv', preview_duplicates.import_type)
    returning * into import;
    if import.import_type = 'leads' then
      perform private.import_leads(import, null, rows);
      select array_agg(created_at) into imported
      from public.leads where leads.customer_id = import.customer_id and leads.import_id = import.id;
    else
      perform private.import_companies(import, rows);
      select array_agg(created_at) into imported
      from public.companies where companies.customer_id = import.customer_id and companies.import_id = import.id;
    end if;
    raise exception 'preview' using errcode = 'LLDRY';
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;

  return array(
    select "row" from json_to_recordset(rows) as file ("row" int)
    where private.imported_at(import.created_at, "row") <> all (coalesce(imported, '{}'))
    order by "row"
  );
end $$;

revoke all on function
  private.remove_import_errors(public.imports, int[]),
  public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb, int[]),
  public.preview_duplicates(uuid, text, json)
  from public, anon, authenticated, service_role;
grant execute on function
  public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb, int[]),
  public.preview_duplicates(uuid, text, json)
  to authenticated;

comment on function private.remove_import_errors(public.imports, int[]) is
  'Removes the errors of corrected rows, which are imported again, from the import and its counts.';
comment on function public.preview_duplicates(uuid, text, json) is
  'The row numbers of the duplicates among the first rows of a file, as import_rows would find them. Writes nothing. Administrators only; at most 100 rows.';
comment on function public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean, jsonb, int[]) is
  'Imports one chunk of a file. The same import_id and first_row again returns the first answer. A dry run does the same and rolls back. rows: objects of stored columns with the number of their row; errors: objects of row, error and cells; headers: sorted; columns: headers in the order of the file. corrected_rows are rows of this import whose errors these rows replace.';
