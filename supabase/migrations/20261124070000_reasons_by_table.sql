-- Companies were rejected for the reasons of leads. Companies that have such a reason keep it.
alter table public.rejection_reasons add column subject text not null default 'leads';
alter table public.rejection_reasons add constraint rejection_reasons_subject_check check (subject in ('leads', 'companies'));

drop index public.rejection_reasons_name_key;
create unique index rejection_reasons_name_key on public.rejection_reasons (subject, lower(name));

-- These reasons are no activity of a user. The triggers are created again for the new column, too.
drop trigger record_insert on public.rejection_reasons;

insert into public.rejection_reasons (subject, name, position)
select 'companies', name, position
from unnest(array[
  'Wrong industry', 'Too small', 'Too large', 'Wrong location', 'Already a customer', 'Competitor', 'Other'
]) with ordinality as reason (name, position);

select private.create_activity_triggers('public.rejection_reasons', '{insert,update}');

create or replace function private.set_decision() returns trigger language plpgsql
as $$
declare
  is_request boolean := current_user in ('authenticated', 'service_role');
  other_table text := case tg_table_name when 'leads' then 'companies' else 'leads' end;
  given record;
begin
  if old.is_approved is false and new.is_approved is distinct from false then
    new.rejection_reason_id := null;
    new.rejection_note := null;
  end if;
  if new.rejection_reason_id is distinct from old.rejection_reason_id and is_request then
    select subject, retired_at into given from public.rejection_reasons where id = new.rejection_reason_id;
    if given.subject = other_table then
      raise exception 'This reason is for %', other_table using errcode = 'check_violation';
    elsif given.retired_at is not null then
      raise exception 'This reason is retired' using errcode = 'check_violation';
    end if;
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

grant insert (subject) on public.rejection_reasons to authenticated, service_role;

comment on table public.rejection_reasons is 'Reasons for a rejection of leads or of companies, the same for all customers. Retired, never deleted.';
comment on column public.rejection_reasons.subject is
  'The table whose rows can be given the reason. Companies that were rejected before migration 20261124070000 may have a reason of leads.';
comment on column public.rejection_reasons.name is 'Unique for each subject, ignoring case.';
comment on column public.rejection_reasons.position is 'Order of the reasons of a subject, then by name.';
comment on function private.set_decision() is
  'Sets decided_at and decided_by of a changed decision, and clears reason and note of a row that is no longer rejected. Requests cannot give a retired reason, or one of the other table.';
