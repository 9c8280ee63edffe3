// Entry point on a hosted project (Deno).
import { endpoint } from '../endpoint.ts';
import { handOffFile } from './handler.ts';

const url = `${Deno.env.get('SUPABASE_URL')}/rest/v1`;
const key = Deno.env.get('SUPABASE_ANON_KEY') ?? '';

// biome-ignore lint/suspicious/noConsole: a hosted project keeps what a function writes to its console as the function's log
Deno.serve(endpoint(handOffFile({ url, key, fetch }), console.error));
