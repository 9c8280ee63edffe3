-- Adding, removing and reading entries of do_not_contact. A list is a customer's, or with null for the customer the agency-wide one.

create function private.require_list(customer uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() and (customer is null or customer <> all (array(select private.my_customer_ids()))) then
    raise exception 'Only administrators and members of the customer can see this list' using errcode = 'PT403';
  end if;
end $$;
comment on function private.require_list is 'Raises an error unless the caller is an administrator or a member of the customer.';

create function private.contact_error(kind text, value text, reason text) returns text language plpgsql immutable parallel safe as $$
declare
  most_of_value constant int := 2000;
  most_of_reason constant int := 500;
  key text;
begin
  if kind is null or kind <> all ('{email,domain,linkedin,company}') then
    return 'Kind must be email, domain, linkedin or company';
  elsif value is null or not private.has_text(value) then
    return 'Value is missing';
  elsif char_length(value) > most_of_value then
    return format('Value is too long (%s characters, at most %s)', char_length(value), most_of_value);
  elsif char_length(reason) > most_of_reason then
    return format('Reason is too long (%s characters, at most %s)', char_length(reason), most_of_reason);
  end if;
  key := private.contact_key(kind, value);
  return case
    when kind = 'email' and private.text_key(value) !~ '^[^@ ]+@[^@ .]+(\.[^@ .]+)+$' then 'Email is not valid: ' || value
    when kind = 'domain' and (key is null or key !~ '^[^@/ .]+(\.[^@/ .]+)+$') then 'Domain is not valid: ' || value
    when kind = 'linkedin' and (key is null or key !~ '^([^/]+\.)?linkedin\.com/(in|company)/.') then 'LinkedIn page is not valid: ' || value
    when key is null then 'Value is missing'
    when kind in ('domain', 'company') and private.is_shared_domain(key)
      then format('Many users have addresses at %s: add their email addresses instead', key)
  end;
end $$;
comment on function private.contact_error is 'What is wrong with an entry of do_not_contact, or null.';

create function private.approved_leads_with(list_customer uuid, keys text[], out touched int, out leads jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  most_pairs constant int := 5000;
  most_leads constant int := 10;
  customers constant uuid[] := case
    when list_customer is null then array(select id from public.customers where is_active order by name, id) else array[list_customer]
  end;
  customer uuid;
  found record;
begin
  if cardinality(keys) * cardinality(customers) > most_pairs then
    return;
  end if;
  touched := 0;
  leads := '[]';
  if keys = '{}' then
    return;
  end if;
  foreach customer in array customers loop
    execute format(
      'select count(*) as amount, jsonb_agg(jsonb_build_object(''id'', id, ''customerId'', %1$L, ''name'', name, ''company'', company)) filter (where place <= %2$s) as leads
       from (
         select id, name, company, row_number() over (order by created_at desc, id desc) as place
         from public.leads where customer_id = %1$L and is_approved and id = any (array(%3$s))
       ) lead',
      customer, most_leads - jsonb_array_length(leads), private.suppressed_leads_sql(customer, keys)
    ) into found;
    touched := touched + found.amount;
    leads := leads || coalesce(found.leads, '[]');
  end loop;
end $$;
comment on function private.approved_leads_with is
  'How many approved leads entries with these keys would apply to, and the first ten; of all active customers if the list is agency-wide. Null for more than 5,000 keys, times customers.';

create function private.take_over_entries(customer uuid, kinds text[], keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.do_not_contact entry set is_from_member = false
  from unnest(kinds, keys) as given (kind, key)
  where entry.customer_id = customer and entry.kind = given.kind and entry.match_key = given.key
    and entry.removed_at is null and entry.is_from_member;
end $$;
comment on function private.take_over_entries is 'Makes entries that members have added the administrators'', who alone can then remove them.';

create function public.add_do_not_contact(entries jsonb, customer_id uuid default null, source text default 'form', dry_run boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  most_listed constant int := 500000;
  from_member constant boolean := not private.is_admin();
  listed int;
  kinds text[];
  contents text[];
  reasons text[];
  keys text[];
  errors jsonb;
  ids uuid[];
  affected record;
begin
  perform private.require_size('entries', pg_catalog.pg_column_size(entries), 16777216);
  perform private.require_length('source', source, 100);
  perform private.require_list(add_do_not_contact.customer_id);
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > most then
    raise exception 'entries must be an array of at most % objects', most using errcode = '22023';
  end if;
  if add_do_not_contact.customer_id is null then
    select count(*) into listed from public.agency_do_not_contact where kind <> 'erased';
  else
    select count(*) into listed from public.do_not_contact entry where entry.customer_id = add_do_not_contact.customer_id;
  end if;
  if listed + jsonb_array_length(entries) > most_listed then
    raise exception 'A list can have at most % entries', most_listed using errcode = 'check_violation';
  end if;
  select
    array_agg(kind) filter (where error is null), array_agg(value) filter (where error is null),
    array_agg(reason) filter (where error is null), array_agg(private.contact_key(kind, value)) filter (where error is null),
    coalesce(jsonb_agg(jsonb_build_object('entry', place - 1, 'error', error) order by place) filter (where error is not null), '[]')
  into kinds, contents, reasons, keys, errors
  from (
    select place, kind, value, reason, private.contact_error(kind, value, reason) as error
    from jsonb_array_elements(entries) with ordinality as given (entry, place)
    cross join lateral (
      select entry ->> 'kind' as kind, private.trimmed(entry ->> 'value') as value, nullif(private.trimmed(entry ->> 'reason'), '') as reason
    ) parts
  ) checked;

  begin
    if add_do_not_contact.customer_id is null then
      with made as (
        insert into public.agency_do_not_contact (kind, value, reason, source)
        select kind, value, reason, add_do_not_contact.source from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
    else
      with made as (
        insert into public.do_not_contact (customer_id, kind, value, reason, source, is_from_member)
        select add_do_not_contact.customer_id, kind, value, reason, add_do_not_contact.source, from_member
        from unnest(kinds, contents, reasons) as given (kind, value, reason)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into ids from made;
      if not from_member then
        perform private.take_over_entries(add_do_not_contact.customer_id, kinds, keys);
      end if;
    end if;
    if dry_run then
      raise exception 'dry run' using errcode = 'LLDRY';
    end if;
  exception when sqlstate 'LLDRY' then
    null; -- Rolls back what the block wrote.
  end;
  affected := private.approved_leads_with(add_do_not_contact.customer_id, array(select distinct unnest(keys)));
  return jsonb_build_object(
    'ids', to_jsonb(coalesce(ids, '{}')), 'repeated', coalesce(cardinality(kinds), 0) - coalesce(cardinality(ids), 0), 'errors', errors,
    'touched', affected.touched, 'leads', affected.leads
  );
end $$;
comment on function public.add_do_not_contact is
  'Adds at most 5,000 entries of kind, value and reason to a list of at most 500,000, removed ones included. One that a member has added and an administrator adds too becomes the administrator''s. Returns the ids of the new ones, the number of those that the list has already, errors with the place of the entry, and how many approved leads the entries apply to (touched, null for too many entries) with the first ten. A dry run does the same and rolls back. Without a customer: the agency-wide list, administrators only.';

create function public.remove_do_not_contact(ids uuid[], customer_id uuid default null, restore boolean default false) returns int
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  from_member constant boolean := not private.is_admin();
  earliest constant timestamptz := now() - interval '30 minutes';
  moment constant timestamptz := case when restore then null else now() end;
  amount int;
begin
  perform private.require_cardinality('ids', ids, 5000);
  perform private.require_list(remove_do_not_contact.customer_id);
  if remove_do_not_contact.customer_id is null then
    delete from public.agency_do_not_contact entry where entry.removed_at < earliest;
    update public.agency_do_not_contact entry set removed_at = moment
    where entry.id = any (ids) and (entry.removed_at is not null) = restore and entry.kind <> 'erased';
  else
    delete from public.do_not_contact entry where entry.customer_id = remove_do_not_contact.customer_id and entry.removed_at < earliest;
    update public.do_not_contact entry set removed_at = moment
    where entry.customer_id = remove_do_not_contact.customer_id and entry.id = any (ids) and (entry.removed_at is not null) = restore
      and (entry.is_from_member or not from_member);
  end if;
  get diagnostics amount = row_count;
  if restore and amount < cardinality(ids) then
    raise exception 'These entries were removed more than 30 minutes ago, or are back already' using errcode = 'PT409';
  end if;
  return amount;
exception when unique_violation then
  raise exception 'These entries have been added again' using errcode = 'PT409';
end $$;
comment on function public.remove_do_not_contact is
  'Removes entries, at most 5,000, from a list, or restores those that were removed within 30 minutes. Members remove what members have added. Returns how many it has removed.';

create function public.search_do_not_contact(
  customer_id uuid default null, term text default '', before_created_at timestamptz default null, before_id uuid default null, page_size int default 50
) returns table (id uuid, kind text, value text, reason text, source text, is_from_member boolean, created_by uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(private.text_key(term));
  size constant int := least(greatest(page_size, 0), 1000);
  latest constant timestamptz := coalesce(before_created_at, 'infinity');
begin
  perform private.require_list(search_do_not_contact.customer_id);
  if search_do_not_contact.customer_id is null then
    return query
      select entry.id, entry.kind, case when entry.kind <> 'erased' then entry.value end, entry.reason, entry.source, false, entry.created_by, entry.created_at
      from public.agency_do_not_contact entry
      where entry.removed_at is null and entry.match_key like pattern and entry.created_at <= latest
        and (before_id is null or entry.created_at < latest or entry.id < before_id)
      order by entry.created_at desc, entry.id desc
      limit size;
  else
    return query
      select entry.id, entry.kind, entry.value, entry.reason, entry.source, entry.is_from_member, entry.created_by, entry.created_at
      from public.do_not_contact entry
      where entry.customer_id = search_do_not_contact.customer_id and entry.removed_at is null and entry.match_key like pattern
        and entry.created_at <= latest and (before_id is null or entry.created_at < latest or entry.id < before_id)
      order by entry.created_at desc, entry.id desc
      limit size;
  end if;
end $$;
comment on function public.search_do_not_contact is
  'A page of a list, newest first, of the entries whose normalized value contains the term. The page follows the entry with before_id and its created_at. Erased contacts have no value.';

create function public.count_do_not_contact(customer_id uuid default null, term text default '') returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(private.text_key(term));
begin
  perform private.require_list(count_do_not_contact.customer_id);
  return case
    when count_do_not_contact.customer_id is null
      then (select count(*) from public.agency_do_not_contact entry where entry.removed_at is null and entry.match_key like pattern)
    else (
      select count(*) from public.do_not_contact entry
      where entry.customer_id = count_do_not_contact.customer_id and entry.removed_at is null and entry.match_key like pattern
    )
  end;
end $$;
comment on function public.count_do_not_contact is 'How many entries search_do_not_contact finds.';

create function public.suppressed_leads(ids uuid[]) returns table (
  lead_id uuid, is_agency boolean, kind text, value text, reason text, source text, created_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  as_admin constant boolean := private.is_admin();
  customers constant uuid[] := private.scope(null);
  owner_id uuid;
begin
  perform private.require_cardinality('ids', ids, 1000);
  for owner_id in
    select distinct lead.customer_id from public.leads lead where lead.id = any (ids) and (customers is null or lead.customer_id = any (customers))
  loop
    continue when not private.has_entries(array[owner_id]);
    return query
      select distinct
        found.lead_id, found.is_agency, case when is_shown then found.kind end, case when is_shown and found.kind <> 'erased' then found.value end,
        case when is_shown then found.reason end, case when is_shown then found.source end, case when is_shown then found.created_at end
      from (select matches.*, as_admin or not matches.is_agency as is_shown from private.do_not_contact_matches(owner_id, ids) matches) found;
  end loop;
end $$;
comment on function public.suppressed_leads is
  'Those of these leads, at most 1,000, that must not be contacted, with the entries that apply. Members learn of an agency-wide one only that it applies.';

revoke all on function
  private.require_list, private.contact_error, private.approved_leads_with, private.take_over_entries, public.add_do_not_contact, public.remove_do_not_contact,
  public.search_do_not_contact, public.count_do_not_contact, public.suppressed_leads
  from public, anon, authenticated, service_role;
grant execute on function
  public.add_do_not_contact, public.remove_do_not_contact, public.search_do_not_contact, public.count_do_not_contact, public.suppressed_leads
  to authenticated;
