-- What the changes of this release need of each other.

alter table public.leads add check (octet_length(duplicate_keys::text) <= 200);
alter table public.companies add check (octet_length(duplicate_keys::text) <= 200);

alter function private.count_changed_steps() set jit = off;
alter function private.record_leads_update() set jit = off;
alter function private.record_companies_update() set jit = off;
