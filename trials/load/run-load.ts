import type { Agent } from 'node:http';
import { send } from '../../bench/support/http.ts';
import { quantile } from '../../bench/support/leadlight.ts';
import { nextRequest } from './requests.ts';
import type { User } from './users.ts';

export class LoadResult {
  readonly durations: number[] = [];
  readonly statuses = new Map<number, number>();
  readonly errors: string[] = [];

  add(status: number, milliseconds: number, error: string | undefined): void {
    this.durations.push(milliseconds);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (error) this.errors.push(error);
  }

  /** One line: throughput, latency, statuses, and up to three different errors. */
  summary(seconds: number): string {
    const [median, p99] = [quantile(this.durations, 0.5), quantile(this.durations, 0.99)];
    const statuses = [...this.statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status || 'no response'}: ${count}`);
    const examples = [...new Set(this.errors)]
      .slice(0, 3)
      .map((error) => `\n    ${error.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
    return `${Math.round(this.durations.length / seconds)}/s, median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${statuses.join(', ')}; errors: ${this.errors.length}${examples.join('')}`;
  }
}

/** Each connection sends one request after the other for this time. Connections beyond the number of users share sessions. */
export async function runLoad(
  seconds: number,
  users: readonly User[],
  connections: number,
  base: string,
  agent: Agent,
): Promise<LoadResult> {
  const [result, end] = [new LoadResult(), performance.now() + seconds * 1000];
  const sendAll = async (_: unknown, number: number) => {
    const user = users[number % users.length];
    while (user && performance.now() < end) await sendNext(agent, base, user, result);
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  agent.destroy();
  return result;
}

/** A missing response counts as status 0. It is an error, as is a status of 500 or more. */
async function sendNext(agent: Agent, base: string, user: User, result: LoadResult): Promise<void> {
  const { name, call, check } = nextRequest(user);
  const start = performance.now();
  try {
    const response = await send(agent, base, call);
    const isSuccess = response.status >= 200 && response.status < 300;
    const failure = isSuccess ? check(response) : response.status < 500 ? undefined : response.text;
    result.add(response.status, performance.now() - start, failure && `${name}: ${failure}`);
  } catch (error) {
    result.add(0, performance.now() - start, `${name}: ${(error as Error).message}`);
  }
}
