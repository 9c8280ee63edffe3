// In charge of what every answer shares: its line in the log, its guard against sniffing, and the room that bodies have together. Logs no query string, header or body.
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { bodyLimits } from './limits.ts';

/** One line for each answer: method, path, status, milliseconds and the request's id. Server errors at `error`, the rest at `debug`. */
export function accessLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const level = c.res.status >= 500 ? 'error' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    const milliseconds = Math.round(performance.now() - start);
    log[level](
      { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status: c.res.status, milliseconds },
      'answered',
    );
  };
}

/** Keeps the bodies that are read at one moment within `together` bytes: one that would go beyond is told to come again. A body without a length counts as the `largest`. */
export function boundedBodies({ together, free, rows: largest }: typeof bodyLimits): MiddlewareHandler {
  let underway = 0;
  return async (c, next) => {
    const isChunked = c.req.header('transfer-encoding') !== undefined;
    const length = isChunked ? largest : Number(c.req.header('content-length') ?? 0);
    if (length <= free || length > largest) return next();
    if (underway + length > together) {
      c.header('Retry-After', '1');
      return c.json({ message: 'Too many large requests at once: try again in a moment' }, 503);
    }
    underway += length;
    await next().finally(() => {
      underway -= length;
    });
  };
}

export const noSniff: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};
