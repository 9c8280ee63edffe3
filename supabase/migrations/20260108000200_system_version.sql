-- What the database runs on, for administrators: PostgreSQL's version, and the migrations that the Supabase CLI's own table records
-- (a project that was set up by other means has no such table, and then none are told of).
create function public.system_version() returns table (database text, migrations int, last_migration text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin('Only an administrator can see the version of the database');
  database := current_setting('server_version');
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select count(*), max(version) from supabase_migrations.schema_migrations' into migrations, last_migration;
  end if;
  return next;
end $$;

revoke all on function public.system_version() from public, anon, authenticated, service_role;
grant execute on function public.system_version() to authenticated;
