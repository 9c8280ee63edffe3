// Who is at the other end of a request: their address, through as many proxies as are trusted, and their program.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { Context } from 'hono';

/** As far as it is known. */
export type Client = { address: string | null; agent: string | null };

/** What the HTTP server gives each request; nothing where the app is called without one. */
type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse } | undefined;

const AGENT_LIMIT = 512;

/** The client of a request. `trustedProxies` is how many stand before this server and append to X-Forwarded-For. */
export function clientOf(c: Context, trustedProxies: number): Client {
  const peer = (c.env as Bindings)?.incoming?.socket?.remoteAddress;
  return {
    address: addressOf({ peer, forwardedFor: c.req.header('X-Forwarded-For'), trustedProxies }),
    agent: c.req.header('User-Agent')?.slice(0, AGENT_LIMIT) ?? null,
  };
}

/** The response on its way to the client. */
export const outgoingOf = (c: Context): ServerResponse | undefined => (c.env as Bindings)?.outgoing;

type Route = { peer: string | undefined; forwardedFor: string | undefined; trustedProxies: number };

/**
 * Each trusted proxy appends the address that it was called from, so the client's is the one that the outermost of them wrote: counted from
 * the right, since whatever stands further left is the caller's own invention. Without a proxy, or with nonsense there, it is the peer's.
 */
export function addressOf({ peer, forwardedFor, trustedProxies }: Route): string | null {
  const hops = forwardedFor?.split(',').map((hop) => plain(hop.trim())) ?? [];
  const written = trustedProxies > 0 ? hops[Math.max(0, hops.length - trustedProxies)] : undefined;
  if (written && isIP(written)) return written;
  return peer && isIP(plain(peer)) ? plain(peer) : null;
}

/** Without the zone, and an IPv4 address that came over an IPv6 socket as itself. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** What limits count as one party: an IPv4 address, or the /64 network that one IPv6 subscriber has to himself. */
export function partyOf({ address }: Pick<Client, 'address'>): string {
  if (!address || isIPv4(address)) return address ?? 'unknown';
  const [head = '', tail] = address.split('::');
  const leading = head ? head.split(':') : [];
  const trailing = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - leading.length - trailing.length;
  const groups = [...leading, ...Array<string>(Math.max(0, zeros)).fill('0'), ...trailing];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
