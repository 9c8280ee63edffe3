-- The rooms: public is what the row API shows, private what only rules and rpcs use, extensions what PostgreSQL itself brings along.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
-- The keys of leads and companies are computed with the rights of whoever writes the row.
grant usage on schema private to authenticated, service_role;
