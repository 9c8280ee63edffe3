// Opens the database for a CLI command: that of a running server, or the embedded one for the duration of the command.
import { existsSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { Config } from '#server/config.ts';
import { connect } from '#server/database/connections/connect.ts';
import type { Accounts } from '#server/database/connections/pool.ts';
import { findDataDir } from '#server/database/embedded/data-dir.ts';
import { startEmbedded } from '#server/database/embedded/index.ts';
import { findRunning } from '#server/database/embedded/listen-endpoint.ts';
import { type Owner, openOwner } from '#server/database/setup/owner.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';

const log = pino({ level: 'silent' });

/** The configuration with the directory that the embedded database uses, which may be another than DATA_DIR. */
export const settled = (config: Config): Config =>
  config.DATABASE_URL ? config : { ...config, DATA_DIR: findDataDir(config.DATA_DIR) };

export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): boolean =>
  DATABASE_URL !== undefined || existsSync(path.join(findDataDir(DATA_DIR), 'postgres'));

/** Migrates the database and runs work as its owner. Throws StartFailure if there is no database. */
export async function withOwner<T>(config: Config, work: (owner: Owner) => Promise<T>): Promise<T> {
  requireDatabase(config);
  const running = config.DATABASE_URL ? undefined : findRunning(findDataDir(config.DATA_DIR));
  if (running) return work(openOwner(running));
  const connection = await connect(config, log);
  return work(connection.owner).finally(connection.stop);
}

/** Passes the owner's URL to work, without migrations. Throws StartFailure if there is no database. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  requireDatabase(config);
  return withNewDatabase(config, work);
}

/** Works like withDatabase, but creates the embedded database if there is none. */
export async function withNewDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const url = config.DATABASE_URL ?? findRunning(findDataDir(config.DATA_DIR));
  if (url) return work(url);
  const embedded = await startEmbedded({ directory: config.DATA_DIR, log });
  return work(embedded.url).finally(embedded.stop);
}

function requireDatabase(config: Config): void {
  if (hasDatabase(config)) return;
  throw new StartFailure(
    `There is no database in ${findDataDir(config.DATA_DIR)}: set DATA_DIR or DATABASE_URL as the server has it, or start the server once.`,
  );
}

/** Transactions of the owner in the role that owns schema auth. */
export const ownerAccounts = (owner: Owner): Pick<Accounts, 'transaction'> => ({
  transaction: (work) =>
    owner(async (query) => {
      await query('set local role supabase_auth_admin');
      return work(query);
    }),
});

type KnownArguments = { most?: number; options?: string[] };

/** Runs a command that takes at most `most` arguments beside its options, and prints an error as one line. `-` is an argument, and no option. */
export function runCommand(command: () => Promise<void>, { most = 0, options = [] }: KnownArguments = {}): void {
  const given = process.argv.slice(2).filter((argument) => !options.includes(argument));
  const unknown = given.find((argument, index) => index >= most || /^-./.test(argument));
  const work = async () => {
    if (unknown !== undefined) throw new StartFailure(`this command has no argument '${unknown}'.`);
    await command();
  };
  work().catch((error: Error) => {
    console.error(`Leadlight: ${error.message.replaceAll('\n', '; ')}`);
    process.exitCode = 1;
  });
}
