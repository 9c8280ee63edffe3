-- Members could learn how many internal comments a row has from the number of further ones that it takes.
create or replace function private.limit_comments() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  if (
    select count(*) from public.comments
    where customer_id = new.customer_id and is_internal = new.is_internal
      and (lead_id = new.lead_id or company_id = new.company_id or campaign_id = new.campaign_id or step_id = new.step_id)
  ) >= 1000 then
    raise exception 'There are already 1000 comments' using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function private.limit_comments() is
  'Rejects a comment on a row that has 1,000, deleted ones included. Internal comments are counted apart.';
comment on table public.comments is
  'Comments on a lead, company, campaign or step, at most 1,000 on each and 1,000 internal ones. Plain text. Visible to those who see the row, internal ones to administrators only. Deleted with the row. Not in the activity.';

-- The decisions about a row were not limited. One statement in fifty removes the oldest ones; the activity still has who made them and when.
create function private.remove_old_decisions(customer uuid, row_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.decisions
  where customer_id = customer and id = any (array(
    select id
    from (
      select id, row_number() over (partition by lead_id, company_id order by decided_at desc, id) as place
      from public.decisions
      where customer_id = customer and (lead_id = any (row_ids) or company_id = any (row_ids))
    ) numbered
    where place > 1000
  ));
end $$;

create function private.limit_decisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  made record;
begin
  if (select get_byte(uuid_send(id), 0) < 5 from new_rows limit 1) then
    for made in select customer_id, array_agg(coalesce(lead_id, company_id)) as row_ids from new_rows group by customer_id loop
      perform private.remove_old_decisions(made.customer_id, made.row_ids);
    end loop;
  end if;
  return null;
end $$;
create trigger limit_decisions after insert on public.decisions
  referencing new table as new_rows for each statement execute function private.limit_decisions();

revoke all on function private.remove_old_decisions(uuid, uuid[]), private.limit_decisions()
  from public, anon, authenticated, service_role;

comment on function private.remove_old_decisions(uuid, uuid[]) is 'Removes the oldest decisions about rows that have more than 1,000.';
comment on function private.limit_decisions() is
  'Removes, in one statement of about 50, which the random id of a decision chooses, the oldest decisions about the rows of the statement.';
comment on table public.decisions is
  'One row for each change of is_approved, reason or note of a lead or company, since migration 20260201000200: at least the last 1,000 of a row. Written by triggers only, deleted with the lead or company.';
