-- As before, but after the insert, which row-level security has then allowed: before it, whoever may not comment on a row would lock it, and learn how
-- many comments it has.
create or replace function private.limit_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Each locks the row for those after it, which then count it.
  if new.lead_id is not null then
    perform 1 from public.leads where customer_id = new.customer_id and id = new.lead_id for no key update;
  elsif new.company_id is not null then
    perform 1 from public.companies where customer_id = new.customer_id and id = new.company_id for no key update;
  elsif new.campaign_id is not null then
    perform 1 from public.campaigns where customer_id = new.customer_id and id = new.campaign_id for no key update;
  else
    perform 1 from public.campaign_steps where customer_id = new.customer_id and id = new.step_id for no key update;
  end if;
  if (
    select count(*) from public.comments
    where customer_id = new.customer_id and is_internal = new.is_internal
      and (lead_id = new.lead_id or company_id = new.company_id or campaign_id = new.campaign_id or step_id = new.step_id)
  ) > 1000 then
    raise exception 'There are already 1000 comments' using errcode = 'check_violation';
  end if;
  return null;
end $$;

drop trigger limit_comments on public.comments;
create trigger limit_comments after insert on public.comments for each row execute function private.limit_comments();

drop trigger check_version_step on public.comments;
create trigger check_version_step after insert on public.comments
  for each row when (new.version_step_id is not null) execute function private.check_version_step();
