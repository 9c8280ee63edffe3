-- Imports with custom fields: `custom` and `internal` of the rows to store.

create function private.add_internal_values(import public.imports, file_rows json) returns void language plpgsql set search_path = '' as $$
declare
  dates timestamptz[];
  contents jsonb[];
  ids uuid[];
  imported_dates timestamptz[];
begin
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
comment on function private.add_internal_values is 'Stores the internal values of the inserted rows of a chunk, which are found by their dates.';

-- As before, and with custom fields.
create or replace function private.import_leads(import public.imports, audience text, file_rows json, out imported int, out companies_created int)
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
      notes, linkedin_profile_url, profile_picture_url, custom
    )
    select
      import.customer_id, import.id, import_leads.audience, private.imported_at(import.created_at, "row"), name, first_name, last_name,
      email, phone, company, title, location, headline, notes, linkedin_profile_url, profile_picture_url, coalesce(custom, '{}')
    from json_to_recordset(file_rows) as file (
      "row" int, name text, first_name text, last_name text, email text, phone text, company text, title text, location text,
      headline text, notes text, linkedin_profile_url text, profile_picture_url text, custom jsonb
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

create or replace function private.import_companies(import public.imports, file_rows json, out imported int, out companies_created int)
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
      employee_count, founded_year, custom
    )
    select
      import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, domain, linkedin_url, industry, size,
      location, description, employee_count, founded_year, coalesce(custom, '{}')
    from json_to_recordset(file_rows) as file (
      "row" int, name text, website text, domain text, linkedin_url text, industry text, size text, location text, description text,
      employee_count int, founded_year int, custom jsonb
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
        customer_id, import_id, created_at, name, website, industry, size, location, description, employee_count, founded_year, custom
      )
      select
        import.customer_id, import.id, private.imported_at(import.created_at, "row"), name, website, industry, size, location,
        description, employee_count, founded_year, coalesce(custom, '{}')
      from (
        select distinct on (name_key) file.*, name_key
        from json_to_recordset(file_rows) as file (
          "row" int, name text, website text, industry text, size text, location text, description text, employee_count int,
          founded_year int, custom jsonb
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
  perform private.add_internal_values(import, file_rows);
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

revoke all on function private.add_internal_values from public, anon, authenticated, service_role;
