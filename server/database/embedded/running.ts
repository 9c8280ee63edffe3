// In charge of finding a cluster that a living server has open, so that a chore can work beside it. Starts and stops nothing.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { identityOf } from './data-dir-lock.ts';
import { socketUrl } from './listen-endpoint.ts';

/** The owner's address of the cluster in a data directory; undefined when no server has it open or when it is entered by a password, which nobody else knows. */
export function findRunning(directory: string): string | undefined {
  const pidFile = readLines(path.join(directory, 'postgres', 'postmaster.pid'));
  const [holder = ''] = readLines(path.join(directory, 'lock'));
  const [, , , , socketFolder] = pidFile;
  if (!holder || identityOf(Number.parseInt(holder, 10)) !== holder || !socketFolder) return undefined;
  return socketUrl(socketFolder);
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
