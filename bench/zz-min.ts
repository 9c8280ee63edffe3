// node bench/zz-min.ts <windows> <connections> <roots...>  : alternating windows; min and median cpu per request
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { load } from './rows/load.ts';
import { cpuSeconds } from './support/cpu.ts';
import { openLeadlight, quantile } from './support/leadlight.ts';
const [windows, conns, kind, ...roots] = process.argv.slice(2);
const l = await openLeadlight({ DATABASE_POOL: '16', LOG_LEVEL: 'error' });
const { owner } = l;
await owner.query(readFileSync(path.join(import.meta.dirname, 'scale/fill.sql'), 'utf8'));
await owner.query('call bench.fill(4, 4000, 400, 40)');
await owner.query('vacuum (analyze)');
const { rows } = await owner.query(`select customer_id as customer, (array_agg(id))[1:500] as leads from public.leads group by 1 limit 1`);
const { customer, leads } = rows[0];
const COLUMNS = 'select=id,customer_id,name,title,company,location,audience,is_approved,created_at,customers(name)';
const headers = { authorization: `Bearer ${l.admin}` };
const sends = { ...headers, 'content-type': 'application/json' };
const calls: any = {
  page: () => ({ method: 'GET', path: `/leads?${COLUMNS}&customer_id=in.(${customer})&order=created_at.desc,id.desc&limit=50`, headers }),
  big: () => ({ method: 'GET', path: `/leads?${COLUMNS}&customer_id=in.(${customer})&order=created_at.desc,id.desc&limit=1000`, headers }),
  one: () => ({ method: 'GET', path: `/leads?${COLUMNS}&customer_id=in.(${customer})&order=created_at.desc,id.desc&limit=1`, headers }),
  count: () => ({ method: 'HEAD', path: `/campaigns?select=id&customer_id=in.(${customer})&status=eq.active`, headers: { ...headers, prefer: 'count=exact' } }),
  patch: (n: number) => ({ method: 'PATCH', path: `/leads?id=eq.${leads[n % leads.length]}`, headers: { ...sends, prefer: 'return=minimal' }, body: JSON.stringify({ is_approved: n % 2 === 0 }) }),
  search: () => ({ method: 'POST', path: `/rpc/search_leads?${COLUMNS}`, headers: sends, body: JSON.stringify({ term: 'marketing', customers: [customer], page_size: 50 }) }),
};
const sides: any[] = [];
for (const root of roots) {
  const server = spawn(process.execPath, [`${root}/server/main.ts`], { env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: l.databaseUrl, DATA_DIR: '/tmp/b1/data', LOG_LEVEL: 'error', STATEMENT_BUDGET: '1000000', DATABASE_POOL: '16' }, stdio: ['ignore', 'pipe', 'ignore'] });
  let url = '';
  for await (const line of createInterface({ input: server.stdout! })) { const u = /Leadlight is at (\S+)/.exec(line)?.[1]; if (u) { url = u; break; } }
  sides.push({ root, server, url, own: {}, pg: {}, rate: {} });
}
for (const k of kind.split(',')) {
  for (const s of sides) { s.own = []; s.pg = []; s.rate = []; await load(`${s.url}/rest/v1`, +conns, 4, calls[k]); }
  for (let w = 0; w < +windows; w++) for (const s of w % 2 ? sides : [...sides].reverse()) {
    const b = [cpuSeconds(s.server.pid), cpuSeconds(l.pids.postgres)];
    const d = await load(`${s.url}/rest/v1`, +conns, 1, calls[k]);
    s.own.push((cpuSeconds(s.server.pid) - b[0]) * 1e6 / d.requests); s.pg.push((cpuSeconds(l.pids.postgres) - b[1]) * 1e6 / d.requests); s.rate.push(d.perSecond);
  }
  for (const s of sides) console.log(k.padEnd(6), path.basename(s.root).padEnd(8), 'own min', Math.round(Math.min(...s.own)), 'p25', Math.round(quantile(s.own, 0.25)), 'med', Math.round(quantile(s.own, 0.5)), '| pg min', Math.round(Math.min(...s.pg)), 'p25', Math.round(quantile(s.pg, 0.25)), 'med', Math.round(quantile(s.pg, 0.5)), '| rate max', Math.round(Math.max(...s.rate)), 'med', Math.round(quantile(s.rate, 0.5)));
}
for (const s of sides) s.server.kill('SIGTERM');
await l.close();
