-- A page of a list by status, newest first, of one customer or of all. Each lead is in two of the first six indexes. Others can read
-- meanwhile.
create index leads_customer_unreviewed_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is null;
create index leads_customer_approved_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is true;
create index leads_customer_rejected_idx on public.leads (customer_id, created_at desc, id desc) where is_approved is false;
create index leads_created_unreviewed_idx on public.leads (created_at desc, id desc) where is_approved is null;
create index leads_created_approved_idx on public.leads (created_at desc, id desc) where is_approved is true;
create index leads_created_rejected_idx on public.leads (created_at desc, id desc) where is_approved is false;
create index leads_reason_idx on public.leads (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
