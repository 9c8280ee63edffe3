-- The activity recorded restored rows as added ones, and an undone decision as another one.
do $$ begin
  lock table public.leads, public.companies, public.activity in access exclusive mode;
end $$;
alter table public.activity drop constraint activity_action_check;
alter table public.activity add constraint activity_action_check
  check (action in ('insert', 'update', 'delete', 'restore', 'undo')) not valid;

create or replace function private.activity_trigger_sql(relation regclass, verb text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject text := (select relname from pg_catalog.pg_class where oid = relation);
  is_of_customer boolean := subject not in ('user_roles', 'rejection_reasons');
  is_reviewed boolean := subject in ('leads', 'companies');
  customer text := case when subject = 'customers' then 'n.id' when is_of_customer then 'n.customer_id' else 'null::uuid' end;
  customer_name text := case subject when 'customers' then 'n.name' else 'null::text' end;
  row_key text := case subject when 'user_roles' then 'user_id' else 'id' end;
  changed_columns text := 'null::text[]';
  new_values text := case subject when 'user_roles' then 'jsonb_build_object(''role'', n.role)' else 'null::jsonb' end;
  changed_rows text := case verb when 'delete' then 'old_rows n' else 'new_rows n' end;
  restoring constant text := 'current_setting(''leadlight.restoring'', true) = ''on''';
  undoing constant text := 'current_setting(''leadlight.undoing'', true) = ''on''';
  action text := quote_literal(verb);
begin
  if verb = 'update' then
    select change.changed_columns, change.new_values into changed_columns, new_values from private.change_expressions(relation) change;
    changed_rows := format('new_rows n join old_rows o using (%I)', row_key);
  end if;
  if is_reviewed and verb = 'insert' then
    action := format('case when %s then ''restore'' else ''insert'' end', restoring);
  elsif is_reviewed and verb = 'update' then
    action := format('case when %s then ''undo'' else ''update'' end', undoing);
    new_values := format('case when %s then %s || jsonb_build_object(''undone'', o.is_approved) else %2$s end', undoing, new_values);
  end if;
  return format(
    'declare
  change record;
begin
  for change in
    select touched.customer_id, max(touched.customer_name) as customer_name, count(*) as row_count,
      case when count(*) <= 1000 then array_agg(touched.row_id) end as row_ids, touched.changed_columns, touched.new_values
    from (
      select %s as customer_id, %s as customer_name, %I as row_id, %s as changed_columns, %s as new_values from %s
    ) touched
    where touched.changed_columns is null or touched.changed_columns <> ''{}''
    group by touched.customer_id, touched.changed_columns, touched.new_values
  loop
    %s
  end loop;
  return null;
end',
    customer, customer_name, row_key, changed_columns, new_values, changed_rows,
    case
      when not is_of_customer then format(
        'insert into public.activity (actor_id, action, subject, row_count, row_ids, changed_columns, new_values)
    values (auth.uid(), %s, %L, change.row_count, change.row_ids, change.changed_columns, change.new_values);',
        action, subject
      )
      else format(
        '%sinsert into public.activity
      (actor_id, impersonation_id, customer_id, customer_name, action, subject, row_count, row_ids, changed_columns, new_values)
    values (
      auth.uid(), private.impersonation_of(change.customer_id), change.customer_id, change.customer_name, %s, %L,
      change.row_count, change.row_ids, change.changed_columns, change.new_values
    );',
        case when subject <> 'customers' then
          'select name into change.customer_name from public.customers where id = change.customer_id;
    ' end,
        action, subject
      )
    end
  );
end $$;

create or replace function private.undo_decisions(relation regclass, ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
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

select private.create_activity_triggers('public.leads', '{insert,update}');
select private.create_activity_triggers('public.companies', '{insert,update}');

comment on column public.activity.action is
  'insert, update or delete; restore: leads or companies that were deleted; undo: of decisions about them.';
comment on column public.activity.new_values is
  'New values of is_approved, audience, status, is_active and role; null for other columns. Of an undo also undone: the value of is_approved that it replaced.';
