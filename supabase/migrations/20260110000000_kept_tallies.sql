-- How many leads and companies there are, kept as they come and go, so that a count of half a million reads a few rows. Every statement
-- that changes a count adds what it changed, as rows of its own that nobody else waits for; a count is their sum. Now and then
-- a statement puts the rows of its customers together, past those that another transaction is putting together at this moment.

create table public.lead_tallies (
  -- No reference: when a customer goes, its leads go first, and what they take away is written when there is no such customer any more.
  customer_id uuid not null,
  id bigint generated always as identity,
  audience text,
  total bigint not null,
  approved bigint not null,
  reviewed bigint not null,
  primary key (customer_id, id)
);

create table public.company_tallies (
  customer_id uuid not null,
  id bigint generated always as identity,
  total bigint not null,
  approved bigint not null,
  reviewed bigint not null,
  primary key (customer_id, id)
);

revoke all on public.lead_tallies, public.company_tallies from public, anon, authenticated, service_role;
revoke all on sequence public.lead_tallies_id_seq, public.company_tallies_id_seq from public, anon, authenticated, service_role;
grant select on public.lead_tallies, public.company_tallies to authenticated, service_role;

alter table public.lead_tallies enable row level security;
alter table public.company_tallies enable row level security;

create policy "Admins see every tally" on public.lead_tallies for select to authenticated using ((select private.is_admin()));
create policy "Members see their customers' tallies" on public.lead_tallies for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees all tallies" on public.lead_tallies for select to service_role using (true);
create policy "Admins see every tally" on public.company_tallies for select to authenticated using ((select private.is_admin()));
create policy "Members see their customers' tallies" on public.company_tallies for select to authenticated
  using (customer_id = any (array(select private.my_customer_ids())));
create policy "The service sees all tallies" on public.company_tallies for select to service_role using (true);

-- One row of a transition table, as what it adds (1) or takes away (-1).
create function private.tallied(keys text, rows text, change int) returns text language sql immutable parallel safe
return format(
  'select %1$s, %3$s as total, %3$s * (is_approved is true)::int as approved, %3$s * (is_approved is not null)::int as reviewed from %2$s',
  keys, rows, change
);

-- The body of one keeper. A transaction that sees only what was there at its beginning could not put rows together that others have put
-- together since. Of a customer that is gone, whose rows go in one statement, nothing is left.
create function private.keeper_of(tallies regclass, keys text, verb text) returns text
language sql stable security definer set search_path = ''
as $$
  select format(
    'begin
  insert into %1$s (%2$s, total, approved, reviewed)
  select %2$s, sum(total), sum(approved), sum(reviewed)
  from (%3$s) touched
  group by %2$s
  having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
  if (random() < 0.02%4$s) and current_setting(''transaction_isolation'') = ''read committed'' then
    with taken as (
      delete from %1$s where ctid = any (array(
        select ctid from %1$s where customer_id in (select customer_id from (%3$s) touched) for update skip locked
      ))
      returning *
    )
    insert into %1$s (%2$s, total, approved, reviewed)
    select %2$s, sum(total), sum(approved), sum(reviewed)
    from taken
    group by %2$s
    having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0);
  end if;
  return null;
end',
    tallies, keys,
    concat_ws(
      ' union all ',
      case when verb <> 'delete' then private.tallied(keys, 'new_rows', 1) end,
      case when verb <> 'insert' then private.tallied(keys, 'old_rows', -1) end
    ),
    case when verb = 'delete' then
      ' or not exists (select from public.customers where id = (select customer_id from old_rows limit 1))'
    end
  )
$$;

-- Counts a table anew, while nobody writes to it.
create function private.recount(relation regclass, tallies regclass, keys text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('lock table %s in share mode', relation);
  execute format('truncate %s', tallies);
  execute format(
    'insert into %1$s (%2$s, total, approved, reviewed)
     select %2$s, sum(total), sum(approved), sum(reviewed) from (%3$s) counted group by %2$s',
    tallies, keys, private.tallied(keys, relation::text, 1)
  );
end $$;

create function private.forget_tallies() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  execute format('truncate %s', tg_argv[0]);
  return null;
end $$;

-- Has the tallies of a table kept, by these columns of it.
create function private.keep_tallies_of(relation regclass, tallies regclass, keys text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  verb text;
  keeper text;
begin
  foreach verb in array '{insert,update,delete}'::text[] loop
    keeper := format('private.keep_%s_%s', (select relname from pg_catalog.pg_class where oid = tallies), verb);
    execute format(
      'create or replace function %s() returns trigger language plpgsql security definer set search_path = '''' as %L',
      keeper, private.keeper_of(tallies, keys, verb)
    );
    execute format('revoke all on function %s() from public, anon, authenticated, service_role', keeper);
    execute format(
      'create or replace trigger tally_%1$s after %1$s on %2$s referencing %3$s for each statement execute function %4$s()',
      verb, relation,
      case verb
        when 'insert' then 'new table as new_rows'
        when 'update' then 'old table as old_rows new table as new_rows'
        else 'old table as old_rows'
      end,
      keeper
    );
  end loop;
  execute format(
    'create or replace trigger tally_truncate after truncate on %s for each statement execute function private.forget_tallies(%L)',
    relation, tallies
  );
end $$;

-- For the first time, and after the triggers have been off.
create function private.recount_tallies() returns void language sql security definer set search_path = ''
begin atomic
  select private.recount('public.leads', 'public.lead_tallies', 'customer_id, audience');
  select private.recount('public.companies', 'public.company_tallies', 'customer_id');
end;

-- What the lists count where no term narrows them. $1 scope as of private.scope, $2 audience: '' is those without one, null is all.
create function private.lead_tally(scope uuid[], audience_name text, out total bigint, out approved bigint, out reviewed bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(total), 0), coalesce(sum(approved), 0), coalesce(sum(reviewed), 0)
  from public.lead_tallies
  where (scope is null or customer_id = any (scope)) and (audience_name is null or audience is not distinct from nullif(audience_name, ''))
$$;

create function private.company_tally(scope uuid[], out total bigint, out approved bigint, out reviewed bigint)
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(total), 0), coalesce(sum(approved), 0), coalesce(sum(reviewed), 0)
  from public.company_tallies
  where scope is null or customer_id = any (scope)
$$;

revoke all on function
  private.tallied(text, text, int), private.keeper_of(regclass, text, text), private.recount(regclass, regclass, text),
  private.forget_tallies(), private.keep_tallies_of(regclass, regclass, text),
  private.recount_tallies(), private.lead_tally(uuid[], text), private.company_tally(uuid[])
  from public, anon, authenticated, service_role;

select private.keep_tallies_of('public.leads', 'public.lead_tallies', 'customer_id, audience');
select private.keep_tallies_of('public.companies', 'public.company_tallies', 'customer_id');
select private.recount_tallies();

-- The leads without an audience are a row of their own, whose name is null.
create or replace view public.audience_summary with (security_invoker = true) as
select
  customer_id,
  audience as name,
  sum(total)::bigint as total,
  sum(approved)::bigint as approved,
  sum(total - approved)::bigint as pending
from public.lead_tallies
group by customer_id, audience
having sum(total) > 0
order by total desc, name;

create or replace view public.customer_counts with (security_invoker = true) as
select
  id as customer_id,
  (select coalesce(sum(total), 0)::bigint from public.lead_tallies tally where tally.customer_id = customers.id) as leads,
  (select coalesce(sum(total), 0)::bigint from public.company_tallies tally where tally.customer_id = customers.id) as companies,
  (select count(*) from public.customer_users where customer_users.customer_id = customers.id and is_active) as users
from public.customers;

create or replace function public.audience_names(customers uuid[] default null) returns setof text
language sql stable security definer set search_path = ''
as $$
  with scope as materialized (
    select private.scope(customers) as ids
  ), kept as (
    select audience
    from public.lead_tallies, scope
    where audience is not null and (ids is null or customer_id = any (ids))
    group by audience
    having sum(total) > 0
  )
  select audience collate "und-x-icu" as name from kept order by name
$$;
