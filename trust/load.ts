// Load test with checked responses: ordinary users, then far more connections than the server can serve, then eight hostile callers beside 32 ordinary users, whose requests must all succeed.
// Reports throughput, latency and the server's memory.
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
import { runLoad } from './load/run-load.ts';
import { createUsers, type User } from './load/users.ts';

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
async function besideHostileCallers(url: string, users: readonly User[], seconds: number): Promise<string[]> {
  const members = users.map((user) => ({ ...user, token: user.accessToken }));
  const [hostile, ordinary] = [members.slice(0, HOSTILE_CALLERS), members.slice(HOSTILE_CALLERS, HOSTILE_CALLERS + 32)];
  const alone = await work(url, ordinary, timer(seconds / 4));
  console.log(['32 ordinary users alone:', ...waitsOf(alone)].join('\n  '));
  const isOver = timer(seconds);
  const [attacks, requests] = await Promise.all([attack(url, hostile, 16, isOver), work(url, ordinary, isOver)]);
  console.log(
    ['32 ordinary users beside eight hostile callers with 16 concurrent requests each:', ...waitsOf(requests)].join(
      '\n  ',
    ),
  );
  console.log(['responses to the hostile callers:', ...attacksOf(attacks)].join('\n  '));
  const failed = failedRequests(requests);
  console.log([`failed requests of ordinary users: ${failed.length}`, ...failed.slice(0, 3)].join('\n  '));
  return failed;
}

/** Returns a function that is true once this time has passed. */
function timer(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}

const leadlight = await openLeadlight(unlimited);
try {
  const users = await createUsers(leadlight, Number(values.connections));
  const memory = () => `${megabytes(leadlight.pids.server).toFixed(0)} MB`;
  const load = (connections: number, seconds: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    return runLoad(seconds, users, connections, leadlight.url, agent);
  };

  console.log(`${users.length} connections; the server uses ${memory()}`);
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    const result = await load(users.length, 60);
    console.log(`minute ${minute}: ${result.summary(60)}; ${memory()}`);
  }
  const crowd = Number(values.crowd);
  const overloaded = await load(crowd, 20);
  console.log(`${crowd} connections for 20 s: ${overloaded.summary(20)}; ${memory()}`);
  const failed = await besideHostileCallers(leadlight.url, users, Number(values.hostile));
  if (failed.length > 0) process.exitCode = 1;
  await delay(3_000);
  console.log(`one connection afterwards: ${(await load(1, 5)).summary(5)}; ${memory()}`);
} finally {
  await leadlight.close();
}
