import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { openLeadlight } from './support/leadlight.ts';
const l = await openLeadlight({ DATABASE_POOL: '16', LOG_LEVEL: 'error' });
const { owner } = l;
await owner.query(readFileSync(path.join(import.meta.dirname, 'scale/fill.sql'), 'utf8'));
await owner.query('call bench.fill(4, 8000, 400, 40)');
await owner.query('vacuum (analyze)');
const children = () => readdirSync('/proc').filter((n) => /^\d+$/.test(n) && (() => { try { return readFileSync(`/proc/${n}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(l.pids.postgres); } catch { return false; } })());
const anon = (pid: string) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
let peak = 0;
const t = setInterval(() => { for (const p of children()) { try { peak = Math.max(peak, anon(p)); } catch {} } }, 20);
for (const q of process.argv.slice(2)) {
  peak = 0; const s = performance.now();
  const r = await fetch(`${l.url}/rest/v1/${q}`, { headers: { authorization: `Bearer ${l.admin}` } });
  const text = await r.text();
  console.log(q, r.status, text.length, text.slice(0, 120), Math.round(performance.now() - s) + 'ms', 'peak backend anon MB', peak.toFixed(0));
}
clearInterval(t);
await l.close();
