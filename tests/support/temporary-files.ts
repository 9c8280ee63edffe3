// The temporary files of tests, trials and measurements.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Uses memory if there is plenty, for this process and those that it starts; TMPDIR decides if it is set. Most files are those of databases: creating
 * them on a disk can take longer than all else that a new database does.
 */
export function putTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES) process.env.TMPDIR = MEMORY;
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A new folder, which is removed when this process ends. */
export function newFolder(purpose: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `leadlight-${purpose}-`));
  folders.push(folder);
  return folder;
}
