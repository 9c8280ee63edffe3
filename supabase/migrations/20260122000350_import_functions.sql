-- The functions of imports name the customer in every statement, and delete rows by their import and not by ctid. In PL/pgSQL, one
-- statement per table and step.
drop function private.imported_at(public.imports, int);
create function private.imported_at(started_at timestamptz, file_row int) returns timestamptz language sql stable parallel safe
return started_at - file_row * interval '1 microsecond';

drop function private.import_leads(public.imports, text, json);
create function private.import_leads(import public.imports, audience text, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = ''
as $$
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

drop function private.import_companies(public.imports, json);
create function private.import_companies(import public.imports, file_rows json, out imported int, out companies_created int)
language plpgsql set search_path = ''
as $$
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
      from json_to_recordset(file_errors) as refused ("row" int, error text)
    ),
    'companiesCreated', created
  );
  insert into public.import_chunks (customer_id, import_id, first_row, hash, answer)
  values (import.customer_id, import.id, first_row, hash, answer);
  insert into public.import_errors (customer_id, import_id, "row", error, cells)
  select import.customer_id, import.id, "row", error, cells
  from json_to_recordset(file_errors) as refused ("row" int, error text, cells jsonb)
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

create or replace function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false, columns jsonb default null
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
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote; the answer remains.
  end;
  return answer;
end $$;

-- Imported rows are dated by their number in the file, so that a date separates the first `most` rows from the rest.
-- A row that is changed meanwhile has another updated_at and stays.
create or replace function private.remove_imported_leads(import public.imports, most int) returns int
language plpgsql set search_path = ''
as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  last_date timestamptz := '-infinity';
  removed int;
begin
  if import.successful_rows > most then
    select coalesce(min(created_at), '-infinity') into last_date
    from (
      select created_at from public.leads
      where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged)
      order by created_at desc
      limit most
    ) first_rows;
  end if;
  delete from public.leads
  where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged) and created_at >= last_date;
  get diagnostics removed = row_count;
  return removed;
end $$;

create or replace function private.remove_imported_companies(import public.imports, most int) returns int
language plpgsql set search_path = ''
as $$
declare
  unchanged timestamptz[] := array(
    select created_at from public.import_chunks chunk where chunk.customer_id = import.customer_id and chunk.import_id = import.id
  );
  removed int;
begin
  with named as materialized (
    select distinct private.index_key(private.text_key(company)) as name_key
    from (
      select company from public.leads where customer_id = import.customer_id and import_id = import.id
      union
      select company from public.leads where customer_id = import.customer_id and created_at > import.created_at
    ) remaining
    where company is not null
  )
  delete from public.companies
  where customer_id = import.customer_id and updated_at = any (unchanged) and id = any (array(
    select id
    from public.companies
    where customer_id = import.customer_id and import_id = import.id and updated_at = any (unchanged)
      and name_key not in (select name_key from named where name_key is not null)
    limit most
  ));
  get diagnostics removed = row_count;
  return removed;
end $$;

create or replace function public.undo_import(import_id uuid) returns public.imports
language plpgsql security definer set search_path = ''
as $$
declare
  max_leads constant int := 50000;
  max_companies constant int := 20000;
  import public.imports;
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

revoke all on function
  private.imported_at(timestamptz, int), private.import_leads(public.imports, text, json), private.import_companies(public.imports, json)
  from public, anon, authenticated, service_role;

comment on function private.imported_at(timestamptz, int) is
  'created_at of an imported row, by which newest first is the order of the file. The first argument is that of the import.';
comment on function private.import_leads(public.imports, text, json) is
  'Inserts the leads of a chunk that are no duplicates, and the companies that they name and the customer lacks.';
comment on function private.import_companies(public.imports, json) is
  'Inserts the companies of a chunk that are no duplicates. A company without domain and LinkedIn address is a duplicate of any company of its name that is stored or earlier in the file, so it is inserted after the others.';
comment on function private.remove_imported_leads(public.imports, int) is
  'Deletes unchanged leads of an import, up to a limit, the first of the file first. A row that is being changed stays.';
comment on function private.remove_imported_companies(public.imports, int) is
  'Deletes unchanged companies of an import, up to a limit, except those that a remaining lead of this or a later import names.';
