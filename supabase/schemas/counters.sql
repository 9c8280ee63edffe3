-- Counts of leads, companies and decisions, which are added to by triggers and merged now and then.

create table public.lead_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  audience text,
  total bigint not null,
  approved bigint not null,
  reviewed bigint not null,
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.lead_counters is
  'Number of leads by customer and audience: the sum of the rows. Triggers add rows with the difference and never update one, so that writers do not wait for each other (docs/decisions/0006-stored-counts.md).';
comment on column public.lead_counters.customer_id is
  'Not a foreign key: when a customer is deleted, its leads are deleted first, and their difference is written after the customer is gone.';
comment on column public.lead_counters.id is 'From a sequence that all customers advance, so members cannot read it.';
comment on column public.lead_counters.reviewed is 'Approved or rejected.';

alter table public.lead_counters
  alter customer_id set statistics 1,
  alter audience set statistics 1;

revoke all on sequence public.lead_counters_id_seq from public, anon, authenticated, service_role;

create table public.company_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  total bigint not null,
  approved bigint not null,
  reviewed bigint not null,
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table public.company_counters is 'Number of companies by customer, as in lead_counters.';
comment on column public.company_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column public.company_counters.id is 'From a sequence that all customers advance, so members cannot read it.';
comment on column public.company_counters.reviewed is 'Approved or rejected.';

alter table public.company_counters
  alter customer_id set statistics 1;

revoke all on sequence public.company_counters_id_seq from public, anon, authenticated, service_role;

create table private.decision_counters (
  customer_id uuid not null,
  id bigint generated always as identity,
  week date,
  audience text,
  rejection_reason_id uuid,
  approved bigint not null,
  rejected bigint not null,
  primary key (customer_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);
comment on table private.decision_counters is
  'Number of approved and rejected leads by customer, week, audience and reason: the sum of the rows. A decision that was undone or changed, or whose lead was deleted, is not counted.';
comment on column private.decision_counters.customer_id is 'Not a foreign key, as in lead_counters.';
comment on column private.decision_counters.week is 'Monday of the week of decided_at, in UTC; null if the lead has no decided_at.';

-- Read instead of the table by the sums of all customers by week.
create index decision_counters_week_idx on private.decision_counters (week) include (approved, rejected);

alter table private.decision_counters
  alter customer_id set statistics 1,
  alter audience set statistics 1;

create function private.merge_lead_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from public.lead_counters
    where customer_id = customer and id = any (array(
      select id from public.lead_counters where customer_id = customer for update skip locked
    ))
    returning audience, total, approved, reviewed
  )
  insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
  select customer, audience, sum(total), sum(approved), sum(reviewed)
  from merged
  group by audience
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
end $$;
comment on function private.merge_lead_counters is
  'Replaces the counter rows of a customer by their sums, except rows that another transaction has locked.';

create function private.merge_company_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  with merged as (
    delete from public.company_counters
    where customer_id = customer and id = any (array(
      select id from public.company_counters where customer_id = customer for update skip locked
    ))
    returning total, approved, reviewed
  )
  insert into public.company_counters (customer_id, total, approved, reviewed)
  select customer, sum(total), sum(approved), sum(reviewed)
  from merged
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
end $$;
comment on function private.merge_company_counters is 'Does for companies what merge_lead_counters does for leads.';

-- Most weeks, audiences and reasons have one row from an earlier merge, which stays.
create function private.merge_decision_counters(customer uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  ids bigint[] := array(
    select unnest(array_agg(id))
    from private.decision_counters
    where customer_id = customer
    group by week, audience, rejection_reason_id
    having count(*) > 1 or (sum(approved), sum(rejected)) = (0, 0)
  );
begin
  with merged as (
    delete from private.decision_counters
    where customer_id = customer and id = any (array(
      select id from private.decision_counters where customer_id = customer and id = any (ids) for update skip locked
    ))
    returning week, audience, rejection_reason_id, approved, rejected
  )
  insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
  select customer, week, audience, rejection_reason_id, sum(approved), sum(rejected)
  from merged
  group by week, audience, rejection_reason_id
  having (sum(approved), sum(rejected)) <> (0, 0);
end $$;
comment on function private.merge_decision_counters is
  'Replaces the counter rows of decisions of a customer, where there are several of a week, audience and reason, by their sums, except rows that another transaction has locked.';

create function private.week_of(moment timestamptz) returns date language sql immutable parallel safe
return date_trunc('week', moment at time zone 'UTC')::date;
comment on function private.week_of is 'Monday of the week of a moment, in UTC.';

create function private.is_merge_due(customer uuid, verb text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return current_setting('transaction_isolation') = 'read committed'
    and (random() < 0.02 or verb = 'DELETE' and not exists (select from public.customers where id = customer));
end $$;
comment on function private.is_merge_due is
  'Whether a statement merges the counters of a customer: one statement in 50, and the deletion of the customer, not above read committed, where it does not see what others merged since it began.';

create function private.update_lead_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, audience, direction * count(*) as total, direction * count(*) filter (where is_approved) as approved,
      direction * count(is_approved) as reviewed
    from changed_rows
    group by customer_id, audience
  loop
    insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
    values (change.customer_id, change.audience, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_lead_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_lead_counters is 'Adds inserted or deleted leads to the counters, or takes them away.';

create function private.update_company_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, direction * count(*) as total, direction * count(*) filter (where is_approved) as approved,
      direction * count(is_approved) as reviewed
    from changed_rows
    group by customer_id
  loop
    insert into public.company_counters (customer_id, total, approved, reviewed)
    values (change.customer_id, change.total, change.approved, change.reviewed);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_company_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_company_counters is 'Adds inserted or deleted companies to the counters, or takes them away.';

create function private.update_decision_counters() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  direction constant int := case tg_op when 'DELETE' then -1 else 1 end;
  change record;
  customers uuid[] := '{}';
  customer uuid;
begin
  for change in
    select
      customer_id, private.week_of(decided_at) as week, audience, rejection_reason_id,
      direction * count(*) filter (where is_approved) as approved, direction * count(*) filter (where not is_approved) as rejected
    from changed_rows
    where is_approved is not null
    group by customer_id, week, audience, rejection_reason_id
  loop
    insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected)
    values (change.customer_id, change.week, change.audience, change.rejection_reason_id, change.approved, change.rejected);
    if change.customer_id <> all (customers) then
      customers := array_append(customers, change.customer_id);
    end if;
  end loop;
  foreach customer in array customers loop
    if private.is_merge_due(customer, tg_op) then
      perform private.merge_decision_counters(customer);
    end if;
  end loop;
  return null;
end $$;
comment on function private.update_decision_counters is 'Adds the decisions about inserted or deleted leads to the counters, or takes them away.';

create function private.truncate_counters() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  execute format('truncate %s', tg_argv[0]);
  return null;
end $$;
comment on function private.truncate_counters is 'Empties the counters of a truncated table.';

-- Planned with the arguments of each call, since the best plan depends on whether they name a customer.
create function private.stored_lead_totals(scope uuid[], audience_name text, out total bigint, out approved bigint, out reviewed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select coalesce(sum(counter.total), 0), coalesce(sum(counter.approved), 0), coalesce(sum(counter.reviewed), 0)
  into total, approved, reviewed
  from public.lead_counters counter
  where (scope is null or counter.customer_id = any (scope))
    and (audience_name is null or counter.audience is not distinct from nullif(audience_name, ''));
end $$;
comment on function private.stored_lead_totals is
  'The counted leads of the customers in scope (null: all) and of an audience ('''': leads without one; null: all leads).';

create function private.stored_company_totals(scope uuid[], out total bigint, out approved bigint, out reviewed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  select coalesce(sum(counter.total), 0), coalesce(sum(counter.approved), 0), coalesce(sum(counter.reviewed), 0)
  into total, approved, reviewed
  from public.company_counters counter
  where scope is null or counter.customer_id = any (scope);
end $$;
comment on function private.stored_company_totals is 'The counted companies of the customers in scope (null: all).';

create function public.audience_names(
  customers uuid[] default null, term text default '', after_name text default null, page_size int default 1000
) returns setof text language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  scope uuid[] := private.scope(customers);
  patterns text[] := array(select private.word_pattern(word) from private.words_of(audience_names.term) word);
begin
  perform private.require_length('after_name', audience_names.after_name::text, 100);
  return query
    select name
    from (
      select audience collate "und-x-icu" as name
      from public.lead_counters
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(total) > 0
    ) audiences
    where (after_name is null or name > after_name)
      and (cardinality(patterns) = 0 or private.search_text(name) like all (patterns))
    order by name
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.audience_names is
  'A page of the distinct audiences whose name contains each word of the term, sorted, after the given name. Ignores case and accents.';

create function public.audience_totals(
  customers uuid[] default null, after_total bigint default null, after_name text default null, page_size int default 1000
) returns table (
  name text, total bigint, approved bigint, pending bigint, reviewed bigint
) language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  scope uuid[] := private.scope(customers);
begin
  perform private.require_length('after_name', audience_totals.after_name::text, 100);
  return query
    select audiences.name, audiences.total, audiences.approved, audiences.total - audiences.approved, audiences.reviewed
    from (
      select audience collate "und-x-icu" as name, sum(counter.total)::bigint as total, sum(counter.approved)::bigint as approved,
        sum(counter.reviewed)::bigint as reviewed
      from public.lead_counters counter
      where audience is not null and (scope is null or customer_id = any (scope))
      group by audience
      having sum(counter.total) > 0
    ) audiences
    where after_total is null or audiences.total < after_total or (audiences.total = after_total and audiences.name > after_name)
    order by audiences.total desc, audiences.name
    limit least(greatest(page_size, 0), 1000);
end $$;
comment on function public.audience_totals is
  'A page of the audiences with their number of leads, the largest first, after the given audience. Equal names of several customers are added up.';

create view public.audience_summary with (security_invoker = true) as
select
  customer_id,
  audience as name,
  sum(total)::bigint as total,
  sum(approved)::bigint as approved,
  sum(total - approved)::bigint as pending
from public.lead_counters
group by customer_id, audience
having sum(total) > 0
order by total desc, name;
comment on view public.audience_summary is
  'Number of leads by customer and audience, from lead_counters. Leads without an audience are the row whose name is null.';

revoke all on public.audience_summary from public, anon, authenticated, service_role;
grant select on public.audience_summary to authenticated, service_role;

-- Members are on the coordinator of a distributed database, so that they are joined with what the workers count.
create view public.customer_counts with (security_invoker = true) as
select
  customers.id as customer_id,
  coalesce(lead.total, 0)::bigint as leads,
  coalesce(company.total, 0)::bigint as companies,
  coalesce(member.total, 0) as users
from public.customers
left join (select customer_id, sum(total) as total from public.lead_counters group by customer_id) lead on lead.customer_id = customers.id
left join (select customer_id, sum(total) as total from public.company_counters group by customer_id) company on company.customer_id = customers.id
left join (select customer_id, count(*) as total from public.customer_users where is_active group by customer_id) member
  on member.customer_id = customers.id;
comment on view public.customer_counts is 'Number of leads, companies and active members of each customer.';

revoke all on public.customer_counts from public, anon, authenticated, service_role;
grant select on public.customer_counts to authenticated, service_role;

create trigger update_counters_on_insert after insert on public.leads
  referencing new table as changed_rows for each statement execute function private.update_lead_counters();
create trigger update_counters_on_delete after delete on public.leads
  referencing old table as changed_rows for each statement execute function private.update_lead_counters();
create trigger truncate_counters after truncate on public.leads for each statement execute function private.truncate_counters('public.lead_counters');
create trigger update_decision_counters_on_insert after insert on public.leads
  referencing new table as changed_rows for each statement execute function private.update_decision_counters();
create trigger update_decision_counters_on_delete after delete on public.leads
  referencing old table as changed_rows for each statement execute function private.update_decision_counters();
create trigger truncate_decision_counters after truncate on public.leads
  for each statement execute function private.truncate_counters('private.decision_counters');
create trigger update_counters_on_insert after insert on public.companies
  referencing new table as changed_rows for each statement execute function private.update_company_counters();
create trigger update_counters_on_delete after delete on public.companies
  referencing old table as changed_rows for each statement execute function private.update_company_counters();
create trigger truncate_counters after truncate on public.companies
  for each statement execute function private.truncate_counters('public.company_counters');
-- PostgreSQL checks the rights to a view that joins tables only if it has such triggers; without one it reports that no role could write it.
create trigger reject_change instead of insert or update or delete on public.audience_summary
  for each row execute function private.reject_change('The summary cannot be changed');
create trigger reject_change instead of insert or update or delete on public.customer_counts
  for each row execute function private.reject_change('The counts cannot be changed');

grant execute on function public.audience_names, public.audience_totals to authenticated;
