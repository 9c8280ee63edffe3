-- A member may have more than 1,000 customers, all of which the app names.
create or replace function private.scope(wanted uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_cardinality('customers', wanted, 10000);
  if private.is_admin() then
    return wanted;
  end if;
  return array(
    select customer_id from private.my_customer_ids() mine (customer_id) where wanted is null or customer_id = any (wanted)
  );
end $$;
comment on function private.scope(uuid[]) is
  'The requested customers, at most 10,000, that the caller can see; null: all customers, for administrators only.';
