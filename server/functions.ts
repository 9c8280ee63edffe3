// The endpoints of supabase/functions, over the row API of this process.
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { endpoint, FunctionError } from '../supabase/functions/endpoint.ts';
import { handOffFile } from '../supabase/functions/hand-off-file/handler.ts';
import { importCsvData } from '../supabase/functions/import-csv-data/handler.ts';
import { reviewLink } from '../supabase/functions/review-link/handler.ts';
import type { RowApi } from '../supabase/functions/row-api.ts';
import { sendInvitation } from '../supabase/functions/send-invitation/handler.ts';
import type { SendMail } from '../supabase/functions/send-mail.ts';
import type { ServiceApi } from '../supabase/functions/service-api.ts';
import { clientNetwork, readClient } from './http/client.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { RestHandler } from './rest/index.ts';

export type FunctionServices = {
  rowApi: RestHandler;
  /** Handles a request of the client of `c` whose path begins with `/auth/v1/`. */
  authApi: (c: Context, request: Request) => Response | Promise<Response>;
  /** A token of the service role. */
  serviceKey: () => Promise<string>;
  trustedProxies: number;
  /** Requests to review-link, which needs no token, of one address within five minutes. */
  anonymousRate: number;
  log: Logger;
  sendMail: SendMail;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  isPublicDemo: boolean;
};

const NO_LINKS = 'This is a public demo: it sends no emails, so nobody can open a review link';

export function functionsApi(services: FunctionServices): Hono {
  const { rowApi, authApi, serviceKey, trustedProxies, log, sendMail, siteUrl } = services;
  const anonymous = new RateLimiter({ tries: services.anonymousRate, seconds: 300 });
  /** Its requests count for the client of the function. */
  const rowApiFor = (c: Context): RowApi => ({
    url: 'http://localhost',
    key: '',
    fetch: (request) => rowApi(c, request, ''),
  });
  const serviceApiFor = (c: Context): ServiceApi => ({
    url: 'http://localhost',
    key: serviceKey,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/auth/v1/') ? authApi(c, request) : rowApi(c, request, '/rest/v1'),
  });
  const reporterFor = (c: Context) => (error: unknown) =>
    log.error({ err: error, requestId: c.get('requestId') }, 'function failed');

  const app = new Hono();
  app.all('/import-csv-data', (c) => endpoint(importCsvData(rowApiFor(c)), reporterFor(c))(c.req.raw));
  app.all('/hand-off-file', (c) => endpoint(handOffFile(rowApiFor(c)), reporterFor(c))(c.req.raw));
  app.all('/review-link', (c) => {
    const apis = { rowApi: rowApiFor(c), serviceApi: serviceApiFor(c) };
    const report = reporterFor(c);
    const network = clientNetwork(readClient(c, trustedProxies));
    const refusal = services.isPublicDemo ? NO_LINKS : undefined;
    const review = reviewLink({ ...apis, sendMail, siteUrl, client: () => network, report, refusal });
    const work = async (request: Request) => {
      const wait = anonymous.take(network);
      if (wait > 0) throw new FunctionError(429, 'Too many requests: try again later', wait);
      return review(request);
    };
    return endpoint(work, report)(c.req.raw);
  });
  app.all('/send-invitation', (c) => {
    const report = reporterFor(c);
    return endpoint(sendInvitation({ rowApi: rowApiFor(c), sendMail, siteUrl, report }), report)(c.req.raw);
  });
  app.all('*', (c) => c.json({ error: 'There is no such function' }, 404));
  return app;
}
