-- Without nested loops a plan looks so expensive to PostgreSQL that it compiles it, for longer than the plan runs.
do $$
declare
  signature text;
begin
  for signature in
    select oid::regprocedure
    from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and 'enable_nestloop=off' = any (proconfig) and 'jit=off' <> all (proconfig)
  loop
    execute format('alter function %s set jit = off', signature);
  end loop;
end $$;
