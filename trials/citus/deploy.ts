// A rolling deploy on a distributed database: a new version with further migrations replaces two servers in turn while all use the API.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { apiCall, type CheckedCall, type Response, type RunningLoad, startLoad } from '../../tests/support/load.ts';
import { type Leadlight, openServer, type Server } from '../../tests/support/server.ts';
import { type LoadUser, nextRequest, pair } from '../load/users.ts';
import { requireCounters, requireMerge } from './checks.ts';
import { makeNextVersion, requireNextVersion } from './next-version.ts';
import { distribute } from './nodes.ts';

const PAUSE_MS = 1_000;

/** The requests of a user, with what they have stored as far as they were answered. */
function recordRequests() {
  const decisions = new Map<string, boolean>();
  const comments: string[] = [];
  const next = (user: LoadUser): CheckedCall => {
    if (Math.random() < 0.1) return comment(user, comments);
    const request = nextRequest(user);
    if (request.name !== 'approve') return request;
    const check = (response: Response) => {
      const [row] = JSON.parse(response.text) as { id: string; is_approved: boolean }[];
      if (row) decisions.set(row.id, row.is_approved);
      return request.check?.(response);
    };
    return { ...request, check };
  };
  return { next, decisions, comments };
}

function comment({ accessToken, customer, leads }: LoadUser, comments: string[]): CheckedCall {
  const body = `Comment ${Math.random()}`;
  const row = { customer_id: customer, lead_id: leads[0], body };
  const check = ({ text }: Response) => {
    const [stored] = JSON.parse(text) as { id: string; body: string }[];
    if (stored?.body !== body) return 'the comment was not stored';
    comments.push(stored.id);
    return undefined;
  };
  const call = apiCall(accessToken, 'POST', '/rest/v1/comments?select=id,body', row, 'return=representation');
  return { name: 'comment', call, check };
}

/** Deploys the next version on the database of a server, and fails unless the shards have what it adds. */
export async function deployNext(leadlight: Leadlight, users: LoadUser[]): Promise<string> {
  const outcome = await deploy(leadlight, users, makeNextVersion());
  await requireNextVersion(leadlight, users);
  return outcome;
}

/** Replaces two servers by those of another version. Fails on an error of a user, a wrong row, a lost change or wrong counters. */
async function deploy(leadlight: Leadlight, users: LoadUser[], version: string): Promise<string> {
  const { databaseUrl, env, owner } = leadlight;
  pair(users);
  const servers: Server[] = [];
  const start = async (options = {}) => {
    const { DATA_DIR: _, ...settings } = env;
    const server = await openServer(settings, options);
    servers.push(server);
    return server;
  };
  const agent = new Agent({ maxSockets: users.length }); // a server may close an idle connection while a request is sent on it
  let serving: RunningLoad | undefined;
  try {
    const old = [await start(), await start()];
    const bases = old.map(({ url }) => url);
    const { next, decisions, comments } = recordRequests();
    serving = startLoad({ bases, workers: users, next, agent });
    const began = performance.now();
    await delay(PAUSE_MS);
    const output = await distribute(databaseUrl, version);
    const migrated = performance.now();
    await delay(PAUSE_MS);
    for (const [index, server] of old.entries()) {
      bases[index] = (await start({ version })).url;
      await drain(agent, server.url);
      const code = await server.end();
      if (code !== 0) throw new Error(`a server ended with ${code}: ${server.errorOutput()}`);
    }
    await delay(PAUSE_MS);
    const result = await serving.stop();
    if (result.errors.length > 0) throw new Error(`under the deploy: ${result.summary()}`);
    await requireStored(owner, decisions, comments);
    await requireCounters(owner);
    await requireMerge(owner);
    return `${output.split('\n')[0]} in ${((migrated - began - PAUSE_MS) / 1000).toFixed(1)} s; ${result.durations.length} requests in ${result.seconds.toFixed(0)} s without an error or a wrong row, the longest ${(result.quantile(1) / 1000).toFixed(1)} s; ${decisions.size} decisions and ${comments.length} comments stored; counters equal the rows, and are merged to one row each`;
  } finally {
    await serving?.stop();
    for (const server of servers) await server.end();
  }
}

/** Waits for the requests to a server that gets no further ones, as a balancer does. */
async function drain(agent: Agent, base: string): Promise<void> {
  const { hostname, port } = new URL(base);
  const name = agent.getName({ host: hostname, port: Number(port) });
  while (agent.sockets[name]?.length) await delay(50);
}

async function requireStored(owner: pg.Client, decisions: Map<string, boolean>, comments: string[]): Promise<void> {
  const { rows } = await owner.query<{ id: string; is_approved: boolean }>(
    'select id, is_approved from public.leads where id = any ($1)',
    [[...decisions.keys()]],
  );
  const stored = new Map(rows.map((row) => [row.id, row.is_approved]));
  const lost = [...decisions].filter(([id, isApproved]) => stored.get(id) !== isApproved);
  if (lost.length > 0) throw new Error(`${lost.length} decisions were lost, such as of lead ${lost[0]?.[0]}`);
  const { rowCount } = await owner.query('select from public.comments where id = any ($1)', [comments]);
  if (rowCount !== comments.length) throw new Error(`${comments.length - (rowCount ?? 0)} comments were lost`);
}
