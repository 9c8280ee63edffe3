-- Plans for rows that no statistics have: each reads an index by what is wanted, or all rows of the customer once, and never all rows for each row.

create function private.owner_sql(customer uuid) returns text language plpgsql stable parallel safe set search_path = '' as $$
begin
  return case
    when to_regclass('pg_catalog.pg_dist_partition') is null then format('(select %L::uuid)', customer)
    else format('%L::uuid', customer)
  end;
end $$;
comment on function private.owner_sql is
  'SQL of the id of a customer. In a subquery, for which the planner expects the rows of an average customer: for a value that statistics do not have it expects none, and then any index seems best. A distributed database finds the node by the value.';

create or replace function private.employer_sql(scope uuid[], is_page boolean) returns text language plpgsql stable parallel safe as $$
declare
  key constant text := 'private.index_key(private.text_key(leads.company))';
begin
  return case
    when is_page then format(
      $sql$ left join lateral (
        select website, domain, industry, size, location
        from public.companies where %s and customer_id = leads.customer_id and name_key = %s
        order by created_at, id
        limit 1
      ) employer on true$sql$,
      case when cardinality(scope) = 1 then 'customer_id = ' || private.owner_sql(scope[1]) else private.scope_condition(scope) end, key
    )
    else format(
      $sql$ left join (
        select distinct on (customer_id, name_key)
          customer_id as employer_customer, name_key as employer_key, website, domain, industry, size, location
        from public.companies where %s
        order by customer_id, name_key, created_at, id
      ) employer on employer_customer = leads.customer_id and employer_key = %s$sql$,
      private.scope_condition(scope), key
    )
  end;
end $$;

create or replace function private.suppressed_condition(scope uuid[]) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when not private.has_entries(scope) then 'false'
    else format(
      '(exists (
         select from (
           select private.contact_keys(email_key, linkedin_key, company) || array(
             select unnest(private.parent_domains(domain_key))
             from (select customer_id as employed_by, name_key as known_as, domain_key from public.companies where domain_key is not null) employer
             where employed_by = %1$s and known_as = private.index_key(private.text_key(company))
           ) as keys offset 0
         ) own
         where exists (select from (select customer_id as listed_by, match_key, removed_at from public.do_not_contact) entry
             where listed_by = %1$s and match_key = any (keys) and removed_at is null)
           or exists (select from public.agency_do_not_contact where match_key = any (keys) and removed_at is null)
       )%2$s)',
      case when cardinality(scope) = 1 then private.owner_sql(scope[1]) else 'customer_id' end,
      case when exists (select from public.agency_do_not_contact where kind = 'erased') then ' or ' || private.erased_condition() end
    )
  end;
end $$;

create or replace function private.suppressed_leads_sql(customer uuid, keys text[] default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  owner constant text := private.owner_sql(customer);
  entries constant text := case
    when keys is not null then format('select key collate "C" as match_key from unnest(%L::text[]) as given (key)', keys)
    else format(
      'select match_key from public.do_not_contact where customer_id = %s and removed_at is null
       union all select match_key from public.agency_do_not_contact where removed_at is null', owner
    )
  end;
  lead constant text := format('join public.leads lead on lead.customer_id = %s', owner);
  of_company constant text := 'lead.company is not null and private.index_key(private.text_key(lead.company))';
  below constant text := '%1$s >= from_key and %1$s < from_key || ''/'' and (%1$s = from_key or starts_with(%1$s, from_key || ''.''))';
begin
  return format(
    'with entry as (%1$s), domain as (select reverse(match_key) as from_key from entry where match_key ~ ''^[^@/ ]+\.[^@/ ]+$'')
     select lead.id from entry %2$s and lead.email_key = entry.match_key
     union select lead.id from entry %2$s and lead.linkedin_key = entry.match_key
     union select lead.id from entry %2$s and %3$s = entry.match_key collate "default"
     union select lead.id from domain %2$s and lead.email_key is not null and %4$s
     union select lead.id
     from domain
     join public.companies employer on employer.customer_id = %5$s and employer.domain_key is not null and %6$s
     %2$s and %3$s = employer.name_key collate "default"',
    entries, lead, of_company, format(below, 'reverse(split_part(lead.email_key, ''@'', 2))'), owner, format(below, 'reverse(employer.domain_key)')
  ) || case
    when keys is null and exists (select from public.agency_do_not_contact where kind = 'erased')
      then format(' union select id from public.leads where customer_id = %s and %s', owner, private.erased_condition())
    else ''
  end;
end $$;

-- Keys in arrays: an index is read for each, however many leads and entries there are.
create or replace function private.do_not_contact_matches(customer_id uuid, lead_ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  emails text[];
  pages text[];
  companies text[];
  company_keys text[];
  names text[];
  domains text[];
  owners uuid[];
  keys text[];
  wanted text[];
  secret bytea;
begin
  perform private.require_cardinality('ids', lead_ids, 10000);
  select
    array_agg(lead.id), array_agg(lead.email_key), array_agg(lead.linkedin_key), array_agg(lead.company),
    array_agg(private.index_key(private.text_key(lead.company)))
  into ids, emails, pages, companies, company_keys
  from public.leads lead
  where lead.customer_id = do_not_contact_matches.customer_id and lead.id = any (lead_ids);
  wanted := array(select distinct key from unnest(company_keys) key where key is not null);
  select array_agg(employer.name_key), array_agg(employer.domain_key) into names, domains
  from public.companies employer
  where employer.customer_id = do_not_contact_matches.customer_id and employer.name_key = any (wanted) and employer.domain_key is not null;
  select array_agg(id), array_agg(key) into owners, keys
  from (
    select id, unnest(private.contact_keys(email_key, linkedin_key, company)) as key
    from unnest(ids, emails, pages, companies) as lead (id, email_key, linkedin_key, company)
    union
    select lead.id, unnest(private.parent_domains(employer.domain_key))
    from unnest(ids, company_keys) as lead (id, name_key)
    join unnest(names, domains) as employer (name_key, domain_key) using (name_key)
  ) own
  where key is not null;
  wanted := array(select distinct unnest(keys));
  return query
    select own.id, false, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from unnest(owners, keys) as own (id, key)
    join public.do_not_contact entry on entry.match_key = own.key
    where entry.customer_id = do_not_contact_matches.customer_id and entry.match_key = any (wanted) and entry.removed_at is null;
  return query
    select own.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
    from unnest(owners, keys) as own (id, key)
    join public.agency_do_not_contact entry on entry.match_key = own.key
    where entry.match_key = any (wanted) and entry.removed_at is null and entry.kind <> 'erased';
  if exists (select from public.agency_do_not_contact entry where entry.kind = 'erased' and entry.removed_at is null) then
    select stored.secret into secret from private.contact_secret stored;
    select array_agg(id), array_agg(key) into owners, keys
    from (
      select distinct id, unnest(private.erased_keys(secret, email_key, linkedin_key)) as key
      from unnest(ids, emails, pages) as lead (id, email_key, linkedin_key)
    ) own;
    return query
      select distinct own.id, true, entry.kind, entry.value, entry.reason, entry.source, entry.created_at
      from unnest(owners, keys) as own (id, key)
      join public.agency_do_not_contact entry on entry.match_key = own.key
      where entry.kind = 'erased' and entry.match_key = any (keys) and entry.removed_at is null;
  end if;
end $$;

create or replace function public.restore_preview(import_id uuid) returns table (updated int, changed int)
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

revoke all on function private.owner_sql from public, anon, authenticated, service_role;

-- As before, and a search reads the first leads of the list before it reads the index for searches, as search_rows does.
create or replace function public.approved_leads_without(
  missing text, customers uuid[] default null, before_created_at timestamptz default null, before_id uuid default null,
  page_size int default 50, term text default '', audience_name text default null
) returns setof public.leads language plpgsql stable security definer set search_path = '' as $$
declare
  most_read_first constant int := 1000;
  size constant int := least(greatest(page_size, 0), 1000);
  scope uuid[] := private.scope(customers);
  sql record := private.missing_sql(missing, scope, true);
  searched constant text := private.word_condition(private.narrowed_term(term, null), scope, true);
  listed constant text := concat_ws(' and ',
    'is_approved', private.scope_condition(scope, audience_name), private.after_condition('newest', before_created_at::text, before_id)
  );
  rest constant text := concat(
    sql.joined, ' where ', concat_ws(' and ', sql.condition, listed, searched), ' order by created_at desc, id desc limit $1'
  );
  page public.leads[];
begin
  if searched is not null then
    execute concat(
      'select array(select leads::public.leads from (select * from public.leads where ', listed, ' order by created_at desc, id desc limit ',
      most_read_first, ') leads', rest, ')'
    ) into page using size;
    if cardinality(page) >= size then
      return query execute 'select * from unnest($1)' using page; -- a cached plan would keep the columns that the table had
      return;
    end if;
  end if;
  return query execute 'select leads.* from public.leads' || rest using size;
end $$;

-- Ids are looked up in the index, and not found by reading another index as a whole.
alter function public.count_leads_among set enable_indexscan = off;
alter function public.count_companies_among set enable_indexscan = off;
