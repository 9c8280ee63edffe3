-- The last decision of a customer. Others can read meanwhile.
create index decisions_customer_idx on public.decisions (customer_id, decided_at desc);
