// In charge of load over HTTP: so many connections, each asking again as soon as it is answered, for so long.
import { Agent, request as ask } from 'node:http';
import { quantile } from '../support/leadlight.ts';

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };

export type Load = { requests: number; perSecond: number; median: number; p99: number };

/** `next` makes the call for the n-th request. An answer that is no success ends the bench. */
export async function load(
  base: string,
  connections: number,
  seconds: number,
  next: (n: number) => Call,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const taken: number[] = [];
  let asked = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await once(agent, base, next(asked++));
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

const once = (agent: Agent, base: string, { method, path, headers, body }: Call) =>
  new Promise<void>((resolve, reject) => {
    const sent = ask(base + path, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
