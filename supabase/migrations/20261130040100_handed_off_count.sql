create function public.count_handed_off(customer_id uuid, campaign_id uuid, audiences text[] default null) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_variable
declare
  handed_off uuid[];
begin
  perform private.require_admin('Only an administrator can hand off leads');
  perform private.require_length('audiences', audiences::text, 100000);
  handed_off := array(
    select distinct mark.lead_id
    from public.handed_off_leads mark
    where mark.customer_id = count_handed_off.customer_id and mark.hand_off_id = any (array(
      select batch.id
      from public.hand_offs batch
      where batch.customer_id = count_handed_off.customer_id and batch.campaign_id = count_handed_off.campaign_id and batch.state = 'ready'
    ))
  );
  return (
    select count(*)
    from public.leads lead
    where lead.customer_id = count_handed_off.customer_id and lead.id = any (handed_off) and lead.is_approved
      and (audiences is null or coalesce(lead.audience, '') = any (audiences))
  );
end $$;
comment on function public.count_handed_off is
  'How many of the approved leads, of these audiences ('''': without one) or all, have been handed off from a campaign. Counts their ids; a check also finds leads that were imported again. Administrators only.';
revoke all on function public.count_handed_off from public, anon, authenticated, service_role;
grant execute on function public.count_handed_off to authenticated;
