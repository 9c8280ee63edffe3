-- As before, and what was deleted with the rows is restored a thousand rows at a time: a thousand leads can have a million comments.
create or replace function public.restore_deleted(deletion uuid, out restored int, out skipped int, out remaining int)
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
  -- Of two restorations at the same time the second finds the rows that the first has left.
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
