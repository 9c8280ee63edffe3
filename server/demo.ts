// Decides whether the demo is allowed: on a user's own machine, because its password is public, or as a public demo in a database of its own.
import type { DemoAccount } from './app.ts';
import { type Config, isPublicDemo } from './config.ts';
import type { Connection } from './database/connections/connect.ts';
import type { Query } from './database/connections/pool.ts';
import { StartFailure } from './database/setup/start-failure.ts';
import { banDemo, loadDemo } from './demo/load.ts';
import { resetDemo } from './demo/reset.ts';

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

/**
 * Loads the demo into an empty database if it is allowed and wanted, and bans its accounts if it is not allowed. Resets a public demo. Returns the
 * accounts that can sign in. Throws StartFailure if a database would change between a public demo and another use.
 */
export async function prepareDemo({ owner }: Connection, config: Config): Promise<DemoAccount[] | undefined> {
  const isPublic = isPublicDemo(config);
  const allowed = isPublic || allowsDemo(config);
  return owner(async (query) => {
    const { rowCount } = await query('select from auth.users union all select from public.customers limit 1');
    await requireSameUse(query, { isPublic, isEmpty: rowCount === 0 });
    if (isPublic) await resetDemo(query);
    else if (allowed && config.DEMO === 'auto' && rowCount === 0) await loadDemo(query);
    await banDemo(query, allowed);
    const { rowCount: present } = await query('select from auth.users where email = any ($1)', [
      accounts.map(({ email }) => email),
    ]);
    return allowed && present === accounts.length ? accounts : undefined;
  });
}

/** A setting of the database that marks one which a public demo has made, so that nothing else is ever reset. */
const MARK = 'leadlight.public_demo';

async function requireSameUse(query: Query, { isPublic, isEmpty }: { isPublic: boolean; isEmpty: boolean }) {
  const { rows } = await query<{ mark: string | null }>(`select current_setting('${MARK}', true) as mark`);
  const isMarked = rows[0]?.mark === 'on';
  if (isMarked && !isPublic) {
    throw new StartFailure(
      'The database in DATA_DIR is that of a public demo: set DEMO=public, or name another folder in DATA_DIR.',
    );
  }
  if (isMarked || !isPublic) return;
  if (!isEmpty) {
    throw new StartFailure(
      'DEMO=public would delete everything in the database in DATA_DIR every hour, and a public demo did not make it: name a new folder in DATA_DIR.',
    );
  }
  await query(`do $$ begin execute format('alter database %I set ${MARK} = on', current_database()); end $$`);
}
