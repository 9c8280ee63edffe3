// Measures each user action with few and with many leads, in turn. Half of the leads belong to one customer.
//   npm run bench -- scale [--sizes 10000,1000000] [--times 20] [--only search,count] [--directory <folder>]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { quantile } from '../tests/support/load.ts';
import { measureProcessorTime } from '../tests/support/processes.ts';
import { type Leadlight, openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';
import { allActions, type MeasuredAction, type Users } from './scale/actions.ts';
import { fill } from './scale/fill.ts';

const values = readOptions({ sizes: '10000,1000000', times: '20', only: '', directory: '' });
const sizes = values.sizes.split(',').map(Number);
const CUSTOMERS = 50;

/** Milliseconds of a run. `processor` is the CPU time of the server and PostgreSQL, which hardly depends on the machine's load. */
type Runs = { taken: number[]; processor: number[] };

async function fillWith(leads: number, { owner }: Leadlight): Promise<void> {
  const start = performance.now();
  await fill(owner, { customers: CUSTOMERS, leads, companies: leads * 0.15, campaigns: leads * 0.01 });
  const size = await owner.query('select pg_size_pretty(pg_database_size(current_database())) as size');
  const seconds = Math.round((performance.now() - start) / 1000);
  console.error(`${leads.toLocaleString('en')} leads: filled in ${seconds} s, ${size.rows[0].size}`);
}

async function createUsers({ owner, admin, signIn, addMember }: Leadlight): Promise<Users> {
  const account = { email: 'member@example.test', password: 'bench-password' };
  const { rows } = await owner.query<{ id: string }>('select id from bench.customers order by number limit 2');
  const [customer = '', small = ''] = rows.map(({ id }) => id);
  const known = await owner.query('select from auth.users where email = $1', [account.email]);
  const session = await (known.rowCount === 0 ? addMember(customer, account) : signIn(account));
  return { customer, small, admin, member: session.access_token };
}

async function measureOnce(leadlight: Leadlight, action: MeasuredAction, runs: Runs): Promise<void> {
  const prepared = await action.prepare?.();
  const { used } = await measureProcessorTime({ used: [leadlight.pid, leadlight.postmaster] }, async () => {
    const start = performance.now();
    await action.run(prepared);
    runs.taken.push(performance.now() - start);
  });
  runs.processor.push(used);
}

/** Runs an action on each database in turn; the first run of each is not measured. */
async function measure(instances: Leadlight[], actions: MeasuredAction[]): Promise<Runs[]> {
  const times = Math.min(actions[0]?.times ?? Number.POSITIVE_INFINITY, Number(values.times));
  const runs = instances.map((): Runs => ({ taken: [], processor: [] }));
  for (let time = 0; time <= times; time += 1) {
    for (const [index, instance] of instances.entries()) {
      const action = actions[index];
      if (action) await measureOnce(instance, action, runs[index] as Runs);
    }
  }
  return runs.map(({ taken, processor }) => ({ taken: taken.slice(1), processor: processor.slice(1) }));
}

/** A database of its own for each size. */
const instances: Leadlight[] = [];
try {
  for (const size of sizes) {
    const folder = values.directory && path.join(values.directory, `leads_${size}`);
    if (folder) mkdirSync(folder, { recursive: true });
    instances.push(await openLeadlight(folder ? { DATA_DIR: folder } : {}));
  }
  for (const [index, instance] of instances.entries()) await fillWith(sizes[index] ?? 0, instance);
  const actions = await Promise.all(
    instances.map(async (instance) => allActions(instance, await createUsers(instance))),
  );
  const titles = sizes.map((size) => `${size.toLocaleString('en')} leads`.padStart(22)).join('');
  console.log(`milliseconds: processor time, median (p95); growth of the processor time\n${''.padEnd(44)}${titles}`);
  for (const [index, { name }] of (actions[0] ?? []).entries()) {
    if (!values.only.split(',').some((start) => name.startsWith(start))) continue;
    const runs = await measure(
      instances,
      actions.flatMap((all) => all[index] ?? []),
    );
    const used = runs.map(({ processor }) => quantile(processor, 0.5));
    const cells = runs.map(({ taken }, index) =>
      `${used[index]?.toFixed(1)}, ${quantile(taken, 0.5).toFixed(1)} (${quantile(taken, 0.95).toFixed(1)})`.padStart(
        22,
      ),
    );
    console.log(`${name.padEnd(44)}${cells.join('')}  ×${((used.at(-1) ?? 0) / (used[0] ?? 1)).toFixed(1)}`);
  }
} finally {
  for (const instance of instances) await instance.end();
}
