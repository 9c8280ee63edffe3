// Mounts the functions, each at its name.
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { endpoint } from '../supabase/functions/endpoint.ts';
import { importCsvData } from '../supabase/functions/import-csv-data/handler.ts';
import type { RowApi } from '../supabase/functions/row-api.ts';
import { type SendMail, sendInvitation } from '../supabase/functions/send-invitation/handler.ts';
import type { Keys } from './jwt.ts';

export type FunctionServices = {
  keys: Keys;
  log: Logger;
  /** Answers requests to this server itself, on the connection that `env` names. */
  fetch: (request: Request, env: unknown) => Response | Promise<Response>;
  sendMail: SendMail;
  /** Where the app is, without a slash at its end. */
  siteUrl: string;
};

/** The functions ask the row API with their caller's token, from their caller's address. `fetch` answers such a request. */
export function functionsApi({ keys, log, fetch, sendMail, siteUrl }: FunctionServices): Hono {
  const rowsFor = ({ env }: Context): RowApi => ({
    url: 'http://localhost/rest/v1',
    key: keys.publishableKey,
    fetch: (request) => fetch(request, env),
  });
  const reportTo = (c: Context) => (error: unknown) =>
    log.error({ err: error, requestId: c.get('requestId') }, 'function failed');

  const app = new Hono();
  app.all('/import-csv-data', (c) => endpoint(importCsvData(rowsFor(c)), reportTo(c))(identified(c)));
  app.all('/send-invitation', (c) => {
    const report = reportTo(c);
    return endpoint(sendInvitation({ rows: rowsFor(c), sendMail, siteUrl, report }), report)(identified(c));
  });
  app.all('*', (c) => c.json({ error: 'There is no such function' }, 404));
  return app;
}

/** The request with its id, under which the function asks the row API. */
function identified(c: Context): Request {
  c.req.raw.headers.set('X-Request-Id', c.get('requestId'));
  return c.req.raw;
}
