// Does the server stay right, quick and the same size under load? So many people at once do what people do, and every answer is checked; then far more connections than it can serve ask at once.
//   npm run trust -- load [--connections 256] [--minutes 10] [--crowd 2000]
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openLeadlight } from '../bench/support/leadlight.ts';
import { gather } from './load/people.ts';
import { workFor } from './load/tally.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '256' },
    minutes: { type: 'string', default: '10' },
    crowd: { type: 'string', default: '2000' },
  },
});

const megabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const unlimited = {
  AUTH_RATE_TOKEN: '1000000',
  AUTH_RATE_SIGNUP: '1000000',
  AUTH_RATE_ACCOUNT: '1000000',
  LOG_LEVEL: 'error',
};
const leadlight = await openLeadlight(unlimited);
try {
  const people = await gather(leadlight, Number(values.connections));
  const size = () => megabytes(leadlight.pids.server);
  const work = (connections: number, seconds: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    return workFor(seconds, people, connections, leadlight.url, agent);
  };

  console.log(`${people.length} connections, a minute a line; the server has ${size().toFixed(0)} MB`);
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    const tally = await work(people.length, 60);
    console.log(`minute ${minute}: ${tally.line(60)}; ${size().toFixed(0)} MB`);
  }
  const crowd = Number(values.crowd);
  const overloaded = await work(crowd, 20);
  console.log(`${crowd} connections for 20 s: ${overloaded.line(20)}; ${size().toFixed(0)} MB`);
  await delay(3_000);
  console.log(`afterwards one connection: ${(await work(1, 5)).line(5)}; ${size().toFixed(0)} MB`);
} finally {
  await leadlight.close();
}
