// In charge of the port: takes it first of all, answers 'not yet' until the app is there, and on closing finishes what runs and refuses what is new.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { StartFailure } from './database/start-failure.ts';
import { lineLimits } from './limits.ts';

type Fetch = (request: Request, bindings: unknown) => Response | Promise<Response>;

export type Listener = {
  port: number;
  url: string;
  /** From now on the app answers. */
  open(app: Fetch): void;
  /** Resolves when the last answer is out; after the patience, in milliseconds, what still runs is cut off. */
  close(patience?: number): Promise<void>;
};

const notNow = (message: string) => () =>
  Response.json({ message }, { status: 503, headers: { 'Retry-After': '1', Connection: 'close' } });

/** Takes the port; 0 means any free one. Throws StartFailure where it cannot be had. */
export async function listen(host: string, port: number, limits = lineLimits): Promise<Listener> {
  let answer: Fetch = notNow('Leadlight is starting');
  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(request, bindings),
    serverOptions: {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.headers / 3,
      maxHeaderSize: limits.headerBytes,
    },
  }) as Server;
  server.maxConnections = limits.connections;
  server.timeout = limits.silence;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, host, port)));
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    open: (app) => {
      answer = app;
    },
    close: (patience = 10_000) => {
      answer = notNow('Leadlight is stopping');
      return closeInOrder(server, patience);
    },
  };
}

/** Connections that are kept alive fall idle one by one, each after its last answer. */
async function closeInOrder(server: Server, patience: number): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), patience);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(limit);
}

function refusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): StartFailure {
  if (code === 'EADDRINUSE') {
    return new StartFailure(
      `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to a free port.`,
    );
  }
  if (code === 'EACCES') {
    return new StartFailure(`Port ${port} on ${host} is not open to this user: set PORT to one above 1023.`);
  }
  return new StartFailure(
    `The server cannot listen on ${host}, port ${port} (${message}): set HOST to an address of this machine.`,
  );
}
