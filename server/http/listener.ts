// The HTTP server: listens before the app is ready, handles the requests of a connection in order, and shuts down without losing one.
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { StartFailure } from '../database/setup/start-failure.ts';
import { type ConnectionLimits, connectionLimits } from '../limits.ts';
import { limitConnections, limitParsing, type Pipelined } from './connection-limits.ts';

type Fetch = (request: Request, bindings: unknown) => Response | Promise<Response>;

export type Listener = {
  port: number;
  url: string;
  /** Passes requests to the app from now on. */
  open(app: Fetch): void;
  /** Resolves after the last response. Requests still running after `timeoutMs` are aborted. */
  close(timeoutMs?: number): Promise<void>;
};

/** Migrations may take long. The liveness check succeeds meanwhile, so that an orchestrator does not end them. */
const starting = ({ url }: Request) =>
  new URL(url).pathname === '/healthz'
    ? Response.json({ status: 'ok' })
    : Response.json(
        { message: 'Leadlight is starting' },
        { status: 503, headers: { 'Retry-After': '1', Connection: 'close' } },
      );

/**
 * Node uses the first of several Host headers, while a proxy may use another (RFC 9112, 3.2). HTTP/1.0 needs none, and HAProxy's own health check
 * has none; Node itself rejects HTTP/1.1 without one.
 */
function hasManyHosts(bindings: unknown): boolean {
  const { rawHeaders } = (bindings as { incoming: IncomingMessage }).incoming;
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

const multipleHosts = () =>
  Response.json({ message: 'A request has one Host header' }, { status: 400, headers: { Connection: 'close' } });

/** Node passes on pipelined requests at once. They run one after the other. */
const inOrder =
  (answer: Fetch): Fetch =>
  (request, bindings) => {
    const { incoming, outgoing } = bindings as { incoming: IncomingMessage; outgoing: Pipelined };
    if (request.method !== 'GET' && request.method !== 'HEAD') readDirectly(request, incoming);
    const next = () => (incoming.socket.destroyed ? new Response(null, { status: 499 }) : answer(request, bindings));
    return outgoing.turn ? outgoing.turn.then(next) : next();
  };

/** Makes the body what has arrived, or else an iterator over all that has arrived at a time, for `readBytes`. The default stream has every chunk of a chunked body by itself, at ten times the cost. */
function readDirectly(request: Request, incoming: IncomingMessage): void {
  let body: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
  Object.defineProperty(request, 'body', { get: () => (body ??= bodySource(incoming)) });
}

function bodySource(incoming: IncomingMessage): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (!incoming.complete) return incoming.iterator({ destroyOnReturn: false });
  const arrived: Buffer | null = incoming.read();
  return arrived ? [arrived] : [];
}

/** Before this time an idle connection is not closed, because a request may be on its way. */
const IDLE_CLOSE_DELAY_MS = 300;

/** Listens on the port; 0 takes a free one. Throws StartFailure. */
export async function listen(
  host: string,
  port: number,
  limits: ConnectionLimits = connectionLimits,
): Promise<Listener> {
  let answer: Fetch = starting;
  let isClosing = false;
  const { attach, ...messages } = limitParsing(limits);
  const server = createAdaptorServer({
    fetch: inOrder((request, bindings) => (hasManyHosts(bindings) ? multipleHosts() : answer(request, bindings))),
    hostname: 'localhost', // of a request without Host
    serverOptions: {
      ...messages,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: limits.headers / 3,
      maxHeaderSize: limits.headerBytes,
    },
  }) as Server;
  limitConnections(server, limits);
  server.on('connection', attach);
  server.timeout = limits.silence;
  server.prependListener('request', (_, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startFailure(error, host, port)));
    server.listen({ port, host, backlog: limits.backlog }, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    open: (app) => {
      answer = app;
    },
    close: (timeoutMs = 10_000) => {
      isClosing = true;
      return closeGracefully(server, timeoutMs);
    },
  };
}

/** Each connection is closed after its next response, so that no request is lost. */
async function closeGracefully(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve)); // the method of http.Server closes idle connections at once
  const since = performance.now();
  const closeIdle = () => server.closeIdleConnections();
  const sweep = setInterval(() => {
    if (performance.now() - since > IDLE_CLOSE_DELAY_MS) setImmediate(closeIdle); // data that has arrived is read first
  }, 50);
  const limit = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}

function startFailure({ code, message }: NodeJS.ErrnoException, host: string, port: number): StartFailure {
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
