-- The trigram indexes of search. Others can read meanwhile. Where they exist already, this takes no time.
create index if not exists leads_search_text_idx on public.leads
  using gin (search_text extensions.gin_trgm_ops, email_key extensions.gin_trgm_ops);
create index if not exists companies_search_text_idx on public.companies using gin (search_text extensions.gin_trgm_ops);
