-- Searches of short lists, as the caller: row-level security applies. A function without settings becomes part of the query.
grant execute on function private.require_length(text, text, int), private.word_pattern(text), private.words_of(text) to authenticated, service_role;

create function public.search_customers(term text, at_start boolean default false) returns setof public.customers
language sql stable
as $$
  select * from public.customers
  where search_text like all (array(select private.word_pattern(word) from private.words_of(search_customers.term) word))
    and (not at_start or starts_with(search_text, ' ' || private.fold_text(search_customers.term)))
$$;

create function public.search_users(term text) returns setof public.profiles
language sql stable
as $$
  select * from public.profiles
  where search_text like all (array(select private.word_pattern(word) from private.words_of(search_users.term) word))
$$;

create function public.search_campaigns(term text) returns setof public.campaigns
language sql stable
as $$
  select * from public.campaigns
  where search_text like all (array(select private.word_pattern(word) from private.words_of(search_campaigns.term) word))
$$;

create or replace function public.audience_names(
  customers uuid[] default null, term text default '', after_name text default null, page_size int default 1000
) returns setof text
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  scope uuid[] := private.scope(customers);
  patterns text[] := array(select private.word_pattern(word) from private.words_of(audience_names.term) word);
begin
  return query
    select name
    from (
      select audience collate "und-x-icu" as name
      from public.lead_counters
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(total) > 0
    ) audiences
    where (after_name is null or name > after_name)
      and (cardinality(patterns) = 0 or private.search_text(name) like all (patterns))
    order by name
    limit least(greatest(page_size, 0), 1000);
end $$;

revoke all on function public.search_customers(text, boolean), public.search_users(text), public.search_campaigns(text)
  from public, anon, authenticated, service_role;
grant execute on function public.search_customers(text, boolean), public.search_users(text), public.search_campaigns(text) to authenticated;

comment on function public.search_customers(text, boolean) is
  'The customers, of those that the caller can see, whose name contains each word of the term. Ignores case and accents; a word of one or two letters matches the beginning of a word. at_start: the name begins with the term.';
comment on function public.search_users(text) is
  'The users, of those that the caller can see, whose name and email contain each word of the term, as search_customers.';
comment on function public.search_campaigns(text) is
  'The campaigns, of those that the caller can see, whose name contains each word of the term, as search_customers.';
comment on function public.audience_names(uuid[], text, text, int) is
  'A page of the distinct audiences whose name contains each word of the term, sorted, after the given name. Ignores case and accents.';
