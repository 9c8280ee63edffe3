-- Leads to stop in the tool that they were handed off to: rejected, or not to be contacted, since.
create function private.flag_handed_off_leads() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  decided record;
  allowed uuid[];
  suppressed uuid[];
  moment constant timestamptz := now();
begin
  if current_setting('leadlight.restoring', true) = 'on' then
    return null;
  end if;
  for decided in
    select customer_id, is_approved is false as is_rejected, array_agg(lead_id) as ids
    from new_decisions
    where lead_id is not null and (is_approved is false or previous_is_approved is false)
    group by customer_id, is_approved is false
  loop
    if decided.is_rejected then
      update public.handed_off_leads
      set flag = 'rejected', flagged_at = moment
      where customer_id = decided.customer_id and lead_id = any (decided.ids) and flag is distinct from 'rejected';
    else
      allowed := array(
        select lead_id
        from public.handed_off_leads
        where customer_id = decided.customer_id and lead_id = any (decided.ids) and flag = 'rejected'
      );
      suppressed := private.suppressed_of(decided.customer_id, allowed);
      update public.handed_off_leads
      set flag = case when lead_id = any (suppressed) then 'do_not_contact' end, flagged_at = case when lead_id = any (suppressed) then moment end
      where customer_id = decided.customer_id and lead_id = any (allowed);
    end if;
  end loop;
  return null;
end $$;
comment on function private.flag_handed_off_leads is 'Flags leads that are rejected after they were handed off, until they are not rejected any more; then those that must not be contacted are flagged as such.';

create function private.flag_suppressed_leads(customer uuid, keys text[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  suppressed uuid[];
  addresses text[];
begin
  -- A hand-off that becomes ready now waits for the entry, or the entry waits for it and finds its leads.
  perform from public.hand_offs where customer_id = customer and state = 'preparing' order by id for update;
  if keys is null then
    suppressed := private.suppressed_of(
      customer, array(select lead_id from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact')
    );
    addresses := array(
      select unnest(array[email_key, linkedin_key]) from public.handed_off_leads where customer_id = customer and flag = 'do_not_contact'
    );
    addresses := array(select match_key from public.do_not_contact where customer_id = customer and removed_at is null and match_key = any (addresses))
      || array(select match_key from public.agency_do_not_contact where removed_at is null and match_key = any (addresses));
    update public.handed_off_leads
    set flag = null, flagged_at = null
    where customer_id = customer and flag = 'do_not_contact' and lead_id <> all (suppressed)
      and coalesce(email_key <> all (addresses), true) and coalesce(linkedin_key <> all (addresses), true);
  elsif exists (select from public.handed_off_leads where customer_id = customer) then
    execute format('select array(%s)', private.suppressed_leads_sql(customer, keys)) into ids;
    update public.handed_off_leads
    set flag = 'do_not_contact', flagged_at = now()
    where customer_id = customer and flag is null
      and (lead_id = any (ids) or email_key = any (flag_suppressed_leads.keys) or linkedin_key = any (flag_suppressed_leads.keys));
  end if;
end $$;
comment on function private.flag_suppressed_leads is
  'Flags the handed-off leads of a customer that new entries with these keys apply to, also by the address that was handed off; null: clears the flags of those that no entry applies to any more.';

create function private.flag_by_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  entry record;
begin
  for entry in
    select customer_id, case when removed_at is null then array_agg(distinct match_key) end as keys
    from new_entries
    group by customer_id, removed_at
    order by customer_id
  loop
    perform private.flag_suppressed_leads(entry.customer_id, entry.keys);
  end loop;
  return null;
end $$;
comment on function private.flag_by_entries is 'Flags handed-off leads that an entry of do_not_contact applies to, until it is removed.';

create function private.flag_by_agency_entries() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customers uuid[];
  customer uuid;
  entry record;
begin
  customers := array(
    select customer_id from public.handed_off_leads
    union
    select customer_id from public.hand_offs where state = 'preparing'
    order by 1
  );
  for entry in
    select case when removed_at is null then array_agg(distinct match_key) end as keys
    from new_entries
    where kind <> 'erased'
    group by removed_at
  loop
    foreach customer in array customers loop
      perform private.flag_suppressed_leads(customer, entry.keys);
    end loop;
  end loop;
  return null;
end $$;
comment on function private.flag_by_agency_entries is 'As flag_by_entries, for all customers.';

create trigger flag_handed_off_leads after insert on public.decisions
  referencing new table as new_decisions for each statement execute function private.flag_handed_off_leads();
create trigger flag_on_insert after insert on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_entries();
create trigger flag_on_update after update on public.do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_entries();
create trigger flag_on_insert after insert on public.agency_do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_agency_entries();
create trigger flag_on_update after update on public.agency_do_not_contact
  referencing new table as new_entries for each statement execute function private.flag_by_agency_entries();

revoke all on function
  private.flag_handed_off_leads, private.flag_suppressed_leads, private.flag_by_entries, private.flag_by_agency_entries
  from public, anon, authenticated, service_role;
