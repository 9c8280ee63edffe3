// HTTP with little work on the client's side, so that measurements show the server's time.
import { Agent, request } from 'node:http';
import { quantile } from './leadlight.ts';

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** Rejects only without a response. */
export const send = (agent: Agent, base: string, { method, path, headers, body }: Call) =>
  new Promise<Reply>((resolve, reject) => {
    const sent = request(base + path, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

export type Load = { requests: number; perSecond: number; median: number; p99: number };

/** Each connection sends its next request after the response. `next` returns the n-th request. Throws on an error response. */
export async function measureLoad(
  base: string,
  connections: number,
  seconds: number,
  next: (n: number) => Call,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const durations: number[] = [];
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const connection = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await sendOnce(agent, base, next(sent++));
      durations.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    requests: durations.length,
    perSecond: durations.length / elapsed,
    median: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
  };
}

async function sendOnce(agent: Agent, base: string, call: Call): Promise<void> {
  const { status, text } = await send(agent, base, call);
  if (status >= 300) throw new Error(`${call.method} ${call.path} returned ${status}: ${text}`);
}
