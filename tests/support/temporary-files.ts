// Where the temporary files of tests are, mainly those of databases. Creating files on a disk can take longer than all else that a new database does.
import { existsSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/** Uses memory if there is plenty, for this process and those that it starts; TMPDIR decides if it is set. */
export function putTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES) process.env.TMPDIR = MEMORY;
}
