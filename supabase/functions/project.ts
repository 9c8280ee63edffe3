// The hosted project in which the functions run (Deno): its address and keys, the website of the app, its mail server and its log.
import type { RowApi } from './row-api.ts';
import type { ServiceApi } from './service-api.ts';

const read = (name: string) => Deno.env.get(name) ?? '';

const url = read('SUPABASE_URL');
const serviceKey = read('SUPABASE_SERVICE_ROLE_KEY');

export const rowApi: RowApi = { url: `${url}/rest/v1`, key: read('SUPABASE_ANON_KEY'), fetch };
export const serviceApi: ServiceApi = { url, key: () => serviceKey, fetch };

/** The URL of the app, without a slash at the end. */
export const siteUrl = read('SITE_URL').replace(/\/+$/, '');

export const mailSettings = { smtpUrl: Deno.env.get('SMTP_URL'), sender: read('MAIL_FROM'), siteUrl };

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
export const report = console.error;
