create table public.imports (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  file_name text not null constraint imports_file_name_length check (char_length(file_name) <= 255),
  import_type text not null check (import_type in ('leads', 'companies')),
  audience text constraint imports_audience_length check (char_length(audience) <= 100),
  created_by uuid default auth.uid() references auth.users on delete set null,
  total_rows int not null default 0,
  successful_rows int not null default 0,
  duplicate_rows int not null default 0,
  error_rows int not null default 0,
  companies_created int not null default 0,
  created_at timestamptz not null default now(),
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  undone_at timestamptz,
  undone_by uuid references auth.users on delete set null,
  removed_leads int not null default 0,
  removed_companies int not null default 0,
  remaining_leads int,
  remaining_companies int,
  corrects_import_id uuid,
  constraint imports_remaining_rows_check check ((remaining_leads is null) = (remaining_companies is null)),
  constraint imports_total_rows_check check (total_rows = successful_rows + duplicate_rows + error_rows),
  constraint imports_undone_at_check check (undone_at is not null or remaining_leads is null),
  unique (id, customer_id),
  constraint imports_corrects_import_id_fkey foreign key (corrects_import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (corrects_import_id)
);
comment on table public.imports is 'One row per imported file. Written by import_rows and undo_import only.';
comment on column public.imports.audience is 'Audience given to the imported leads.';
comment on column public.imports.companies_created is 'Companies created from the company names of imported leads.';
comment on column public.imports.columns is 'Headers of the file in their order; null for the oldest imports.';
comment on column public.imports.undone_at is 'When undoing started. It is complete when remaining_leads is set.';
comment on column public.imports.remaining_leads is 'Leads that undo did not delete because they were changed after the import or have comments; null until undo is complete.';
comment on column public.imports.remaining_companies is 'Companies that undo did not delete because they were changed, have comments, or are named by a remaining lead; null until undo is complete.';
comment on column public.imports.corrects_import_id is 'The import whose rejected rows this file has: it is named after that file, as the app names a file of errors.';

create index imports_created_idx on public.imports (created_at desc, id desc);
create index imports_customer_created_idx on public.imports (customer_id, created_at desc, id desc);
create index imports_with_errors_idx on public.imports (created_at desc, id desc) where error_rows > 0;
create index imports_corrects_idx on public.imports (corrects_import_id, customer_id) where corrects_import_id is not null;

create table public.import_chunks (
  import_id uuid,
  first_row int check (first_row >= 2),
  hash text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  customer_id uuid not null,
  primary key (import_id, first_row),
  constraint import_chunks_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade
);
comment on table public.import_chunks is 'One row per chunk of an import. The same chunk sent again gets the stored answer.';
comment on column public.import_chunks.hash is 'Hash of the chunk''s content.';
comment on column public.import_chunks.created_at is 'Equals updated_at of the rows that the chunk created, until they are changed.';
comment on column public.import_chunks.customer_id is 'Customer of the import.';

create table public.import_errors (
  import_id uuid,
  "row" int check ("row" >= 2),
  error text not null,
  cells jsonb not null,
  created_at timestamptz not null default now(),
  customer_id uuid not null,
  sheet_row int check (sheet_row >= 1),
  primary key (import_id, "row"),
  constraint import_errors_import_id_fkey foreign key (import_id, customer_id) references public.imports (id, customer_id) on delete cascade
);
comment on table public.import_errors is 'Rows of a file that could not be imported.';
comment on column public.import_errors."row" is 'Row number in the file; the header is row 1.';
comment on column public.import_errors.cells is 'The row as it is in the file.';
comment on column public.import_errors.customer_id is 'Customer of the import.';
comment on column public.import_errors.sheet_row is 'Row number that a spreadsheet shows, which counts blank rows and those above the header. Null if it equals `row`.';

create table public.import_mappings (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers on delete cascade,
  import_type text not null check (import_type in ('leads', 'companies')),
  headers jsonb not null check (jsonb_typeof(headers) = 'array'),
  headers_key text not null generated always as (md5(headers::text)) stored,
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object'),
  created_at timestamptz not null default now(),
  unique (customer_id, import_type, headers_key),
  unique (id, customer_id)
);
comment on table public.import_mappings is 'The column mapping last used for a customer, an import type and a set of headers.';
comment on column public.import_mappings.headers is 'Headers of the file, sorted.';

create function private.set_customer_of_import() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select import.customer_id into new.customer_id from public.imports import where import.id = new.import_id;
  return new;
end $$;
comment on function private.set_customer_of_import is 'Sets customer_id to that of the import, for an insert that does not name it.';

create trigger normalize_file_name before insert or update of file_name on public.imports
  for each row execute function private.normalize_file_name();
create trigger set_customer before insert on public.import_chunks
  for each row when (new.customer_id is null) execute function private.set_customer_of_import();
create trigger set_customer before insert on public.import_errors
  for each row when (new.customer_id is null) execute function private.set_customer_of_import();

revoke all on
  public.imports, public.import_chunks, public.import_errors, public.import_mappings
  from public, anon, authenticated, service_role;
grant select on public.imports, public.import_chunks, public.import_errors, public.import_mappings to authenticated, service_role;
alter table public.imports enable row level security;
alter table public.import_chunks enable row level security;
alter table public.import_errors enable row level security;
alter table public.import_mappings enable row level security;
create policy "Admins see every import" on public.imports for select to authenticated using ((select private.is_admin()));
create policy "The service sees imports" on public.imports for select to service_role using (true);
create policy "Admins see every chunk" on public.import_chunks for select to authenticated using ((select private.is_admin()));
create policy "The service sees chunks" on public.import_chunks for select to service_role using (true);
create policy "Admins see every import error" on public.import_errors for select to authenticated using ((select private.is_admin()));
create policy "The service sees import errors" on public.import_errors for select to service_role using (true);
create policy "Admins see every mapping" on public.import_mappings for select to authenticated using ((select private.is_admin()));
create policy "The service sees mappings" on public.import_mappings for select to service_role using (true);

create function private.imported_at(started_at timestamptz, file_row int) returns timestamptz language sql stable parallel safe
return started_at - file_row * interval '1 microsecond';
comment on function private.imported_at is 'created_at of an imported row, by which newest first is the order of the file. The first argument is that of the import.';

create function private.lock_imports(customer_id uuid) returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('leadlight.import ' || customer_id, 0))
$$;
comment on function private.lock_imports is 'Locks the imports of a customer until the end of the transaction.';

-- In SQL, a function cannot read distributed rows by its arguments.
create function private.import_with_errors(customer uuid, type text, file_name text) returns uuid
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return (
    select id
    from public.imports
    where customer_id = import_with_errors.customer
      and import_type = import_with_errors.type
      and error_rows > 0 and undone_at is null
      and import_with_errors.file_name ~* '. - errors( ?\(\d+\))?\.csv$'
      and regexp_replace(lower(imports.file_name), '( - errors( ?\(\d+\))?)?\.csv$', '')
        = regexp_replace(lower(import_with_errors.file_name), ' - errors( ?\(\d+\))?\.csv$', '')
    order by created_at desc
    limit 1
  );
end $$;
comment on function private.import_with_errors is 'For a file of errors, such as ''team - errors.csv'': the latest import of team.csv, or of its errors, that has errors. Null for another file.';

create function private.import_leads(import public.imports, audience text, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = '' as $$
declare
  companies text[];
  dates timestamptz[];
  keys text[];
  known text[];
begin
  with made as (
    insert into public.leads (
      customer_id, import_id, audience, created_at, name, first_name, last_name, email, phone, company, title, location, headline,
      notes, linkedin_profile_url, profile_picture_url
    )
    select
      import.customer_id, import.id, import_leads.audience, private.imported_at(import.created_at, "row"), name, first_name, last_name,
      email, phone, company, title, location, headline, notes, linkedin_profile_url, profile_picture_url
    from json_to_recordset(file_rows) as file (
      "row" int, name text, first_name text, last_name text, email text, phone text, company text, title text, location text,
      headline text, notes text, linkedin_profile_url text, profile_picture_url text
    )
    order by "row"
    on conflict do nothing
    returning company, created_at
  )
  select count(*), array_agg(company), array_agg(created_at) into imported, companies, dates from made;

  -- Each company once, dated as the first lead that names it.
  select array_agg(name_key), array_agg(company), array_agg(created_at) into keys, companies, dates
  from (
    select distinct on (name_key) name_key, company, created_at
    from (
      select private.index_key(private.text_key(company)) as name_key, company, created_at
      from unnest(companies, dates) as named (company, created_at)
    ) keyed
    where name_key is not null
    order by name_key, created_at desc
  ) employer;
  select array_agg(stored.name_key) into known
  from public.companies stored
  where stored.customer_id = import.customer_id and stored.name_key = any (keys);

  with made as (
    insert into public.companies (customer_id, import_id, name, created_at)
    select import.customer_id, import.id, employer.company, employer.created_at
    from unnest(keys, companies, dates) as employer (name_key, company, created_at)
    where not exists (select from unnest(known) as stored (name_key) where stored.name_key = employer.name_key)
    on conflict do nothing
    returning id
  )
  select count(*) into companies_created from made;
end $$;
comment on function private.import_leads is 'Inserts the leads of a chunk that are no duplicates, and the companies that they name and the customer lacks.';

create function private.import_companies(import public.imports, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = '' as $$
declare
  named_rows int[]; -- the rows without domain and LinkedIn address, and the keys of their names
  named_keys text[];
  stored_keys text[];
  made_keys text[];
  made_dates timestamptz[];
  imported_by_name int := 0;
begin
  companies_created := 0;
  select array_agg("row"), array_agg(private.index_key(private.text_key(name))) into named_rows, named_keys
  from json_to_recordset(file_rows) as file ("row" int, name text, domain text, linkedin_url text)
  where coalesce(private.domain_key(domain), private.linkedin_key(linkedin_url)) is null;
  select array_agg(stored.name_key) into stored_keys
  from public.companies stored
  where stored.customer_id = import.customer_id and stored.name_key = any (named_keys);

  with made as (
    insert into public.companies (
      customer_id, import_id, created_at, name, website, domain, linkedin_url, industry, size, location, description,
      employee_count, founded_year
    )
    select
      import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, domain, linkedin_url, industry, size,
      location, description, employee_count, founded_year
    from json_to_recordset(file_rows) as file (
      "row" int, name text, website text, domain text, linkedin_url text, industry text, size text, location text, description text,
      employee_count int, founded_year int
    )
    where not exists (select from unnest(named_rows) as named ("row") where named."row" = file."row")
    order by "row"
    on conflict do nothing
    returning name_key, created_at
  )
  select count(*), array_agg(name_key), array_agg(created_at) into imported, made_keys, made_dates from made;

  if named_rows is not null then
    with made as (
      insert into public.companies (
        customer_id, import_id, created_at, name, website, industry, size, location, description, employee_count, founded_year
      )
      select
        import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, industry, size, location,
        description, employee_count, founded_year
      from (
        select distinct on (name_key) file.*, name_key
        from json_to_recordset(file_rows) as file (
          "row" int, name text, website text, industry text, size text, location text, description text, employee_count int,
          founded_year int
        )
        join unnest(named_rows, named_keys) as keyed ("row", name_key) using ("row")
        order by name_key, "row"
      ) named
      where not exists (select from unnest(stored_keys) as stored (name_key) where stored.name_key = named.name_key)
        and not exists (
          select from unnest(made_keys, made_dates) as earlier (name_key, created_at)
          where earlier.name_key = named.name_key and earlier.created_at > private.imported_at(import.created_at, named."row")
        )
      on conflict do nothing
      returning id
    )
    select count(*) into imported_by_name from made;
  end if;
  imported := imported + imported_by_name;
end $$;
comment on function private.import_companies is
  'Inserts the companies of a chunk that are no duplicates. A company without domain and LinkedIn address is a duplicate of any company of its name that is stored or earlier in the file, so it is inserted after the others.';

create function private.import_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json
) returns jsonb language plpgsql set search_path = '' as $$
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
comment on function private.import_chunk is 'Stores a new chunk with its errors, adds it to the counts of the import and returns its answer.';

create function private.remove_import_errors(import public.imports, corrected_rows int[]) returns void
language plpgsql set search_path = '' as $$
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
comment on function private.remove_import_errors is 'Removes the errors of corrected rows, which are imported again, from the import and its counts.';

create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null,
  corrected_rows int[] default null
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
    insert into public.imports (id, customer_id, file_name, import_type, audience, columns, corrects_import_id)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience, import_rows.columns, corrects
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
comment on function public.import_rows is
  'Imports one chunk of a file. The same import_id and first_row again returns the first answer. A dry run does the same and rolls back. rows: objects of stored columns with the number of their row; errors: objects of row, error and cells; headers: sorted; columns: headers in the order of the file. corrected_rows are rows of this import whose errors these rows replace.';

-- Imports the rows and rolls back, so that a preview and an import agree.
create function public.preview_duplicates(customer_id uuid, import_type text, rows json) returns int[]
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  import public.imports;
  imported timestamptz[];
begin
  perform private.require_length('import_type', preview_duplicates.import_type::text, 100);
  perform private.require_length('rows', preview_duplicates.rows::text, 33554432);
  perform private.require_admin('Only an administrator can import');
  if json_array_length(rows) > 100 then
    raise exception 'At most 100 rows can be previewed' using errcode = '22023';
  end if;
  perform 1 from public.customers customer where customer.id = preview_duplicates.customer_id;
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
comment on function public.preview_duplicates is
  'The row numbers of the duplicates among the first rows of a file, as import_rows would find them. Writes nothing. Administrators only; at most 100 rows.';

create function public.saved_mapping(customer_id uuid, import_type text, headers jsonb) returns table (
  mapping jsonb, created_at timestamptz
) language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_size('headers', pg_catalog.pg_column_size(saved_mapping.headers), 33554432);
  perform private.require_length('import_type', saved_mapping.import_type::text, 100);
  if jsonb_typeof(headers) <> 'array' or jsonb_path_exists(headers, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'headers must be an array of strings' using errcode = '22023';
  end if;
  return query
    select saved.mapping, saved.created_at
    from public.import_mappings saved
    where saved.customer_id = saved_mapping.customer_id
      and saved.import_type = saved_mapping.import_type
      and saved.headers_key = md5(saved_mapping.headers::text);
end $$;
comment on function public.saved_mapping is 'The mapping last used for a customer, an import type and exactly these headers (sorted).';

revoke all on function
  private.set_customer_of_import, private.imported_at, private.lock_imports, private.import_with_errors, private.import_leads,
  private.import_companies, private.import_chunk, private.remove_import_errors, public.import_rows, public.preview_duplicates,
  public.saved_mapping
  from public, anon, authenticated, service_role;
grant execute on function public.import_rows, public.preview_duplicates, public.saved_mapping to authenticated;
