// The temporary files of tests, trials and measurements.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;
const PREFIX = 'leadlight-run-';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/**
 * Puts the temporary files of this process and of those that it starts into one folder, which is removed when this process ends: what a killed server,
 * worker or browser leaves goes with it. The folder is in memory if there is plenty, or where TMPDIR says. Most files are those of databases: creating
 * them on a disk can take longer than all else that a new database does.
 */
export function gatherTemporaryFiles(): void {
  if (path.basename(process.env.TMPDIR ?? '').startsWith(PREFIX)) return; // that of the process that started this one
  const folder = mkdtempSync(path.join(process.env.TMPDIR || (hasMemory() ? MEMORY : tmpdir()), PREFIX));
  chmodSync(folder, 0o1777); // servers that root starts drop to another account
  folders.push(folder);
  process.env.TMPDIR = folder;
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES;
}

/** A new folder, which is removed when this process ends. */
export function newFolder(purpose: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `leadlight-${purpose}-`));
  folders.push(folder);
  return folder;
}
