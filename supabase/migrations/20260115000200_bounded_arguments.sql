-- What callers hand to the search functions becomes a pattern, which is compared at each place of a text: 8 MB of it took longer than a
-- statement may. A longer term finds nothing that a shorter one does not, for no searched column is worth more.
create or replace function private.containing(term text) returns text language plpgsql immutable parallel safe
as $$
begin
  if char_length(term) > 200 then
    raise exception 'The search term is too long: % characters, at most 200', char_length(term) using errcode = '22001';
  end if;
  return '%' || replace(replace(replace(private.folded(coalesce(term, '')), '\', '\\'), '%', '\%'), '_', '\_') || '%';
end $$;

-- As before, for texts only: the key is made of the headers' text, and a number of nine characters has a text of 131,072.
create or replace function public.remembered_mapping(customer_id uuid, import_type text, headers jsonb)
returns table (mapping jsonb, created_at timestamptz) language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  if jsonb_typeof(headers) <> 'array' or jsonb_path_exists(headers, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'headers must be an array of texts' using errcode = '22023';
  end if;
  return query
    select known.mapping, known.created_at
    from public.import_mappings known
    where known.customer_id = remembered_mapping.customer_id
      and known.import_type = remembered_mapping.import_type
      and known.headers_key = md5(remembered_mapping.headers::text);
end $$;
