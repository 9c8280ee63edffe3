// Decides whether the demo is allowed: on a user's own machine only, because its password is public.
import type { DemoAccount } from './app.ts';
import type { Config } from './config.ts';
import type { Connection } from './database/connections/connect.ts';
import { banDemo, loadDemo } from './demo/load.ts';

const accounts: DemoAccount[] = [
  { email: 'admin@leadlight.example', password: 'leadlight', role: 'admin' },
  { email: 'customer@leadlight.example', password: 'leadlight', role: 'customer' },
];

const PRODUCTION_SETTINGS = ['DATABASE_URL', 'SITE_URL', 'SMTP_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const;

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** Requires the embedded database, a loopback address, and no setting of a production server (a proxy may forward to loopback). */
export function allowsDemo(config: Config): boolean {
  const { DEMO, HOST, TRUST_PROXY } = config;
  const isProduction = PRODUCTION_SETTINGS.some((name) => config[name] !== undefined);
  return DEMO !== 'off' && TRUST_PROXY === 0 && LOOPBACK.includes(HOST) && !isProduction;
}

/** Loads the demo into an empty database if it is allowed and wanted, and bans its accounts if it is not allowed. Returns the accounts that can sign in. */
export async function prepareDemo({ owner }: Connection, config: Config): Promise<DemoAccount[] | undefined> {
  const allowed = allowsDemo(config);
  return owner(async (query) => {
    const { rowCount } = await query('select from auth.users union all select from public.customers limit 1');
    if (allowed && config.DEMO === 'auto' && rowCount === 0) await loadDemo(query);
    await banDemo(query, allowed);
    const { rowCount: present } = await query('select from auth.users where email = any ($1)', [
      accounts.map(({ email }) => email),
    ]);
    return allowed && present === accounts.length ? accounts : undefined;
  });
}
