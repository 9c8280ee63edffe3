// The directory of the embedded database: DATA_DIR, or one below /var/lib/leadlight if root starts the server and its account cannot enter DATA_DIR.
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { StartFailure } from '../setup/start-failure.ts';
import { accountFor, hasAccess, isRoot, ownUserName, SYSTEM_DATA_DIR, type SystemAccount } from './account.ts';

/** `account` is the user that PostgreSQL runs as, if this process runs as root. */
export type DataDir = { directory: string; account: SystemAccount | undefined };

/** Creates the directory and makes the account its owner. Throws StartFailure if it cannot be written. */
export function prepareDataDir(wanted: string, log: Logger): DataDir {
  try {
    return isRoot() ? dataDirForRoot(wanted, log) : ownDataDir(wanted);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `The data directory ${wanted} cannot be written (${(error as Error).message}): name another folder in DATA_DIR.`,
    );
  }
}

/** The directory that `prepareDataDir` would use. */
export const findDataDir = (wanted: string): string =>
  isRoot() && isInaccessible(wanted) ? systemFolder(wanted) : wanted;

/** Whether the account cannot enter the parent of the wanted directory. */
function isInaccessible(wanted: string): boolean {
  const ancestor = existingAncestor(path.dirname(wanted));
  return statSync(ancestor).isDirectory() && !hasAccess(accountFor(path.join(wanted, 'postgres')), 'x', ancestor);
}

function ownDataDir(directory: string): DataDir {
  ownUserName();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  const owner = statSync(path.join(directory, 'postgres'), { throwIfNoEntry: false })?.uid;
  if (process.getuid && owner !== undefined && owner !== process.getuid()) {
    throw new StartFailure(
      `The data in ${directory} belongs to another user (id ${owner}): start as that user or as root, or name another folder in DATA_DIR.`,
    );
  }
  return { directory, account: undefined };
}

function dataDirForRoot(wanted: string, log: Logger): DataDir {
  const directory = findDataDir(wanted);
  if (directory !== wanted) {
    log.warn({
      msg: 'using another data directory',
      wanted,
      directory,
      reason: `user ${accountFor(path.join(wanted, 'postgres')).name} cannot enter ${path.dirname(wanted)}`,
    });
  }
  const account = accountFor(path.join(directory, 'postgres'));
  createParents(path.dirname(directory));
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
  if (readdirSync(directory).length === 0) chownSync(directory, account.uid, account.gid);
  if (!hasAccess(account, 'w', directory)) {
    throw new StartFailure(
      `The data directory ${directory} is not empty and user ${account.name} cannot write to it: name an empty or a new directory in DATA_DIR.`,
    );
  }
  return { directory, account };
}

/** One directory per wanted one, so that two installations do not share their data. */
function systemFolder(wanted: string): string {
  const project = path.basename(path.dirname(wanted));
  return path.join(SYSTEM_DATA_DIR, `${project}-${createHash('sha256').update(wanted).digest('hex').slice(0, 8)}`);
}

function existingAncestor(folder: string): string {
  return existsSync(folder) ? folder : existingAncestor(path.dirname(folder));
}

/** Creates missing directories that all users can enter, regardless of the umask. */
function createParents(folder: string): void {
  if (existsSync(folder)) return;
  createParents(path.dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}
