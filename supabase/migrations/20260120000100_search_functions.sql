-- Plain names for the functions that search and compare texts, and for the index of leads that are not reviewed.
alter function private.containing(text) rename to search_pattern;
alter function private.matching(text[], text, uuid[], uuid[], text, boolean) rename to search_condition;
alter function private.search_of(regclass, text[], text, uuid[], uuid[], text, boolean) rename to search_sql;
alter function private.customers_named(text, uuid[]) rename to customers_by_name;
alter function private.lacks(text, text, text, text, text) rename to is_missing;
alter function private.folded(text) rename to collapse_spaces;
alter function private.percent_decoded(text) rename to decode_percent;
alter index public.leads_undecided_idx rename to leads_unreviewed_idx;

-- Functions whose bodies are text name the renamed ones. Parsed bodies follow a rename by themselves.
do $$
declare
  names constant text[] := '{
    {containing,search_pattern}, {matching,search_condition}, {search_of,search_sql}, {customers_named,customers_by_name},
    {lacks,is_missing}, {folded,collapse_spaces}, {percent_decoded,decode_percent}
  }';
  caller oid;
  definition text;
begin
  for caller in
    select oid from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosqlbody is null
      and prosrc ~ '\mprivate\.(containing|matching|search_of|customers_named|lacks|folded|percent_decoded)\('
  loop
    definition := pg_get_functiondef(caller);
    for place in 1 .. array_length(names, 1) loop
      definition := replace(definition, 'private.' || names[place][1] || '(', 'private.' || names[place][2] || '(');
    end loop;
    execute definition;
  end loop;
end $$;

comment on function private.search_filter(text, uuid[]) is
  'The arguments of a search as private.search_condition takes them: the ILIKE pattern of the term, the customers in scope for the caller (null: all), and the customers whose name matches.';
