-- The index of searches holds an expression, so that no equality of keys reads it, as that of do-not-contact entries.
drop index public.leads_search_text_idx;
create index leads_search_text_idx on public.leads using gin (search_text extensions.gin_trgm_ops, (email_key || '') extensions.gin_trgm_ops);

create or replace function private.search_conditions(term text, scope uuid[], has_email boolean, out matches text, out candidates text)
language plpgsql stable security definer set search_path = '' as $$
declare
  word text;
  seen text[] := '{}';
  pattern text;
  local_part text;
  domain text;
  others text;
  match text;
  candidate text;
  narrowed record;
begin
  perform private.require_length('search term', split_part(term, chr(30), 1), 200);
  foreach word in array string_to_array(private.collapse_spaces(coalesce(split_part(term, chr(30), 1), '')), ' ') loop
    pattern := private.word_pattern(word);
    continue when pattern is null or word = any (seen);
    seen := seen || word;
    match := format('search_text like %L', pattern);
    candidate := case when pattern ~ '^%[^ ]{6,}$' then format('search_text like %L', left(pattern, 6) || '%') else match end;
    -- A part of an email without letters is in no index.
    if has_email and position('@' in word) > 0 and char_length(word) > 2 and pattern ~ '[^ᚠ-ᛀ %]' then
      local_part := private.text_key(split_part(word, '@', 1));
      domain := private.text_key(substr(word, position('@' in word) + 1));
      match := match || format(' or email_key || '''' like %L', private.search_pattern(private.text_key(word)));
      candidate := candidate || case
        when local_part = '' then format(' or email_key || '''' like %L', private.search_pattern('@' || domain))
        else format(
          $sql$ or reverse(split_part(email_key, '@', 1)) like %L and split_part(email_key, '@', 2) like %L$sql$,
          substr(private.search_pattern(reverse(local_part)), 2), substr(private.search_pattern(domain), 2)
        )
      end;
    end if;
    -- Administrators who search the rows of all customers find the customers' names, too.
    if scope is null then
      select format(' or customer_id = any (%L)', array_agg(id)) into others from public.customers where search_text like pattern having count(*) > 0;
    end if;
    matches := concat_ws(' and ', matches, '(' || match || coalesce(others, '') || ')');
    candidates := concat_ws(' and ', candidates, '(' || candidate || coalesce(others, '') || ')');
  end loop;
  for narrowed in
    select *
    from private.filter_conditions(
      nullif(split_part(term, chr(30), 2), '')::jsonb, scope, case when has_email then 'leads' else 'companies' end
    )
  loop
    matches := concat_ws(' and ', matches, narrowed.condition);
    candidates := concat_ws(' and ', candidates, narrowed.indexed);
  end loop;
end $$;
