// In charge of a server whose rows come from the real PostgREST: one origin before both, as the gateway of a hosted project is.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPostgrest } from './postgrest.ts';
import type { TestServer } from './server.ts';

const ROWS = '/rest/v1';

/** The same server at another address, where PostgREST answers `/rest/v1`; stopping it stops both. */
export async function withPostgrest(server: TestServer): Promise<TestServer> {
  const jwks = await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).text();
  const postgrest = await startPostgrest({ databaseUrl: server.databaseUrl, jwks, poolSize: 10 });
  const gateway = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (!path.startsWith(`${ROWS}/`)) return pass(asked, answer, server.url + path);
    if (asked.headers.authorization === `Bearer ${server.publishableKey}`) delete asked.headers.authorization;
    pass(asked, answer, postgrest.url + path.slice(ROWS.length));
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const close = async () => {
    gateway.closeAllConnections();
    gateway.close();
    await postgrest.stop();
  };
  return {
    ...server,
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    stop: () => close().then(server.stop),
    kill: () => close().then(server.kill),
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, to: string): void {
  const onward = request(to, { method: asked.method, headers: asked.headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}
