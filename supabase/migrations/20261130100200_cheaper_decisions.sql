-- A decision reads its new rows once, and only what the leads that were handed off need.
create or replace function private.count_text(customer uuid, bytes bigint) returns void language plpgsql as $$
declare
  most constant float8 := 100000000;
  seconds constant float8 := 3600;
  least_counted constant int := 4000;
  caller uuid;
  moment constant timestamptz := clock_timestamp();
  counted constant bigint := greatest(bytes, least_counted);
  remaining float8;
begin
  if random() * counted >= bytes then
    return;
  end if;
  caller := auth.uid();
  if caller is null
    or 'on' in (current_setting('leadlight.restoring', true), current_setting('leadlight.undoing', true))
  then
    return;
  end if;
  insert into private.written_texts as stored (customer_id, user_id, bytes_left, counted_at)
  values (customer, caller, most - counted, moment)
  on conflict (user_id, customer_id) do update
  set
    bytes_left = least(most, stored.bytes_left + most / seconds * greatest(0, extract(epoch from moment - stored.counted_at)::float8)) - counted,
    counted_at = moment
  returning bytes_left into remaining;
  if remaining < 0 then
    raise exception 'You have added 100 MB of text within an hour. Try again later' using errcode = 'PT429';
  end if;
end $$;

create or replace function private.flag_decided_leads(customer uuid, decision boolean, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided constant text[] := '{rejected,in_review}';
  linkedin_keys text[];
  email_keys text[];
  name_keys text[];
  marked uuid[];
  stored uuid[];
begin
  if not (case
    when decision then exists (select from public.handed_off_leads where customer_id = customer and flag = any (decided))
    else exists (select from public.handed_off_leads where customer_id = customer)
  end) then
    return;
  end if;
  select array_agg(linkedin_key), array_agg(email_key), array_agg(name_key) into linkedin_keys, email_keys, name_keys
  from public.leads
  where customer_id = customer and id = any (ids);
  marked := array(
    select mark.lead_id
    from public.handed_off_leads mark
    where mark.customer_id = customer and (decision is not true or mark.flag = any (decided))
      and (mark.lead_id = any (ids) or mark.linkedin_key = any (linkedin_keys) or mark.email_key = any (email_keys) or mark.name_key = any (name_keys))
  );
  if marked = '{}' then
    return;
  end if;
  stored := array(select id from public.leads where customer_id = customer and id = any (marked));
  marked := array(select unnest(marked) except (select unnest(stored) except select unnest(ids)));
  if marked = '{}' then
    return;
  elsif decision is false then
    perform private.flag_marks(customer, marked, 'rejected', '{"",in_review,do_not_contact}');
  else
    perform private.flag_marks(customer, private.suppressed_hand_offs(customer, marked), 'do_not_contact', decided);
    perform private.flag_marks(customer, marked, case when decision is null then 'in_review' end, case when decision is null then '{"",rejected}' else decided end);
  end if;
end $$;

create function private.follow_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made record;
begin
  for made in
    select customer_id, is_approved, sum(100 + coalesce(octet_length(rejection_note), 0)) as bytes,
      array_agg(lead_id) filter (where lead_id is not null and is_approved is distinct from previous_is_approved) as ids
    from new_decisions
    group by customer_id, is_approved
    order by customer_id
  loop
    perform private.count_text(made.customer_id, made.bytes);
    if made.ids is not null and current_setting('leadlight.restoring', true) is distinct from 'on' then
      perform private.flag_decided_leads(made.customer_id, made.is_approved, made.ids);
    end if;
  end loop;
  return null;
end $$;
comment on function private.follow_decisions is
  'Counts decisions and their notes as text that the caller has written, and flags handed-off leads that are not approved any more, until they are.';
revoke all on function private.follow_decisions from public, anon, authenticated, service_role;

drop trigger count_decisions on public.decisions;
drop trigger flag_handed_off_leads on public.decisions;
drop function private.count_decisions();
drop function private.flag_handed_off_leads();
create trigger follow_decisions after insert on public.decisions
  referencing new table as new_decisions for each statement execute function private.follow_decisions();
