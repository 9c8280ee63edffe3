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
  constraint decisions_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint decisions_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade
);
comment on table public.decisions is
  'One row for each change of is_approved, reason or note of a lead or company: at least the last 1,000 of a row. Written by triggers only, deleted with the lead or company.';
comment on column public.decisions.is_approved is 'As of leads; null: the decision was reset.';
comment on column public.decisions.rejection_reason_id is 'Id of a row of rejection_reasons. Not a foreign key: reasons are never deleted, and it would slow down every decision.';
comment on column public.decisions.is_undone is 'Whether the decision was undone or made by an undo. The next undo skips it.';

create index decisions_lead_idx on public.decisions (lead_id, decided_at desc) where lead_id is not null;
create index decisions_company_idx on public.decisions (company_id, decided_at desc) where company_id is not null;
create index decisions_customer_idx on public.decisions (customer_id, decided_at desc);

-- Functions and programs of the owner can store a past decision and a retired reason, because they restore rows.
create function private.set_decision() returns trigger language plpgsql as $$
declare
  is_request boolean := current_user in ('authenticated', 'service_role');
  other_table text := case regexp_replace(tg_table_name, '_[0-9]+$', '') when 'leads' then 'companies' else 'leads' end;
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
comment on function private.set_decision is
  'Sets decided_at and decided_by of a changed decision, and clears reason and note of a row that is not rejected any more. Requests cannot give a retired reason, or one of the other table.';

-- A statement of a trigger reads the changed rows or writes a table, not both, which a distributed database requires.
create function private.add_decisions() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off as $$
declare
  made public.decisions[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row (
      gen_random_uuid(), customer_id, case regexp_replace(tg_table_name, '_[0-9]+$', '') when 'leads' then id end, case regexp_replace(tg_table_name, '_[0-9]+$', '') when 'companies' then id end,
      is_approved, rejection_reason_id, rejection_note, null, null, null, decided_by, decided_at, false
    )::public.decisions) into made
    from new_rows
    where is_approved is not null;
  else
    select array_agg(row (
      gen_random_uuid(), n.customer_id, case regexp_replace(tg_table_name, '_[0-9]+$', '') when 'leads' then id end, case regexp_replace(tg_table_name, '_[0-9]+$', '') when 'companies' then id end,
      n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved, o.rejection_reason_id, o.rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end, coalesce(n.decided_at, n.updated_at), false
    )::public.decisions) into made
    from new_rows n join old_rows o using (id)
    where (n.is_approved, n.rejection_reason_id, n.rejection_note)
      is distinct from (o.is_approved, o.rejection_reason_id, o.rejection_note);
  end if;
  if made is not null then
    insert into public.decisions select * from unnest(made);
  end if;
  return null;
end $$;
comment on function private.add_decisions is 'Stores the decisions that a statement made or changed.';

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

create function private.limit_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
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
comment on function private.limit_decisions is 'Removes, in one statement of about 50, which the random id of a decision chooses, the oldest decisions about the rows of the statement.';

create trigger add_decisions_on_insert after insert on public.leads
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions();
create trigger add_decisions_on_update after update on public.leads
  referencing old table as old_rows new table as new_rows for each statement execute function private.add_decisions();
create trigger set_decision_on_insert before insert on public.leads
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision();
create trigger set_decision_on_update before update on public.leads
  for each row when (
    (new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note)
    is distinct from (old.is_approved, old.decided_at, old.decided_by, old.rejection_reason_id, old.rejection_note)
  )
  execute function private.set_decision();
create trigger add_decisions_on_insert after insert on public.companies
  referencing new table as new_rows for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.add_decisions();
create trigger add_decisions_on_update after update on public.companies
  referencing old table as old_rows new table as new_rows for each statement execute function private.add_decisions();
create trigger set_decision_on_insert before insert on public.companies
  for each row when (
    num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on'
  )
  execute function private.set_decision();
create trigger set_decision_on_update before update on public.companies
  for each row when (
    (new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note)
    is distinct from (old.is_approved, old.decided_at, old.decided_by, old.rejection_reason_id, old.rejection_note)
  )
  execute function private.set_decision();
create trigger limit_decisions after insert on public.decisions
  referencing new table as new_rows for each statement execute function private.limit_decisions();

revoke all on public.decisions from public, anon, authenticated, service_role;
grant select on public.decisions to authenticated, service_role;
alter table public.decisions enable row level security;
create policy "Admins see every decision" on public.decisions for select to authenticated using ((select private.is_admin()));
create policy "Members see their customers' decisions" on public.decisions for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees decisions" on public.decisions for select to service_role using (true);

create function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  reference constant name := case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end;
  undone record;
begin
  perform private.require_cardinality('ids', ids, 1000);
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
       and decided.updated_at = last_change.last_decided_at and last_change.is_own
     returning decided.id, decided.customer_id, last_change.decided_at',
    relation, reference
  ) using ids, private.scope(null), auth.uid()
  loop
    execute format('update public.decisions set is_undone = true where customer_id = $1 and %I = $2 and decided_at >= $3', reference)
    using undone.customer_id, undone.id, undone.decided_at;
    return next undone.id;
  end loop;
  set local "leadlight.undoing" to '';
end $$;
comment on function private.undo_decisions is 'As undo_lead_decisions, for leads or companies.';

create function public.undo_lead_decisions(ids uuid[]) returns setof uuid language sql security definer set search_path = ''
as $$ select private.undo_decisions('public.leads', ids) $$;
comment on function public.undo_lead_decisions is
  'Restores is_approved, reason and note of these leads, at most 1,000, as they were before the last change of is_approved that was not undone yet. Only if the caller made that change and all later ones, and the lead has not changed since. Returns the ids of the restored leads.';

create function public.undo_company_decisions(ids uuid[]) returns setof uuid language sql security definer set search_path = ''
as $$ select private.undo_decisions('public.companies', ids) $$;
comment on function public.undo_company_decisions is 'As undo_lead_decisions, for companies.';

revoke all on function
  private.set_decision, private.add_decisions, private.remove_old_decisions, private.limit_decisions, private.undo_decisions,
  public.undo_lead_decisions, public.undo_company_decisions
  from public, anon, authenticated, service_role;
grant execute on function public.undo_lead_decisions, public.undo_company_decisions to authenticated;
