// Throughput of the row API and of the real PostgREST on the same PostgreSQL, in turn, for each kind of request and number of connections.
//   npm run bench -- rows [--seconds 4] [--rounds 3] [--connections 1,16,64]
import { apiCall, type Call, fieldMedian, measureLoad, runLoad } from '../tests/support/load.ts';
import { hasPostgrest, startPostgrest } from '../tests/support/postgrest.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';
import { fill } from './scale/fill.ts';

const values = readOptions({ seconds: '4', rounds: '3', connections: '1,16,64', pool: '16' });
if (!hasPostgrest()) throw new Error('PostgREST is available for Linux on x64 only');

const COLUMNS = 'select=id,customer_id,name,title,company,location,audience,is_approved,created_at,customers(name)';

type CallOfNumber = (n: number) => Call;

async function prepareCalls({ owner, admin }: typeof leadlight): Promise<Record<string, CallOfNumber>> {
  await fill(owner, { customers: 20, leads: 20_000, companies: 2_000, campaigns: 400 });
  const { rows } = await owner.query<{ customer: string; leads: string[] }>(
    `select customer_id as customer, (array_agg(id))[1:1000] as leads from public.leads
     where customer_id = (select id from bench.customers where number = 2) group by customer_id`,
  );
  const { customer = '', leads = [] } = rows[0] ?? {};
  const mine = `customer_id=in.(${customer})`;
  const page = `/leads?${COLUMNS}&${mine}&order=created_at.desc,id.desc&limit=50`;
  const search = { term: 'marketing', customers: [customer], page_size: 50 };
  const patch = (n: number) =>
    apiCall(admin, 'PATCH', `/leads?id=eq.${leads[n % leads.length]}`, { is_approved: n % 2 === 0 }, 'return=minimal');
  // A customer can have at most 1,000 campaigns.
  const customers = (await owner.query<{ id: string }>('select id from bench.customers')).rows.map(({ id }) => id);
  const insert = (n: number) => {
    const body = { customer_id: customers[n % customers.length], name: `Inserted ${n}` };
    return apiCall(admin, 'POST', '/campaigns', body, 'return=representation');
  };
  return {
    'page of 50': () => apiCall(admin, 'GET', page),
    'filtered search': () => apiCall(admin, 'POST', `/rpc/search_leads?${COLUMNS}`, search),
    'patch of one': patch,
    insert,
    count: () => apiCall(admin, 'HEAD', `/campaigns?select=id&${mine}&status=eq.active`, undefined, 'count=exact'),
  };
}

type MeasuredServer = { base: string; pid: number };
/** Processor time in microseconds per request. */
type Run = { perSecond: number; p99: number; own: number; postgres: number };

async function measure({ base, pid }: MeasuredServer, connections: number, call: CallOfNumber): Promise<Run> {
  const next = (_: unknown, n: number) => ({ name: 'request', call: call(n) });
  const load = { bases: [base], workers: Array.from({ length: connections }), next };
  await runLoad(load, 0.5); // warm-up
  const processes = { own: [pid], postgres: [leadlight.postmaster] };
  const { result, perRequest } = await measureLoad(load, Number(values.seconds), processes);
  await leadlight.owner.query(`delete from public.campaigns where name like 'Inserted %'`);
  return {
    perSecond: result.perSecond,
    p99: result.quantile(0.99),
    own: perRequest.own * 1_000,
    postgres: perRequest.postgres * 1_000,
  };
}

const summarize = (runs: Run[]) =>
  `${fieldMedian(runs, 'perSecond').toFixed(0).padStart(6)}/s p99 ${fieldMedian(runs, 'p99').toFixed(1).padStart(6)} cpu ${fieldMedian(runs, 'own').toFixed(0)}+${fieldMedian(runs, 'postgres').toFixed(0)}`;

const leadlight = await openLeadlight({ DATABASE_POOL: values.pool, LOG_LEVEL: 'error', STATEMENT_BUDGET: '1000000' });
const jwks = JSON.stringify(await leadlight.request('/auth/v1/.well-known/jwks.json'));
const postgrest = await startPostgrest({ databaseUrl: leadlight.databaseUrl, jwks, poolSize: Number(values.pool) });
try {
  const ours: MeasuredServer = { base: `${leadlight.url}/rest/v1`, pid: leadlight.pid };
  const theirs: MeasuredServer = { base: postgrest.url, pid: postgrest.pid };
  console.log(
    `medians of ${values.rounds} rounds, Leadlight | PostgREST: requests/s, p99 in ms, CPU time per request in µs (server + PostgreSQL)`,
  );
  for (const [name, call] of Object.entries(await prepareCalls(leadlight))) {
    for (const connections of values.connections.split(',').map(Number)) {
      const runs = new Map<MeasuredServer, Run[]>([
        [ours, []],
        [theirs, []],
      ]);
      for (let round = 0; round < Number(values.rounds); round += 1)
        for (const side of round % 2 ? [theirs, ours] : [ours, theirs])
          runs.get(side)?.push(await measure(side, connections, call));
      const [a = [], b = []] = runs.values();
      const ratio = fieldMedian(a, 'perSecond') / fieldMedian(b, 'perSecond');
      console.log(
        `${name.padEnd(16)} ${String(connections).padStart(3)}  ×${ratio.toFixed(2)}  ${summarize(a)}  |  ${summarize(b)}`,
      );
    }
  }
} finally {
  await postgrest.stop();
  await leadlight.end();
}
