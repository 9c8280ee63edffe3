import type { MiddlewareHandler } from 'hono';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/** The host or origin of a request that is not this machine's and the app's own; undefined where both are. */
export function foreignPartOf({ host, origin }: Record<'host' | 'origin', string | undefined>): string | undefined {
  if (!host || !LOOPBACK.test(host)) return `the host '${host ?? ''}'`;
  return origin === undefined || origin === `http://${host}` ? undefined : `the origin '${origin}'`;
}

/**
 * Rejects every request but those of the app's own pages at a loopback host. For the demo, whose passwords are public: a foreign page could sign
 * in from any origin, and a name that is rebound to 127.0.0.1 makes a foreign page's origin the server's own.
 */
export const localOnly: MiddlewareHandler = async (c, next) => {
  const foreign = foreignPartOf({ host: c.req.header('Host'), origin: c.req.header('Origin') });
  if (!foreign) return next();
  const message = `The demo is for this machine alone, and ${foreign} is not this machine’s. Open it at http://localhost, or end it with DEMO=off.`;
  return c.json({ message }, 403, { 'Cache-Control': 'no-store' });
};
