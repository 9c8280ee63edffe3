// In charge of the whole HTTP surface: which room answers which path, and what every answer carries.
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import { openAccountRoles } from './account-roles.ts';
import { authApi } from './auth/index.ts';
import { type Config, siteOf } from './config.ts';
import type { Database } from './database/pool.ts';
import { functionsApi } from './functions.ts';
import { accessLog, identify, noSniff, noStore } from './http.ts';
import type { Keys } from './jwt.ts';
import { localOnly } from './local-only.ts';
import type { Mailer } from './mail/mailer.ts';
import { openMetrics } from './metrics.ts';
import { restApi } from './rest/index.ts';
import { webApp } from './web-app.ts';

export type DemoAccount = { email: string; password: string; role: string };

export type Services = {
  config: Config;
  database: Database;
  keys: Keys;
  mailer: Mailer;
  log: Logger;
  demo?: DemoAccount[];
};

/** The application over its services: rows, accounts, functions and the built web app on one origin. Holds no state of its own. */
export function createApp({ config, database, keys, mailer, log, demo }: Services): Hono {
  const app = new Hono();
  app.use(identify, accessLog(log), noSniff);
  if (demo) app.use(localOnly);
  if (config.METRICS_TOKEN) {
    const { measure, door } = openMetrics(database, config.METRICS_TOKEN);
    app.use(measure);
    app.route('/', door);
  }
  for (const api of ['/rest/v1/*', '/auth/v1/*', '/functions/v1/*']) app.use(api, noStore);
  app.use('/rest/v1/*', rowsFromAnyOrigin);
  const admission = {
    hasRole: openAccountRoles(database),
    trustedProxies: config.TRUST_PROXY,
    anonymousRate: config.ROWS_RATE_ANONYMOUS,
  };
  const rows = restApi({ database, keys, log, ...admission });
  app.route('/rest/v1', rows);
  app.route('/auth/v1', authApi({ database, keys, config, mailer, log }));
  const sendMail = config.SMTP_URL ? mailer.send : null;
  const rowsOfFunctions = new Hono().use(identify).route('/rest/v1', rows); // without what counts and logs a request
  const fetch = (request: Request, env: unknown) => rowsOfFunctions.fetch(request, env);
  app.route('/functions/v1', functionsApi({ keys, log, fetch, sendMail, siteUrl: siteOf(config) }));

  app.get('/config.json', (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ supabaseUrl: '/', supabaseKey: keys.publishableKey, ...(demo && { demo }) });
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const { answers, rows, accounts } = await database.health();
    const status = answers ? (rows && accounts ? 'ready' : 'no connections') : 'database unreachable';
    const { classes: _, ...load } = database.load();
    return c.json({ status, ...load }, status === 'ready' ? 200 : 503);
  });
  app.route('/', webApp(config));

  app.onError((error, c) => {
    log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure');
    return c.json({ message: 'Unexpected failure, please check the server log', requestId: c.get('requestId') }, 500);
  });
  return app;
}

/** Any origin may ask: what it gets hangs on the token that it sends, never on a cookie. */
const rowsFromAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  exposeHeaders: ['Content-Location', 'Content-Range', 'Location', 'Preference-Applied', 'Proxy-Status'],
  maxAge: 86_400,
});
