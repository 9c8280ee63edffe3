// In charge of what every answer shares: its line in the log and its guard against sniffing. Logs no query string, header, body or secret that stands in a path.
import type { MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';

/** An invitation's link is all that its bearer needs; the app takes its first word in any case. Every other secret travels in a query, a header or a body. */
const withoutSecrets = (path: string) => path.replace(/(\/invite\/).+/is, '$1…');

const takeRequestId = requestId();

/** Takes the caller's X-Request-Id, or gives one; every answer carries it. */
export const identify: MiddlewareHandler = async (c, next) => {
  await takeRequestId(c, next);
  c.res.headers.set('X-Request-Id', c.get('requestId')); // a handler's own Response does not carry what was set before it
};

/** One line for each answer: method, path, status, milliseconds and the request's id. Server errors at `error`, the rest at `debug`. */
export function accessLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const level = c.res.status >= 500 ? 'error' : 'debug';
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
      'answered',
    );
  };
}

export const noSniff: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};

/** Rows, accounts and what functions answer belong in no cache; a handler that knows better has said so. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
