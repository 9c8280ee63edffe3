-- Rows were set aside in one request and deleted in another: a decision or comment made between was lost when the deletion was undone, and a
-- restoration between lost the rows. One function locks, copies and deletes them.
drop function public.set_aside_leads(uuid[], uuid), public.set_aside_companies(uuid[], uuid);
drop function private.set_aside(regclass, uuid[], uuid);

create function public.delete_rows(table_name text, ids uuid[], deletion uuid, customers uuid[] default null) returns int
language plpgsql security definer set search_path = ''
as $$
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
           set deletion = excluded.deletion, parent_id = excluded.parent_id, content = excluded.content, deleted_at = now()',
        stored.name, case stored.reference when 'id' then 'null' else quote_ident(stored.reference) end, stored.name, stored.reference
      ) using customer, ids, deletion;
    end loop;
    execute format('delete from %s where customer_id = $1 and id = any ($2)', relation) using customer, ids;
    get diagnostics amount = row_count;
    total := total + amount;
  end loop;
  return total;
end $$;

-- A row that still exists has been added again.
create or replace function public.restore_deleted(deletion uuid, out restored int, out skipped int, out remaining int)
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

revoke all on function public.delete_rows(text, uuid[], uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.delete_rows(text, uuid[], uuid, uuid[]) to authenticated;

comment on function public.delete_rows(text, uuid[], uuid, uuid[]) is
  'Deletes leads or companies (table_name), at most 1,000, so that restore_deleted can restore them with their decisions and comments for 30 minutes. With customers, only rows of these, which a distributed database then finds on their nodes. Returns how many were deleted. Administrators only.';
