import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database.types.ts';
import { authorizedFetch, backendUrl, headers } from './backend.ts';
import { limitedUrl } from './effective-customers.ts';

/** The row API client. Not in `backend.ts`, so that the sign-in page does not load it. */
export const rows = new PostgrestClient<Database>(backendUrl('rest/v1'), {
  headers,
  fetch: (address, init) => authorizedFetch(limitedUrl(String(address), init?.method), init),
});

/** The rows that a query returns: `type Campaign = RowOf<typeof selectCampaigns>`. */
export type RowOf<Select extends (...args: never[]) => PromiseLike<{ data: readonly unknown[] | null }>> = NonNullable<
  Awaited<ReturnType<Select>>['data']
>[number];
