// Does the server stay correct, fast and bounded in memory under load? Many users work at once and every response is checked; then far more connections than it can serve
// send requests; then eight hostile callers overload it while all requests of 32 ordinary users must succeed.
//   npm run trust -- load [--connections 256] [--minutes 10] [--crowd 2000] [--hostile 60]
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLeadlight } from '../bench/support/leadlight.ts';
import {
  attack,
  attacksOf,
  failedRequests,
  HOSTILE_CALLERS,
  waitsOf,
  work,
} from '../tests/wire/hostile/hostile-callers.ts';
import { createLoadUsers, type LoadUser } from './load/accounts.ts';
import { workFor } from './load/run.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '256' },
    minutes: { type: 'string', default: '10' },
    crowd: { type: 'string', default: '2000' },
    hostile: { type: 'string', default: '60' },
  },
});

const megabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const unlimited = {
  AUTH_RATE_TOKEN: '1000000',
  AUTH_RATE_SIGNUP: '1000000',
  AUTH_RATE_ACCOUNT: '1000000',
  ROWS_RATE_ANONYMOUS: '1000000',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
};

/** The requests of ordinary users that failed. */
async function besideHostileCallers(url: string, users: readonly LoadUser[], seconds: number): Promise<string[]> {
  const members = users.map((user) => ({ ...user, token: user.accessToken }));
  const [hostile, ordinary] = [members.slice(0, HOSTILE_CALLERS), members.slice(HOSTILE_CALLERS, HOSTILE_CALLERS + 32)];
  const alone = await work(url, ordinary, timer(seconds / 4));
  console.log(['32 ordinary users by themselves:', ...waitsOf(alone)].join('\n  '));
  const isOver = timer(seconds);
  const [attacks, requests] = await Promise.all([attack(url, hostile, 16, isOver), work(url, ordinary, isOver)]);
  console.log(['beside eight hostile callers, 16 requests at once each:', ...waitsOf(requests)].join('\n  '));
  console.log(['the hostile callers were answered:', ...attacksOf(attacks)].join('\n  '));
  const failed = failedRequests(requests);
  console.log([`failed requests of ordinary users: ${failed.length}`, ...failed.slice(0, 3)].join('\n  '));
  return failed;
}

/** Whether this many seconds have passed. */
function timer(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}

const leadlight = await openLeadlight(unlimited);
try {
  const users = await createLoadUsers(leadlight, Number(values.connections));
  const size = () => megabytes(leadlight.pids.server);
  const busy = (connections: number, seconds: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    return workFor(seconds, users, connections, leadlight.url, agent);
  };

  console.log(`${users.length} connections, a minute a line; the server has ${size().toFixed(0)} MB`);
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    const result = await busy(users.length, 60);
    console.log(`minute ${minute}: ${result.line(60)}; ${size().toFixed(0)} MB`);
  }
  const crowd = Number(values.crowd);
  const overloaded = await busy(crowd, 20);
  console.log(`${crowd} connections for 20 s: ${overloaded.line(20)}; ${size().toFixed(0)} MB`);
  const failed = await besideHostileCallers(leadlight.url, users, Number(values.hostile));
  if (failed.length > 0) process.exitCode = 1;
  await delay(3_000);
  console.log(`afterwards one connection: ${(await busy(1, 5)).line(5)}; ${size().toFixed(0)} MB`);
} finally {
  await leadlight.close();
}
