-- Each undo reverts one more decision: it skips those that were undone and those that an undo made.
alter table public.decisions add column is_undone boolean not null default false;
-- Those that can be restored for 30 minutes.
update private.deleted_rows set content = content || '{"is_undone": false}' where relation = 'public.decisions';

create or replace function private.add_decisions() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  made public.decisions[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row (
      gen_random_uuid(), customer_id, case tg_table_name when 'leads' then id end, case tg_table_name when 'companies' then id end,
      is_approved, rejection_reason_id, rejection_note, null, null, null, decided_by, decided_at, false
    )::public.decisions) into made
    from new_rows
    where is_approved is not null;
  else
    select array_agg(row (
      gen_random_uuid(), n.customer_id, case tg_table_name when 'leads' then id end, case tg_table_name when 'companies' then id end,
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

-- Marks all decisions since the undone one, with that of the undo.
create or replace function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
declare
  reference constant name := case relation when 'public.leads'::regclass then 'lead_id' else 'company_id' end;
  undone record;
begin
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
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
           bool_and(decided_by = $3) over (partition by customer_id, %2$s order by decided_at desc) as is_own
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
end $$;

comment on column public.decisions.is_undone is 'Whether the decision was undone or made by an undo. The next undo skips it.';
comment on function public.undo_lead_decisions(uuid[]) is
  'Restores is_approved, reason and note of these leads, at most 1,000, as they were before the last change of is_approved that was not undone yet. Only if the caller made that change and all later ones, and the lead has not changed since. Returns the ids of the restored leads.';
