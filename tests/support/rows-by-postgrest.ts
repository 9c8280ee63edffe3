// A gateway that serves rows from the real PostgREST, like that of a hosted project.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from './free-port.ts';
import { startPostgrest } from './postgrest.ts';
import type { TestServer } from './server.ts';

const ROWS = '/rest/v1';

/** The same server behind a gateway that forwards `/rest/v1` to PostgREST; stopping it stops both. */
export async function withPostgrest(server: TestServer): Promise<TestServer> {
  const jwks = await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).text();
  const postgrest = await startPostgrest({ databaseUrl: server.databaseUrl, jwks, poolSize: 10 });
  const gateway = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(`${ROWS}/`)) return pass(incoming, response, server.url + path);
    if (incoming.headers.authorization === `Bearer ${server.publishableKey}`) delete incoming.headers.authorization;
    pass(incoming, response, postgrest.url + path.slice(ROWS.length));
  });
  const port = await listen(gateway);
  const close = async () => {
    gateway.closeAllConnections();
    gateway.close();
    await postgrest.stop();
  };
  return {
    ...server,
    url: `http://127.0.0.1:${port}`,
    stop: () => close().then(server.stop),
    kill: () => close().then(server.kill),
  };
}

function pass(incoming: IncomingMessage, response: ServerResponse, to: string): void {
  const onward = request(to, { method: incoming.method, headers: incoming.headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
