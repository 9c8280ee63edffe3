import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Listens on a free port of this machine, and returns it. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A free port, for a server whose URL must be known before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
