// Allows one server per data directory: a lock file with the identity of its process, ignored once that process has ended.
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from '../setup/start-failure.ts';

/** Locks the directory and returns a function that unlocks it. Throws StartFailure if a living process has locked it. */
export function lockDataDir(directory: string): () => void {
  const lock = path.join(directory, 'lock');
  const draft = path.join(directory, `lock.${process.pid}`);
  rmSync(draft, { force: true });
  writeFileSync(draft, processIdentity(process.pid) ?? String(process.pid), { flag: 'wx' });
  try {
    while (!linked(draft, lock)) setAsideIfStale(lock, directory);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** Identifies a living process, as opposed to a later one with the same id; undefined if there is none, or only a zombie. */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return state === 'Z' ? undefined : `${pid} ${boot} ${fields[18]}`;
    }
    process.kill(pid, 0);
    if (process.platform === 'win32') return String(pid);
    return `${pid} ${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()}`;
  } catch {
    return undefined;
  }
}

function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock by a rename, which succeeds for one process only. Restores it if it turns out to be new. */
function setAsideIfStale(lock: string, directory: string): void {
  requireStale(lock, directory);
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return; // another process was faster
  }
  try {
    requireStale(aside, directory);
  } catch (error) {
    linked(aside, lock);
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function requireStale(lock: string, directory: string): void {
  const holder = readIfPresent(lock);
  const pid = Number.parseInt(holder, 10);
  if (!holder || processIdentity(pid) !== holder) return;
  throw new StartFailure(
    `The data directory ${directory} is in use by another Leadlight server (process ${pid}): stop that one, or name another folder in DATA_DIR.`,
  );
}

/** The text of a file; empty if it cannot be read. */
export function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
