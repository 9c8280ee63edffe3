-- A name with U+001F became two fields of search_text: the list was sorted by a wrong company and its next page left rows out. Characters that
-- are many once folded (U+FDFA is 18) made fields of 9,000, through which each search went.
create or replace function private.search_text(first text, second text default null, third text default null) returns text
language plpgsql immutable parallel safe
as $$
declare
  separator constant text := e'\u001f';
  folded text := ' ' || private.fold_text(
    translate(first, separator, ' ') || e' \u001f ' || coalesce(translate(second, separator, ' '), '')
      || e' \u001f ' || coalesce(translate(third, separator, ' '), '')
  );
begin
  -- Three fields of 500 symbols or Han have 3,005.
  if char_length(folded) > 4000 then
    folded := array_to_string(array(select left(field, 1000) from unnest(string_to_array(folded, separator)) field), separator);
  end if;
  return folded;
end $$;
comment on function private.search_text(text, text, text) is
  'The folded fields of a row, separated by U+001F, which a field cannot contain. Words are searched for in it, and lists are sorted by it. A field that is much longer once folded is cut after 1,000 characters.';

-- Computes the column again.
update public.leads set name = name
where position(e'\u001f' in concat(name, company, title)) > 0 or char_length(search_text) > 4000;
update public.companies set name = name
where position(e'\u001f' in concat(name, industry, location)) > 0 or char_length(search_text) > 4000;
update public.customers set name = name where char_length(search_text) > 4000;
