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
      select "row", private.index_key(private.text_key(email)) as email_key, private.linkedin_key(linkedin_profile_url) as linkedin_key, company
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
    select own."row", unnest(private.parent_domains(employer.domain_key)) as key
    from unnest(row_numbers, row_keys) as own ("row", key) join unnest(names, domains) as employer (name_key, domain_key) on employer.name_key = own.key
    union all
    select own."row", private.erased_key(stored.secret, own.key)
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

create function private.import_chunk(
  import public.imports, first_row int, hash text, audience text, file_rows json, file_errors json, sources json, updating jsonb
) returns jsonb language plpgsql set search_path = '' as $$
begin
  select kept.file_rows, kept.file_errors into file_rows, file_errors
  from private.reject_rows(private.suppressed_rows(import.customer_id, import.import_type, file_rows), sources, file_rows, file_errors) kept;
  return private.store_chunk(import, first_row, hash, audience, file_rows, file_errors, sources, updating);
end $$;
comment on function private.import_chunk is 'Stores a new chunk without the rows that must not be contacted, which are errors. See store_chunk.';

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
  'What import_rows would update (`matched`: each stored row with the rows of the file, the new and the former values; `rejected`: row and error), and hashes of the keys of each row, by which equal rows of other chunks are found. Reads only. Administrators only; at most 5,000 rows.';

revoke all on function private.suppressed_rows, private.import_chunk, public.preview_updates from public, anon, authenticated, service_role;
grant execute on function public.preview_updates to authenticated;
