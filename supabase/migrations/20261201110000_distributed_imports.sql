-- On a distributed database, large imports, undone results, removed entries and the filter by do-not-contact lists of all customers failed.

create or replace function private.analyze_rows(import_type text) returns void language plpgsql set search_path = '' as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    return;
  end if;
  if import_type = 'leads' then
    analyze (skip_locked) public.leads (customer_id, import_id, audience, is_approved);
  end if;
  analyze (skip_locked) public.companies (customer_id, import_id, is_approved);
  analyze (skip_locked) public.internal_values (customer_id);
  analyze (skip_locked) public.import_matches (customer_id, import_id);
end $$;
comment on function private.analyze_rows is
  'Counts from a few thousand rows which customers and imports have how many, for estimates. Another transaction that does so has it done. A distributed database rejects it in a transaction that has read customers: its nodes count by autovacuum.';

create or replace function private.suppressed_hand_offs(customer uuid, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  addresses text[];
  suppressed constant uuid[] := private.suppressed_of(customer, ids);
begin
  addresses := array(
    select unnest(array[email_key, linkedin_key]) from public.handed_off_leads where customer_id = customer and lead_id = any (ids)
  );
  addresses := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (addresses))
    || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (addresses));
  return suppressed || array(
    select lead_id
    from public.handed_off_leads
    where customer_id = customer and lead_id = any (ids) and (email_key = any (addresses) or linkedin_key = any (addresses))
  );
end $$;

create or replace function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  in_review uuid[];
begin
  if keys is null then
    ids := array(select distinct lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact' and name <> '');
    ids := array(select unnest(ids) except select unnest(private.suppressed_hand_offs(customer, ids)));
    in_review := array(select id from public.leads where customer_id = customer and id = any (ids) and is_approved is null);
    perform private.flag_marks(customer, in_review, 'in_review', '{do_not_contact}');
    perform private.flag_marks(customer, ids, null, '{do_not_contact}');
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    ids := ids || array(
      select lead_id
      from public.handed_off_leads
      where customer_id = customer and (email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys))
    );
    perform private.flag_marks(customer, ids, 'do_not_contact', '{"",in_review}');
  end if;
end $$;

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
       where listed_by = %s and match_key = any (%s) and removed_at is null)';
  listed_by_agency constant text := 'exists (select from public.agency_do_not_contact where match_key = any (%s) and removed_at is null)';
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
