-- Reads no row: the checks prove it.
alter table public.campaign_steps alter column customer_id set not null;
alter table public.campaign_steps drop constraint campaign_steps_customer_id_present;
alter table public.import_chunks alter column customer_id set not null;
alter table public.import_chunks drop constraint import_chunks_customer_id_present;
alter table public.import_errors alter column customer_id set not null;
alter table public.import_errors drop constraint import_errors_customer_id_present;
