-- PostgreSQL checks the rights to a view that joins tables only if it has such triggers; without one it reports that no role could write it.
create trigger reject_change instead of insert or update or delete on public.audience_summary
  for each row execute function private.reject_change('The summary cannot be changed');
create trigger reject_change instead of insert or update or delete on public.customer_counts
  for each row execute function private.reject_change('The counts cannot be changed');
