import type { Agent } from 'node:http';
import { send } from '../../bench/support/http.ts';
import { quantile } from '../../bench/support/leadlight.ts';
import type { LoadUser } from './accounts.ts';
import { nextAction } from './work.ts';

/** Responses, durations and faults of a period. */
export class LoadResult {
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

/** Runs the users' actions on a number of connections; connections of one user share the session. */
export async function workFor(
  seconds: number,
  users: readonly LoadUser[],
  connections: number,
  base: string,
  agent: Agent,
): Promise<LoadResult> {
  const [result, end] = [new LoadResult(), performance.now() + seconds * 1000];
  const busy = async (_: unknown, number: number) => {
    const user = users[number % users.length];
    while (user && performance.now() < end) await act(agent, base, user, result);
  };
  await Promise.all(Array.from({ length: connections }, busy));
  agent.destroy();
  return result;
}

/** No response counts as status 0 and is a fault, like a status of 500 or more. */
async function act(agent: Agent, base: string, user: LoadUser, result: LoadResult): Promise<void> {
  const { name, call, wrong } = nextAction(user);
  const start = performance.now();
  try {
    const answer = await send(agent, base, call);
    const isFine = answer.status >= 200 && answer.status < 300;
    const fault = isFine ? wrong(answer) : answer.status < 500 ? undefined : answer.text;
    result.add(answer.status, performance.now() - start, fault && `${name}: ${fault}`);
  } catch (error) {
    result.add(0, performance.now() - start, `${name}: ${(error as Error).message}`);
  }
}
