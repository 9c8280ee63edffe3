import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { load } from './rows/load.ts';
import { cpuSeconds } from './support/cpu.ts';
import { openLeadlight, quantile } from './support/leadlight.ts';
const [seconds, rounds, conns] = [Number(process.argv[2] ?? 2), Number(process.argv[3] ?? 4), (process.argv[4] ?? '16').split(',').map(Number)];
const only = process.argv[5];
if (process.env.PROF) process.env.NODE_OPTIONS='';
const l = await openLeadlight({ DATABASE_POOL: '16', LOG_LEVEL: 'error', STATEMENT_BUDGET: '1000000' });
const server = spawn(process.execPath, ['/work/main/server/main.ts'], { env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: l.databaseUrl, DATA_DIR: '/tmp/b1/data', LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'inherit'] });
let other = '';
for await (const line of createInterface({ input: server.stdout! })) { const u = /Leadlight is at (\S+)/.exec(line)?.[1]; if (u) { other = u; break; } }
const mine = { name: 'new', base: `${l.url}/rest/v1`, pid: l.pids.server };
const old = { name: 'main', base: `${other}/rest/v1`, pid: server.pid! };
const { owner } = l;
await owner.query(readFileSync(path.join(import.meta.dirname, 'scale/fill.sql'), 'utf8'));
await owner.query('call bench.fill(20, 20000, 2000, 400)');
await owner.query('vacuum (analyze)');
const { rows } = await owner.query(`select customer_id as customer, (array_agg(id))[1:1000] as leads from public.leads where customer_id = (select id from bench.customers where number = 2) group by customer_id`);
const { customer, leads } = rows[0];
const COLUMNS = 'select=id,customer_id,name,title,company,location,audience,is_approved,created_at,customers(name)';
const NEWEST = 'order=created_at.desc,id.desc';
const headers = { authorization: `Bearer ${l.admin}` };
const sends = { ...headers, 'content-type': 'application/json' };
const minef = `customer_id=in.(${customer})`;
const kinds: any[] = [
 { name: 'page of 50', call: () => ({ method: 'GET', path: `/leads?${COLUMNS}&${minef}&${NEWEST}&limit=50`, headers }) },
 { name: 'page of 1000', call: () => ({ method: 'GET', path: `/leads?${COLUMNS}&${minef}&${NEWEST}&limit=1000`, headers }) },
 { name: 'filtered search', call: () => ({ method: 'POST', path: `/rpc/search_leads?${COLUMNS}`, headers: sends, body: JSON.stringify({ term: 'marketing', customers: [customer], page_size: 50 }) }) },
 { name: 'patch of one', call: (n: number) => ({ method: 'PATCH', path: `/leads?id=eq.${leads[n % leads.length]}`, headers: { ...sends, prefer: 'return=minimal' }, body: JSON.stringify({ is_approved: n % 2 === 0 }) }) },
 { name: 'insert', call: (n: number) => ({ method: 'POST', path: '/campaigns', headers: { ...sends, prefer: 'return=representation' }, body: JSON.stringify({ customer_id: customer, name: `Campaign ${n}` }) }) },
 { name: 'count', call: () => ({ method: 'HEAD', path: `/campaigns?select=id&${minef}&status=eq.active`, headers: { ...headers, prefer: 'count=exact' } }) },
].filter((k) => !only || k.name.includes(only));
const med = (r: any[], k: string) => quantile(r.map((x) => x[k]), 0.5);
try {
 for (const kind of kinds) for (const c of conns) {
  const runs: any = { new: [], main: [] };
  const ratios: number[] = []; const cpuRatios: number[] = [];
  for (let round = 0; round < rounds; round++) {
   const pair: any = {};
   for (const side of round % 2 ? [old, mine] : [mine, old]) {
    await load(side.base, c, 0.3, kind.call);
    const b = [cpuSeconds(side.pid), cpuSeconds(l.pids.postgres)];
    const d = await load(side.base, c, seconds, kind.call);
    const per = (s: number) => (s * 1e6) / d.requests;
    const run = { ...d, own: per(cpuSeconds(side.pid) - b[0]), pg: per(cpuSeconds(l.pids.postgres) - b[1]) };
    runs[side.name].push(run); pair[side.name] = run;
   }
   ratios.push(pair.new.perSecond / pair.main.perSecond);
   cpuRatios.push((pair.new.own + pair.new.pg) / (pair.main.own + pair.main.pg));
  }
  const t = (r: any[]) => `${Math.round(med(r, 'perSecond'))}/s p99 ${med(r, 'p99').toFixed(1)} cpu ${Math.round(med(r, 'own'))}+${Math.round(med(r, 'pg'))}`;
  console.log(`${kind.name.padEnd(16)} ${c} speed ×${quantile(ratios, 0.5).toFixed(2)} cpu ×${quantile(cpuRatios, 0.5).toFixed(2)} | new ${t(runs.new)} | main ${t(runs.main)}`);
 }
} finally { server.kill('SIGTERM'); await l.close(); }
