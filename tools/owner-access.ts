// In charge of a chore's way to the database: beside a running server, or by starting the embedded database for as long as the chore takes.
import pino from 'pino';
import type { Config } from '../server/config.ts';
import { connect } from '../server/database/connect.ts';
import { prepareHome } from '../server/database/embedded/home.ts';
import { startEmbedded } from '../server/database/embedded/index.ts';
import { findRunning } from '../server/database/embedded/running.ts';
import { type Owner, ownerOf } from '../server/database/owner.ts';
import type { Database } from '../server/database/pool.ts';

const log = pino({ level: 'silent' });

export async function withOwner<T>(config: Config, work: (owner: Owner) => Promise<T>): Promise<T> {
  const running = config.DATABASE_URL ? undefined : findRunning(prepareHome(config.DATA_DIR, log).directory);
  if (running) return work(ownerOf(running));
  const connection = await connect(config, log);
  return work(connection.owner).finally(connection.stop);
}

/** Works on the owner's address of the database as it is: beside a running server, or starting the embedded database for as long as the work takes. Migrates nothing. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const url = config.DATABASE_URL ?? findRunning(prepareHome(config.DATA_DIR, log).directory);
  if (url) return work(url);
  const embedded = await startEmbedded({ directory: config.DATA_DIR, log });
  return work(embedded.url).finally(embedded.stop);
}

/** The owner's access in the role that owns schema auth. */
export const accountsOf = (owner: Owner): Pick<Database, 'transaction'> => ({
  transaction: (work) =>
    owner(async (query) => {
      await query('set local role supabase_auth_admin');
      return work(query);
    }),
});
