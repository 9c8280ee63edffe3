-- Fills an empty database with so many customers, leads, companies and campaigns. The first customer has half of all rows; the others share the rest.
-- Runs without triggers, foreign keys (session_replication_role) and indexes, so the counters are rebuilt at the end.
create schema if not exists bench;
create table if not exists bench.customers (number int primary key, id uuid not null);

create or replace function bench.pick(words text[], n bigint) returns text language sql immutable
return words[1 + abs(hashtextextended(n::text, cardinality(words))) % cardinality(words)];

-- A word of three syllables out of 8,000.
create or replace function bench.word(n bigint, seed int) returns text language sql immutable
as $$
  with syllables as (
    select array['ba','ce','di','fo','gu','ha','je','ki','lo','mu','na','pe','qui','ro','su','ta','ve','wi','xo','zu'] as of
  )
  select initcap(
    of[1 + abs(hashtextextended(n::text, seed)) % 20] || of[1 + abs(hashtextextended(n::text, seed + 1)) % 20]
      || of[1 + abs(hashtextextended(n::text, seed + 2)) % 20]
  )
  from syllables
$$;

create or replace procedure bench.fill(customers int, leads int, companies int, campaigns int) language plpgsql
as $$
declare
  indexes text[] := array(
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid in ('public.leads'::regclass, 'public.companies'::regclass, 'public.decisions'::regclass) and not indisunique
  );
  statement text;
begin
  if exists (select from bench.customers) then
    return;
  end if;
  set local session_replication_role = replica;
  set local maintenance_work_mem = '512MB';
  -- Indexes are built faster than filled row by row.
  foreach statement in array indexes loop
    execute format('drop index public.%I', substring(statement from 'INDEX (\w+) ON'));
  end loop;

  with made as (
    insert into public.customers (name)
    select format('Customer %s', lpad(n::text, 3, '0'))
    from generate_series(1, customers) n
    returning id, right(name, 3)::int as number
  )
  insert into bench.customers (number, id) select number, id from made;

  insert into public.leads (customer_id, name, email, company, title, location, audience, is_approved, decided_at, linkedin_profile_url, created_at)
  select
    customer.id,
    bench.word(n, 1) || ' ' || bench.word(n, 7),
    format('lead-%s@example.test', n),
    bench.word(n % 150000, 11) || ' ' || bench.pick('{Labs,Systems,GmbH,Ltd,Partners,Group}', n % 150000),
    bench.pick('{Head of,Director of,VP,Chief,Senior,Junior}', n) || ' ' || bench.pick('{Sales,Marketing,Engineering,Support,Finance,Operations}', n * 3),
    bench.pick('{Berlin,London,Paris,Madrid,Rotterdam,Vienna,Zürich,Oslo}', n),
    nullif(bench.pick('{Founders,Enterprise,SMB,Partners,Q3 push,none}', n), 'none'),
    (array[true, true, false, null, null])[1 + n % 5],
    case when n % 5 < 3 then now() - n * interval '9 seconds' end,
    format('https://www.linkedin.com/in/lead-%s', n),
    now() - n * interval '20 seconds'
  from generate_series(1, leads) n
  join bench.customers customer on customer.number = case when n % 2 = 0 then 1 else 2 + (n / 2) % (customers - 1) end;

  update public.leads lead set rejection_reason_id = reason.id
  from public.rejection_reasons reason
  where lead.is_approved is false and reason.subject = 'leads' and reason.position = 1 + abs(hashtextextended(lead.name, 5)) % 8;
  insert into public.decisions (customer_id, lead_id, is_approved, rejection_reason_id, decided_at)
  select customer_id, id, is_approved, rejection_reason_id, decided_at
  from public.leads
  where decided_at is not null;

  insert into public.companies (customer_id, name, domain, industry, size, location, is_approved, created_at)
  select
    customer.id, bench.word(n, 11) || ' ' || bench.pick('{Labs,Systems,GmbH,Ltd,Partners,Group}', n), format('company-%s.test', n),
    bench.pick('{Software,Energy,Health,Retail,Logistics}', n), bench.pick('{1-10,11-50,51-200,201-500}', n),
    bench.pick('{Berlin,London,Paris,Madrid,Rotterdam,Vienna,Zürich,Oslo}', n), (array[true, false, null])[1 + n % 3],
    now() - n * interval '1 minute'
  from generate_series(1, companies) n
  join bench.customers customer on customer.number = case when n % 2 = 0 then 1 else 2 + (n / 2) % (customers - 1) end;

  insert into public.campaigns (customer_id, name, status, created_at)
  select customer.id, format('Campaign %s', n), (array['draft', 'active', 'paused', 'completed'])[1 + n % 4], now() - n * interval '1 minute'
  from generate_series(1, campaigns) n
  join bench.customers customer on customer.number = case when n % 2 = 0 then 1 else 2 + (n / 2) % (customers - 1) end;

  foreach statement in array indexes loop
    execute statement;
  end loop;

  perform private.rebuild_counters();
end $$;
