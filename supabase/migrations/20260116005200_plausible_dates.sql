-- Every moment that the row API may write is one that a calendar of four-digit years can show: an `infinity` or a year past 9999 broke the
-- pages that list it. Of campaigns and steps, which members write, the creation date is the database's alone.

revoke insert (created_at) on public.campaigns, public.campaign_steps from authenticated;

-- Null where there is no moment, which a check constraint accepts.
create function private.is_plausible(moment timestamptz) returns boolean language sql immutable parallel safe
return moment between '1900-01-01 00:00:00+00' and '9999-12-31 23:59:59+00';

revoke all on function private.is_plausible(timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.is_plausible(timestamptz) to authenticated, service_role;

-- What was stored so far comes to the nearest moment that fits; null stays null.
create function pg_temp.fit(moment timestamptz) returns timestamptz language sql immutable strict
return least(greatest(moment, '1900-01-01 00:00:00+00'), '9999-12-31 23:59:59+00');

update public.campaigns set created_at = pg_temp.fit(created_at) where not private.is_plausible(created_at);
update public.campaign_steps set created_at = pg_temp.fit(created_at) where not private.is_plausible(created_at);
update public.leads set created_at = pg_temp.fit(created_at), updated_at = pg_temp.fit(updated_at)
  where not (private.is_plausible(created_at) and private.is_plausible(updated_at));
update public.companies set created_at = pg_temp.fit(created_at), updated_at = pg_temp.fit(updated_at)
  where not (private.is_plausible(created_at) and private.is_plausible(updated_at));
update public.customers set created_at = pg_temp.fit(created_at) where not private.is_plausible(created_at);
update public.customer_users set created_at = pg_temp.fit(created_at), accepted_at = pg_temp.fit(accepted_at)
  where not (private.is_plausible(created_at) and private.is_plausible(accepted_at));
update public.invitations set expires_at = pg_temp.fit(expires_at), accepted_at = pg_temp.fit(accepted_at)
  where not (private.is_plausible(expires_at) and private.is_plausible(accepted_at));
update public.user_roles set created_at = pg_temp.fit(created_at) where not private.is_plausible(created_at);
update public.campaign_steps set delay_days = 3650 where delay_days > 3650;

-- Checked for every row by the next migration, which holds no lock that writers wait for.
alter table public.campaigns
  add constraint campaigns_created_at_range check (private.is_plausible(created_at)) not valid;
alter table public.campaign_steps
  add constraint campaign_steps_created_at_range check (private.is_plausible(created_at)) not valid,
  add constraint campaign_steps_delay_days_range check (delay_days <= 3650) not valid;
alter table public.leads
  add constraint leads_created_at_range check (private.is_plausible(created_at)) not valid,
  add constraint leads_updated_at_range check (private.is_plausible(updated_at)) not valid;
alter table public.companies
  add constraint companies_created_at_range check (private.is_plausible(created_at)) not valid,
  add constraint companies_updated_at_range check (private.is_plausible(updated_at)) not valid;
alter table public.customers
  add constraint customers_created_at_range check (private.is_plausible(created_at)) not valid;
alter table public.customer_users
  add constraint customer_users_created_at_range check (private.is_plausible(created_at)) not valid,
  add constraint customer_users_accepted_at_range check (private.is_plausible(accepted_at)) not valid;
alter table public.invitations
  add constraint invitations_expires_at_range check (private.is_plausible(expires_at)) not valid,
  add constraint invitations_accepted_at_range check (private.is_plausible(accepted_at)) not valid;
alter table public.user_roles
  add constraint user_roles_created_at_range check (private.is_plausible(created_at)) not valid;
alter table public.impersonations
  add constraint impersonations_ended_at_range check (private.is_plausible(ended_at)) not valid;
