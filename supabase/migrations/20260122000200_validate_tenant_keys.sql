-- Reads every row once, beside readers and writers.
alter table public.campaign_steps
  validate constraint campaign_steps_customer_id_present,
  validate constraint campaign_steps_campaign_id_fkey;
alter table public.import_chunks
  validate constraint import_chunks_customer_id_present,
  validate constraint import_chunks_import_id_fkey;
alter table public.import_errors
  validate constraint import_errors_customer_id_present,
  validate constraint import_errors_import_id_fkey;
alter table public.leads validate constraint leads_import_id_fkey;
alter table public.companies validate constraint companies_import_id_fkey;
