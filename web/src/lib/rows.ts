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

type Functions = Database['public']['Functions'];
type Returned<Name extends keyof Functions> = Functions[Name]['Returns'] extends (infer Row)[] ? Row : never;

/** A row that a function returns. The generated types don't say which columns can be null: name them. */
export type FunctionRow<Name extends keyof Functions, Nullable extends keyof Returned<Name> = never> = Omit<
  Returned<Name>,
  Nullable
> & { [Column in Nullable]: Returned<Name>[Column] | null };

/** The options of a request that counts rows and reads none. */
export const COUNT = { count: 'exact', head: true } as const;

type DataRequest<Data> = {
  throwOnError: () => PromiseLike<{ data: Data }>;
  /** The types of requests for one row don't have it. */
  abortSignal?: (signal: AbortSignal) => unknown;
};

/** The data of a response. Rejects with its error. */
export async function readData<Data>(request: DataRequest<Data>, signal?: AbortSignal): Promise<Data> {
  if (signal) request.abortSignal?.(signal);
  return (await request.throwOnError()).data;
}

type CountRequest = {
  abortSignal: (signal: AbortSignal) => { throwOnError: () => PromiseLike<{ count: number | null }> };
};

/** Rejects an answer without a count, which a 404 to HEAD is. */
export async function readCount(request: CountRequest, signal: AbortSignal): Promise<number> {
  const { count } = await request.abortSignal(signal).throwOnError();
  if (count === null) throw new Error('The response has no count');
  return count;
}

/** LIKE pattern for exactly this text, ignoring case. PostgREST's `*` cannot be escaped, so it matches any one character. */
export const equalsPattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_');

/** A value inside `or(…)`, where an unquoted comma or bracket would end it. */
export const quotedValue = (value: string): string => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;
