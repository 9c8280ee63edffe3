-- Handed-off leads that an entry reaches only by the keys that they have since the release before this one are flagged, and erased ones stay
-- flagged.

create or replace function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
begin
  if keys is null then
    ids := array(select distinct lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact' and name <> '');
    ids := array(select unnest(ids) except select unnest(private.suppressed_hand_offs(customer, ids)));
    perform private.flag_marks(
      customer, array(select id from public.leads where customer_id = customer and id = any (ids) and is_approved is null), 'in_review', '{do_not_contact}'
    );
    perform private.flag_marks(customer, ids, null, '{do_not_contact}');
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    ids := ids || array(
      select lead_id
      from public.handed_off_leads
      where customer_id = customer and (email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys))
    );
    perform private.flag_marks(customer, ids, 'do_not_contact', '{"",in_review}');
  end if;
end $$;

do $$
declare
  customer uuid;
begin
  for customer in select distinct customer_id from public.handed_off_leads loop
    perform private.flag_marks(
      customer, private.suppressed_hand_offs(customer, array(
        select distinct lead_id from public.handed_off_leads where customer_id = customer and coalesce(flag, 'in_review') = 'in_review'
      )), 'do_not_contact', '{"",in_review}'
    );
  end loop;
end $$;
