-- Every decision about a lead or company, as it was made.
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
  constraint decisions_lead_id_fkey foreign key (lead_id, customer_id)
    references public.leads (id, customer_id) on update cascade on delete cascade,
  constraint decisions_company_id_fkey foreign key (company_id, customer_id)
    references public.companies (id, customer_id) on update cascade on delete cascade,
  constraint decisions_row_check check (num_nonnulls(lead_id, company_id) = 1)
);
create index decisions_lead_idx on public.decisions (lead_id, decided_at desc) where lead_id is not null;
create index decisions_company_idx on public.decisions (company_id, decided_at desc) where company_id is not null;

revoke all on public.decisions from public, anon, authenticated, service_role;
grant select on public.decisions to authenticated, service_role;

alter table public.decisions enable row level security;

create policy "Admins see every decision" on public.decisions for select to authenticated using ((select private.is_admin()));
create policy "Members see the decisions about their customers' rows" on public.decisions for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees decisions" on public.decisions for select to service_role using (true);

-- The changed rows are read in one statement and stored in another, which a distributed database requires.
create function private.add_decisions() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  made public.decisions[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row (
      gen_random_uuid(), customer_id, case tg_table_name when 'leads' then id end, case tg_table_name when 'companies' then id end,
      is_approved, rejection_reason_id, rejection_note, null, null, null, auth.uid(), now()
    )::public.decisions) into made
    from new_rows
    where is_approved is not null;
  else
    select array_agg(row (
      gen_random_uuid(), n.customer_id, case tg_table_name when 'leads' then id end, case tg_table_name when 'companies' then id end,
      n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved, o.rejection_reason_id, o.rejection_note, auth.uid(), now()
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

create trigger add_decisions_on_insert after insert on public.leads referencing new table as new_rows
  for each statement execute function private.add_decisions();
create trigger add_decisions_on_update after update on public.leads referencing old table as old_rows new table as new_rows
  for each statement execute function private.add_decisions();
create trigger add_decisions_on_insert after insert on public.companies referencing new table as new_rows
  for each statement execute function private.add_decisions();
create trigger add_decisions_on_update after update on public.companies referencing old table as old_rows new table as new_rows
  for each statement execute function private.add_decisions();

-- Undo. The row API has a function for each table, as for searches and counts: their callers name a table and not a parameter.
create function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  return query execute format(
    'update %1$s decided set
       is_approved = previous_is_approved,
       rejection_reason_id = previous_rejection_reason_id,
       rejection_note = previous_rejection_note
     from (
       select distinct on (customer_id, %2$s) *
       from (
         select *,
           max(decided_at) over (partition by customer_id, %2$s) as last_decided_at,
           bool_and(decided_by = $3) over (partition by customer_id, %2$s order by decided_at desc) as is_own
         from public.decisions
         where %2$s = any ($1) and ($2 is null or customer_id = any ($2))
       ) history
       where is_approved is distinct from previous_is_approved
       order by customer_id, %2$s, decided_at desc
     ) last_change
     where decided.customer_id = last_change.customer_id and decided.id = last_change.%2$s
       and decided.updated_at = last_change.last_decided_at and last_change.is_own
     returning decided.id',
    relation, case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end
  ) using ids, private.scope(null), auth.uid();
end $$;

create function public.undo_lead_decisions(ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = ''
as $$ select private.undo_decisions('public.leads', ids) $$;

create function public.undo_company_decisions(ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = ''
as $$ select private.undo_decisions('public.companies', ids) $$;

revoke all on function
  private.add_decisions(), private.undo_decisions(regclass, uuid[]), public.undo_lead_decisions(uuid[]), public.undo_company_decisions(uuid[])
  from public, anon, authenticated, service_role;
grant execute on function public.undo_lead_decisions(uuid[]), public.undo_company_decisions(uuid[]) to authenticated;

-- The activity names the new columns, except those that a trigger sets. It does not store notes, and a reason that an approval clears is
-- no change of its own.
create or replace function private.change_expressions(relation regclass) returns table (changed_columns text, new_values text)
language sql stable security definer set search_path = ''
as $$
  select
    'array_remove(array[' || string_agg(format(
      case when attname in ('rejection_reason_id', 'rejection_note')
        then 'case when n.%1$I is distinct from o.%1$I and n.is_approved is false then %1$L end'
        else 'case when n.%1$I is distinct from o.%1$I then %1$L end'
      end, attname), ', ' order by attnum) || '], null)',
    'nullif(' || coalesce(string_agg(
      format('case when n.%1$I is distinct from o.%1$I then jsonb_build_object(%1$L, n.%1$I) else ''{}'' end', attname), ' || ' order by attnum
    ) filter (where attname in ('is_approved', 'audience', 'status', 'is_active', 'role')), '''{}''::jsonb') || ', ''{}'')'
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('updated_at', 'decided_at', 'decided_by')
$$;
select private.create_activity_triggers('public.leads', '{insert,update,delete}');
select private.create_activity_triggers('public.companies', '{insert,update,delete}');

comment on table public.decisions is
  'One row for each change of is_approved, reason or note of a lead or company, since migration 20260201000200. Written by triggers only, deleted with the lead or company.';
comment on column public.decisions.is_approved is 'As of leads; null: the decision was reset.';
comment on column public.decisions.rejection_reason_id is
  'Id of a row of rejection_reasons. Not a foreign key: reasons are never deleted, and it would slow down every decision.';
comment on function private.add_decisions() is 'Stores the decisions that a statement made or changed.';
comment on function private.undo_decisions(regclass, uuid[]) is 'As undo_lead_decisions, for leads or companies.';
comment on function public.undo_lead_decisions(uuid[]) is
  'Restores is_approved, reason and note of these leads, at most 1,000, as they were before is_approved last changed. Only if the caller made that change and all later ones, and the lead has not changed since. Returns the ids of the restored leads.';
comment on function public.undo_company_decisions(uuid[]) is 'As undo_lead_decisions, for companies.';
