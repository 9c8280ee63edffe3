// Entry point on a hosted project (Deno), whose scheduler calls it with the service key. Our own server has server/deliveries.ts.
import { worker } from '../worker.ts';
import { sendOutbox } from './handler.ts';

const url = Deno.env.get('SUPABASE_URL') ?? '';
const serviceKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
const report = console.error;
const settings = {
  smtpUrl: Deno.env.get('SMTP_URL'),
  sender: Deno.env.get('MAIL_FROM') ?? '',
  siteUrl: (Deno.env.get('SITE_URL') ?? '').replace(/\/+$/, ''),
  functionsUrl: `${url}/functions/v1`,
  report,
};
Deno.serve(worker({ url, serviceKey, report }, sendOutbox(settings)));
