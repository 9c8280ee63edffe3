// In charge of so many connections at work for a while, and of what was seen of it.
import type { Agent } from 'node:http';
import { send } from '../../bench/support/http.ts';
import { quantile } from '../../bench/support/leadlight.ts';
import type { Person } from './accounts.ts';
import { nextAct } from './work.ts';

/** What was seen of a stretch of time. */
export class Tally {
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
      .map(([status, count]) => `${status || 'no answer'}: ${count}`);
    const faults = [...new Set(this.wrong)]
      .slice(0, 3)
      .map((fault) => `\n    ${fault.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
    return `${Math.round(this.taken.length / seconds)} a second, median ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms; ${statuses.join(', ')}; wrong: ${this.wrong.length}${faults.join('')}`;
  }
}

/** So many connections do what people do, one thing after the other; two connections of one person share the session. */
export async function workFor(
  seconds: number,
  people: readonly Person[],
  connections: number,
  base: string,
  agent: Agent,
): Promise<Tally> {
  const [tally, end] = [new Tally(), performance.now() + seconds * 1000];
  const busy = async (_: unknown, number: number) => {
    const person = people[number % people.length];
    while (person && performance.now() < end) await act(agent, base, person, tally);
  };
  await Promise.all(Array.from({ length: connections }, busy));
  agent.destroy();
  return tally;
}

/** No answer at all counts as status 0, and as a fault as much as a status of 500 or more. */
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
