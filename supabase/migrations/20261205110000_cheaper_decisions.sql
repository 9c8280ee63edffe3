drop trigger count_guest_decisions on public.decisions;
drop trigger follow_decisions on public.decisions;

-- Workers of a distributed database have no accounts: private.enter() sets the impersonation for them.
create or replace function private.impersonation_of(customer uuid) returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-impersonation-id';
begin
  if to_regclass('public.impersonations') is null then
    return (
      select split_part(entered, ' ', 1)::uuid
      from current_setting('leadlight.impersonation', true) entered
      where split_part(entered, ' ', 2) = customer::text
    );
  end if;
  -- Most requests name none, and need no query.
  if named ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return (
      select impersonation.id
      from public.impersonations impersonation
      where impersonation.id = named::uuid
        and impersonation.admin_id = (select private.caller_id())
        and impersonation.customer_id = customer
        and impersonation.ended_at is null
        and impersonation.expires_at > now()
    );
  end if;
  return null;
end $$;

create or replace function private.add_decisions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  made public.decisions[];
begin
  select array_agg(row (
    gen_random_uuid(), customer_id, case tg_argv[0] when 'leads' then id end, case tg_argv[0] when 'companies' then id end,
    is_approved, rejection_reason_id, rejection_note, null, null, null, decided_by, decided_at, false
  )::public.decisions) into made
  from new_rows
  where is_approved is not null;
  if made is not null then
    insert into public.decisions select * from unnest(made);
    perform private.follow_decisions(made);
  end if;
  return null;
end $$;

create or replace function private.count_guest_decisions(amount int) returns void language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('public.review_links') is null then
    return; -- a worker of a distributed database
  end if;
  update public.review_links
  set
    last_used_at = now(),
    decisions = greatest(0, decisions + amount * case when current_setting('leadlight.undoing', true) = 'on' then -1 else 1 end)
  where id = auth.uid() and revoked_at is null and expires_at > now();
  if not found then
    raise exception 'The review link has ended' using errcode = 'insufficient_privilege';
  end if;
end $$;

create or replace function private.follow_decisions(decided public.decisions[]) returns void language plpgsql security definer set search_path = '' as $$
declare
  made record;
begin
  if auth.jwt() -> 'app_metadata' ? 'review_link' then
    perform private.count_guest_decisions(count(*)::int) from unnest(decided) where is_approved is distinct from previous_is_approved;
  end if;
  for made in
    select customer_id, is_approved, sum(100 + coalesce(octet_length(rejection_note), 0)) as bytes,
      array_agg(lead_id) filter (where lead_id is not null and is_approved is distinct from previous_is_approved) as ids
    from unnest(decided)
    group by customer_id, is_approved
    order by customer_id
  loop
    perform private.count_text(made.customer_id, made.bytes);
    if made.ids is not null then
      perform private.flag_decided_leads(made.customer_id, made.is_approved, made.ids);
    end if;
  end loop;
end $$;

-- A change of a lead or company runs one trigger before it and one after it. Arrays hold the changes, because in a distributed database a statement of a
-- trigger reads the changed rows or writes a table, not both. The reason and note that an approval clears are not recorded.
create or replace function private.record_leads_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  is_undo constant boolean := coalesce(current_setting('leadlight.undoing', true) = 'on', false);
  decided public.decisions[];
  recorded public.activity[];
  change record;
  counted public.lead_counters[];
  counted_decisions private.decision_counters[];
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      array_remove(array[
        case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
        case when n.name is distinct from o.name then 'name' end,
        case when n.first_name is distinct from o.first_name then 'first_name' end,
        case when n.last_name is distinct from o.last_name then 'last_name' end,
        case when n.email is distinct from o.email then 'email' end,
        case when n.phone is distinct from o.phone then 'phone' end,
        case when n.company is distinct from o.company then 'company' end,
        case when n.title is distinct from o.title then 'title' end,
        case when n.location is distinct from o.location then 'location' end,
        case when n.headline is distinct from o.headline then 'headline' end,
        case when n.notes is distinct from o.notes then 'notes' end,
        case when n.audience is distinct from o.audience then 'audience' end,
        case when n.is_approved is distinct from o.is_approved then 'is_approved' end,
        case when n.profile_picture_url is distinct from o.profile_picture_url then 'profile_picture_url' end,
        case when n.linkedin_profile_url is distinct from o.linkedin_profile_url then 'linkedin_profile_url' end,
        case when n.import_id is distinct from o.import_id then 'import_id' end,
        case when n.created_at is distinct from o.created_at then 'created_at' end,
        case when n.rejection_reason_id is distinct from o.rejection_reason_id and n.is_approved is false then 'rejection_reason_id' end,
        case when n.rejection_note is distinct from o.rejection_note and n.is_approved is false then 'rejection_note' end,
        case when n.custom is distinct from o.custom then 'custom' end,
        case when n.duplicate_of is distinct from o.duplicate_of then 'duplicate_of' end,
        case when n.duplicate_keys is distinct from o.duplicate_keys then 'duplicate_keys' end,
        case when n.is_separate is distinct from o.is_separate then 'is_separate' end
      ], null) as changed_columns,
      nullif(
        case when n.audience is distinct from o.audience then jsonb_build_object('audience', n.audience) else '{}' end
          || case when n.is_approved is distinct from o.is_approved then jsonb_build_object('is_approved', n.is_approved) else '{}' end,
        '{}'
      ) || case when is_undo then jsonb_build_object('undone', o.is_approved) else '{}' end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, id, null, is_approved, rejection_reason_id, rejection_note,
        old_is_approved, old_rejection_reason_id, old_rejection_note, decided_by, decided_at, false
      )::public.decisions)
      from changed
      where (is_approved, rejection_reason_id, rejection_note)
        is distinct from (old_is_approved, old_rejection_reason_id, old_rejection_note)
    ), (
      select array_agg(row (
        null, null, null, null, customer_id, null, null, null, row_count, row_ids, changed_columns, new_values
      )::public.activity)
      from (
        select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
        from changed
        where changed_columns <> '{}' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    ), (
      select array_agg(row (customer_id, null, audience, total, approved, reviewed)::public.lead_counters)
      from (
        select customer_id, audience, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
        from (
          select customer_id, audience, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from new_rows
          union all
          select customer_id, audience, -1, -(is_approved is true)::int, -(is_approved is not null)::int from old_rows
        ) added
        group by customer_id, audience
        having sum(total) <> 0 or sum(approved) <> 0 or sum(reviewed) <> 0
      ) counted
    ), (
      select array_agg(row (customer_id, null, week, audience, rejection_reason_id, approved, rejected)::private.decision_counters)
      from (
        select customer_id, week, audience, rejection_reason_id, sum(approved) as approved, sum(rejected) as rejected
        from (
          select
            customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
            is_approved::int as approved, (not is_approved)::int as rejected
          from new_rows
          where is_approved is not null
          union all
          select
            customer_id, private.week_of(decided_at), audience, rejection_reason_id, -is_approved::int, -(not is_approved)::int
          from old_rows
          where is_approved is not null
        ) added
        group by customer_id, week, audience, rejection_reason_id
        having sum(approved) <> 0 or sum(rejected) <> 0
      ) counted
    )
  into decided, recorded, counted, counted_decisions;
  if decided is not null then
    insert into public.decisions select * from unnest(decided);
    perform private.follow_decisions(decided);
    if get_byte(uuid_send(decided[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(lead_id)) from unnest(decided) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, '{}') loop
    perform private.record_change(
      change.customer_id, case when is_undo then 'undo' else 'update' end, 'leads', change.row_count, change.row_ids,
      change.changed_columns, change.new_values
    );
  end loop;
  foreach change in array coalesce(counted, '{}') loop
    insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
    values (change.customer_id, change.audience, change.total, change.approved, change.reviewed);
  end loop;
  foreach change in array coalesce(counted_decisions, '{}') loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
  end loop;
  if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
    perform private.merge_lead_counters(customer_id) from (select distinct customer_id from unnest(counted)) changed;
    perform private.merge_decision_counters(customer_id) from (select distinct customer_id from unnest(counted_decisions)) changed;
  end if;
  return null;
end $$;

create or replace function private.record_companies_update() returns trigger
language plpgsql security definer set search_path = '' set enable_nestloop = off set jit = off as $$
declare
  is_undo constant boolean := coalesce(current_setting('leadlight.undoing', true) = 'on', false);
  decided public.decisions[];
  recorded public.activity[];
  change record;
  counted public.company_counters[];
begin
  with changed as materialized (
    select
      n.id, n.customer_id, n.is_approved, n.rejection_reason_id, n.rejection_note, o.is_approved as old_is_approved,
      o.rejection_reason_id as old_rejection_reason_id, o.rejection_note as old_rejection_note,
      case when n.is_approved is null then auth.uid() else n.decided_by end as decided_by, coalesce(n.decided_at, n.updated_at) as decided_at,
      array_remove(array[
        case when n.customer_id is distinct from o.customer_id then 'customer_id' end,
        case when n.name is distinct from o.name then 'name' end,
        case when n.website is distinct from o.website then 'website' end,
        case when n.domain is distinct from o.domain then 'domain' end,
        case when n.linkedin_url is distinct from o.linkedin_url then 'linkedin_url' end,
        case when n.industry is distinct from o.industry then 'industry' end,
        case when n.size is distinct from o.size then 'size' end,
        case when n.location is distinct from o.location then 'location' end,
        case when n.description is distinct from o.description then 'description' end,
        case when n.employee_count is distinct from o.employee_count then 'employee_count' end,
        case when n.founded_year is distinct from o.founded_year then 'founded_year' end,
        case when n.is_approved is distinct from o.is_approved then 'is_approved' end,
        case when n.import_id is distinct from o.import_id then 'import_id' end,
        case when n.created_at is distinct from o.created_at then 'created_at' end,
        case when n.rejection_reason_id is distinct from o.rejection_reason_id and n.is_approved is false then 'rejection_reason_id' end,
        case when n.rejection_note is distinct from o.rejection_note and n.is_approved is false then 'rejection_note' end,
        case when n.custom is distinct from o.custom then 'custom' end,
        case when n.duplicate_of is distinct from o.duplicate_of then 'duplicate_of' end,
        case when n.duplicate_keys is distinct from o.duplicate_keys then 'duplicate_keys' end,
        case when n.is_separate is distinct from o.is_separate then 'is_separate' end
      ], null) as changed_columns,
      case
        when n.is_approved is distinct from o.is_approved
          then jsonb_build_object('is_approved', n.is_approved) || case when is_undo then jsonb_build_object('undone', o.is_approved) else '{}' end
      end as new_values
    from new_rows n
    join old_rows o using (id)
  )
  select (
      select array_agg(row (
        gen_random_uuid(), customer_id, null, id, is_approved, rejection_reason_id, rejection_note,
        old_is_approved, old_rejection_reason_id, old_rejection_note, decided_by, decided_at, false
      )::public.decisions)
      from changed
      where (is_approved, rejection_reason_id, rejection_note)
        is distinct from (old_is_approved, old_rejection_reason_id, old_rejection_note)
    ), (
      select array_agg(row (
        null, null, null, null, customer_id, null, null, null, row_count, row_ids, changed_columns, new_values
      )::public.activity)
      from (
        select customer_id, count(*) as row_count, case when count(*) <= 1000 then array_agg(id) end as row_ids, changed_columns, new_values
        from changed
        where changed_columns <> '{}' and pg_trigger_depth() = 1
        group by customer_id, changed_columns, new_values
      ) touched
    ), (
      select array_agg(row (customer_id, null, total, approved, reviewed)::public.company_counters)
      from (
        select customer_id, sum(total) as total, sum(approved) as approved, sum(reviewed) as reviewed
        from (
          select customer_id, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from new_rows
          union all
          select customer_id, -1, -(is_approved is true)::int, -(is_approved is not null)::int from old_rows
        ) added
        group by customer_id
        having sum(total) <> 0 or sum(approved) <> 0 or sum(reviewed) <> 0
      ) counted
    )
  into decided, recorded, counted;
  if decided is not null then
    insert into public.decisions select * from unnest(decided);
    perform private.follow_decisions(decided);
    if get_byte(uuid_send(decided[1].id), 0) < 5 then
      perform private.remove_old_decisions(customer_id, array_agg(company_id)) from unnest(decided) group by customer_id;
    end if;
  end if;
  foreach change in array coalesce(recorded, '{}') loop
    perform private.record_change(
      change.customer_id, case when is_undo then 'undo' else 'update' end, 'companies', change.row_count, change.row_ids,
      change.changed_columns, change.new_values
    );
  end loop;
  foreach change in array coalesce(counted, '{}') loop
    insert into public.company_counters (customer_id, total, approved, reviewed)
    values (change.customer_id, change.total, change.approved, change.reviewed);
  end loop;
  if random() < 0.02 and current_setting('transaction_isolation') = 'read committed' then
    perform private.merge_company_counters(customer_id) from (select distinct customer_id from unnest(counted)) changed;
  end if;
  return null;
end $$;
drop function private.count_guest_decisions();
drop function private.follow_decisions();
revoke all on function private.count_guest_decisions(integer) from public, anon, authenticated, service_role;
revoke all on function private.follow_decisions(public.decisions[]) from public, anon, authenticated, service_role;
comment on function private.count_guest_decisions(integer) is 'Counts the decisions of a guest, or takes undone ones away. Rejects those of a link that was revoked while the statement ran.';
comment on function private.follow_decisions(public.decisions[]) is 'Counts new decisions and their notes as text that the caller has written, and those of a guest in the review link, and flags handed-off leads that are not approved any more, until they are. Not a trigger, which would slow down every decision.';
