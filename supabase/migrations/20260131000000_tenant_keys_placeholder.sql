do $$ begin
  if not exists (select from pg_constraint where conname = 'leads_id_customer_id_key') then
    alter table public.leads add constraint leads_id_customer_id_key unique (id, customer_id);
    alter table public.companies add constraint companies_id_customer_id_key unique (id, customer_id);
  end if;
end $$;
