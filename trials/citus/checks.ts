// What a distributed database must endure: a stopped worker and a moved shard, under load.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../bench/support/leadlight.ts';
import type { LoadResult } from '../load/run-load.ts';
import type { User } from '../load/users.ts';
import { requireCounters } from './counters.ts';
import { addressOf, type Nodes, type OwnNodes, placements } from './nodes.ts';
import { pair, sendRequests } from './population.ts';

const agentFor = (users: User[]) => new Agent({ keepAlive: true, maxSockets: users.length });

function require(isTrue: boolean, failure: string): void {
  if (!isTrue) throw new Error(failure);
}

const errorsOf = (result: LoadResult) => [...new Set(result.errors)].slice(0, 5).join('\n');

/** One worker stops while all use the API: its customers get 503, the others are served, no user sees wrong rows, and all are served after its start. */
export async function stopWorker(
  nodes: OwnNodes,
  client: Client,
  base: string,
  users: User[],
  seconds: number,
): Promise<string> {
  const [stopped] = nodes.workers;
  if (!stopped) throw new Error('there is no worker');
  const node = addressOf(stopped.url).join(':');
  const places = await placements(client.owner);
  const affected = users.filter(({ customer }) => places.get(customer) === node);
  const others = users.filter((user) => !affected.includes(user));
  require(affected.length > 1 && others.length > 1, 'both workers need customers');
  for (const group of [affected, others]) pair(group);

  let isOver = false;
  const serving = sendRequests(agentFor(others), [base], others, () => isOver);
  await delay(1_000);
  stopped.stop('immediate');
  let isStarted = false;
  const waiting = sendRequests(agentFor(affected), [base], affected, () => isStarted);
  await delay(seconds * 1_000);
  isStarted = true;
  const during = await waiting;
  const admin = { token: client.admin };
  const all = await client.request('/rest/v1/leads?select=id&order=created_at.desc,id.desc&limit=50', admin).then(
    () => 'served',
    (error: Error) => error.message,
  );
  stopped.start();
  const started = performance.now();
  let recovered = await sendBriefly(base, affected);
  while (recovered.errors.length > 0 && performance.now() - started < 30_000) {
    await delay(200);
    recovered = await sendBriefly(base, affected);
  }
  const recovery = performance.now() - started;
  isOver = true;
  const served = await serving;

  require(served.errors.length === 0, `customers of the other worker had errors:\n${errorsOf(served)}`);
  const wrong = during.errors.filter((error) => !/^[a-z ]+: 503 /.test(error));
  require(wrong.length ===
    0, `customers of the stopped worker had other answers than 503:\n${wrong.slice(0, 5).join('\n')}`);
  require(during.errors.length > 0, 'no request met the stopped worker');
  require(/ returned 503/.test(all), `a list of all customers: ${all}`);
  require(recovered.errors.length === 0, `after the start: ${errorsOf(recovered)}`);
  return `${served.durations.length} requests of ${others.length} other customers without an error; ${during.errors.length} of ${affected.length} customers of the stopped worker with 503; served again ${(recovery / 1000).toFixed(1)} s after its start`;
}

const sendBriefly = (base: string, users: User[]) => {
  const end = performance.now() + 500;
  return sendRequests(agentFor(users), [base], users, () => performance.now() > end);
};

/** The shards of one customer move to the other worker while all use the API. */
export async function moveShard(nodes: Nodes, client: Client, base: string, users: User[]): Promise<string> {
  pair(users);
  const before = await placements(client.owner);
  const moved = users[0]?.customer ?? '';
  const source = before.get(moved);
  const target = nodes.cluster.workers.map((url) => addressOf(url).join(':')).find((node) => node !== source);
  let isOver = false;
  const serving = sendRequests(agentFor(users), [base], users, () => isOver);
  await delay(1_000);
  const start = performance.now();
  await client.owner.query(
    `select citus_move_shard_placement(get_shard_id_for_distribution_column('public.leads', $1::uuid), $2, $3, $4, $5, 'auto')`,
    [moved, ...[source, target].flatMap((node = '') => node.split(':'))],
  );
  const duration = performance.now() - start;
  await delay(2_000);
  isOver = true;
  const result = await serving;
  require((await placements(client.owner)).get(moved) === target, 'the shard has not moved');
  require(result.errors.length === 0, `under the move: ${errorsOf(result)}`);
  await requireCounters(client.owner);
  return `all shards of a customer moved in ${(duration / 1000).toFixed(1)} s; ${result.durations.length} requests without an error or a wrong row; counters equal the rows`;
}
