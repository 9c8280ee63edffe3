-- The domains of a company apply to rows of that company, not to those whose email has a domain like its name.
create or replace function private.suppressed_rows(customer uuid, import_type text, file_rows json) returns jsonb
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
