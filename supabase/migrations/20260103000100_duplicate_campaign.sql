-- A draft with the steps of another campaign, of the same customer; made by the caller's own rights, whole or not at all.
create function public.duplicate_campaign(campaign_id uuid, name text) returns setof public.campaigns
language plpgsql set search_path = ''
as $$
declare
  copy public.campaigns;
begin
  insert into public.campaigns (customer_id, name)
  select original.customer_id, duplicate_campaign.name from public.campaigns original where original.id = duplicate_campaign.campaign_id
  returning * into copy;
  if not found then
    raise exception 'There is no such campaign' using errcode = 'insufficient_privilege';
  end if;

  insert into public.campaign_steps (campaign_id, step_number, step_type, delay_days, subject, message_content)
  select copy.id, step.step_number, step.step_type, step.delay_days, step.subject, step.message_content
  from public.campaign_steps step
  where step.campaign_id = duplicate_campaign.campaign_id
  order by step.step_number;

  return next copy;
end $$;

revoke all on function public.duplicate_campaign(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.duplicate_campaign(uuid, text) to authenticated;
