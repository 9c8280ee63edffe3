// The client of a request: its IP address behind trusted proxies, and its user agent.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { Context } from 'hono';
import { expandIPv6 } from 'hono/utils/ipaddr';

/** Null where unknown. */
export type RequestClient = { address: string | null; agent: string | null };

/** Set by the HTTP server; undefined in tests that call the app directly. */
type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse } | undefined;

const AGENT_LIMIT = 512;

/** `trustedProxies` is the number of proxies that append to X-Forwarded-For. */
export function readClient(c: Context, trustedProxies: number): RequestClient {
  const peer = (c.env as Bindings)?.incoming?.socket?.remoteAddress;
  return {
    address: readClientAddress({ peer, forwardedFor: c.req.header('X-Forwarded-For'), trustedProxies }),
    agent: c.req.header('User-Agent')?.slice(0, AGENT_LIMIT) ?? null,
  };
}

/** The headers of a request by lower-case name. Node has them already, while an object of class `Headers` has to be made of them. */
export const readHeaders = (c: Context): NodeJS.Dict<string | string[]> =>
  (c.env as Bindings)?.incoming?.headers ?? Object.fromEntries(c.req.raw.headers);

/** The request as Node received it. */
export const nodeRequest = (c: Context): IncomingMessage | undefined => (c.env as Bindings)?.incoming;

/** The outgoing response of a request. */
export const nodeResponse = (c: Context): ServerResponse | undefined => (c.env as Bindings)?.outgoing;

type Route = { peer: string | undefined; forwardedFor: string | undefined; trustedProxies: number };

/**
 * Each trusted proxy appends the address of its peer, so the client's address is the one that the outermost proxy appended, counted from the right:
 * entries further left may be forged. Without a proxy, or if the entry is not an IP address, it is the address of the connection.
 */
export function readClientAddress({ peer, forwardedFor, trustedProxies }: Route): string | null {
  const hops = forwardedFor?.split(',').map((hop) => plain(hop.trim())) ?? [];
  const written = trustedProxies > 0 ? hops[Math.max(0, hops.length - trustedProxies)] : undefined;
  if (written && isIP(written)) return written;
  return peer && isIP(plain(peer)) ? plain(peer) : null;
}

/** Removes the port that some proxies append, `192.0.2.1:80` or `[2001:db8::1]:80`, the zone, and the prefix of an IPv4-mapped address. */
const plain = (address: string) =>
  address
    .replace(/^"(.*)"$/, '$1')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');

/** The unit of rate limits: an IPv4 address, or the /64 network of an IPv6 subscriber. */
export function clientNetwork({ address }: Pick<RequestClient, 'address'>): string {
  if (!address || isIPv4(address)) return address ?? 'unknown';
  const groups = expandIPv6(address).split(':').slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
