// Entry point on a hosted project (Deno).
import { unsubscribe } from './handler.ts';

const serviceKey = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
const serviceApi = { url: Deno.env.get('SUPABASE_URL') ?? '', key: () => serviceKey, fetch };
const siteUrl = (Deno.env.get('SITE_URL') ?? '').replace(/\/+$/, '');

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
Deno.serve(unsubscribe({ serviceApi, siteUrl, report: console.error }));
