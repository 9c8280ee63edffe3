// Load test with checked responses: ordinary users, then far more connections than the server can serve, then eight hostile callers and six attackers on raw sockets beside 32 ordinary users,
// then 400 rejected sign-ins at once beside the sign-ins of one user.
// Reports throughput, latency and the server's memory. Fails if a request of the 32 users fails or they wait too long, if a sign-in takes ten times as long as alone, or if the server pauses or grows too much.
//   npm run trial -- load [--connections 256] [--minutes 10] [--crowd 2000] [--hostile 60]
import { setTimeout as delay } from 'node:timers/promises';
import { runAttackers } from '../tests/http/hostile/attackers.ts';
import {
  describeAttacks,
  describeWaits,
  failedRequests,
  HOSTILE_CALLERS,
  slowestRequests,
  work,
} from '../tests/http/hostile/hostile-callers.ts';
import { isServerError, makeWorkers, runLoad, timer } from '../tests/support/load.ts';
import { memoryUse } from '../tests/support/processes.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';
import { besideRejectedSignIns } from './load/rejected-sign-ins.ts';
import { createUsers, type LoadUser, nextRequest } from './load/users.ts';

const values = readOptions({ connections: '256', minutes: '10', crowd: '2000', hostile: '60' });

/** Sign-ins, which are attacked, have the ordinary limit. */
const settings = {
  AUTH_RATE_TOKEN: '',
  AUTH_RATE_ACCOUNT: '1000000',
  ROWS_RATE_ANONYMOUS: '1000000',
  TRUST_PROXY: '1',
  CONNECTIONS_PER_ADDRESS: '2500',
  METRICS_TOKEN: 'only-the-trial-knows',
  LOG_LEVEL: 'error',
};

/** The longest pause of the server's event loop since the previous call, in milliseconds. */
async function longestPause(url: string): Promise<number> {
  const headers = { Authorization: `Bearer ${settings.METRICS_TOKEN}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]);
}

/** Returns what the server did not keep: failed requests of ordinary users, and limits that were exceeded. */
async function besideHostileCallers(url: string, users: readonly LoadUser[], seconds: number): Promise<string[]> {
  const members = users.map((user) => ({ ...user, token: user.accessToken }));
  const [hostile, ordinary] = [members.slice(0, HOSTILE_CALLERS + 1), members.slice(-32)];
  const alone = await work(url, ordinary, timer(seconds / 4));
  console.log(['32 ordinary users alone:', ...describeWaits(alone)].join('\n  '));
  await longestPause(url);
  const isOver = timer(seconds);
  const [attacks, requests] = await Promise.all([
    runAttackers({ url, members: hostile, atOnce: 16, seconds }),
    work(url, ordinary, isOver),
  ]);
  const [pause, memory, { rows, signIns }] = [
    await longestPause(url),
    memoryUse(leadlight.pid, 'VmHWM'),
    slowestRequests(requests),
  ];
  console.log(
    [
      '32 ordinary users beside eight hostile callers with 16 concurrent requests each, and six attackers:',
      ...describeWaits(requests),
    ].join('\n  '),
  );
  console.log(['responses to the hostile callers:', ...describeAttacks(attacks)].join('\n  '));
  const failed = failedRequests(requests);
  console.log([`failed requests of ordinary users: ${failed.length}`, ...failed.slice(0, 3)].join('\n  '));
  const limits: [string, number, number][] = [
    ['p95 of rows, ms', rows, 500],
    ['p95 of sign-ins, ms', signIns, 2_500],
    ['longest pause, ms', pause, 500],
    ['highest memory, MB', memory, 1_024],
  ];
  for (const [name, value, most] of limits) console.log(`${name}: ${value.toFixed(0)}, at most ${most}`);
  return [...failed, ...limits.filter(([, value, most]) => !(value <= most)).map(([name]) => name)];
}

const ratio = (value: number, alone: number) =>
  `${value.toFixed(0)} ms, ${(value / alone).toFixed(1)} times as long as alone`;

const leadlight = await openLeadlight(settings);
try {
  const users = await createUsers(leadlight, Number(values.connections));
  const memory = () => `${memoryUse(leadlight.pid).toFixed(0)} MB`;
  const load = async (connections: number, seconds: number) => {
    const workers = makeWorkers(users, connections);
    const run = { bases: [leadlight.url], workers, next: nextRequest, isError: isServerError };
    return (await runLoad(run, seconds)).summary();
  };

  console.log(`${users.length} connections; the server uses ${memory()}`);
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    console.log(`minute ${minute}: ${await load(users.length, 60)}; ${memory()}`);
  }
  const crowd = Number(values.crowd);
  console.log(`${crowd} connections for 20 s: ${await load(crowd, 20)}; ${memory()}`);
  const failed = await besideHostileCallers(leadlight.url, users, Number(values.hostile));
  const { quiet, flooded, answers } = await besideRejectedSignIns(
    { url: leadlight.url, seconds: 12 },
    users[0] as LoadUser,
  );
  console.log(
    `sign-ins beside 400 rejected ones at once: ${ratio(flooded.median, quiet.median)}, p95 ${ratio(flooded.slowest, quiet.slowest)}`,
  );
  console.log(`responses to the rejected ones: ${answers}`);
  if (failed.length > 0 || flooded.slowest > 10 * quiet.slowest) process.exitCode = 1;
  await delay(3_000);
  console.log(`one connection afterwards: ${await load(1, 5)}; ${memory()}`);
} finally {
  await leadlight.end();
}
