-- The caller of a request. Accounts and rights are on the coordinator only, so private.enter() reads them there once per request, and SET LOCAL sends
-- them to the workers, where policies and triggers compare with them. set_config is not sent, and without a transaction block nothing is: then no row
-- is visible. The server calls private.enter() before each statement of a caller (server/database/caller-query.ts).

create or replace function private.enter() returns void language plpgsql security definer set search_path = '' as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  headers text := coalesce(current_setting('request.headers', true), '');
  impersonation text;
begin
  set local citus.propagate_set_commands = 'local';
  set local "request.jwt.claim" to '';
  set local "request.jwt.claim.sub" to '';
  set local "request.jwt.claim.role" to '';
  set local "request.jwt.claim.email" to '';
  set local "leadlight.restoring" to '';
  set local "leadlight.undoing" to '';
  execute format('set local "request.jwt.claims" to %L', claims);
  execute format('set local "request.headers" to %L', headers);
  execute format('set local "leadlight.user_id" to %L', coalesce(private.caller_id()::text, ''));
  execute format('set local "leadlight.is_admin" to %L', private.is_admin());
  execute format('set local "leadlight.customer_ids" to %L', array(select private.my_customer_ids()));
  select impersonations.id || ' ' || impersonations.customer_id into impersonation
  from public.impersonations
  where impersonations.id::text = lower(nullif(headers, '')::json ->> 'x-impersonation-id')
    and impersonations.admin_id = private.caller_id() and impersonations.ended_at is null and impersonations.expires_at > now();
  execute format('set local "leadlight.impersonation" to %L', coalesce(impersonation, ''));
end $$;
comment on function private.enter() is 'Sets the rights of a request for all nodes, from its claims alone. Called by the server before each statement of a caller.';
revoke all on function private.enter() from public, anon, authenticated, service_role;
grant usage on schema private to authenticator;
grant execute on function private.enter() to authenticator;

create or replace function private.request_user_id() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('leadlight.user_id', true), '')::uuid
$$;
comment on function private.request_user_id() is 'The id of the caller, as private.caller_id().';

create or replace function private.request_is_admin() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('leadlight.is_admin', true) = 't', false)
$$;
comment on function private.request_is_admin() is 'Whether the caller is an administrator, as private.is_admin().';

create or replace function private.request_customer_ids() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('leadlight.customer_ids', true), ''), '{}')::uuid[]
$$;
comment on function private.request_customer_ids() is 'The customers of the caller, as private.my_customer_ids().';

revoke all on function private.request_user_id(), private.request_is_admin(), private.request_customer_ids() from public, anon;
grant execute on function private.request_user_id(), private.request_is_admin(), private.request_customer_ids() to authenticated, service_role;
