// In charge of the port: takes it first of all, answers that it lives but 'not yet' until the app is there, and on closing takes no new connection and finishes what comes on those that it has.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as Line, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { StartFailure } from './database/start-failure.ts';
import { connectionLimits } from './limits.ts';

type Fetch = (request: Request, bindings: unknown) => Response | Promise<Response>;

export type Listener = {
  port: number;
  url: string;
  /** From now on the app answers. */
  open(app: Fetch): void;
  /** Resolves when the last answer is out; after the patience, in milliseconds, what still runs is cut off. */
  close(patience?: number): Promise<void>;
};

/** A start may migrate for long: whoever ends what does not live must not end that. */
const notYet = ({ url }: Request) =>
  new URL(url).pathname === '/healthz'
    ? Response.json({ status: 'ok' })
    : Response.json(
        { message: 'Leadlight is starting' },
        { status: 503, headers: { 'Retry-After': '1', Connection: 'close' } },
      );

/** Node takes the first of several, a proxy in front may take another (RFC 9112, 3.2). */
function hasOneHost(bindings: unknown): boolean {
  const { rawHeaders } = (bindings as { incoming: IncomingMessage }).incoming;
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length === 1;
}

const twoHosts = () =>
  Response.json({ message: 'A request has one Host header' }, { status: 400, headers: { Connection: 'close' } });

type Pipeline = { waiting: number; last: Promise<void> };

/** Node hands over all requests that came on a connection at once: each waits here for the answer to the one before it, and too many end the connection. */
function inTurn(most: number, answer: Fetch): Fetch {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return async (request, bindings) => {
    const { incoming, outgoing } = bindings as { incoming: IncomingMessage; outgoing: ServerResponse };
    const { socket } = incoming;
    const pipeline = pipelines.get(socket) ?? { waiting: 0, last: Promise.resolve() };
    pipelines.set(socket, pipeline);
    const former = pipeline.last;
    const closed = Promise.withResolvers<void>();
    outgoing.once('close', () => {
      pipeline.waiting -= 1;
      closed.resolve();
    });
    pipeline.last = closed.promise;
    pipeline.waiting += 1;
    if (pipeline.waiting > most) socket.destroy();
    if (pipeline.waiting > 1) await former;
    return socket.destroyed ? new Response(null, { status: 499 }) : answer(request, bindings);
  };
}

/** A connection in use has had its last answer by then; one that stands still would be closed while a request is on its way. */
const LAST_REQUESTS_MS = 300;

/** Takes the port; 0 means any free one. Throws StartFailure where it cannot be had. */
export async function listen(host: string, port: number, limits = connectionLimits): Promise<Listener> {
  let answer: Fetch = notYet;
  let isClosing = false;
  const server = createAdaptorServer({
    fetch: inTurn(limits.pipelined, (request, bindings) =>
      hasOneHost(bindings) ? answer(request, bindings) : twoHosts(),
    ),
    serverOptions: {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.headers / 3,
      maxHeaderSize: limits.headerBytes,
    },
  }) as Server;
  server.maxConnections = limits.connections;
  server.timeout = limits.silence;
  server.prependListener('request', (_, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
  });
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
      isClosing = true;
      return closeInOrder(server, patience);
    },
  };
}

/** A connection ends with the answer to its next request: who asks by it then asks elsewhere, and no request is lost. */
async function closeInOrder(server: Server, patience: number): Promise<void> {
  const closed = new Promise((resolve) => Line.prototype.close.call(server, resolve)); // http's own cuts idle connections at once
  const since = performance.now();
  const closeIdle = () => server.closeIdleConnections();
  const sweep = setInterval(() => {
    if (performance.now() - since > LAST_REQUESTS_MS) setImmediate(closeIdle); // what has arrived meanwhile is read first
  }, 50);
  const limit = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
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
