create or replace function private.is_coordinator() returns boolean language plpgsql stable as $$
begin
  return not exists (select from pg_catalog.pg_dist_local_group where groupid <> 0);
end
$$;
comment on function private.is_coordinator() is 'Whether this node is the coordinator.';
revoke all on function private.is_coordinator() from public, anon;
grant execute on function private.is_coordinator() to authenticated, service_role;

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
      ('private.decision_counters', 'customer_id, week, audience, rejection_reason_id', '{approved,rejected}')
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
