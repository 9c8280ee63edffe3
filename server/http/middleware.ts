// Middleware of all responses.
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { RequestIdVariables } from 'hono/request-id';
import type { Logger } from 'pino';

/** The tokens of invitations, review links and digests are the only secrets in paths. The app's router ignores case. */
const withoutSecrets = (path: string) => path.replace(/(\/(?:invite|review|unsubscribe)\/).+/is, '$1…');

const REQUEST_ID = /^[\w=-]{1,255}$/;

/** Uses the client's X-Request-Id, or generates one, and returns it with every response, whose type browsers must not guess. */
export const identify: MiddlewareHandler<{ Variables: RequestIdVariables }> = async (c, next) => {
  const proposedId = c.req.header('X-Request-Id') ?? '';
  const requestId = REQUEST_ID.test(proposedId) ? proposedId : crypto.randomUUID();
  c.set('requestId', requestId);
  await next();
  c.res.headers.set('X-Request-Id', requestId); // headers set before a handler are not in a Response that it returns
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};

/** A limit of refreshes, which clients only repeat after a 503. Logging it as an error would let any client fill the log. */
const isLimit = ({ headers }: Response) => headers.get('x-sb-error-code') === 'over_request_rate_limit';

/** Logs one line per request, without query string, headers and body: server errors at `error`, all others at `debug`. */
export function accessLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const level = c.res.status >= 500 && !isLimit(c.res) ? 'error' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    const milliseconds = Math.round(performance.now() - start);
    log[level](
      {
        requestId: c.get('requestId'),
        method: c.req.method,
        path: withoutSecrets(c.req.path),
        status: c.res.status,
        milliseconds,
      },
      'request completed',
    );
  };
}

/** Logs once that a proxy is not trusted, because the limits per address then count all its clients as one. */
export function warnOfProxy(log: Logger): MiddlewareHandler {
  let isLogged = false;
  return (c, next) => {
    if (!isLogged && c.req.header('X-Forwarded-For') !== undefined) {
      isLogged = true;
      log.warn({ msg: 'a proxy is not trusted', hint: 'set TRUST_PROXY to the number of proxies before the server' });
    }
    return next();
  };
}

/** Forbids caching, unless the handler has set Cache-Control. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

type Cors = { allowMethods: string[]; exposeHeaders: string[]; maxAge: number };

/** Lets pages of any origin read the responses. Only preflight requests take hono's `cors`, because it copies every response, with its body. */
export function anyOrigin(options: Cors): MiddlewareHandler {
  const preflight = cors({ origin: '*', ...options });
  const exposed = options.exposeHeaders.join(',');
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    c.res.headers.set('Access-Control-Allow-Origin', '*');
    c.res.headers.set('Access-Control-Expose-Headers', exposed);
  };
}
