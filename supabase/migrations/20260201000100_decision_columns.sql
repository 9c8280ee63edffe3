-- Who decided about a lead or company and when, and why it was rejected. Locks both tables briefly: the columns are empty, and the next
-- migration checks the constraints.
alter table public.leads
  add column decided_at timestamptz, add column decided_by uuid, add column rejection_reason_id uuid, add column rejection_note text;
alter table public.companies
  add column decided_at timestamptz, add column decided_by uuid, add column rejection_reason_id uuid, add column rejection_note text;

alter table public.leads
  add constraint leads_decided_at_range check (private.is_plausible_date(decided_at)) not valid,
  add constraint leads_rejection_reason_id_fkey foreign key (rejection_reason_id) references public.rejection_reasons not valid,
  add constraint leads_rejection_note_check
    check (private.has_text(rejection_note) and char_length(rejection_note) <= 500) not valid,
  add constraint leads_rejection_check
    check (is_approved is false or rejection_reason_id is null and rejection_note is null) not valid;
alter table public.companies
  add constraint companies_decided_at_range check (private.is_plausible_date(decided_at)) not valid,
  add constraint companies_rejection_reason_id_fkey foreign key (rejection_reason_id) references public.rejection_reasons not valid,
  add constraint companies_rejection_note_check
    check (private.has_text(rejection_note) and char_length(rejection_note) <= 500) not valid,
  add constraint companies_rejection_check
    check (is_approved is false or rejection_reason_id is null and rejection_note is null) not valid;

-- The owner's functions and programs can store a past decision and a retired reason, for they restore rows.
create function private.set_decision() returns trigger language plpgsql
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
    new.decided_at := now();
    new.decided_by := auth.uid();
  end if;
  return new;
end $$;
revoke all on function private.set_decision() from public, anon, authenticated, service_role;

create trigger set_decision_on_insert before insert on public.leads for each row
  when (num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0)
  execute function private.set_decision();
create trigger set_decision_on_update before update on public.leads for each row
  when ((new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note)
    is distinct from (old.is_approved, old.decided_at, old.decided_by, old.rejection_reason_id, old.rejection_note))
  execute function private.set_decision();
create trigger set_decision_on_insert before insert on public.companies for each row
  when (num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0)
  execute function private.set_decision();
create trigger set_decision_on_update before update on public.companies for each row
  when ((new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note)
    is distinct from (old.is_approved, old.decided_at, old.decided_by, old.rejection_reason_id, old.rejection_note))
  execute function private.set_decision();

create or replace trigger limit_member_updates
  before update of id, customer_id, name, first_name, last_name, email, phone, company, title, location, headline, notes, audience,
    profile_picture_url, linkedin_profile_url, import_id, created_at, updated_at
  on public.leads for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a lead');
create or replace trigger limit_member_updates
  before update of id, customer_id, name, website, domain, linkedin_url, industry, size, location, description, employee_count,
    founded_year, import_id, created_at, updated_at
  on public.companies for each statement when (current_user = 'authenticated' and not private.is_admin())
  execute function private.reject_change('Members can change only the decision about a company');

comment on column public.leads.decided_at is
  'When is_approved, the reason or the note last changed; null without a decision, or if that was before migration 20260201000100. Set by a trigger, whatever a request says.';
comment on column public.leads.decided_by is 'The user who made that change. Set by the same trigger.';
comment on column public.leads.rejection_reason_id is 'Of a rejected lead only: cleared when the lead is approved or its decision is reset.';
comment on column public.leads.rejection_note is 'As rejection_reason_id.';
comment on column public.companies.decided_at is 'As of leads.';
comment on column public.companies.decided_by is 'As of leads.';
comment on column public.companies.rejection_reason_id is 'As of leads.';
comment on column public.companies.rejection_note is 'As of leads.';
comment on function private.set_decision() is
  'Sets decided_at and decided_by of a changed decision, and clears reason and note of a row that is no longer rejected. Requests cannot give a retired reason.';
