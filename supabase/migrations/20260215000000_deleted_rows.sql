-- Leads and companies that were deleted in bulk are set aside for 30 minutes, where no role of the API can read them, and can be restored.
create table private.deleted_rows (
  customer_id uuid not null references public.customers on delete cascade,
  relation text not null,
  id uuid not null,
  deletion uuid not null,
  -- Of a row that was deleted with another, such as a decision.
  parent_id uuid,
  content jsonb not null,
  deleted_at timestamptz not null default now(),
  primary key (customer_id, relation, id)
);
create index deleted_rows_deletion_idx on private.deleted_rows (deletion, id) where parent_id is null;
create index deleted_rows_parent_idx on private.deleted_rows (parent_id) where parent_id is not null;
create index deleted_rows_deleted_at_idx on private.deleted_rows (deleted_at);
revoke all on private.deleted_rows from public, anon, authenticated, service_role;

create function private.remove_expired_rows() returns void
language sql security definer set search_path = ''
as $$ delete from private.deleted_rows where deleted_at < now() - interval '30 minutes' $$;

-- The tables whose rows are deleted with those of another, and the column that names it.
create function private.dependent_tables(relation regclass) returns table (dependent regclass, reference name)
language sql stable set search_path = ''
as $$
  select conrelid::regclass, attname
  from pg_catalog.pg_constraint
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey) and attname <> 'customer_id'
  where confrelid = relation and contype = 'f' and confdeltype = 'c'
$$;

create function private.set_aside(relation regclass, ids uuid[], deletion uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  statement constant text :=
    'insert into private.deleted_rows (customer_id, relation, id, deletion, parent_id, content)
     select customer_id, %L, id, $2, %s, to_jsonb(stored) from %s stored where %I = any ($1)
     on conflict (customer_id, relation, id) do update
       set deletion = excluded.deletion, parent_id = excluded.parent_id, content = excluded.content, deleted_at = now()';
  child record;
begin
  perform private.require_admin('Only an administrator can delete rows');
  if cardinality(ids) > 1000 then
    raise exception 'Too many ids: %, at most 1000', cardinality(ids) using errcode = '22023';
  end if;
  perform private.remove_expired_rows();
  execute format(statement, relation, 'null', relation, 'id') using ids, deletion;
  for child in select * from private.dependent_tables(relation) loop
    execute format(statement, child.dependent, child.reference, child.dependent, child.reference) using ids, deletion;
  end loop;
end $$;

create function public.set_aside_leads(ids uuid[], deletion uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_aside('public.leads', ids, deletion) $$;

create function public.set_aside_companies(ids uuid[], deletion uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_aside('public.companies', ids, deletion) $$;

-- Inserts rows as they were. Returns the ids of those whose id and keys are free.
create function private.insert_deleted(relation regclass, rows private.deleted_rows[]) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
declare
  columns text;
  given_columns text;
begin
  select string_agg(quote_ident(attname), ', '), string_agg('given.' || quote_ident(attname), ', ') into columns, given_columns
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '';
  -- Read by the triggers below. Not in the function's head, where only a superuser may set a parameter of this name.
  perform set_config('leadlight.restoring', 'on', true);
  return query execute format(
    'insert into %1$s as restored (%2$s)
     select %3$s
     from unnest($1) deleted, jsonb_populate_record(null::%1$s, deleted.content || case
       when deleted.content ->> ''import_id'' is null then ''{}''
       else jsonb_build_object(''import_id'', (
         select import.id from public.imports import
         where import.id = (deleted.content ->> ''import_id'')::uuid and import.customer_id = deleted.customer_id
       ))
     end) given
     on conflict do nothing
     returning restored.id',
    relation, columns, given_columns
  ) using rows;
  perform set_config('leadlight.restoring', '', true);
end $$;

create function public.restore_deleted(deletion uuid, out restored int, out skipped int, out remaining int)
language plpgsql security definer set search_path = ''
as $$
declare
  rows private.deleted_rows[];
  parent regclass;
  child record;
  inserted uuid[];
  children private.deleted_rows[];
begin
  perform private.require_admin('Only an administrator can restore rows');
  perform private.remove_expired_rows();
  restored := 0;
  skipped := 0;
  for parent in select unnest(array['public.leads', 'public.companies']::regclass[]) loop
    -- A row that still exists was set aside and then not deleted.
    execute format(
      'delete from private.deleted_rows stored using %s existing
       where stored.deletion = $1 and stored.relation = %L and existing.id = stored.id and existing.customer_id = stored.customer_id',
      parent, parent
    ) using deletion;
    rows := array(
      select stored from private.deleted_rows stored
      where stored.deletion = restore_deleted.deletion and stored.parent_id is null and stored.relation = parent::text
      order by stored.id
      limit 1000
      for update
    );
    continue when cardinality(rows) = 0;
    inserted := array(select private.insert_deleted(parent, rows));
    for child in select * from private.dependent_tables(parent) loop
      children := array(
        select stored from private.deleted_rows stored
        where stored.parent_id = any (inserted) and stored.relation = child.dependent::text
      );
      perform private.insert_deleted(child.dependent, children);
    end loop;
    delete from private.deleted_rows stored
    using unnest(rows) done
    where stored.parent_id = done.id or stored.relation = done.relation and stored.id = done.id;
    restored := restored + cardinality(inserted);
    skipped := skipped + cardinality(rows) - cardinality(inserted);
  end loop;
  select count(*) into remaining
  from private.deleted_rows stored
  where stored.deletion = restore_deleted.deletion and stored.parent_id is null;
end $$;

create function public.recent_deletions() returns table (deletion uuid, relation text, row_count int, deleted_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see what was deleted');
  return query
    select stored.deletion, min(stored.relation), count(*)::int, max(stored.deleted_at)
    from private.deleted_rows stored
    where stored.parent_id is null and stored.deleted_at >= now() - interval '30 minutes'
    group by stored.deletion
    order by 4 desc
    limit 10;
end $$;

revoke all on function
  private.remove_expired_rows(), private.dependent_tables(regclass), private.set_aside(regclass, uuid[], uuid),
  private.insert_deleted(regclass, private.deleted_rows[]), public.set_aside_leads(uuid[], uuid), public.set_aside_companies(uuid[], uuid),
  public.restore_deleted(uuid), public.recent_deletions()
  from public, anon, authenticated, service_role;
grant execute on function
  public.set_aside_leads(uuid[], uuid), public.set_aside_companies(uuid[], uuid), public.restore_deleted(uuid), public.recent_deletions()
  to authenticated;

-- A restored row keeps its decision and is no new one.
create or replace trigger set_decision_on_insert before insert on public.leads for each row
  when (num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.set_decision();
create or replace trigger set_decision_on_insert before insert on public.companies for each row
  when (num_nonnulls(new.is_approved, new.decided_at, new.decided_by, new.rejection_reason_id, new.rejection_note) > 0
    and current_setting('leadlight.restoring', true) is distinct from 'on')
  execute function private.set_decision();
create or replace trigger add_decisions_on_insert after insert on public.leads referencing new table as new_rows
  for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on') execute function private.add_decisions();
create or replace trigger add_decisions_on_insert after insert on public.companies referencing new table as new_rows
  for each statement when (current_setting('leadlight.restoring', true) is distinct from 'on') execute function private.add_decisions();

comment on table private.deleted_rows is
  'Leads and companies that administrators deleted in bulk in the last 30 minutes, with the rows that were deleted with them. Expired rows are removed by the next deletion or restore.';
comment on column private.deleted_rows.relation is 'The table of the row.';
comment on column private.deleted_rows.deletion is 'The bulk action, named by the caller.';
comment on column private.deleted_rows.parent_id is 'Lead or company with which the row was deleted, for example of a decision.';
comment on column private.deleted_rows.content is 'The row as JSON.';
comment on function private.remove_expired_rows() is 'Removes rows that were deleted more than 30 minutes ago.';
comment on function private.dependent_tables(regclass) is 'The tables whose rows are deleted with those of a table, and the column that names them.';
comment on function private.set_aside(regclass, uuid[], uuid) is 'As set_aside_leads, for leads or companies.';
comment on function private.insert_deleted(regclass, private.deleted_rows[]) is
  'Inserts deleted rows again. Returns the ids of those whose id and keys are still free. A row whose import is gone has none.';
comment on function public.set_aside_leads(uuid[], uuid) is
  'Copies leads, at most 1,000, with their decisions before they are deleted, so that restore_deleted can restore them for 30 minutes. Administrators only.';
comment on function public.set_aside_companies(uuid[], uuid) is 'As set_aside_leads, for companies.';
comment on function public.restore_deleted(uuid) is
  'Restores up to 1,000 rows of a deletion, as they were, with their decisions. Skips and counts rows whose id or key is taken again. Returns how many remain. Administrators only.';
comment on function public.recent_deletions() is
  'The last ten deletions in bulk of the last 30 minutes that can be restored. Administrators only.';
