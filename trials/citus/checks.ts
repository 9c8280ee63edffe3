// Checks that a distributed database endures a stopped worker and a moved shard under load, with counters that equal the rows.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type LoadResult, runLoad, startLoad } from '../../tests/support/load.ts';
import type { Leadlight } from '../../tests/support/server.ts';
import { type LoadUser, nextRequest, pair } from '../load/users.ts';
import { addressOf, type Nodes, type OwnNodes, placements } from './nodes.ts';

const loadOf = (base: string, workers: LoadUser[]) => ({ bases: [base], workers, next: nextRequest });

const errorsOf = (result: LoadResult) => result.examples(5).join('\n');

/** One worker stops while all use the API: its customers get 503, the others are served, no user sees wrong rows, and all are served after its start. */
export async function stopWorker(
  nodes: OwnNodes,
  leadlight: Leadlight,
  users: LoadUser[],
  seconds: number,
): Promise<string> {
  const { url, owner, request, admin: token } = leadlight;
  const [stopped] = nodes.workers;
  assert(stopped, 'there is no worker');
  const node = addressOf(stopped.url).join(':');
  const places = await placements(owner);
  const affected = users.filter(({ customer }) => places.get(customer) === node);
  const others = users.filter((user) => !affected.includes(user));
  assert(affected.length > 1 && others.length > 1, 'both workers need customers');
  for (const group of [affected, others]) pair(group);

  const serving = startLoad(loadOf(url, others));
  await delay(1_000);
  stopped.stop('immediate');
  const during = await runLoad(loadOf(url, affected), seconds);
  const all = await request('/rest/v1/leads?select=id&order=created_at.desc,id.desc&limit=50', { token }).then(
    () => 'served',
    (error: Error) => error.message,
  );
  stopped.start();
  const started = performance.now();
  const sendBriefly = () => runLoad(loadOf(url, affected), 0.5);
  let recovered = await sendBriefly();
  while (recovered.errors.length > 0 && performance.now() - started < 30_000) {
    await delay(200);
    recovered = await sendBriefly();
  }
  const recovery = performance.now() - started;
  const served = await serving.stop();

  assert(served.errors.length === 0, `customers of the other worker had errors:\n${errorsOf(served)}`);
  const wrong = during.errors.filter((error) => !/^[a-z ]+: 503 /.test(error));
  const examples = wrong.slice(0, 5).join('\n');
  assert(wrong.length === 0, `customers of the stopped worker had other answers than 503:\n${examples}`);
  assert(during.errors.length > 0, 'no request met the stopped worker');
  assert(/ returned 503/.test(all), `a list of all customers: ${all}`);
  assert(recovered.errors.length === 0, `after the start: ${errorsOf(recovered)}`);
  return `${served.durations.length} requests of ${others.length} other customers without an error; ${during.errors.length} of ${affected.length} customers of the stopped worker with 503; served again ${(recovery / 1000).toFixed(1)} s after its start`;
}

/** The shards of one customer move to the other worker while all use the API. */
export async function moveShard(nodes: Nodes, { url, owner }: Leadlight, users: LoadUser[]): Promise<string> {
  pair(users);
  const before = await placements(owner);
  const byNode = Map.groupBy(users, ({ customer }) => before.get(customer));
  const [[source, [first] = []] = []] = [...byNode].sort(([, a], [, b]) => b.length - a.length); // leaves customers on both workers
  const moved = first?.customer ?? '';
  const target = nodes.cluster.workers.map((url) => addressOf(url).join(':')).find((node) => node !== source);
  const serving = startLoad(loadOf(url, users));
  await delay(1_000);
  const start = performance.now();
  await owner.query(
    `select citus_move_shard_placement(get_shard_id_for_distribution_column('public.leads', $1::uuid), $2, $3, $4, $5, 'auto')`,
    [moved, ...[source, target].flatMap((node = '') => node.split(':'))],
  );
  const duration = performance.now() - start;
  await delay(2_000);
  const result = await serving.stop();
  assert((await placements(owner)).get(moved) === target, 'the shard has not moved');
  assert(result.errors.length === 0, `under the move: ${errorsOf(result)}`);
  await requireCounters(owner);
  return `all shards of a customer moved in ${(duration / 1000).toFixed(1)} s; ${result.durations.length} requests without an error or a wrong row; counters equal the rows`;
}

/** Fails if a customer's stored totals or decisions differ from its rows. */
export async function requireCounters(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ counters: string; differing: number }>(
    `select 'lead_counters' as counters, count(*)::int as differing
     from (select customer_id, count(*) as total, count(is_approved) as reviewed, count(*) filter (where is_approved) as approved
       from public.leads group by 1) counted
     full join (select customer_id, sum(total) as total, sum(reviewed) as reviewed, sum(approved) as approved
       from public.lead_counters group by 1) stored using (customer_id)
     where (counted.total, counted.reviewed, counted.approved) is distinct from (stored.total, stored.reviewed, stored.approved)
     union all
     select 'decision_counters', count(*)::int
     from (select customer_id, count(*) filter (where is_approved) as approved, count(*) filter (where not is_approved) as rejected
       from public.leads where is_approved is not null group by 1) counted
     full join (select customer_id, sum(approved) as approved, sum(rejected) as rejected from private.decision_counters group by 1) stored
       using (customer_id)
     where (coalesce(counted.approved, 0), coalesce(counted.rejected, 0)) is distinct from (coalesce(stored.approved, 0), coalesce(stored.rejected, 0))`,
  );
  for (const { counters, differing } of rows) {
    if (differing > 0) throw new Error(`${counters} differ from the rows for ${differing} customers`);
  }
}

/** Fails unless the counters have one row for each of their keys, and the same sums, after the server's merging. */
export async function requireMerge(owner: pg.Client): Promise<void> {
  await owner.query('select private.merge_counters()');
  const { rows } = await owner.query<{ rows: number; keys: number }>(
    `select count(*)::int as rows, count(distinct (customer_id, audience))::int as keys from public.lead_counters
     union all
     select count(*)::int, count(distinct (customer_id, week, audience, rejection_reason_id))::int from private.decision_counters`,
  );
  for (const counted of rows) {
    if (counted.rows !== counted.keys)
      throw new Error(`${counted.rows} counters of ${counted.keys} keys after merging`);
  }
  await requireCounters(owner);
}
