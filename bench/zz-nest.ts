import { openLeadlight } from './support/leadlight.ts';
const l = await openLeadlight({ DATABASE_POOL: '16', LOG_LEVEL: 'error', STATEMENT_TIMEOUT: '60', STATEMENT_BUDGET: '10000' });
const { owner } = l;
const s = await l.ask<any>('/auth/v1/signup', { body: { email: 'm@example.test', password: 'load-password' } });
const c = (await owner.query(`insert into public.customers (name) values ('x') returning id`)).rows[0].id;
await owner.query('insert into public.customer_users (user_id, customer_id, accepted_at) values ($1, $2, now())', [s.user.id, c]);
await owner.query(`insert into public.leads (customer_id, name, notes) select $1, 'Lead ' || number, rpad('', 9000, 'notes ' || number || ' ') from generate_series(1, 1000) number`, [c]);
await owner.query('analyze');
const ask = async (token: string, q: string) => { const t = performance.now(); const r = await fetch(`${l.url}/rest/v1/${q}`, { headers: { authorization: `Bearer ${token}` } }); const x = await r.text(); console.log(q, r.status, x.length, Math.round(performance.now() - t)); };
for (const token of [l.admin, s.access_token]) {
  await ask(token, 'leads?select=notes');
  await ask(token, 'customers?select=name,leads(notes)');
  await ask(token, 'leads?select=id,customers(leads(notes))&limit=1');
  await ask(token, 'customers?select=name,leads(id,customers(name,leads(notes)))&leads.limit=1');
  await ask(token, 'customers?select=name,leads(id,customers(name,leads(notes)))&leads.limit=2');
  await ask(token, 'customers?select=name,leads(id,customers(name,leads(notes)))');
}
await l.close();
