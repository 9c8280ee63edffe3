-- Indexes of the keys that the next migration adds. Others can read meanwhile.
create unique index leads_id_customer_id_key on public.leads (id, customer_id);
create unique index companies_id_customer_id_key on public.companies (id, customer_id);
create unique index imports_id_customer_id_key on public.imports (id, customer_id);
create unique index import_mappings_id_customer_id_key on public.import_mappings (id, customer_id);
create unique index campaigns_id_customer_id_key on public.campaigns (id, customer_id);
create unique index campaign_steps_id_customer_id_key on public.campaign_steps (id, customer_id);
