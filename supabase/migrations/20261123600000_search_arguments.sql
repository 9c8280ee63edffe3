-- The beginning of a customer's name was folded whatever its length: one of 32 MB took 6 s, in which the statement cannot be cancelled.
create or replace function public.search_customers(term text, at_start boolean default false) returns setof public.customers
language sql stable
as $$
  select * from public.customers
  where search_text like all (array(
    select private.word_pattern(word) from private.words_of(search_customers.term) word
    union all
    select ' ' || private.fold_text(left(search_customers.term, 200)) || '%' where at_start
  ))
$$;

-- Administrators who named a customer twice got each of its rows twice.
create or replace function private.scope(wanted uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_cardinality('customers', wanted, 10000);
  if private.is_admin() then
    return case when wanted is not null then array(select distinct unnest(wanted)) end;
  end if;
  return array(
    select customer_id from private.my_customer_ids() mine (customer_id) where wanted is null or customer_id = any (wanted)
  );
end $$;
