-- What a campaign's card shows: its steps, whom it reaches and when it last changed. A campaign has no date of its own change before this
-- migration.
alter table public.campaigns add column updated_at timestamptz check (private.is_plausible_date(updated_at));
create trigger set_updated_at before update on public.campaigns for each row execute function private.set_updated_at();

create or replace trigger limit_member_updates before update of id, customer_id, created_at, updated_at on public.campaigns
  for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only name and status of a campaign');

create function private.set_campaign_updated_at() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.campaigns campaign
  set updated_at = now()
  from (select distinct customer_id, campaign_id from former_steps) former
  where campaign.customer_id = former.customer_id and campaign.id = former.campaign_id;
  return null;
end $$;
revoke all on function private.set_campaign_updated_at() from public, anon, authenticated, service_role;
create trigger set_campaign_updated_at after delete on public.campaign_steps
  referencing old table as former_steps for each statement execute function private.set_campaign_updated_at();

create view public.campaign_counts with (security_invoker = true) as
select
  campaign.id as campaign_id,
  campaign.customer_id,
  (
    select count(*) from public.campaign_steps step where step.customer_id = campaign.customer_id and step.campaign_id = campaign.id
  ) as steps,
  (
    select coalesce(sum(counter.approved), 0)::bigint from public.lead_counters counter where counter.customer_id = campaign.customer_id
  ) as approved_leads,
  greatest(campaign.created_at, campaign.updated_at, (
    select max(step.updated_at)
    from public.campaign_steps step
    where step.customer_id = campaign.customer_id and step.campaign_id = campaign.id
  )) as changed_at
from public.campaigns campaign;
revoke all on public.campaign_counts from public, anon, authenticated, service_role;
grant select on public.campaign_counts to authenticated, service_role;

comment on column public.campaigns.updated_at is
  'When the campaign changed or a step was deleted; null if it has not since migration 20260216000000. Set by triggers.';
comment on function private.set_campaign_updated_at() is 'Sets updated_at of the campaigns whose steps a statement deleted.';
comment on view public.campaign_counts is
  'Number of steps and of approved leads of the customer for each campaign, and when it or a step last changed.';
