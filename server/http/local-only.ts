// Accepts only requests that a browser or client on this machine sends by itself. The demo needs it, because its passwords are public.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { nodeRequest, readHeaders } from './client.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

const FORWARDING =
  /^(x-(original-)?forwarded(-.*)?|x-(real|client)-ip|(cf-connecting|true-client)-ip|x-varnish|forwarded|via)$/i;

/** A foreign page could sign in from any origin, DNS rebinding makes its origin the server's own, and a proxy on this machine may forward to it. */
export const localOnly: MiddlewareHandler = async (c, next) => {
  const foreign = foreignPart(readHeaders(c)) ?? foreignSender(nodeRequest(c));
  if (!foreign) return next();
  const message = `The demo is for this machine alone, and ${foreign} is not this machine’s. Open it at http://localhost, or end it with DEMO=off.`;
  return c.json({ message }, 403, { 'Cache-Control': 'no-store' });
};

/** Describes a host that is not loopback, an origin that is not the app's own, or a header of a proxy; undefined without any. */
export function foreignPart(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const { host, origin } = headers as NodeJS.Dict<string>;
  if (!host || !LOOPBACK.test(host)) return `the host '${host ?? ''}'`;
  if (origin !== undefined && origin !== `http://${host}`) return `the origin '${origin}'`;
  const forwarding = Object.keys(headers).find((name) => FORWARDING.test(name));
  return forwarding && `the proxy that sent the header '${forwarding}'`;
}

/** Describes a proxy that adds no header: it uses HTTP/1.0, as nginx does by default, or runs with the account of a service. */
function foreignSender(incoming: IncomingMessage | undefined): string | undefined {
  if (!incoming) return undefined;
  if (incoming.httpVersion === '1.0') return 'a proxy or client that uses HTTP/1.0';
  return hasServicePeer(incoming.socket) ? 'a client with the account of a service' : undefined;
}

const peers = new WeakMap<Socket, boolean>();

function hasServicePeer(socket: Socket): boolean {
  const known = peers.get(socket) ?? isServiceAccount(peerAccount(socket));
  peers.set(socket, known);
  return known;
}

/** Service accounts have ids from 1 to 999, those that systemd makes for a service from 61184 to 65519, nobody has 65534. The server's own account may be one. */
export const isServiceAccount = (id: number | undefined): boolean =>
  id !== undefined &&
  id !== 0 &&
  id !== process.getuid?.() &&
  (id < 1_000 || (id >= 61_184 && id <= 65_519) || id === 65_534);

/** The user id that owns the other end of a loopback connection; undefined where the system does not list it, as outside Linux. */
function peerAccount({ localPort, remotePort }: Socket): number | undefined {
  if (!localPort || !remotePort) return undefined;
  for (const list of ['/proc/net/tcp', '/proc/net/tcp6']) {
    try {
      const account = socketAccount(readFileSync(list, 'latin1'), remotePort, localPort);
      if (account !== undefined) return account;
    } catch {} // not Linux, or no IPv6
  }
  return undefined;
}

/** Reads proc_net_tcp(5): the account of the socket with these ports. */
export function socketAccount(list: string, ownPort: number, otherPort: number): number | undefined {
  const [own, other] = [ownPort, otherPort].map((port) => port.toString(16).toUpperCase().padStart(4, '0'));
  const [, account] = new RegExp(`: [0-9A-F]+:${own} [0-9A-F]+:${other} \\S+ \\S+ \\S+ \\S+ +(\\d+) `).exec(list) ?? [];
  return account === undefined ? undefined : Number(account);
}
