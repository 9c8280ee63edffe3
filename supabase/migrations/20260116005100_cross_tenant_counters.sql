-- What moves with other customers' work is not readable. The ids of the tallies come from sequences that every customer's changes advance, and a
-- right on columns instead of the table also hides the system columns (xmin, ctid).

revoke select on public.lead_tallies, public.company_tallies from authenticated;
grant select (customer_id, audience, total, approved, reviewed) on public.lead_tallies to authenticated;
grant select (customer_id, total, approved, reviewed) on public.company_tallies to authenticated;

-- When an impersonation ended is the database's clock, whatever the caller sends.
create function private.end_impersonation() returns trigger language plpgsql set search_path = ''
as $$
begin
  new.ended_at := now();
  return new;
end $$;

update public.impersonations set ended_at = expires_at where ended_at > expires_at;

create trigger end_impersonation before update of ended_at on public.impersonations for each row
  when (new.ended_at is not null) execute function private.end_impersonation();

revoke all on function private.end_impersonation() from public, anon, authenticated, service_role;
