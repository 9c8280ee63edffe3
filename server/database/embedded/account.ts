// The operating-system user that PostgreSQL runs as. PostgreSQL does not run as root.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { StartFailure } from '../setup/start-failure.ts';

export type SystemAccount = { name: string; uid: number; gid: number };

export const SYSTEM_DATA_DIR = '/var/lib/leadlight';

export const isRoot = () => process.getuid?.() === 0;

/** Returns the user for a cluster started by root: the owner of an existing one, else `leadlight`, else `nobody`. Throws StartFailure. */
export function accountFor(cluster: string): SystemAccount {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const account = owner
    ? findAccount(String(owner))
    : (findAccount('leadlight') ?? makeAccount() ?? findAccount('nobody'));
  if (account) return account;
  throw new StartFailure(
    owner
      ? `${cluster} belongs to user id ${owner}, which has no name on this machine: give it to a user that has one, or name another folder in DATA_DIR.`
      : 'PostgreSQL does not run as root, and there is no other user: add a user named leadlight, or start as an ordinary user.',
  );
}

/** Returns the name of the current user. Throws StartFailure if it has none, because PostgreSQL needs one. */
export function ownUserName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new StartFailure(
      `User id ${process.getuid?.()} has no name on this machine, which PostgreSQL needs: start as a user that is listed in /etc/passwd, or set DATABASE_URL.`,
    );
  }
}

/** Runs `test -r`, `-w` or `-x` as the account, so that access control lists and mount options count. */
export function hasAccess(account: SystemAccount, permission: 'r' | 'w' | 'x', path: string): boolean {
  const { uid, gid } = account;
  const script = `test -${permission} "$1"`;
  return spawnSync('/bin/sh', ['-c', script, 'sh', path], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Switches this process to the account if that can read all paths. Returns whether it did. */
export function dropRoot(account: SystemAccount, paths: string[]): boolean {
  if (!paths.every((path) => hasAccess(account, 'r', path))) return false;
  process.setgroups?.([account.gid]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
  return true;
}

function findAccount(nameOrId: string): SystemAccount | undefined {
  const local = readFileSync('/etc/passwd', 'utf8').split('\n');
  const directory = () => spawnSync('getent', ['passwd', nameOrId], { encoding: 'utf8' }).stdout?.split('\n') ?? [];
  const find = (lines: string[]) =>
    lines.map((line) => line.split(':')).find(([name, , uid]) => name === nameOrId || uid === nameOrId);
  const [name, , uid, gid] = find(local) ?? find(directory()) ?? [];
  return name && Number(uid) > 0 ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}

function makeAccount(): SystemAccount | undefined {
  const commands = [
    `useradd --system --user-group --no-create-home --home-dir ${SYSTEM_DATA_DIR} --shell /usr/sbin/nologin leadlight`,
    `adduser -S -D -H -h ${SYSTEM_DATA_DIR} -s /usr/sbin/nologin leadlight`,
  ];
  for (const line of commands) {
    const [command = '', ...options] = line.split(' ');
    if (spawnSync(command, options, { stdio: 'ignore' }).status === 0) return findAccount('leadlight');
  }
  return undefined;
}
