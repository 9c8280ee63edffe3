-- Drops the policies, triggers, views and functions of schemas public and private, except functions that something else needs: what is left is in use.
-- Triggers of auth.users stay, because another role may own it. So do immutable functions: one that a column or an index uses may call them.
do $$
declare
  object record;
  dropped int;
begin
  for object in
    select format('policy %I on %s', polname, polrelid::regclass) as name
    from pg_catalog.pg_policy join pg_catalog.pg_class on pg_class.oid = polrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select format('trigger %I on %s', tgname, tgrelid::regclass)
    from pg_catalog.pg_trigger join pg_catalog.pg_class on pg_class.oid = tgrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not tgisinternal
  loop
    execute 'drop ' || object.name;
  end loop;
  loop
    dropped := 0;
    for object in
      select format('view %s', pg_class.oid::regclass) as name, 'pg_catalog.pg_class'::regclass as catalog, pg_class.oid
      from pg_catalog.pg_class
      where relkind = 'v' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select format('function %s', pg_proc.oid::regprocedure), 'pg_catalog.pg_proc'::regclass, pg_proc.oid
      from pg_catalog.pg_proc
      where prokind = 'f' and provolatile <> 'i' and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    loop
      continue when exists (
        select from pg_catalog.pg_depend where classid = object.catalog and objid = object.oid and deptype = 'e'
      );
      begin
        execute 'drop ' || object.name;
        dropped := dropped + 1;
      exception when dependent_objects_still_exist then
        null;
      end;
    end loop;
    exit when dropped = 0;
  end loop;
end $$;
