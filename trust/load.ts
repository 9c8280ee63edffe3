// Does the server stay right, quick and the same size under load? So many people at once do what people do, and every answer is checked; then far more connections than it can serve ask at once.
//   npm run trust -- load [--connections 256] [--minutes 10] [--crowd 2000]
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { send } from '../bench/support/http.ts';
import { openLeadlight, quantile } from '../bench/support/leadlight.ts';
import { gather, type Person } from './load/people.ts';
import { nextAct } from './load/work.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '256' },
    minutes: { type: 'string', default: '10' },
    crowd: { type: 'string', default: '2000' },
  },
});

/** What was seen of a stretch of time. */
class Tally {
  readonly taken: number[] = [];
  readonly statuses = new Map<number, number>();
  readonly wrong: string[] = [];

  add(status: number, milliseconds: number, wrong: string | undefined): void {
    this.taken.push(milliseconds);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (wrong) this.wrong.push(wrong);
  }

  line(seconds: number): string {
    const [half, most] = [quantile(this.taken, 0.5), quantile(this.taken, 0.99)];
    const statuses = [...this.statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`);
    return `${Math.round(this.taken.length / seconds)} a second, median ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms; ${statuses.join(', ')}; wrong: ${this.wrong.length}`;
  }
}

/** No answer at all counts as status 0. */
async function act(agent: Agent, base: string, person: Person, tally: Tally): Promise<void> {
  const { name, call, wrong } = nextAct(person);
  const start = performance.now();
  try {
    const answer = await send(agent, base, call);
    const isFine = answer.status >= 200 && answer.status < 300;
    const fault = isFine ? wrong(answer) : answer.status < 500 ? undefined : answer.text;
    tally.add(answer.status, performance.now() - start, fault && `${name}: ${fault}`);
  } catch (error) {
    tally.add(0, performance.now() - start, `${name}: ${(error as Error).message}`);
  }
}

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
  const work = async (crowd: number, seconds: number): Promise<Tally> => {
    const agent = new Agent({ keepAlive: true, maxSockets: crowd });
    const [tally, end] = [new Tally(), performance.now() + seconds * 1000];
    const busy = async (_: unknown, number: number) => {
      const person = people[number % people.length];
      while (person && performance.now() < end) await act(agent, leadlight.url, person, tally);
    };
    await Promise.all(Array.from({ length: crowd }, busy));
    agent.destroy();
    return tally;
  };

  console.log(`${people.length} connections, a minute a line; the server has ${size().toFixed(0)} MB`);
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    const tally = await work(people.length, 60);
    console.log(`minute ${minute}: ${tally.line(60)}; ${size().toFixed(0)} MB`);
    for (const fault of new Set(tally.wrong.slice(0, 5))) console.log(`  ${fault}`);
  }
  const crowd = Number(values.crowd);
  const overloaded = await work(crowd, 20);
  console.log(`${crowd} connections for 20 s: ${overloaded.line(20)}; ${size().toFixed(0)} MB`);
  for (const fault of new Set(overloaded.wrong.slice(0, 5))) console.log(`  ${fault}`);
  await delay(3_000);
  console.log(`afterwards one connection: ${(await work(1, 5)).line(5)}; ${size().toFixed(0)} MB`);
} finally {
  await leadlight.close();
}
