-- Decisions about leads and companies: their record, and how they are undone.

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null,
  lead_id uuid,
  company_id uuid,
  is_approved boolean,
  rejection_reason_id uuid,
  rejection_note text,
  previous_is_approved boolean,
  previous_rejection_reason_id uuid,
  previous_rejection_note text,
  decided_by uuid,
  decided_at timestamptz not null default now(),
  is_undone boolean not null default false,
  constraint decisions_row_check check (num_nonnulls(lead_id, company_id) = 1),
  constraint decisions_lead_id_fkey foreign key (lead_id, customer_id) references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint decisions_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.decisions is
  'One row for each change of is_approved, reason or note of a lead or company: at least the last 1,000 of a row. Written by triggers only, deleted with the lead or company.';
comment on column public.decisions.is_approved is 'See leads.is_approved; null if the decision was reset.';
comment on column public.decisions.rejection_reason_id is
  'Id of a row of rejection_reasons. Not a foreign key: reasons are never deleted, and it would slow down every decision.';
comment on column public.decisions.is_undone is 'Whether the decision was undone or made by an undo. The next undo skips it.';

create index decisions_lead_idx on public.decisions (lead_id, decided_at desc) where lead_id is not null;
create index decisions_company_idx on public.decisions (company_id, decided_at desc) where company_id is not null;
create index decisions_customer_idx on public.decisions (customer_id, decided_at desc);

alter table public.decisions
  alter customer_id set statistics 1;

create function private.set_decision() returns trigger language plpgsql as $$
declare
  is_request boolean := current_user in ('authenticated', 'service_role');
  given record;
begin
  if tg_op = 'UPDATE' then
    if is_request and new.customer_id is distinct from old.customer_id then
      raise exception 'The customer of a % cannot be changed', tg_argv[0] using errcode = 'insufficient_privilege';
    end if;
    new.updated_at := private.time_after(old.updated_at);
  end if;
  if old.is_approved is false and new.is_approved is distinct from false then
    new.rejection_reason_id := null;
    new.rejection_note := null;
  end if;
  if new.rejection_reason_id is distinct from old.rejection_reason_id and is_request then
    select subject, retired_at into given from public.rejection_reasons where id = new.rejection_reason_id;
    if given.subject = tg_argv[1] then
      raise exception 'This reason is for %', tg_argv[1] using errcode = 'check_violation';
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
comment on function private.set_decision is
  'Sets updated_at, and decided_at and decided_by of a changed decision, and clears reason and note of a row that is not rejected any more. Requests cannot change the customer, or give a retired reason or one of the other table.';

create function private.add_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made public.decisions[];
begin
  select array_agg(row (
    gen_random_uuid(), customer_id, case tg_argv[0] when 'leads' then id end, case tg_argv[0] when 'companies' then id end,
    is_approved, rejection_reason_id, rejection_note, null, null, null, decided_by, decided_at, false
  )::public.decisions) into made
  from new_rows
  where is_approved is not null;
  if made is not null then
    insert into public.decisions select * from unnest(made);
    perform private.follow_decisions(made);
  end if;
  return null;
end $$;
comment on function private.add_decisions is 'Stores the decisions of inserted rows.';

create function private.remove_old_decisions(customer uuid, row_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function private.remove_old_decisions is 'Removes the oldest decisions about rows that have more than 1,000.';

create function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  reference constant name := case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end;
  seen record;
  undone record;
begin
  perform private.require_cardinality('ids', ids, 1000);
  if reference = 'lead_id' then
    select * into seen from private.lead_scope(null, null);
  else
    select private.company_scope(null) as scope, null::text as audience into seen;
  end if;
  if not private.is_admin() and private.guest_customer_id() is null then
    seen.scope := array(select private.my_review_customer_ids());
  end if;
  -- Read by the triggers of the activity.
  set local "leadlight.undoing" to 'on';
  for undone in execute format(
    'update %1$s decided set
       is_approved = previous_is_approved,
       rejection_reason_id = previous_rejection_reason_id,
       rejection_note = previous_rejection_note
     from (
       select distinct on (customer_id, %2$s) *
       from (
         select *,
           max(decided_at) over (partition by customer_id, %2$s) as last_decided_at,
           bool_and(decided_by is not distinct from $3) over (partition by customer_id, %2$s order by decided_at desc) as is_own
         from public.decisions
         where %2$s = any ($1) and ($2 is null or customer_id = any ($2))
       ) history
       where is_approved is distinct from previous_is_approved and not is_undone
       order by customer_id, %2$s, decided_at desc
     ) last_change
     where decided.customer_id = last_change.customer_id and decided.id = last_change.%2$s
       and decided.updated_at = last_change.last_decided_at and last_change.is_own%3$s
     returning decided.id, decided.customer_id, last_change.decided_at',
    relation, reference, ' and decided.audience = ' || quote_literal(seen.audience)
  ) using ids, seen.scope, auth.uid()
  loop
    execute format('update public.decisions set is_undone = true where customer_id = $1 and %I = $2 and decided_at >= $3', reference)
    using undone.customer_id, undone.id, undone.decided_at;
    return next undone.id;
  end loop;
  set local "leadlight.undoing" to '';
end $$;
comment on function private.undo_decisions is 'Does for leads or companies what undo_lead_decisions does for leads.';

create function public.undo_lead_decisions(ids uuid[]) returns setof uuid language sql security definer set search_path = ''
as $$ select private.undo_decisions('public.leads', ids) $$;
comment on function public.undo_lead_decisions is
  'Restores is_approved, reason and note of these leads, at most 1,000, as they were before the last change of is_approved that was not undone yet. Only if the caller made that change and all later ones, still decides about the lead, and the lead has not changed since. Returns the ids of the restored leads.';

create function public.undo_company_decisions(ids uuid[]) returns setof uuid language sql security definer set search_path = ''
as $$ select private.undo_decisions('public.companies', ids) $$;
comment on function public.undo_company_decisions is 'Does for companies what undo_lead_decisions does for leads.';

create function private.repeat_decision() returns trigger language plpgsql as $$
begin
  new.decided_at := greatest(private.time_after(old.updated_at), old.decided_at + interval '1 microsecond');
  new.decided_by := auth.uid();
  return new;
end $$;
comment on function private.repeat_decision is 'Dates a decision that was made again.';

create function private.set_decided_values() returns trigger language plpgsql as $$
declare
  stored jsonb := to_jsonb(old);
  given jsonb := to_jsonb(new);
begin
  if current_setting('leadlight.removing_values', true) = 'on' then
    new.updated_at := old.updated_at;
    new.decided_values := old.decided_values;
  elsif new.is_approved is null or (new.is_approved, new.decided_at) is distinct from (old.is_approved, old.decided_at) then
    new.decided_values := null;
  else
    select jsonb_object_agg(name, decided) into new.decided_values
    from (
      select name, case when old.decided_values ? name then old.decided_values -> name else stored -> name end as decided
      from unnest(tg_argv) name
    ) field
    where decided <> given -> name;
  end if;
  return new;
end $$;
comment on function private.set_decided_values is
  'Sets decided_values for the fields that the trigger names. Removing the values of a removed field changes nothing else about a row.';

create trigger set_decision_on_update before update on public.leads
  for each row execute function private.set_decision('lead', 'companies');
create trigger set_decision_on_insert before insert on public.leads
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision('lead', 'companies');
create trigger add_decisions_on_insert after insert on public.leads
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions('leads');
-- Triggers run in the order of their names: this one after set_decision_on_update, which would reset the date.
create trigger set_decision_when_repeated before update of is_approved on public.leads
  for each row when (
    old.decided_values is not null and new.decided_at is not distinct from old.decided_at and new.is_approved = old.is_approved
  )
  execute function private.repeat_decision();
create trigger set_values_of_decision before update on public.leads
  for each row when (
    (old.is_approved is not null or new.is_approved is not null or current_setting('leadlight.removing_values', true) = 'on')
    and (
      old.decided_values is not null or new.decided_values is not null
      or (
        new.name, new.first_name, new.last_name, new.email, new.phone, new.title, new.company, new.location, new.headline, new.notes,
        new.linkedin_profile_url, new.custom
      ) is distinct from (
        old.name, old.first_name, old.last_name, old.email, old.phone, old.title, old.company, old.location, old.headline, old.notes,
        old.linkedin_profile_url, old.custom
      )
    )
  )
  execute function private.set_decided_values(
    'name', 'first_name', 'last_name', 'email', 'phone', 'title', 'company', 'location', 'headline', 'notes', 'linkedin_profile_url', 'custom'
  );
create trigger set_decision_on_update before update on public.companies
  for each row execute function private.set_decision('company', 'leads');
create trigger set_decision_on_insert before insert on public.companies
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision('company', 'leads');
create trigger add_decisions_on_insert after insert on public.companies
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions('companies');
create trigger set_decision_when_repeated before update of is_approved on public.companies
  for each row when (
    old.decided_values is not null and new.decided_at is not distinct from old.decided_at and new.is_approved = old.is_approved
  )
  execute function private.repeat_decision();
create trigger set_values_of_decision before update on public.companies
  for each row when (
    (old.is_approved is not null or new.is_approved is not null or current_setting('leadlight.removing_values', true) = 'on')
    and (
      old.decided_values is not null or new.decided_values is not null
      or (
        new.name, new.website, new.domain, new.linkedin_url, new.industry, new.size, new.location, new.description, new.employee_count,
        new.founded_year, new.custom
      ) is distinct from (
        old.name, old.website, old.domain, old.linkedin_url, old.industry, old.size, old.location, old.description, old.employee_count,
        old.founded_year, old.custom
      )
    )
  )
  execute function private.set_decided_values(
    'name', 'website', 'domain', 'linkedin_url', 'industry', 'size', 'location', 'description', 'employee_count', 'founded_year', 'custom'
  );

grant execute on function public.undo_lead_decisions, public.undo_company_decisions to authenticated;
