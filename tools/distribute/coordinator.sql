-- The caller of a request. Accounts and rights are on the coordinator only, so private.enter() reads them there once per request, and SET LOCAL sends
-- them to the workers, where policies and triggers compare with them. set_config is not sent, and without a transaction block nothing is: then no row
-- is visible. The server calls private.enter() before each statement of a caller (server/database/connections/caller-query.ts).

create or replace function private.enter() returns void language plpgsql security definer set search_path = '' as $$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  headers text := coalesce(current_setting('request.headers', true), '');
  caller record;
  impersonation text;
  customers record;
  guest record;
begin
  set local citus.propagate_set_commands = 'local';
  set local "request.jwt.claim" to '';
  set local "request.jwt.claim.sub" to '';
  set local "request.jwt.claim.role" to '';
  set local "request.jwt.claim.email" to '';
  set local "leadlight.restoring" to '';
  set local "leadlight.undoing" to '';
  set local "leadlight.removing_values" to '';
  execute format('set local "request.jwt.claims" to %L', claims);
  execute format('set local "request.headers" to %L', headers);
  -- The conditions are those of private.is_admin() and private.memberships, without a call of a function, whose body Citus plans anew each time: 0.4 ms instead of 16.
  select found.user_id, array(select role from public.user_roles where user_roles.user_id = found.user_id) as roles
  into caller
  from private.callers() found;
  select
    array_agg(customer.id) as own, array_agg(customer.id) filter (where membership.role in ('reviewer', 'approver')) as of_reviewer,
    array_agg(customer.id) filter (where membership.role = 'approver') as of_approver
  into customers
  from public.customer_users membership
  join public.customers customer on customer.id = membership.customer_id and customer.is_active
  where membership.user_id = caller.user_id and membership.is_active and 'customer' = any (caller.roles);
  execute format('set local "leadlight.user_id" to %L', coalesce(caller.user_id::text, ''));
  execute format('set local "leadlight.is_admin" to %L', coalesce('admin' = any (caller.roles), false));
  execute format('set local "leadlight.customer_ids" to %L', coalesce(customers.own, '{}'));
  execute format('set local "leadlight.review_customer_ids" to %L', coalesce(customers.of_reviewer, '{}'));
  execute format('set local "leadlight.approval_customer_ids" to %L', coalesce(customers.of_approver, '{}'));
  select * into guest from private.guest_link() where exists (select from public.review_links where review_links.id = caller.user_id);
  execute format('set local "leadlight.guest_customer_id" to %L', coalesce(guest.customer_id::text, ''));
  execute format('set local "leadlight.guest_audience" to %L', coalesce(guest.audience, ''));
  execute format(
    'set local "leadlight.guest_campaign_customer_id" to %L', case when guest.with_campaigns then guest.customer_id::text else '' end
  );
  select impersonations.id || ' ' || impersonations.customer_id into impersonation
  from public.impersonations
  where impersonations.id::text = lower(nullif(headers, '')::json ->> 'x-impersonation-id')
    and impersonations.admin_id = caller.user_id and impersonations.ended_at is null and impersonations.expires_at > now();
  execute format('set local "leadlight.impersonation" to %L', coalesce(impersonation, ''));
end $$;
comment on function private.enter() is 'Sets the rights of a request for all nodes, from its claims alone. Called by the server before each statement of a caller.';
revoke all on function private.enter() from public, anon, authenticated, service_role;
grant usage on schema private to authenticator;
grant execute on function private.enter() to authenticator;

-- The triggers merge the counters of a customer in one of its changes in fifty. This merges what the last ones have left.
create or replace function private.merge_counters() returns void language plpgsql security definer set search_path = ''
as $$
declare
  counters record;
  failure text;
begin
  if not pg_try_advisory_xact_lock(hashtext('leadlight.merge_counters')) then
    return;
  end if;
  for counters in
    select relation, keys, sums, array_to_string(array_fill('0'::text, array[cardinality(sums)]), ', ') as zeros
    from (values
      ('public.lead_counters'::regclass, 'customer_id, audience', '{total,approved,reviewed}'::text[]),
      ('public.company_counters', 'customer_id', '{total,approved,reviewed}'),
      ('private.decision_counters', 'customer_id, week, audience, rejection_reason_id', '{approved,rejected}'),
      ('private.result_counters', 'customer_id, part, week, campaign_id, audience', '{handed_off,contacted,replied}')
    ) given (relation, keys, sums)
  loop
    select min(result) into failure
    from run_command_on_shards(counters.relation, format(
      'with locked as materialized (
        select * from %%1$s for update skip locked
      ), merged as (
        select id, customer_id, id = first and (%3$s) <> (%4$s) as is_sum, %3$s
        from (select id, %1$s, min(id) over same as first, %2$s from locked window same as (partition by %1$s)) summed
      ), deleted as (
        delete from %%1$s stored using merged
        where stored.customer_id = merged.customer_id and stored.id = merged.id and not is_sum
      )
      update %%1$s stored set (%3$s) = (%5$s) from merged
      where stored.customer_id = merged.customer_id and stored.id = merged.id and is_sum',
      counters.keys,
      (select string_agg(format('sum(%1$s) over same as %1$s', name), ', ') from unnest(counters.sums) name),
      array_to_string(counters.sums, ', '),
      counters.zeros,
      'merged.' || array_to_string(counters.sums, ', merged.')
    ))
    where not success;
    if failure is not null then
      raise exception 'Counters of a shard of % were not merged: %', counters.relation, failure;
    end if;
  end loop;
end $$;
comment on function private.merge_counters() is
  'Replaces the counter rows of each shard that have the same keys by their sum, except rows that another transaction has locked. The server calls it every hour.';
revoke all on function private.merge_counters() from public, anon, authenticated, service_role;
