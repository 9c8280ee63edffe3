import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();
let owner: Client;
let others: Client[];

beforeAll(async () => {
  owner = await world.connect();
  others = await Promise.all([world.connect(), world.connect(), world.connect()]);
});
beforeEach(async () => {
  await owner.query('delete from public.leads where customer_id in (select id from public.customers)');
});
afterAll(async () => {
  await Promise.all([owner, ...others].map((client) => client.end()));
});

const sums = (source: string, keys: string) =>
  `select ${keys}, sum(total)::int as total, sum(approved)::int as approved, sum(reviewed)::int as reviewed
   from (${source}) counted group by ${keys} having (sum(total), sum(approved), sum(reviewed)) <> (0, 0, 0) order by ${keys}`;
const countedRows = (table: string) =>
  `select *, 1 as total, (is_approved is true)::int as approved, (is_approved is not null)::int as reviewed from public.${table}`;

/** Compares the sums of the counters with the rows, whether or not counter rows have been merged. */
async function expectCountersToMatch(): Promise<void> {
  for (const [table, counters, keys] of [
    ['leads', 'lead_counters', 'customer_id, audience'],
    ['companies', 'company_counters', 'customer_id'],
  ] as const) {
    const { rows: stored } = await owner.query(sums(`select * from public.${counters}`, keys));
    const { rows: counted } = await owner.query(sums(countedRows(table), keys));
    expect(stored).toEqual(counted);
  }
  expect(await countDecisions('private.decision_counters')).toEqual(await countDecisions(DECIDED));
}

const DECIDED = `(select *, date_trunc('week', decided_at at time zone 'UTC')::date as week, (is_approved is true)::int as approved,
  (is_approved is false)::int as rejected from public.leads) leads`;
const countDecisions = async (source: string) =>
  (
    await owner.query(
      `select customer_id, week::text, audience, rejection_reason_id as reason, sum(approved)::int as approved, sum(rejected)::int as rejected
       from ${source} group by 1, 2, 3, 4 having (sum(approved), sum(rejected)) <> (0, 0) order by 1, 2, 3, 4`,
    )
  ).rows;

async function customers(count: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into public.customers (name) select 'Counted ' || n from generate_series(1, $1) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const addLeads = (client: Client, customer: string | undefined, count: number, audience: string | null = null) =>
  client.query(
    `insert into public.leads (customer_id, name, audience, is_approved)
     select $1, gen_random_uuid()::text, $3, (array[true, false, null])[1 + n % 3] from generate_series(1, $2) n`,
    [customer, count, audience],
  );

const counterRows = async (customer: string | undefined, counters = 'public.lead_counters') =>
  (await owner.query(`select from ${counters} where customer_id = $1`, [customer])).rowCount;
const decisionRows = (customer: string | undefined) => counterRows(customer, 'private.decision_counters');

/** Seeds random() so that the next statement of this connection merges counter rows, as one in fifty does. Decisions are counted by random() before. */
const mergeNext = (client: Client) =>
  client.query(`select setseed(seed) from (
    select n / 50000.0 as seed, setseed(n / 50000.0), random() as first, random() as second from generate_series(0, 50000) n
  ) tried where first < 0.02 and second < 0.02 limit 1`);

test('the counters equal the rows after any concurrent changes of leads and companies', async () => {
  const [one, two] = await customers(2);
  const some = (table: string) =>
    `id in (select id from public.${table} order by random() limit 3 for update skip locked)`;
  const statements = [
    `insert into public.leads (customer_id, name, audience, is_approved)
     select (array['${one}', '${two}']::uuid[])[1 + n % 2], gen_random_uuid()::text, (array['A', 'B', null])[1 + n % 3],
       (array[true, false, null])[1 + (random() * 2)::int] from generate_series(1, 4) n`,
    `insert into public.companies (customer_id, name, is_approved)
     select '${one}', gen_random_uuid()::text, (array[true, false, null])[1 + (random() * 2)::int] from generate_series(1, 2)`,
    `update public.leads set is_approved = (array[true, false, null])[1 + (random() * 2)::int] where ${some('leads')}`,
    `update public.leads set audience = (array['A', 'B', null])[1 + (random() * 2)::int] where ${some('leads')}`,
    `update public.leads set notes = 'x' where ${some('leads')}`,
    `update public.leads set is_approved = false, rejection_reason_id = (select id from public.rejection_reasons where subject = 'leads' order by random() limit 1)
     where ${some('leads')}`,
    `update public.leads set customer_id = (array['${one}', '${two}']::uuid[])[1 + (random())::int] where ${some('leads')}`,
    `update public.companies set is_approved = true, customer_id = '${two}' where ${some('companies')}`,
    `delete from public.leads where ${some('leads')}`,
    `delete from public.companies where ${some('companies')}`,
  ];
  const work = async (client: Client, writer: number) => {
    for (let turn = 0; turn < 120; turn += 1) {
      await client.query('begin');
      await client.query(statements[(turn * (2 * writer + 1)) % statements.length] ?? '');
      await client.query(statements[(turn + writer) % statements.length] ?? '');
      await client.query(turn % 5 === writer ? 'rollback' : 'commit');
    }
  };
  await Promise.all(others.map(work));
  await expectCountersToMatch();
  await owner.query('truncate public.leads cascade');
  await expectCountersToMatch();
  expect((await owner.query('select from public.lead_counters')).rowCount).toBe(0);
  expect((await owner.query('select from private.decision_counters')).rowCount).toBe(0);
}, 30_000);

test('two writers to one customer’s leads do not wait for each other’s counters', async () => {
  const [customer] = await customers(1);
  await addLeads(owner, customer, 6, 'A');
  const { rows } = await owner.query<{ id: string }>('select id from public.leads where customer_id = $1', [customer]);
  const approve = (client: Client, id: string | undefined) =>
    client.query('update public.leads set is_approved = not coalesce(is_approved, false) where id = $1', [id]);
  for (const [index, client] of others.entries()) {
    await client.query(`begin; set local lock_timeout = '2s'`);
    await mergeNext(client);
    await approve(client, rows[index]?.id);
  }
  for (const client of others) await client.query('commit');
  await expectCountersToMatch();
});

test('merging leaves one counter row for each audience, and none where no lead is left', async () => {
  const [customer] = await customers(1);
  for (let time = 0; time < 5; time += 1) await addLeads(owner, customer, 2, 'A');
  await mergeNext(owner);
  await addLeads(owner, customer, 1, 'B');
  expect(await counterRows(customer)).toBe(2);
  await mergeNext(owner);
  await owner.query('delete from public.leads where customer_id = $1', [customer]);
  expect(await counterRows(customer)).toBe(0);
  await expectCountersToMatch();
});

test('merging leaves one row of decisions for each week, audience and reason', async () => {
  const [customer] = await customers(1);
  for (let time = 0; time < 4; time += 1) await addLeads(owner, customer, 6, 'A');
  expect(await decisionRows(customer)).toBe(4);
  await owner.query(`select private.merge_decision_counters($1)`, [customer]);
  expect(await decisionRows(customer)).toBe(1);
  await expectCountersToMatch();
});

test('merging keeps the row of a week, audience and reason that has only one', async () => {
  const [customer] = await customers(1);
  await addLeads(owner, customer, 3, 'A');
  await addLeads(owner, customer, 3, 'B');
  await addLeads(owner, customer, 3, 'B');
  const ids = async (audience: string) =>
    (
      await owner.query('select id from private.decision_counters where customer_id = $1 and audience = $2', [
        customer,
        audience,
      ])
    ).rows;
  const before = await ids('A');
  expect([before.length, (await ids('B')).length]).toEqual([1, 2]);
  await owner.query(`select private.merge_decision_counters($1)`, [customer]);
  expect(await ids('A')).toEqual(before);
  expect(await ids('B')).toHaveLength(1);
  await expectCountersToMatch();
});

test('a repeatable read transaction updates counters and does not merge them', async () => {
  const [customer] = await customers(1);
  await addLeads(owner, customer, 3, 'A');
  const [early = owner] = others;
  await early.query('begin isolation level repeatable read');
  await early.query('select from public.leads limit 1');
  await mergeNext(owner);
  await addLeads(owner, customer, 3, 'A');
  await mergeNext(early);
  await addLeads(early, customer, 3, 'A');
  await early.query('commit');
  await expectCountersToMatch();
});

test('deleting a customer deletes its counters', async () => {
  const [deleted, other] = await customers(2);
  for (const customer of [deleted, other]) {
    await addLeads(owner, customer, 4, 'A');
    await owner.query(`insert into public.companies (customer_id, name) values ($1, 'Heart of Gold')`, [customer]);
  }
  await owner.query('delete from public.customers where id = $1', [deleted]);
  expect([await counterRows(deleted), await decisionRows(deleted)]).toEqual([0, 0]);
  expect([await counterRows(other), await decisionRows(other)]).toEqual([1, 1]);
  await expectCountersToMatch();
});

test('an update that changes no count and a statement that changes no row add no counter row', async () => {
  const [customer] = await customers(1);
  await addLeads(owner, customer, 3, 'A');
  const before = [await counterRows(customer), await decisionRows(customer)];
  await owner.query(`update public.leads set notes = 'x', is_approved = is_approved where customer_id = $1`, [
    customer,
  ]);
  await owner.query('delete from public.leads where customer_id = $1 and false', [customer]);
  expect([await counterRows(customer), await decisionRows(customer)]).toEqual(before);
});

test('rebuild_counters counts what was written while the triggers were disabled', async () => {
  const [customer] = await customers(1);
  await owner.query(`set session_replication_role = replica`);
  await addLeads(owner, customer, 5, 'A');
  await owner.query(`set session_replication_role = origin`);
  await owner.query('select private.rebuild_counters()');
  await expectCountersToMatch();
});
