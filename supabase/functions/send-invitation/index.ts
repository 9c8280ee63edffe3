// Entry point on a hosted project (Deno).
import { endpoint } from '../endpoint.ts';
import { openSmtpSender } from '../smtp.ts';
import { sendInvitation } from './handler.ts';

const rowApi = { url: `${Deno.env.get('SUPABASE_URL')}/rest/v1`, key: Deno.env.get('SUPABASE_ANON_KEY') ?? '', fetch };
const siteUrl = (Deno.env.get('SITE_URL') ?? '').replace(/\/+$/, '');
const sendMail = openSmtpSender({
  smtpUrl: Deno.env.get('SMTP_URL'),
  sender: Deno.env.get('MAIL_FROM') ?? '',
  siteUrl,
});

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
const report = console.error;
Deno.serve(endpoint(sendInvitation({ rowApi, sendMail, siteUrl, report }), report));
