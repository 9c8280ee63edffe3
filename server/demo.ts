// Decides whether the demo may be there: on a user's own machine only. Anywhere else its accounts, whose password the manual names, are banned.
import type { DemoAccount } from './app.ts';
import type { Config } from './config.ts';
import type { Connection } from './database/connect.ts';
import { banDemo, loadDemo } from './database/demo.ts';

const accounts: DemoAccount[] = [
  { email: 'admin@leadlight.example', password: 'leadlight', role: 'admin' },
  { email: 'customer@leadlight.example', password: 'leadlight', role: 'customer' },
];

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** Whether the demo is allowed: the embedded database, a server that only this machine reaches, and nothing set that speaks of a real use (a proxy may stand before loopback). */
export function allowsDemo({
  DEMO,
  HOST,
  DATABASE_URL,
  SITE_URL,
  SMTP_URL,
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  TRUST_PROXY,
}: Config): boolean {
  const real = [DATABASE_URL, SITE_URL, SMTP_URL, ADMIN_EMAIL, ADMIN_PASSWORD];
  return DEMO === 'auto' && TRUST_PROXY === 0 && loopback.includes(HOST) && real.every((value) => value === undefined);
}

/** Loads the demo where it is allowed and the database is empty, and bans its accounts where it is not; answers those that may sign in. */
export async function settleDemo({ owner }: Connection, config: Config): Promise<DemoAccount[] | undefined> {
  const allowed = allowsDemo(config);
  return owner(async (query) => {
    const { rowCount } = await query('select from auth.users union all select from public.customers limit 1');
    if (allowed && rowCount === 0) await loadDemo(query);
    await banDemo(query, allowed);
    const { rowCount: present } = await query('select from auth.users where email = any ($1)', [
      accounts.map(({ email }) => email),
    ]);
    return allowed && present === accounts.length ? accounts : undefined;
  });
}
