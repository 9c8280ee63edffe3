// profile one side: node bench/zz-prof.ts <root> <out>
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { load } from './rows/load.ts';
import { cpuSeconds } from './support/cpu.ts';
import { openLeadlight } from './support/leadlight.ts';
const l = await openLeadlight({ DATABASE_POOL: '16', LOG_LEVEL: 'error', STATEMENT_BUDGET: '1000000' });
const { owner } = l;
await owner.query(readFileSync(path.join(import.meta.dirname, 'scale/fill.sql'), 'utf8'));
await owner.query('call bench.fill(4, 2000, 200, 40)');
await owner.query('vacuum (analyze)');
const { rows } = await owner.query(`select customer_id as customer from public.leads limit 1`);
const { customer } = rows[0];
const COLUMNS = 'select=id,customer_id,name,title,company,location,audience,is_approved,created_at,customers(name)';
const headers = { authorization: `Bearer ${l.admin}` };
const call = () => ({ method: 'GET', path: `/leads?${COLUMNS}&customer_id=in.(${customer})&order=created_at.desc,id.desc&limit=50`, headers });
for (const root of process.argv.slice(2)) {
  const server = spawn(process.execPath, ['--cpu-prof', '--cpu-prof-dir=/tmp/b1/prof-' + path.basename(root), `${root}/server/main.ts`], { env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: l.databaseUrl, DATA_DIR: '/tmp/b1/data', LOG_LEVEL: 'error', STATEMENT_BUDGET: '1000000' }, stdio: ['ignore', 'pipe', 'inherit'] });
  let url = '';
  for await (const line of createInterface({ input: server.stdout! })) { const u = /Leadlight is at (\S+)/.exec(line)?.[1]; if (u) { url = u; break; } }
  for (let i = 0; i < 3; i++) {
  const b = cpuSeconds(server.pid!);
  const d = await load(`${url}/rest/v1`, 8, 5, call);
  console.log(root, Math.round(d.perSecond), Math.round((cpuSeconds(server.pid!) - b) * 1e6 / d.requests)); }
  server.kill('SIGTERM'); await new Promise((r) => server.on('exit', r));
}
await l.close();
