// Entry point on a hosted project (Deno).
import { endpoint } from '../endpoint.ts';
import { openSmtpSender } from '../smtp.ts';
import { reviewLink } from './handler.ts';

const url = Deno.env.get('SUPABASE_URL') ?? '';
const serviceKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
const rowApi = { url: `${url}/rest/v1`, key: Deno.env.get('SUPABASE_ANON_KEY') ?? '', fetch };
const serviceApi = { url, key: () => serviceKey, fetch };
const siteUrl = (Deno.env.get('SITE_URL') ?? '').replace(/\/+$/, '');
const sendMail = openSmtpSender({
  smtpUrl: Deno.env.get('SMTP_URL'),
  sender: Deno.env.get('MAIL_FROM') ?? '',
  siteUrl,
});

/** The gateway of a project sets this header itself. Clients without it share their limits: any other header may be forged. */
const client = ({ headers }: Request) => headers.get('cf-connecting-ip') ?? 'unknown';

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
const report = console.error;
Deno.serve(endpoint(reviewLink({ rowApi, serviceApi, sendMail, siteUrl, client, report }), report));
