-- One chunk of a CSV file, cleaned already, becomes rows of one customer in one transaction. Of duplicates the first row wins, in the
-- file as much as against what is stored. The unique indexes say most of that; the customer's lock is for what no index can say.

-- A file's first row is the newest, so that lists, newest first, show the file's order, across chunks too.
create function private.imported_at(import public.imports, file_row int) returns timestamptz language sql stable
return import.created_at - file_row * interval '1 microsecond';

-- Rows are tried in the file's order, so a row that is itself a duplicate does not keep out a later one.
create function private.import_leads(import public.imports, audience text, file_rows json)
returns table (imported int, companies_created int) language sql volatile set search_path = ''
as $$
  with imported as (
    insert into public.leads (
      customer_id, import_id, audience, created_at, name, first_name, last_name, email, phone, company, title, location, headline,
      notes, linkedin_profile_url, profile_picture_url
    )
    select
      import.customer_id, import.id, audience, private.imported_at(import, "row"), name, first_name, last_name, email, phone, company,
      title, location, headline, notes, linkedin_profile_url, profile_picture_url
    from json_to_recordset(file_rows) as file (
      "row" int, name text, first_name text, last_name text, email text, phone text, company text, title text, location text,
      headline text, notes text, linkedin_profile_url text, profile_picture_url text
    )
    order by "row"
    on conflict do nothing
    returning company, created_at
  ), employer as (
    select distinct on (name_key) name_key, company, created_at
    from (select private.index_key(private.text_key(company)) as name_key, company, created_at from imported) named
    where name_key is not null
    order by name_key, created_at desc
  ), created as (
    insert into public.companies (customer_id, import_id, name, created_at)
    select import.customer_id, import.id, company, created_at
    from employer
    where not exists (
      select from public.companies known
      where known.customer_id = import.customer_id and known.name_key = employer.name_key
    )
    on conflict do nothing
    returning id
  )
  select (select count(*)::int from imported), (select count(*)::int from created)
$$;

-- A company with neither a domain nor a LinkedIn page is a duplicate of any company of its name: of those stored before, of those with
-- either that come earlier in the file, and of its own kind. It keeps out nobody but its own kind, so the others go first.
create function private.import_companies(import public.imports, file_rows json)
returns table (imported int, companies_created int) language sql volatile set search_path = ''
as $$
  with file as materialized (
    select
      *,
      coalesce(private.domain_key(domain), private.linkedin_key(linkedin_url)) is null as is_known_by_name,
      private.imported_at(import, "row") as created_at
    from json_to_recordset(file_rows) as file (
      "row" int, name text, website text, domain text, linkedin_url text, industry text, size text, location text, description text,
      employee_count int, founded_year int
    )
  ), imported as (
    insert into public.companies (
      customer_id, import_id, created_at, name, website, domain, linkedin_url, industry, size, location, description,
      employee_count, founded_year
    )
    select
      import.customer_id, import.id, created_at, name, website, domain, linkedin_url, industry, size, location, description,
      employee_count, founded_year
    from file
    where not is_known_by_name
    order by "row"
    on conflict do nothing
    returning name_key, created_at
  ), named as (
    select distinct on (name_key) *
    from (select *, private.index_key(private.text_key(name)) as name_key from file where is_known_by_name) known_by_name
    order by name_key, "row"
  ), imported_by_name as (
    insert into public.companies (
      customer_id, import_id, created_at, name, website, industry, size, location, description, employee_count, founded_year
    )
    select
      import.customer_id, import.id, created_at, name, website, industry, size, location, description, employee_count, founded_year
    from named
    where not exists (
      select from public.companies stored
      where stored.customer_id = import.customer_id and stored.name_key = named.name_key
    ) and not exists (
      select from imported earlier
      where earlier.name_key = named.name_key and earlier.created_at > named.created_at
    )
    on conflict do nothing
    returning id
  )
  select (select count(*)::int from imported) + (select count(*)::int from imported_by_name), 0
$$;

-- Stores a chunk that is new to its import, keeps what was wrong with it and adds it to the import's counts; returns its answer.
create function private.import_chunk(import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json)
returns jsonb language plpgsql volatile set search_path = ''
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
  insert into public.import_chunks (import_id, first_row, hash, answer) values (import.id, first_row, hash, answer);
  insert into public.import_errors (import_id, "row", error, cells)
  select import.id, "row", error, cells
  from json_to_recordset(file_errors) as refused ("row" int, error text, cells jsonb)
  on conflict do nothing;
  update public.imports counted set
    total_rows = counted.total_rows + imported + repeated + failed,
    successful_rows = counted.successful_rows + imported,
    duplicate_rows = counted.duplicate_rows + repeated,
    error_rows = counted.error_rows + failed,
    companies_created = counted.companies_created + created
  where counted.id = import.id;
  return answer;
end $$;

-- rows: objects of stored columns, each with its `row` in the file; errors: objects of row, error and cells; headers: sorted.
-- The same import_id and first_row again is answered as the first time. A dry run does all of it, then takes it back.
create function public.import_rows(
  customer_id uuid, file_name text, import_type text, first_row int, hash text, headers jsonb, mapping jsonb, rows json, errors json,
  audience text default null, import_id uuid default null, dry_run boolean default false
) returns jsonb language plpgsql volatile security definer set search_path = ''
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
  perform from public.customers customer where customer.id = import_rows.customer_id for key share;
  if not found then
    raise exception 'There is no such customer' using errcode = 'PT404';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('leadlight.import ' || import_rows.customer_id, 0));

  begin
    insert into public.imports (id, customer_id, file_name, import_type, audience)
    values (
      coalesce(import_rows.import_id, gen_random_uuid()), import_rows.customer_id, import_rows.file_name, import_rows.import_type,
      import_rows.audience
    )
    on conflict (id) do nothing
    returning * into import;
    if not found then
      select * into import from public.imports known where known.id = import_rows.import_id;
      select * into chunk from public.import_chunks known where known.import_id = import.id and known.first_row = import_rows.first_row;
    end if;

    if (import.customer_id, import.import_type) <> (import_rows.customer_id, import_rows.import_type) then
      raise exception 'This importId belongs to an import of another customer or type' using errcode = 'PT409';
    elsif chunk.hash <> import_rows.hash then
      raise exception 'This importId and firstRow were used for another content' using errcode = 'PT409';
    elsif chunk.hash is not null then
      return chunk.answer;
    end if;

    insert into public.import_mappings as known (customer_id, import_type, headers, mapping)
    values (import_rows.customer_id, import_rows.import_type, import_rows.headers, import_rows.mapping)
    on conflict (customer_id, import_type, headers_key) do update set mapping = excluded.mapping, created_at = excluded.created_at
      where known.mapping <> excluded.mapping;
    answer := private.import_chunk(import, first_row, hash, audience, rows, errors);
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- what the block wrote is undone, its answer stays
  end;
  return answer;
end $$;

revoke all on function
  private.imported_at(public.imports, int), private.import_leads(public.imports, text, json),
  private.import_companies(public.imports, json), private.import_chunk(public.imports, int, text, text, json, json),
  public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.import_rows(uuid, text, text, int, text, jsonb, jsonb, json, json, text, uuid, boolean) to authenticated;
