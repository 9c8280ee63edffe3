// In charge of where the embedded database lives: the wanted folder where its account may enter, else a folder of the system. Refuses a folder that holds other things.
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { StartFailure } from '../start-failure.ts';
import { type Account, accountFor, hasAccess, isRoot, ownUserName, SYSTEM_DATA_DIR } from './account.ts';

/** The folder of the data, and the account that PostgreSQL must run as where this process is root. */
export type DataDir = { directory: string; account: Account | undefined };

/** Makes the folder and gives it to its account. Throws StartFailure where it cannot be written. */
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

/** The folder that `prepareDataDir` would choose; makes nothing. */
export const findDataDir = (wanted: string): string => (isRoot() && isBarred(wanted) ? systemFolder(wanted) : wanted);

/** Whether PostgreSQL's account may not enter what the wanted folder lies in. */
function isBarred(wanted: string): boolean {
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
      msg: 'data lives elsewhere',
      wanted,
      directory,
      reason: `user ${accountFor(path.join(wanted, 'postgres')).name} may not enter ${path.dirname(wanted)}`,
    });
  }
  const account = accountFor(path.join(directory, 'postgres'));
  makeEnterable(path.dirname(directory));
  if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
  if (readdirSync(directory).length === 0) chownSync(directory, account.uid, account.gid);
  if (!hasAccess(account, 'w', directory)) {
    throw new StartFailure(
      `The data directory ${directory} holds other things and user ${account.name} cannot write it: name an empty or a new folder in DATA_DIR.`,
    );
  }
  return { directory, account };
}

/** One folder for each wanted one, so that two projects of root never share their data. */
function systemFolder(wanted: string): string {
  const project = path.basename(path.dirname(wanted));
  return path.join(SYSTEM_DATA_DIR, `${project}-${createHash('sha256').update(wanted).digest('hex').slice(0, 8)}`);
}

function existingAncestor(folder: string): string {
  return existsSync(folder) ? folder : existingAncestor(path.dirname(folder));
}

/** Makes missing folders that anyone may enter, whatever the umask. */
function makeEnterable(folder: string): void {
  if (existsSync(folder)) return;
  makeEnterable(path.dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}
