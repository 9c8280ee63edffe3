-- Reads every row once, beside readers and writers.
alter table public.campaigns validate constraint campaigns_created_at_range;
alter table public.campaign_steps
  validate constraint campaign_steps_created_at_range,
  validate constraint campaign_steps_delay_days_range;
alter table public.leads
  validate constraint leads_created_at_range,
  validate constraint leads_updated_at_range;
alter table public.companies
  validate constraint companies_created_at_range,
  validate constraint companies_updated_at_range;
alter table public.customers validate constraint customers_created_at_range;
alter table public.customer_users
  validate constraint customer_users_created_at_range,
  validate constraint customer_users_accepted_at_range;
alter table public.invitations
  validate constraint invitations_expires_at_range,
  validate constraint invitations_accepted_at_range;
alter table public.user_roles validate constraint user_roles_created_at_range;
alter table public.impersonations validate constraint impersonations_ended_at_range;
