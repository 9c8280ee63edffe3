
create or replace function private.is_listed_key(match_key text) returns boolean language plpgsql immutable parallel safe cost 100 as $$
begin
  return match_key is not null;
end $$;

-- A distributed database reads no subquery of a lead's columns alone, and no subquery of rows on a node inside one of the agency's list.
create or replace function private.suppressed_condition(scope uuid[]) returns text language plpgsql stable security definer set search_path = '' as $$
declare
  owner constant text := case when cardinality(scope) = 1 then private.owner_sql(scope[1]) else 'customer_id' end;
  employer constant text :=
    '(select customer_id as employed_by, name_key as known_as, domain_key from public.companies where domain_key is not null) employer';
  employed constant text := format('employed_by = %s and known_as = private.index_key(private.text_key(company))', owner);
  own_keys constant text := 'private.contact_keys(email_key, linkedin_key, company)';
  keys constant text := format('%s || array(select unnest(private.parent_domains(domain_key)) from %s where %s)', own_keys, employer, employed);
  listed constant text :=
    'exists (select from (select customer_id as listed_by, match_key, removed_at from public.do_not_contact) entry
       where listed_by = %s and match_key = any (%s) and removed_at is null and private.is_listed_key(match_key))';
  listed_by_agency constant text :=
    'exists (select from public.agency_do_not_contact where match_key = any (%s) and removed_at is null and private.is_listed_key(match_key))';
  conditions text[];
begin
  if not private.has_entries(scope) then
    return 'false';
  end if;
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    conditions := array[
      format(listed, owner, keys), format(listed_by_agency, own_keys),
      format(
        'exists (select from %s join public.agency_do_not_contact on match_key = any (private.parent_domains(domain_key)) and removed_at is null where %s)',
        employer, employed
      )
    ];
  else
    conditions := array[format(
      'exists (select from (select %s as keys offset 0) own where %s or %s)', keys, format(listed, owner, 'keys'), format(listed_by_agency, 'keys')
    )];
  end if;
  if exists (select from public.agency_do_not_contact where kind = 'erased') then
    conditions := conditions || private.erased_condition();
  end if;
  return '(' || array_to_string(conditions, ' or ') || ')';
end $$;
revoke all on function private.is_listed_key(text) from public, anon, authenticated, service_role;
comment on function private.is_listed_key(text) is 'True for the key of an entry. Its declared cost makes PostgreSQL find the entries for each of many leads in an index; before version 18 it would read up to some thousand for each.';
