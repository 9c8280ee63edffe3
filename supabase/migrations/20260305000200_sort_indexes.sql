-- Lists sorted by name and company. The status comes first, so that a list of one status is read as fast as one of all, which merges three.
-- It is a number, because PostgreSQL does not see that rows with `is_approved is null` are sorted by the next column.

create or replace function private.name_sort_key(search_text text) returns text
language sql immutable parallel safe
return left(split_part(search_text, e'\u001f', 1), 100);
comment on function private.name_sort_key(text) is 'The folded name of a row, by which lists are sorted, from its search_text.';

create or replace function private.company_sort_key(search_text text) returns text
language sql immutable parallel safe
return coalesce(nullif(left(split_part(search_text, e'\u001f', 2), 100), ' '), e'\U0010ffff');
comment on function private.company_sort_key(text) is 'The folded company of a lead, by which lists are sorted. Leads without one come last.';

revoke all on function private.name_sort_key(text), private.company_sort_key(text) from public, anon, authenticated, service_role;
grant execute on function private.name_sort_key(text), private.company_sort_key(text) to authenticated, service_role;

create index if not exists leads_customer_name_idx on public.leads (customer_id, (coalesce(is_approved::int, 2)), private.name_sort_key(search_text), id);
create index if not exists leads_name_idx on public.leads ((coalesce(is_approved::int, 2)), private.name_sort_key(search_text), id);
create index if not exists leads_customer_company_idx on public.leads (customer_id, (coalesce(is_approved::int, 2)), private.company_sort_key(search_text), id);
create index if not exists leads_company_sort_idx on public.leads ((coalesce(is_approved::int, 2)), private.company_sort_key(search_text), id);
create index if not exists companies_customer_sort_idx on public.companies (customer_id, (coalesce(is_approved::int, 2)), private.name_sort_key(search_text), id);
create index if not exists companies_sort_idx on public.companies ((coalesce(is_approved::int, 2)), private.name_sort_key(search_text), id);
