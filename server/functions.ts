// The endpoints of supabase/functions, over the row API of this process.
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { endpoint } from '../supabase/functions/endpoint.ts';
import { handOffFile } from '../supabase/functions/hand-off-file/handler.ts';
import { importCsvData } from '../supabase/functions/import-csv-data/handler.ts';
import type { RowApi } from '../supabase/functions/row-api.ts';
import { type SendMail, sendInvitation } from '../supabase/functions/send-invitation/handler.ts';
import type { RestHandler } from './rest/index.ts';

export type FunctionServices = {
  rowApi: RestHandler;
  log: Logger;
  sendMail: SendMail;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
};

export function functionsApi({ rowApi, log, sendMail, siteUrl }: FunctionServices): Hono {
  /** Its requests count for the client of the function. */
  const rowApiFor = (c: Context): RowApi => ({
    url: 'http://localhost',
    key: '',
    fetch: (request) => rowApi(c, request, ''),
  });
  const reporterFor = (c: Context) => (error: unknown) =>
    log.error({ err: error, requestId: c.get('requestId') }, 'function failed');

  const app = new Hono();
  app.all('/import-csv-data', (c) => endpoint(importCsvData(rowApiFor(c)), reporterFor(c))(c.req.raw));
  app.all('/hand-off-file', (c) => endpoint(handOffFile(rowApiFor(c)), reporterFor(c))(c.req.raw));
  app.all('/send-invitation', (c) => {
    const report = reporterFor(c);
    return endpoint(sendInvitation({ rowApi: rowApiFor(c), sendMail, siteUrl, report }), report)(c.req.raw);
  });
  app.all('*', (c) => c.json({ error: 'There is no such function' }, 404));
  return app;
}
