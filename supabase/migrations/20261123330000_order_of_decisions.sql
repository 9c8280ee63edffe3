-- A statement that waited for another one's change had the earlier time, that of the beginning of its transaction: the decision that was
-- overwritten was shown as the last one.
create function private.time_after(last timestamptz) returns timestamptz
language sql stable parallel safe
return case when last > now() and last < now() + interval '1 minute' then last + interval '1 microsecond' else now() end;

create or replace function private.set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := private.time_after(old.updated_at);
  return new;
end $$;

create or replace function private.set_decision() returns trigger language plpgsql
as $$
declare
  is_request boolean := current_user in ('authenticated', 'service_role');
begin
  if old.is_approved is false and new.is_approved is distinct from false then
    new.rejection_reason_id := null;
    new.rejection_note := null;
  end if;
  if new.rejection_reason_id is distinct from old.rejection_reason_id and is_request
    and exists (select from public.rejection_reasons where id = new.rejection_reason_id and retired_at is not null)
  then
    raise exception 'This reason is retired' using errcode = 'check_violation';
  end if;
  if (new.is_approved, new.rejection_reason_id, new.rejection_note)
    is not distinct from (old.is_approved, old.rejection_reason_id, old.rejection_note)
  then
    new.decided_at := old.decided_at;
    new.decided_by := old.decided_by;
  elsif new.is_approved is null then
    new.decided_at := null;
    new.decided_by := null;
  elsif is_request or new.decided_at is not distinct from old.decided_at then
    new.decided_at := private.time_after(old.updated_at);
    new.decided_by := auth.uid();
  end if;
  return new;
end $$;

revoke all on function private.time_after(timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.time_after(timestamptz) to authenticated, service_role;

comment on function private.time_after(timestamptz) is
  'Now, or the next microsecond after a change by a transaction that began later and was committed first.';
comment on function private.set_updated_at() is 'Sets updated_at to now, later than before.';
