-- Rows reference their campaign or import by its id and its customer, so that no row belongs to another customer's. Locks the tables
-- briefly; the next migration checks the rows that are there. The names of the foreign keys stay, because requests can name them.
-- The steps of a campaign that an administrator gives to another customer go with it.
alter table public.leads add constraint leads_id_customer_id_key unique using index leads_id_customer_id_key;
alter table public.companies add constraint companies_id_customer_id_key unique using index companies_id_customer_id_key;
alter table public.imports add constraint imports_id_customer_id_key unique using index imports_id_customer_id_key;
alter table public.import_mappings
  add constraint import_mappings_id_customer_id_key unique using index import_mappings_id_customer_id_key;
alter table public.campaigns add constraint campaigns_id_customer_id_key unique using index campaigns_id_customer_id_key;

alter table public.campaign_steps
  add constraint campaign_steps_id_customer_id_key unique using index campaign_steps_id_customer_id_key,
  add constraint campaign_steps_customer_id_present check (customer_id is not null) not valid,
  drop constraint campaign_steps_campaign_id_fkey,
  add constraint campaign_steps_campaign_id_fkey foreign key (campaign_id, customer_id)
    references public.campaigns (id, customer_id) on update cascade on delete cascade not valid;
alter table public.import_chunks
  add constraint import_chunks_customer_id_present check (customer_id is not null) not valid,
  drop constraint import_chunks_import_id_fkey,
  add constraint import_chunks_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete cascade not valid;
alter table public.import_errors
  add constraint import_errors_customer_id_present check (customer_id is not null) not valid,
  drop constraint import_errors_import_id_fkey,
  add constraint import_errors_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete cascade not valid;
alter table public.leads
  drop constraint leads_import_id_fkey,
  add constraint leads_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (import_id) not valid;
alter table public.companies
  drop constraint companies_import_id_fkey,
  add constraint companies_import_id_fkey foreign key (import_id, customer_id)
    references public.imports (id, customer_id) on delete set null (import_id) not valid;
