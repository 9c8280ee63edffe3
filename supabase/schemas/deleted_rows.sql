-- Deleted rows, which can be restored for a while.

create table private.deleted_rows (
  customer_id uuid not null references public.customers on delete cascade,
  relation text not null,
  id uuid not null,
  deletion uuid not null,
  parent_id uuid,
  content jsonb not null,
  deleted_at timestamptz not null default now(),
  primary key (customer_id, relation, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.deleted_rows is
  'Leads and companies that administrators deleted in bulk in the last 30 minutes, with the rows that were deleted with them. Expired rows are removed by the next deletion or restore, and when an administrator opens a list.';
comment on column private.deleted_rows.relation is 'The table of the row.';
comment on column private.deleted_rows.deletion is 'The bulk action, named by the caller.';
comment on column private.deleted_rows.parent_id is 'Lead or company with which the row was deleted, for example of a decision.';
comment on column private.deleted_rows.content is 'The row as JSON.';

create index deleted_rows_deletion_idx on private.deleted_rows (deletion, id) where parent_id is null;
create index deleted_rows_parent_idx on private.deleted_rows (parent_id) where parent_id is not null;
create index deleted_rows_deleted_at_idx on private.deleted_rows (deleted_at);

alter table private.deleted_rows
  alter customer_id set statistics 1;

create function private.remove_expired_rows() returns void language sql security definer set search_path = ''
as $$ delete from private.deleted_rows where deleted_at < now() - interval '30 minutes' $$;
comment on function private.remove_expired_rows is 'Removes rows that were deleted more than 30 minutes ago.';

create function private.dependent_tables(relation regclass) returns table (dependent regclass, reference name)
language sql stable set search_path = '' as $$
  select conrelid::regclass, attname
  from pg_catalog.pg_constraint
  join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey) and attname <> 'customer_id'
  where confrelid = relation and contype = 'f' and confdeltype = 'c'
$$;
comment on function private.dependent_tables is 'The tables whose rows are deleted with those of a table, and the column that names them.';

-- In a distributed database a table is empty in the arguments of a function in FROM, and set_config is not sent to the workers.
create function private.insert_deleted(relation regclass, rows private.deleted_rows[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  columns text;
  given_columns text;
  import_ids uuid[] := array(select (content ->> 'import_id')::uuid from unnest(rows));
  imports text[] := array(select id || ' ' || customer_id from public.imports where id = any (import_ids));
begin
  select string_agg(quote_ident(attname), ', '), string_agg('given.' || quote_ident(attname), ', ') into columns, given_columns
  from pg_catalog.pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '';
  -- Read by the triggers below. Not in the function's head, where only a superuser may set a parameter of this name.
  set local "leadlight.restoring" to 'on';
  return query execute format(
    'insert into %1$s as restored (%2$s)
     select %3$s
     from unnest($1) deleted, jsonb_populate_record(null::%1$s, deleted.content || case
       when (deleted.content ->> ''import_id'') || '' '' || deleted.customer_id <> all ($2) then ''{"import_id": null}''::jsonb else ''{}''
     end) given
     on conflict do nothing
     returning restored.id',
    relation, columns, given_columns
  ) using rows, imports;
  set local "leadlight.restoring" to '';
end $$;
comment on function private.insert_deleted is
  'Inserts deleted rows again. Returns the ids of those whose id and keys are still free. A row whose import is gone has none.';

create function public.delete_rows(table_name text, ids uuid[], deletion uuid, customers uuid[] default null) returns int
language plpgsql security definer set search_path = '' as $$
declare
  relation regclass;
  customer uuid;
  stored record;
  amount int;
  total int := 0;
begin
  perform private.require_admin('Only an administrator can delete rows');
  perform private.require_cardinality('ids', ids, 1000);
  perform private.require_cardinality('customers', customers, 1000);
  relation := case table_name when 'leads' then 'public.leads' when 'companies' then 'public.companies' end;
  if relation is null then
    raise exception 'Unknown table: %', left(table_name, 100) using errcode = '22023';
  end if;
  if deletion is null then
    raise exception 'deletion must be an id' using errcode = '22023';
  end if;
  perform private.remove_expired_rows();
  if customers is null then
    execute format('select array(select distinct customer_id from %s where id = any ($1) order by 1)', relation) into customers using ids;
  end if;
  -- A distributed database locks rows of one customer at a time.
  foreach customer in array customers loop
    -- The lock of a lead or company waits for its decisions and comments and keeps new ones out. The copies are made by later statements,
    -- which see what the lock has waited for.
    for stored in
      select 1 as place, relation as name, 'id' as reference
      union all
      select 2, dependent, child.reference from private.dependent_tables(relation) child
      order by place
    loop
      execute format('select id from %s where customer_id = $1 and %I = any ($2) order by id for update', stored.name, stored.reference)
      using customer, ids;
      execute format(
        'insert into private.deleted_rows (customer_id, relation, id, deletion, parent_id, content)
         select customer_id, %L, id, $3, %s, to_jsonb(stored) from %s stored where customer_id = $1 and %I = any ($2)
         on conflict (customer_id, relation, id) do update
           set deletion = excluded.deletion, parent_id = excluded.parent_id, content = excluded.content, deleted_at = excluded.deleted_at',
        stored.name, case stored.reference when 'id' then 'null' else quote_ident(stored.reference) end, stored.name, stored.reference
      ) using customer, ids, deletion;
    end loop;
    execute format('delete from %s where customer_id = $1 and id = any ($2)', relation) using customer, ids;
    get diagnostics amount = row_count;
    total := total + amount;
  end loop;
  return total;
end $$;
comment on function public.delete_rows is
  'Deletes leads or companies (table_name), at most 1,000, so that restore_deleted can restore them with their decisions and comments for 30 minutes. With customers, only rows of these, which a distributed database then finds on their nodes. Returns how many were deleted. Administrators only.';

-- Whatever was deleted with the rows is restored a thousand rows at a time: a thousand leads can have a million comments.
create function public.restore_deleted(deletion uuid, out restored int, out skipped int, out remaining int)
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := 1000;
  rows private.deleted_rows[];
  parent text;
  child record;
  inserted uuid[];
  children private.deleted_rows[];
  last uuid;
begin
  perform private.require_admin('Only an administrator can restore rows');
  perform private.remove_expired_rows();
  -- The second of two restorations at the same time waits, and finds the rows that the first has left.
  perform pg_advisory_xact_lock(hashtextextended('leadlight.restore ' || deletion, 0));
  restored := 0;
  skipped := 0;
  foreach parent in array '{public.leads,public.companies}'::text[] loop
    rows := array(
      select stored from private.deleted_rows stored
      where stored.deletion = restore_deleted.deletion and stored.parent_id is null and stored.relation = parent
      order by stored.id
      limit most
    );
    continue when cardinality(rows) = 0;
    inserted := array(select private.insert_deleted(parent::regclass, rows));
    for child in select dependent::text as relation from private.dependent_tables(parent::regclass) loop
      last := '00000000-0000-0000-0000-000000000000';
      loop
        children := array(
          select stored from private.deleted_rows stored
          where stored.parent_id = any (inserted) and stored.relation = child.relation and stored.id > last
          order by stored.id
          limit most
        );
        exit when cardinality(children) = 0;
        perform private.insert_deleted(child.relation::regclass, children);
        last := children[cardinality(children)].id;
      end loop;
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
comment on function public.restore_deleted is
  'Restores up to 1,000 rows of a deletion, as they were, with their decisions and comments. The comments are unread again. Skips and counts rows whose id or key is taken again. Returns how many remain. Administrators only.';

create function public.recent_deletions() returns table (deletion uuid, relation text, row_count int, deleted_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin('Only an administrator can see what was deleted');
  perform private.remove_expired_rows();
  return query
    select stored.deletion, min(stored.relation), count(*)::int, max(stored.deleted_at)
    from private.deleted_rows stored
    where stored.parent_id is null
    group by stored.deletion
    order by 4 desc
    limit 10;
end $$;
comment on function public.recent_deletions is 'The last ten deletions in bulk of the last 30 minutes that can be restored. Administrators only.';

grant execute on function public.delete_rows, public.restore_deleted, public.recent_deletions to authenticated;
