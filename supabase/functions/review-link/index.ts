// Entry point on a hosted project (Deno).
import nodemailer from 'nodemailer';
import { parseMailSender } from '../../../domain/mail-sender.ts';
import { endpoint } from '../endpoint.ts';
import type { SendMail } from '../send-mail.ts';
import { reviewLink } from './handler.ts';

const url = Deno.env.get('SUPABASE_URL') ?? '';
const serviceKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
const rowApi = { url: `${url}/rest/v1`, key: Deno.env.get('SUPABASE_ANON_KEY') ?? '', fetch };
const serviceApi = { url, key: () => serviceKey, fetch };
const siteUrl = (Deno.env.get('SITE_URL') ?? '').replace(/\/+$/, '');
const smtpUrl = Deno.env.get('SMTP_URL');
const from = Deno.env.get('MAIL_FROM') ?? '';

const transport = smtpUrl && nodemailer.createTransport(smtpUrl);
const sendMail: SendMail = async (email) => {
  if (transport) await transport.sendMail({ from: parseMailSender(from), ...email });
  return Boolean(transport);
};

/** The gateway of a project sets this header itself. Clients without it share their limits: any other header may be forged. */
const client = ({ headers }: Request) => headers.get('cf-connecting-ip') ?? 'unknown';

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
const report = console.error;
Deno.serve(endpoint(reviewLink({ rowApi, serviceApi, sendMail, siteUrl, client, report }), report));
