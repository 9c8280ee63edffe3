-- As the previous migration, for companies.
create index companies_customer_unreviewed_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is null;
create index companies_customer_approved_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is true;
create index companies_customer_rejected_idx on public.companies (customer_id, created_at desc, id desc) where is_approved is false;
create index companies_created_unreviewed_idx on public.companies (created_at desc, id desc) where is_approved is null;
create index companies_created_approved_idx on public.companies (created_at desc, id desc) where is_approved is true;
create index companies_created_rejected_idx on public.companies (created_at desc, id desc) where is_approved is false;
create index companies_reason_idx on public.companies (rejection_reason_id, created_at desc, id desc) where rejection_reason_id is not null;
