-- On a distributed database, large imports, undone results and removed entries failed.

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
