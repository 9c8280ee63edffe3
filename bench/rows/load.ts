// Load over HTTP: connections that each send the next request after the response.
import { Agent } from 'node:http';
import { type Call, send } from '../support/http.ts';
import { quantile } from '../support/leadlight.ts';

export type Load = { requests: number; perSecond: number; median: number; p99: number };

/** `next` makes the call for the n-th request. A failed response ends the bench. */
export async function load(
  base: string,
  connections: number,
  seconds: number,
  next: (n: number) => Call,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const taken: number[] = [];
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await once(agent, base, next(sent++));
      taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    requests: taken.length,
    perSecond: taken.length / elapsed,
    median: quantile(taken, 0.5),
    p99: quantile(taken, 0.99),
  };
}

async function once(agent: Agent, base: string, call: Call): Promise<void> {
  const { status, text } = await send(agent, base, call);
  if (status >= 300) throw new Error(`${call.method} ${call.path} answered ${status}: ${text}`);
}
