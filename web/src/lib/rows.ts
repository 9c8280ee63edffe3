import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database.types.ts';
import { address, authorizedFetch, headers } from './backend.ts';

/** The rows of the database, by table and by procedure; apart from the accounts because signing in has no need of them. */
export const rows = new PostgrestClient<Database>(address('rest/v1'), { headers, fetch: authorizedFetch });
