
-- Each key is looked up in its own index: with all of them in one condition the planner reads every row of a customer.
create or replace function private.flag_decided_leads(customer uuid, decision boolean, ids uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  decided constant text[] := '{rejected,in_review}';
  replaced constant text[] := case when decision then decided when decision is null then decided || '{""}' else '{"",in_review,do_not_contact}' end;
  marked uuid[];
  stored uuid[];
begin
  if not (case
    when decision then exists (select from public.handed_off_leads where customer_id = customer and flag = any (decided))
    else exists (select from public.handed_off_leads where customer_id = customer)
  end) then
    return;
  end if;
  marked := array(
    select mark.lead_id
    from public.leads lead, lateral (
      select lead_id, flag from public.handed_off_leads where customer_id = customer and lead_id = lead.id
      union all
      select lead_id, flag from public.handed_off_leads where customer_id = customer and linkedin_key = lead.linkedin_key
      union all
      select lead_id, flag from public.handed_off_leads where customer_id = customer and email_key = lead.email_key
      union all
      select lead_id, flag from public.handed_off_leads where customer_id = customer and name_key = lead.name_key
    ) mark
    where lead.customer_id = customer and lead.id = any (array(select unnest(ids))) and coalesce(mark.flag, '') = any (replaced)
  );
  if not marked <@ ids then
    stored := array(select id from public.leads where customer_id = customer and id = any (marked));
    marked := array(select unnest(marked) except (select unnest(stored) except select unnest(ids)));
  end if;
  if marked = '{}' then
    return;
  elsif decision is false then
    perform private.flag_marks(customer, marked, 'rejected', replaced);
  else
    perform private.flag_marks(customer, private.suppressed_hand_offs(customer, marked), 'do_not_contact', decided);
    perform private.flag_marks(customer, marked, case when decision is null then 'in_review' end, case when decision is null then '{"",rejected}' else decided end);
  end if;
end $$;
