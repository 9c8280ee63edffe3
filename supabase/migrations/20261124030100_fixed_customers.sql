-- A changed customer_id took the comments and decisions of a row, and the steps of a campaign, to another customer. A distributed database rejects
-- it too. No role of the API may update that of a step.
do $$ begin
  lock table public.leads, public.companies, public.campaigns in share row exclusive mode;
end $$;

create trigger reject_new_customer before update of customer_id on public.leads for each row
  when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a lead cannot be changed');
create trigger reject_new_customer before update of customer_id on public.companies for each row
  when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a company cannot be changed');
create trigger reject_new_customer before update of customer_id on public.campaigns for each row
  when (current_user in ('authenticated', 'service_role') and new.customer_id is distinct from old.customer_id)
  execute function private.reject_change('The customer of a campaign cannot be changed');

comment on column public.leads.customer_id is 'Cannot be changed.';
comment on column public.companies.customer_id is 'Cannot be changed.';
comment on column public.campaigns.customer_id is 'Cannot be changed.';
