-- The customers whose own name matches a search. They are looked for only where an admin searches the rows of all customers (a null
-- scope): where customers are named, the name of one of them matches all of its rows, so that it narrows nothing.
create or replace function private.customers_named(pattern text, scope uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(select id from public.customers where scope is null and pattern <> '%%' and name ilike pattern)
$$;
