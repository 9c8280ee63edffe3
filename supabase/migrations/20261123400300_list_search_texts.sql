-- Users and campaigns are searched as leads are: by words, without case and accents. Rewrites their tables, which are small.
alter table public.profiles add column search_text text collate "C" generated always as (private.search_text(coalesce(full_name, ''), email)) stored;
alter table public.campaigns add column search_text text collate "C" generated always as (private.search_text(name)) stored;
