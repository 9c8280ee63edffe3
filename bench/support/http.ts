// A minimal HTTP request over a keep-alive connection, so that measurements show the server's time.
import { type Agent, request } from 'node:http';

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
