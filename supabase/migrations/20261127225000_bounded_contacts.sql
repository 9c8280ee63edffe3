-- As before, but a text that is longer than any stored one is compared without Unicode forms, because normalizing takes the square of its accents: minutes
-- for a search term of 1 MB, during which PostgreSQL cannot be interrupted.
create or replace function private.text_key(value text) returns text language plpgsql immutable parallel safe as $$
declare
  longest_stored constant int := 2000;
begin
  return nullif(private.collapse_spaces(
    case
      when octet_length(value) = char_length(value) then lower(value collate "C") collate "C"
      when char_length(value) > longest_stored then lower(value collate "und-x-icu") collate "C"
      else lower(normalize(value, nfc) collate "und-x-icu") collate "C"
    end
  ), '');
end $$;

-- As before, and with the greatest lengths of an email, a domain and the company of a lead. The index for searches takes up to 8 ms for a key of 500 characters.
create or replace function private.contact_error(kind text, value text, reason text) returns text language plpgsql immutable parallel safe as $$
declare
  most_of_value constant int := case kind when 'email' then 320 when 'company' then 500 else 2000 end;
  most_of_domain constant int := 253;
  most_of_reason constant int := 500;
  -- Accents and symbols, in any script. PostgreSQL takes the square of their number to put accents in order.
  many_accents constant text := '[^[:alnum:][:punct:][:space:]]{31}';
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
  elsif value collate "und-x-icu" ~ many_accents then
    return 'Value has more than 30 accents or symbols in a row';
  end if;
  key := private.contact_key(kind, value);
  return case
    when kind = 'domain' and (char_length(key) > most_of_domain or starts_with(key, 'md5:'))
      then format('Domain is too long (at most %s characters)', most_of_domain)
    when kind = 'email' and private.text_key(value) !~ '^[^@ ]+@[^@ .]+(\.[^@ .]+)+$' then 'Email is not valid: ' || value
    when kind = 'domain' and (key is null or key !~ '^[^@/ .]+(\.[^@/ .]+)+$') then 'Domain is not valid: ' || value
    when kind = 'linkedin' and (key is null or key !~ '^([^/]+\.)?linkedin\.com/(in|company)/.') then 'LinkedIn page is not valid: ' || value
    when key is null then 'Value is missing'
    when kind in ('domain', 'company') and private.is_shared_domain(key)
      then format('Many users have addresses at %s: add their email addresses instead', key)
  end;
end $$;

-- As before, and with a limit of all values together, so that a call takes a few seconds at most. Materialized, each entry is checked once: PostgreSQL checked it for each of the lists.
create or replace function public.add_do_not_contact(entries jsonb, customer_id uuid default null, source text default 'form', dry_run boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most constant int := 5000;
  most_listed constant int := 500000;
  most_characters constant int := 500000;
  from_member constant boolean := not private.is_admin();
  listed int;
  characters bigint;
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
  select sum(char_length(entry ->> 'value')) into characters from jsonb_array_elements(entries) entry;
  if characters > most_characters then
    raise exception 'The values of entries have % characters together, at most %. Add them in several requests', characters, most_characters
      using errcode = '22023';
  end if;
  if add_do_not_contact.customer_id is null then
    select count(*) into listed from public.agency_do_not_contact where kind <> 'erased';
  else
    select count(*) into listed from public.do_not_contact entry where entry.customer_id = add_do_not_contact.customer_id;
  end if;
  if listed + jsonb_array_length(entries) > most_listed then
    raise exception 'A list can have at most % entries', most_listed using errcode = 'check_violation';
  end if;
  with checked as materialized (
    select place, kind, value, reason, private.contact_error(kind, value, reason) as error
    from jsonb_array_elements(entries) with ordinality as given (entry, place)
    cross join lateral (
      select entry ->> 'kind' as kind, private.trimmed(entry ->> 'value') as value, nullif(private.trimmed(entry ->> 'reason'), '') as reason
    ) parts
  )
  select
    array_agg(kind) filter (where error is null), array_agg(value) filter (where error is null),
    array_agg(reason) filter (where error is null), array_agg(private.contact_key(kind, value)) filter (where error is null),
    coalesce(jsonb_agg(jsonb_build_object('entry', place - 1, 'error', error) order by place) filter (where error is not null), '[]')
  into kinds, contents, reasons, keys, errors
  from checked;

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
  'Adds at most 5,000 entries of kind, value and reason, with 500,000 characters in all values, to a list of at most 500,000, removed ones included. One that a member has added and an administrator adds too becomes the administrator''s. Returns the ids of the new ones, the number of those that the list has already, errors with the place of the entry, and how many approved leads the entries apply to (touched, null for too many entries) with the first ten. A dry run does the same and rolls back. Without a customer: the agency-wide list, administrators only.';
