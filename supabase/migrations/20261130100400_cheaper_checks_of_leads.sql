-- The key of a lead's company is computed once, not again with the keys of its contact (private.contact_keys).
create or replace function private.do_not_contact_matches(customer_id uuid, lead_ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  emails text[];
  pages text[];
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
    array_agg(lead.id), array_agg(lead.email_key), array_agg(lead.linkedin_key),
    array_agg(private.index_key(private.text_key(lead.company)))
  into ids, emails, pages, company_keys
  from public.leads lead
  where lead.customer_id = do_not_contact_matches.customer_id and lead.id = any (lead_ids);
  wanted := array(select distinct key from unnest(company_keys) key where key is not null);
  select array_agg(employer.name_key), array_agg(employer.domain_key) into names, domains
  from public.companies employer
  where employer.customer_id = do_not_contact_matches.customer_id and employer.name_key = any (wanted) and employer.domain_key is not null;
  select array_agg(id), array_agg(key) into owners, keys
  from (
    select id, unnest(array[email_key, linkedin_key, company_key] || private.parent_domains(split_part(email_key, '@', 2))) as key
    from unnest(ids, emails, pages, company_keys) as lead (id, email_key, linkedin_key, company_key)
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
