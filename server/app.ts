// The HTTP application: the path of each API, and the middleware of all of them.
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { AddressedEmail } from '../supabase/functions/send-mail.ts';
import { openAccountRoles } from './account-roles.ts';
import { authApi } from './auth/index.ts';
import { type BrandReader, brandApi } from './brand.ts';
import { type Config, siteUrl } from './config.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import { openAdminCheck } from './first-admin.ts';
import { functionsApi } from './functions.ts';
import { localOnly } from './http/local-only.ts';
import { accessLog, anyOrigin, identify, noStore, warnOfProxy } from './http/middleware.ts';
import type { Keys } from './jwt.ts';
import type { Mailer } from './mail/mailer.ts';
import { openMetrics } from './metrics.ts';
import { type PublicDemo, RESET_EVERY_MS } from './public-demo.ts';
import { openRowApi } from './rest/index.ts';
import { unsubscribePage } from './unsubscribe.ts';
import { webApp } from './web-app.ts';

export type DemoAccount = { email: string; password: string; role: string };

export type Services = {
  config: Config;
  database: DatabasePool;
  keys: Keys;
  mailer: Mailer;
  brand: BrandReader;
  isDiskLow: () => boolean;
  log: Logger;
  demo?: DemoAccount[];
  publicDemo?: PublicDemo;
};

/** The life of the token with which a function calls the APIs of this process. */
const SERVICE_KEY_SECONDS = 60;

/** Rows, accounts, functions and the web app on one origin. */
export function createApp({ config, database, keys, mailer, brand, isDiskLow, log, demo, publicDemo }: Services): Hono {
  const app = new Hono();
  app.use(identify, accessLog(log));
  if (demo && !publicDemo) app.use(localOnly);
  else if (config.TRUST_PROXY === 0) app.use(warnOfProxy(log));
  if (config.METRICS_TOKEN) {
    const { measure, endpoint } = openMetrics(database, config.METRICS_TOKEN);
    app.use(measure);
    app.route('/', endpoint);
  }
  for (const api of ['/rest/v1/*', '/auth/v1/*', '/functions/v1/*']) {
    app.use(api, noStore);
    if (publicDemo) app.use(api, publicDemo.waitForReset);
  }
  const rowApi = openRowApi({
    database,
    keys,
    log,
    isDiskLow,
    hasRole: openAccountRoles(database),
    ...(publicDemo && { publicDemo: { isAdministrator: openAccountRoles(database, ['admin']) } }),
    trustedProxies: config.TRUST_PROXY,
    anonymousRate: config.ROWS_RATE_ANONYMOUS,
  });
  app.all('/rest/v1/*', allowRowsToAnyOrigin, (c) => rowApi(c, c.req.raw, '/rest/v1'));
  const accounts = new Hono().route('/auth/v1', authApi({ database, keys, config, mailer, log }));
  app.route('/', accounts);
  const sendMail = ({ to, replyTo, ...email }: AddressedEmail) =>
    mailer.send({ to, ...(replyTo && { replyTo }), render: () => email }).then(() => config.SMTP_URL !== undefined);
  const functions = functionsApi({
    rowApi,
    authApi: (c, request) => accounts.fetch(request, c.env),
    serviceKey: () => keys.sign({ role: 'service_role', exp: Math.floor(Date.now() / 1000) + SERVICE_KEY_SECONDS }),
    trustedProxies: config.TRUST_PROXY,
    anonymousRate: config.ROWS_RATE_ANONYMOUS,
    log,
    sendMail,
    siteUrl: siteUrl(config),
    isPublicDemo: publicDemo !== undefined,
  });
  app.route('/functions/v1', functions);

  const needsAdministrator = openAdminCheck(database);
  app.get('/config.json', async (c) => {
    c.header('Cache-Control', 'no-store');
    const shown = await brand.read();
    return c.json({
      supabaseUrl: '/',
      supabaseKey: keys.publishableKey,
      ...(demo && { demo }),
      ...(publicDemo && { publicDemo: { resetEveryMs: RESET_EVERY_MS } }),
      ...(shown && { brand: shown }),
      ...((await needsAdministrator()) && { needsAdministrator: true }),
    });
  });
  app.route('/', brandApi(brand));
  app.route('/', unsubscribePage({ config, database, brand, log }));
  app.get('/healthz', (c) => {
    const proxies = c.req.header('X-Forwarded-For')?.split(',').length;
    return c.json({ status: 'ok', ...(proxies && { proxies }) }); // npm run doctor compares it with TRUST_PROXY
  });
  app.get('/readyz', async (c) => {
    const { answers, rows, accounts } = await database.health();
    const { classes: _, ...load } = database.load();
    if (!answers) return c.json({ status: 'database unreachable', ...load }, 503);
    if (!rows || !accounts) return c.json({ status: 'no connections', ...load }, 503);
    return c.json({ status: isDiskLow() ? 'read only' : 'ready', ...load });
  });
  app.route('/', webApp(config));

  app.onError((error, c) => {
    log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure');
    return c.json({ message: 'Unexpected failure, please check the server log', requestId: c.get('requestId') }, 500);
  });
  return app;
}

/** Safe for any origin: access depends on the bearer token, never on a cookie. */
const allowRowsToAnyOrigin = anyOrigin({
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  exposeHeaders: ['Content-Location', 'Content-Range', 'Location', 'Preference-Applied', 'Proxy-Status'],
  maxAge: 86_400,
});
