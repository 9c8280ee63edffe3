// Throughput of the row API and of the real PostgREST on the same PostgreSQL, in turn, for each kind of request and number of connections.
//   npm run bench -- rows [--seconds 4] [--rounds 3] [--connections 1,16,64]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasPostgrest, startPostgrest } from '../tests/support/postgrest.ts';
import { cpuSeconds } from './support/cpu.ts';
import { type Call, type Load, measureLoad } from './support/http.ts';
import { type Leadlight, openLeadlight, quantile } from './support/leadlight.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,16,64' },
    pool: { type: 'string', default: '16' },
  },
});
if (!hasPostgrest()) throw new Error('PostgREST is available for Linux on x64 only');

const COLUMNS = 'select=id,customer_id,name,title,company,location,audience,is_approved,created_at,customers(name)';
const NEWEST = 'order=created_at.desc,id.desc';

type Kind = { name: string; call: (n: number) => Call };

function kindsOf(token: string, customer: string, leads: string[]): Kind[] {
  const headers = { authorization: `Bearer ${token}` };
  const jsonHeaders = { ...headers, 'content-type': 'application/json' };
  const mine = `customer_id=in.(${customer})`;
  return [
    {
      name: 'page of 50',
      call: () => ({ method: 'GET', path: `/leads?${COLUMNS}&${mine}&${NEWEST}&limit=50`, headers }),
    },
    {
      name: 'filtered search',
      call: () => ({
        method: 'POST',
        path: `/rpc/search_leads?${COLUMNS}`,
        headers: jsonHeaders,
        body: JSON.stringify({ term: 'marketing', customers: [customer], page_size: 50 }),
      }),
    },
    {
      name: 'patch of one',
      call: (n) => ({
        method: 'PATCH',
        path: `/leads?id=eq.${leads[n % leads.length]}`,
        headers: { ...jsonHeaders, prefer: 'return=minimal' },
        body: JSON.stringify({ is_approved: n % 2 === 0 }),
      }),
    },
    {
      name: 'insert',
      call: (n) => ({
        method: 'POST',
        path: '/campaigns',
        headers: { ...jsonHeaders, prefer: 'return=representation' },
        body: JSON.stringify({ customer_id: customer, name: `Campaign ${n}` }),
      }),
    },
    {
      name: 'count',
      call: () => ({
        method: 'HEAD',
        path: `/campaigns?select=id&${mine}&status=eq.active`,
        headers: { ...headers, prefer: 'count=exact' },
      }),
    },
  ];
}

type Side = { name: string; base: string; pid: number };
type Run = Load & { own: number; postgres: number };

async function measure({ base, pid }: Side, postgres: number, connections: number, { call }: Kind): Promise<Run> {
  await measureLoad(base, connections, 0.5, call); // warm-up
  const before = [cpuSeconds(pid), cpuSeconds(postgres)] as const;
  const done = await measureLoad(base, connections, Number(values.seconds), call);
  const perRequest = (seconds: number) => (seconds * 1e6) / done.requests;
  return {
    ...done,
    own: perRequest(cpuSeconds(pid) - before[0]),
    postgres: perRequest(cpuSeconds(postgres) - before[1]),
  };
}

async function prepare(leadlight: Leadlight) {
  const { owner } = leadlight;
  await owner.query(readFileSync(path.join(import.meta.dirname, 'scale/fill.sql'), 'utf8'));
  await owner.query('call bench.fill(20, 20000, 2000, 400)');
  await owner.query('vacuum (analyze)');
  const { rows } = await owner.query<{ customer: string; leads: string[] }>(
    `select customer_id as customer, (array_agg(id))[1:1000] as leads from public.leads
     where customer_id = (select id from bench.customers where number = 2) group by customer_id`,
  );
  const { customer = '', leads = [] } = rows[0] ?? {};
  return kindsOf(leadlight.admin, customer, leads);
}

const median = (runs: Run[], key: keyof Run) =>
  quantile(
    runs.map((run) => run[key]),
    0.5,
  );

const leadlight = await openLeadlight({ DATABASE_POOL: values.pool, LOG_LEVEL: 'error', STATEMENT_BUDGET: '1000000' });
const jwks = JSON.stringify(await leadlight.request('/auth/v1/.well-known/jwks.json'));
const postgrest = await startPostgrest({ databaseUrl: leadlight.databaseUrl, jwks, poolSize: Number(values.pool) });
try {
  const ours: Side = { name: 'Leadlight', base: `${leadlight.url}/rest/v1`, pid: leadlight.pids.server };
  const theirs: Side = { name: 'PostgREST', base: postgrest.url, pid: postgrest.pid };
  console.log(
    'medians of',
    values.rounds,
    'rounds, Leadlight | PostgREST: requests/s, p99 in ms, CPU time per request in µs (server + PostgreSQL)',
  );
  for (const kind of await prepare(leadlight)) {
    for (const connections of values.connections.split(',').map(Number)) {
      const runs: Record<string, Run[]> = { [ours.name]: [], [theirs.name]: [] };
      for (let round = 0; round < Number(values.rounds); round += 1) {
        for (const side of round % 2 ? [theirs, ours] : [ours, theirs]) {
          runs[side.name]?.push(await measure(side, leadlight.pids.postgres, connections, kind));
        }
      }
      const [a, b] = [runs[ours.name] ?? [], runs[theirs.name] ?? []];
      const summarize = (all: Run[]) =>
        `${Math.round(median(all, 'perSecond')).toString().padStart(6)}/s p99 ${median(all, 'p99').toFixed(1).padStart(6)} cpu ${Math.round(median(all, 'own'))}+${Math.round(median(all, 'postgres'))}`;
      const ratio = median(a, 'perSecond') / median(b, 'perSecond');
      console.log(
        `${kind.name.padEnd(16)} ${String(connections).padStart(3)}  ×${ratio.toFixed(2)}  ${summarize(a)}  |  ${summarize(b)}`,
      );
    }
  }
} finally {
  await postgrest.stop();
  await leadlight.close();
}
