// Lowers the priority of row statements below that of the server and of auth statements, if PostgreSQL runs on the same machine.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseClient } from './client.ts';

/** From 0, the default, to 19, the lowest. */
const NICE = 10;

/** Without root, Linux accepts one change of a session per 100 ms. */
const RETRY_MS = 250;
const RETRIES = 20;

/** Returns the process id of a connection's backend, if it runs on this machine: over a Unix socket on Linux. */
function localBackend({ host, processID }: DatabaseClient & { processID?: number }): number | undefined {
  if (process.platform !== 'linux' || !host.startsWith('/') || !processID) return undefined;
  const title = readFileSync(`/proc/${processID}/cmdline`, 'utf8'); // the backend may be in another PID namespace
  return title.startsWith('postgres: ') ? processID : undefined;
}

/**
 * Lowers the priority of a connection's backend, if permitted. Linux divides the CPU among sessions before it divides it among processes
 * (sched_autogroup, sched(7)), and each backend is a session: a dozen busy ones would leave the server a thirteenth of the CPU.
 */
export async function lowerPriority(client: DatabaseClient): Promise<void> {
  try {
    for (let retries = 0; retries <= RETRIES; retries += 1) {
      const backend = localBackend(client);
      if (!backend) return;
      os.setPriority(backend, NICE);
      if (lowerSession(backend)) return;
      await delay(RETRY_MS, undefined, { ref: false });
    }
  } catch {
    // the backend has exited or belongs to another user, or the kernel lacks sched_autogroup
  }
}

/** Returns false if it has to be repeated. */
function lowerSession(processId: number): boolean {
  try {
    writeFileSync(`/proc/${processId}/autogroup`, String(NICE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  }
}
