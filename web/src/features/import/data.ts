import type { QueryClient } from '@tanstack/react-query';
import { addResult, emptyTotals, type ImportResult, type ImportTotals } from '#domain/import/result.ts';
import { mappedHeaders, savedMapping } from '#domain/import/saved-mapping.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { backendUrl, callerHeaders } from '@/lib/backend.ts';
import { invalidate } from '@/lib/query-client.ts';
import { rows } from '@/lib/rows.ts';
import type { Answer, Post } from './post.ts';
import type { SentChunk } from './reading/match-sent-chunks.ts';
import type { Recalled } from './wizard.ts';

/** `passing`: the same call may succeed a moment later, and may be made again without harm. */
export class ImportFailure extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/** Has a chunk of a file sent by whoever holds it. */
export async function sendChunk(send: (call: Post) => Promise<Answer | null>): Promise<ImportResult> {
  const answer = await send({ address: backendUrl('functions/v1/import-csv-data'), headers: await callerHeaders() });
  if (!answer) throw new ImportFailure('The server could not be reached.', true);
  if (answer.status === 200) return answer.body as ImportResult;
  throw new ImportFailure(messageOf(answer), answer.status >= 500 || answer.status === 429);
}

function messageOf({ status, body }: Answer): string {
  if (body && typeof body === 'object' && 'error' in body && typeof body.error === 'string') return body.error;
  return `The server answered ${status}.`;
}

/** The mapping that is remembered for a customer and these headers, with their reason column or without; null where there is none to speak of. */
export async function recallMapping(
  customerId: string,
  importType: ImportType,
  headers: readonly string[],
): Promise<Recalled | null> {
  for (const known of setsOf(headers)) {
    const { data } = await rows
      .rpc('saved_mapping', { customer_id: customerId, import_type: importType, headers: known })
      .maybeSingle()
      .throwOnError();
    if (!data) continue;
    const mapping = savedMapping(importType, headers, data.mapping as Record<string, unknown>);
    return mapping && { mapping, since: data.created_at };
  }
  return null;
}

/** The sets under which a mapping for these headers may be kept, the closer first. */
function setsOf(headers: readonly string[]): string[][] {
  const own = mappedHeaders(headers, {});
  return own.length < headers.length ? [headers.toSorted(), own] : [own];
}

/** What an earlier import of a file has come to. */
export type EarlierImport = {
  id: string;
  audience: string | null;
  since: string;
  totals: ImportTotals;
  sent: SentChunk[];
};

/** The newest import of a file of this name for a customer that was not undone; null where there is none. */
export async function earlierImport(
  customerId: string,
  importType: ImportType,
  fileName: string,
): Promise<EarlierImport | null> {
  const { data } = await rows
    .from('imports')
    .select('id, audience, created_at, import_chunks(first_row, hash, answer)')
    .eq('customer_id', customerId)
    .eq('import_type', importType)
    .eq('file_name', fileName)
    .is('undone_at', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .order('first_row', { referencedTable: 'import_chunks' })
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const answers = data.import_chunks.map(({ answer }) => answer as ImportResult);
  return {
    id: data.id,
    audience: data.audience,
    since: data.created_at,
    totals: answers.reduce(addResult, emptyTotals),
    sent: data.import_chunks.map(({ first_row, hash }) => ({ firstRow: first_row, hash })),
  };
}

/** Leads, companies, audiences and counts may all have changed. */
export function refreshAfterImport(client: QueryClient): Promise<void> {
  return invalidate(client);
}
