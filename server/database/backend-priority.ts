// Statements for rows give way to the server and to accounts where PostgreSQL runs on the same machine.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';

/** From 0, the usual one, to 19, the lowest. */
const NICE = 10;

/** Linux takes one change of a session in 100 ms from whoever is not root. */
const RETRY_MS = 250;
const RETRIES = 20;

/** The process of a connection's backend where it is one of this machine: over a Unix socket, on Linux. */
function backendOf({ host, processID }: Client & { processID?: number }): number | undefined {
  if (process.platform !== 'linux' || !host.startsWith('/') || !processID) return undefined;
  const title = readFileSync(`/proc/${processID}/cmdline`, 'utf8'); // the socket may lead to another PID namespace
  return title.startsWith('postgres: ') ? processID : undefined;
}

/**
 * Lowers the priority of a connection's backend, where this process may. Linux divides the processor among sessions before it divides it among processes
 * (sched_autogroup, sched(7)), and each backend is a session: without this a dozen busy ones leave the whole server a thirteenth of it.
 */
export async function lowerPriority(client: Client): Promise<void> {
  try {
    for (let retries = 0; retries <= RETRIES; retries += 1) {
      const backend = backendOf(client);
      if (!backend) return;
      os.setPriority(backend, NICE);
      if (lowerSession(backend)) return;
      await delay(RETRY_MS, undefined, { ref: false });
    }
  } catch {
    // the backend has ended or belongs to another user, or this Linux has no such sessions
  }
}

/** False where it is to be tried again. */
function lowerSession(processId: number): boolean {
  try {
    writeFileSync(`/proc/${processId}/autogroup`, String(NICE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  }
}
