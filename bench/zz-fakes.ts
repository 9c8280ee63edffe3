import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { load } from './rows/load.ts';
import { cpuSeconds } from './support/cpu.ts';
import { quantile } from './support/leadlight.ts';
const windows = Number(process.argv[2]);
const sides: any[] = [];
for (const arg of process.argv.slice(3)) { const [root, kind, pgkind = kind] = arg.split(':');
  const pg = spawn(process.execPath, ['bench/zz-fakepg.mjs', pgkind!], { stdio: ['ignore', 'pipe', 'inherit'] }); let port = ''; for await (const line of createInterface({ input: pg.stdout! })) { port = line.slice(3); break; }
  const p = spawn(process.execPath, ['bench/zz-fake.ts', root!, kind!, ...(process.env.REST ? [] : [port])], { stdio: ['ignore', 'pipe', 'inherit'] });
  let url = ''; for await (const line of createInterface({ input: p.stdout! })) { url = line.slice(3); break; }
  sides.push({ arg, pg, p, url, own: [] }); }
const call = () => ({ method: 'GET', path: '/rest/v1/leads?select=id,name,title,customer_id,created_at&order=created_at.desc,id.desc&limit=50', headers: { authorization: 'Bearer x' } });
for (const s of sides) await load(s.url, 4, 3, call);
for (let w = 0; w < windows; w++) for (const s of w % 2 ? sides : [...sides].reverse()) { const b = cpuSeconds(s.p.pid); const d = await load(s.url, 4, 0.5, call); s.own.push((cpuSeconds(s.p.pid) - b) * 1e6 / d.requests); }
for (const s of sides) { console.log(s.arg, 'min', Math.min(...s.own).toFixed(1), 'p10', quantile(s.own, 0.1).toFixed(1), 'p25', quantile(s.own, 0.25).toFixed(1), 'med', quantile(s.own, 0.5).toFixed(1)); s.p.kill(); s.pg.kill(); }
