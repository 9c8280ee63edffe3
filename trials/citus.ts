// Tests the application on PostgreSQL distributed by Citus: rights, rows and imports, the same answers as plain PostgreSQL, a stopped worker, a moved
// shard, a rolling deploy, and the costs.
// Starts an installed Citus, or uses the running nodes of CITUS_NODES, URLs of a superuser separated by spaces, the coordinator's first.
//   npm run trial -- citus [--only tests,browser,answers,outage,move,costs,deploy] [--seconds 8] [--rounds 4]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, openClient } from '../bench/support/leadlight.ts';
import { asOwner, inDatabase, type TestCluster } from '../tests/support/cluster.ts';
import { cloneDatabase } from '../tests/support/database.ts';
import { launch } from '../tests/support/server.ts';
import { compareAnswers } from './citus/answers.ts';
import { moveShard, stopWorker } from './citus/checks.ts';
import { compareCosts, type Subject } from './citus/costs.ts';
import { deployNext } from './citus/deploy.ts';
import { type OwnNodes, openNodes } from './citus/nodes.ts';
import { populate } from './citus/population.ts';
import { runBrowserTests, runSuites } from './citus/suites.ts';
import type { Native } from './faults/native-postgres.ts';
import type { User } from './load/users.ts';

const PARTS = ['tests', 'browser', 'answers', 'outage', 'move', 'costs', 'deploy'];
const CUSTOMERS = 12;
const LEADS = 2_000;
const admin = { email: 'admin@example.test', password: 'admin-password' };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: PARTS.join() },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
  },
});
const parts = values.only.split(',');

type Running = {
  client: Client;
  databaseUrl: string;
  settings: Record<string, string>;
  base: string;
  server: number;
  end(): Promise<void>;
};
type Populated = Running & { users: User[] };

async function serve(databaseUrl: string): Promise<Running> {
  const directory = mkdtempSync(path.join(tmpdir(), 'leadlight-citus-server-'));
  const limits = { AUTH_RATE_SIGNUP: '10000', AUTH_RATE_TOKEN: '10000', STATEMENT_BUDGET: '1000' };
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const settings = { DATA_DIR: directory, ...account, ...limits };
  const server = launch({ DATABASE_URL: databaseUrl, ...settings });
  const base = await server.url;
  const client = await openClient(base, databaseUrl, admin);
  const end = async () => {
    await client.owner.end();
    await server.end('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  };
  return { client, databaseUrl, settings, base, server: server.process.pid ?? 0, end };
}

/** A server on a database with customers, leads and members. */
async function servePopulated(databaseUrl: string): Promise<Populated> {
  const running = await serve(databaseUrl);
  const users = await populate(running.client, CUSTOMERS, LEADS);
  await running.client.owner.query('vacuum (analyze) public.leads');
  return { ...running, users };
}

async function createPlain({ plain }: OwnNodes, name: string): Promise<string> {
  await asOwner(plain.url, (client) =>
    client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`),
  );
  return inDatabase(plain.url, name);
}

async function checkAnswers(nodes: OwnNodes, cluster: TestCluster): Promise<void> {
  const distributed = await serve((await cloneDatabase(cluster)).url);
  const plain = await serve(await createPlain(nodes, 'answers'));
  const { compared, differing } = await compareAnswers(distributed, plain);
  report('answers, compared with those of a plain database,', {
    passed: compared - differing.length,
    unexpected: differing,
  });
  await plain.end();
  await distributed.end();
}

async function checkCosts(nodes: OwnNodes, distributed: Populated): Promise<void> {
  const plain = await servePopulated(await createPlain(nodes, 'costs'));
  const subject = (
    { base, client, users, server }: Populated,
    coordinator: Native,
    workers: Native[] = [],
  ): Subject => ({
    base,
    admin: client.admin,
    users,
    server,
    coordinator: coordinator.postmaster(),
    workers: workers.map((worker) => worker.postmaster()),
  });
  const lines = await compareCosts(
    subject(distributed, nodes.coordinator, nodes.workers),
    subject(plain, nodes.plain),
    Number(values.rounds),
  );
  console.log(`processor time per request, distributed beside plain:\n  ${lines.join('\n  ')}`);
  await plain.end();
}

function report(what: string, { passed, unexpected }: { passed: number; unexpected: string[] }): void {
  console.log(`${passed} ${what} passed`);
  if (unexpected.length === 0) return;
  console.log(`unexpected:\n  ${unexpected.join('\n  ')}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const nodes = await openNodes(process.env.CITUS_NODES?.split(' '));
  if (!nodes) {
    console.log(
      'skipped: Citus is not installed in /usr/lib/postgresql/<version>/lib, and CITUS_NODES names no running nodes. Install it as docs/scaling.md says, then run this again.',
    );
    return;
  }
  console.log(`${nodes.version}: distributed, and a second run changed nothing`);
  try {
    if (parts.includes('tests')) {
      const outcome = runSuites(nodes.cluster);
      report('database and HTTP tests', outcome);
      console.log(`differences:\n  ${outcome.differing.join('\n  ')}`);
    }
    if (parts.includes('browser')) report('browser tests', runBrowserTests(nodes.cluster));
    if (parts.includes('answers') && nodes.own) await checkAnswers(nodes.own, nodes.cluster);
    if (!parts.some((part) => ['outage', 'move', 'costs', 'deploy'].includes(part))) return;
    const clone = await cloneDatabase(nodes.cluster);
    const running = await servePopulated(clone.url);
    try {
      if (parts.includes('move'))
        console.log(`shard moved: ${await moveShard(nodes, running.client, running.base, running.users)}`);
      if (!nodes.own) console.log('skipped: answers, costs and outage need nodes that this command has started itself');
      if (nodes.own && parts.includes('costs')) await checkCosts(nodes.own, running);
      if (nodes.own && parts.includes('outage')) {
        console.log(
          `worker stopped: ${await stopWorker(nodes.own, running.client, running.base, running.users, Number(values.seconds))}`,
        );
      }
      if (parts.includes('deploy')) console.log(`version deployed: ${await deployNext(running)}`);
    } finally {
      await running.end();
      if (!nodes.own) await clone.drop();
    }
  } finally {
    await nodes.close();
  }
}

await main();
