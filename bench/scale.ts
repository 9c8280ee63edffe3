// Measures each user action as the number of leads grows. Half of the leads belong to one customer.
//   npm run bench -- scale [--sizes 10000,100000,1000000] [--times 20]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Action, actionsOf, type Users } from './scale/actions.ts';
import { cpuSeconds } from './support/cpu.ts';
import { type Leadlight, openLeadlight, quantile } from './support/leadlight.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000,1000000' }, times: { type: 'string', default: '20' } },
});
const sizes = values.sizes.split(',').map(Number);
const CUSTOMERS = 50;

/** In milliseconds. `processor` is the CPU time of the server and PostgreSQL, which hardly depends on the machine's load. */
type Measured = { median: number; p95: number; processor: number; indexes: string };

async function fill({ owner }: Leadlight, leads: number): Promise<void> {
  const start = performance.now();
  await owner.query('call bench.fill($1, $2, $3, $4)', [CUSTOMERS, leads, leads * 0.15, leads * 0.01]);
  await owner.query('vacuum (analyze)');
  const size = await owner.query('select pg_size_pretty(pg_database_size(current_database())) as size');
  const seconds = Math.round((performance.now() - start) / 1000);
  console.error(`${leads.toLocaleString('en')} leads: filled in ${seconds} s, ${size.rows[0].size}`);
}

async function usersOf({ owner, request, admin, signIn }: Leadlight): Promise<Users> {
  const account = { email: 'member@example.test', password: 'bench-password' };
  const { rows } = await owner.query<{ id: string }>('select id from bench.customers order by number limit 2');
  const [customer = '', small = ''] = rows.map(({ id }) => id);
  const known = await owner.query('select from auth.users where email = $1', [account.email]);
  if (known.rowCount === 0) {
    const { user } = await request<{ user: { id: string } }>('/auth/v1/signup', { body: account });
    await request('/rest/v1/user_roles', { token: admin, body: { user_id: user.id, role: 'customer' } });
    const membership = { user_id: user.id, customer_id: customer, accepted_at: new Date() };
    await request('/rest/v1/customer_users', { token: admin, body: membership });
  }
  return { customer, small, admin, member: await signIn(account.email, account.password) };
}

/** The number of scans of each index of leads so far. `table` counts sequential scans. */
async function scansOf({ owner }: Leadlight): Promise<Map<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 1200)); // a backend reports its statistics a second late
  const { rows } = await owner.query<{ name: string; scans: string }>(
    `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes where relname = 'leads'
     union all select 'table', seq_scan from pg_stat_user_tables where relname = 'leads'`,
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

async function measure(leadlight: Leadlight, { times, prepare, run }: Action): Promise<Measured> {
  const most = Math.min(times ?? Number.POSITIVE_INFINITY, Number(values.times));
  const taken: number[] = [];
  const { server, postgres } = leadlight.pids;
  const processor = () => (cpuSeconds(server) + cpuSeconds(postgres)) * 1000;
  let worked = 0;
  const before = await scansOf(leadlight);
  for (let time = 0; time <= most; time += 1) {
    const prepared = await prepare?.();
    const already = processor();
    const start = performance.now();
    await run(prepared);
    if (time === 0) continue; // warm-up
    taken.push(performance.now() - start);
    worked += processor() - already;
  }
  const after = await scansOf(leadlight);
  const used = [...after].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name);
  return {
    median: quantile(taken, 0.5),
    p95: quantile(taken, 0.95),
    processor: worked / most,
    indexes: used.join(' '),
  };
}

const leadlight = await openLeadlight({ AUTH_RATE_TOKEN: '1000', AUTH_RATE_SIGNUP: '1000' });
try {
  await leadlight.owner.query(readFileSync(path.join(import.meta.dirname, 'scale/fill.sql'), 'utf8'));
  const results = new Map<string, Measured[]>();
  for (const leads of sizes) {
    await fill(leadlight, leads);
    for (const action of actionsOf(leadlight, await usersOf(leadlight))) {
      const measured = await measure(leadlight, action);
      results.set(action.name, [...(results.get(action.name) ?? []), measured]);
    }
  }
  console.log(
    `milliseconds, median (p95) and of the processor, at ${sizes.map((size) => size.toLocaleString('en')).join(', ')} leads; growth of the median; what served leads`,
  );
  for (const [name, found] of results) {
    const cells = found
      .map(({ median, p95, processor }) =>
        `${median.toFixed(1)} (${p95.toFixed(1)}) ${processor.toFixed(1)}`.padStart(22),
      )
      .join('');
    const growth = (found.at(-1)?.median ?? 0) / (found[0]?.median ?? 1);
    console.log(`${name.padEnd(28)}${cells}  ×${growth.toFixed(1).padEnd(5)} ${found.at(-1)?.indexes ?? ''}`);
  }
} finally {
  await leadlight.close();
}
