import { attack, attacksOf, HOSTILE_CALLERS, refusedDeeds, waitsOf, work } from '../tests/wire/hostile/hostile-callers.ts';
import { openLeadlight } from './support/leadlight.ts';
import { cpuSeconds } from './support/cpu.ts';
const l = await openLeadlight({ LOG_LEVEL: process.env.LL ?? 'error', METRICS_TOKEN: 'only-prometheus-knows', AUTH_RATE_TOKEN: '100000', AUTH_RATE_SIGNUP: '100000', AUTH_RATE_ACCOUNT: '100000', ROWS_RATE_ANONYMOUS: '100000' });
const { owner } = l;
const LEADS = `insert into public.leads (customer_id, name, company, title, location, headline, notes)
  select $1, 'Lead ' || number, 'Company ' || number % 100, 'Head of ' || number % 10, 'Place ' || number % 50,
    rpad('', 200, 'Headline ' || number || ' '), rpad('', 1000, 'Notes ' || number || ' ')
  from generate_series(1, $2::int) number returning id`;
async function members(count: number, leads: number) {
  const out: any[] = [];
  for (let n = 0; n < count; n++) {
    const email = `m${leads}-${n}@example.test`; const password = 'load-password';
    const s = await l.ask<any>('/auth/v1/signup', { body: { email, password } });
    const c = (await owner.query(`insert into public.customers (name) values ($1) returning id`, [email])).rows[0].id;
    await owner.query('insert into public.customer_users (user_id, customer_id, accepted_at) values ($1, $2, now())', [s.user.id, c]);
    const { rows } = await owner.query(LEADS, [c, leads]);
    out.push({ email, password, token: s.access_token, customer: c, leads: rows.map((r: any) => r.id) });
  }
  return out;
}
const hostile = await members(HOSTILE_CALLERS, 2000); const ordinary = await members(32, 60);
await owner.query('analyze');
const metrics = async () => (await (await fetch(`${l.url}/metrics`, { headers: { Authorization: 'Bearer only-prometheus-knows' } })).text()).split('\n').filter((x) => /^(leadlight_rows|nodejs_eventloop_lag_(p50|p99|max)|leadlight_database)/.test(x)).join('\n');
const secs = Number(process.argv[2] ?? 20); const withHostile = process.argv[3] !== 'no';
const end = performance.now() + secs * 1000; const isOver = () => performance.now() > end;
const b = [cpuSeconds(l.pids.server), cpuSeconds(l.pids.postgres), process.cpuUsage()] as const;
const [attacks, deeds] = await Promise.all([withHostile ? attack(l.url, hostile, Number(process.argv[4] ?? 8), isOver) : [], work(l.url, ordinary, isOver), (async () => { while (!isOver()) { await new Promise((r) => setTimeout(r, secs * 300)); console.log(await metrics()); console.log(await (await fetch(`${l.url}/readyz`)).text()); } })()]);
console.log([...attacksOf(attacks), ...waitsOf(deeds)].join('\n')); console.log(refusedDeeds(deeds).slice(0, 10));
console.log('cpu s: server', (cpuSeconds(l.pids.server) - b[0]).toFixed(1), 'pg', (cpuSeconds(l.pids.postgres) - b[1]).toFixed(1), 'me', process.cpuUsage(b[2]));
await l.close();
