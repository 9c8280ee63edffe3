// Tests the application on PostgreSQL distributed by Citus: rights, rows and imports, the same answers as plain PostgreSQL, a stopped worker, a moved
// shard, a rolling deploy, and the costs.
// Starts an installed Citus, or uses the running nodes of CITUS_NODES, URLs of a superuser separated by spaces, the coordinator's first.
//   npm run trial -- citus [--only tests,browser,answers,calls,outage,move,costs,deploy] [--seconds 8] [--rounds 4]
import { createDatabase } from '../tests/support/cluster.ts';
import { cloneDatabase } from '../tests/support/database.ts';
import { type Leadlight, openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';
import { compareAnswers } from './citus/answers.ts';
import { compareCalls } from './citus/calls.ts';
import { moveShard, stopWorker } from './citus/checks.ts';
import { compareCosts } from './citus/costs.ts';
import { deployNext } from './citus/deploy.ts';
import { type Nodes, type OwnNodes, openNodes } from './citus/nodes.ts';
import { runBrowserTests, runSuites } from './citus/suites.ts';
import { createCustomers, type LoadUser } from './load/users.ts';

const PARTS = ['tests', 'browser', 'answers', 'calls', 'outage', 'move', 'costs', 'deploy'];
const [CUSTOMERS, LEADS] = [12, 2_000];

const values = readOptions({ only: PARTS.join(), seconds: '8', rounds: '4' });
const parts = values.only.split(',');

const serve = (DATABASE_URL: string): Promise<Leadlight> => openLeadlight({ DATABASE_URL, STATEMENT_BUDGET: '1000' });

async function checkAnswers(nodes: Nodes, own: OwnNodes, what: string, compare: typeof compareAnswers): Promise<void> {
  const distributed = await serve((await cloneDatabase(nodes.cluster)).url);
  const plain = await serve(await createDatabase(own.plain.url, what));
  const { compared, differing } = await compare(distributed, plain);
  const passed = compared - differing.length;
  report(`${what}, compared with those of a plain database,`, { passed, unexpected: differing });
  await plain.end();
  await distributed.end();
}

async function checkCosts(own: OwnNodes, distributed: Leadlight, users: LoadUser[]): Promise<void> {
  const plain = await serve(await createDatabase(own.plain.url, 'costs'));
  const workers = own.workers.map((worker) => worker.postmaster());
  const lines = await compareCosts(
    { ...distributed, users, workers },
    { ...plain, users: await createCustomers(plain, CUSTOMERS, LEADS), workers: [] },
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

async function run(nodes: Nodes): Promise<void> {
  const { own, cluster } = nodes;
  if (parts.includes('tests')) {
    const outcome = runSuites(cluster);
    report('database and HTTP tests', outcome);
    console.log(`differences:\n  ${outcome.differing.join('\n  ')}`);
  }
  if (parts.includes('browser')) report('browser tests', runBrowserTests(cluster));
  if (parts.includes('answers') && own) await checkAnswers(nodes, own, 'answers', compareAnswers);
  if (parts.includes('calls') && own) await checkAnswers(nodes, own, 'calls', compareCalls);
  if (!parts.some((part) => ['outage', 'move', 'costs', 'deploy'].includes(part))) return;
  const clone = await cloneDatabase(cluster);
  const leadlight = await serve(clone.url);
  try {
    const users = await createCustomers(leadlight, CUSTOMERS, LEADS);
    if (parts.includes('move')) console.log(`shard moved: ${await moveShard(nodes, leadlight, users)}`);
    if (!own) console.log('skipped: answers, calls, costs and outage need nodes that this command has started itself');
    if (own && parts.includes('costs')) await checkCosts(own, leadlight, users);
    if (own && parts.includes('outage'))
      console.log(`worker stopped: ${await stopWorker(own, leadlight, users, Number(values.seconds))}`);
    if (parts.includes('deploy')) console.log(`version deployed: ${await deployNext(leadlight, users)}`);
  } finally {
    await leadlight.end();
    if (!own) await clone.drop();
  }
}

const nodes = await openNodes(process.env.CITUS_NODES?.split(' '));
if (nodes) {
  console.log(`${nodes.version}: distributed, and a second run changed nothing`);
  await run(nodes).finally(nodes.close);
} else {
  console.log(
    'skipped: Citus is not installed in /usr/lib/postgresql/<version>/lib, and CITUS_NODES names no running nodes. Install it as docs/scaling.md says, then run this again.',
  );
}
