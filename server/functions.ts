// In charge of the address of each function: its name. Refuses to know what a function does.
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { endpoint } from '../supabase/functions/endpoint.ts';
import { importCsvData } from '../supabase/functions/import-csv-data/handler.ts';
import type { RowApi } from '../supabase/functions/row-api.ts';
import { type SendMail, sendInvitation } from '../supabase/functions/send-invitation/handler.ts';
import type { Keys } from './jwt.ts';

export type FunctionServices = {
  keys: Keys;
  log: Logger;
  fetch: RowApi['fetch'];
  sendMail: SendMail;
  /** Where the app is, without a slash at its end. */
  siteUrl: string;
};

/** The functions, each at its name. `fetch` answers requests to this server itself: the functions use its row API with the caller's own token. */
export function functionsApi({ keys, log, fetch, sendMail, siteUrl }: FunctionServices): Hono {
  const rows: RowApi = { url: 'http://localhost/rest/v1', key: keys.publishableKey, fetch };
  const report = (error: unknown) => log.error({ err: error }, 'function failed');

  const app = new Hono();
  const importEndpoint = endpoint(importCsvData(rows), report);
  app.all('/import-csv-data', (c) => importEndpoint(c.req.raw));
  const invitationEndpoint = endpoint(sendInvitation({ rows, sendMail, siteUrl, report }), report);
  app.all('/send-invitation', (c) => invitationEndpoint(c.req.raw));
  app.all('*', (c) => c.json({ error: 'There is no such function' }, 404));
  return app;
}
