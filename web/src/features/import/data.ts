import { queryOptions } from '@tanstack/react-query';
import type { CustomField } from '#domain/custom-fields.ts';
import { type FoundTargets, mappedHeaders, savedMapping } from '#domain/import/mapping.ts';
import { addResult, emptyTotals, type ImportResult } from '#domain/import/result.ts';
import type { RowOutcome } from '#domain/import/rows.ts';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import { requestedUpdating, storedUpdating, type Updating } from '#domain/import/updating.ts';
import { backendUrl, pageUrl, sendAuthorized } from '@/lib/backend.ts';
import { equalsPattern, quotedValue, readData, rows } from '@/lib/rows.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import type { ChunkResponse, ReadRow } from './csv/csv-worker.ts';
import type { SentChunk } from './csv/match-sent-chunks.ts';
import { texts } from './texts.ts';
import type { ChunkUpdates } from './updates-preview.ts';
import type { ImportRequest, SavedMapping } from './wizard-reducer.ts';

/** `isTransient`: sending the same chunk again may succeed. */
export class ImportError extends Error {
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean) {
    super(message);
    this.isTransient = isTransient;
  }
}

/** Sends a chunk to import-csv-data; `send` posts it. Rejects with an ImportError. */
export async function sendChunk(
  send: (url: string, headers: Record<string, string>) => Promise<ChunkResponse | null>,
): Promise<ImportResult> {
  const response = await sendAuthorized((headers) => send(backendUrl('functions/v1/import-csv-data'), headers));
  if (!response) throw new ImportError(commonTexts.unreachable, true);
  if (response.status === 200) return response.body as ImportResult;
  throw new ImportError(errorMessage(response), response.status >= 500 || response.status === 429);
}

function errorMessage({ status, body }: ChunkResponse): string {
  if (body && typeof body === 'object' && 'error' in body && typeof body.error === 'string') return body.error;
  return status === 413 ? texts.results.rejectedByProxy : texts.results.serverStatus(status); // the server's own 413 has a message
}

/** The mapping last used for a customer and these headers; null if there is none, or if it equals the automatic one. */
export async function fetchSavedMapping(
  { customerId, importType }: Pick<ImportRequest, 'customerId' | 'importType'>,
  headers: readonly string[],
  fields: readonly CustomField[] = [],
  found: FoundTargets = {},
): Promise<SavedMapping | null> {
  for (const candidate of savedUnder(headers)) {
    const data = await readData(
      rows.rpc('saved_mapping', { customer_id: customerId, import_type: importType, headers: candidate }).maybeSingle(),
    );
    if (!data) continue;
    const mapping = savedMapping(importType, headers, data.mapping as Record<string, unknown>, fields, found);
    return mapping && { mapping, savedAt: data.created_at };
  }
  return null;
}

/** The header sets that a mapping may be saved under: with the error column of an errors file first, then without. */
function savedUnder(headers: readonly string[]): string[][] {
  const own = mappedHeaders(headers, {});
  return own.length < headers.length ? [headers.toSorted(), own] : [own];
}

/** The latest import, not undone, of a file of this name for the customer; null if there is none. */
export async function fetchEarlierImport(request: ImportRequest) {
  const data = await readData(
    rows
      .from('imports')
      .select('id, audience, created_at, updating, import_chunks(first_row, hash, answer)')
      .eq('customer_id', request.customerId)
      .eq('import_type', request.importType)
      .eq('file_name', request.file.name)
      .is('undone_at', null)
      .order('created_at', { ascending: false })
      .limit(1)
      .order('first_row', { referencedTable: 'import_chunks' })
      .maybeSingle(),
  );
  if (!data) return null;
  const results = data.import_chunks.map(({ answer }) => answer as ImportResult);
  return {
    id: data.id,
    audience: data.audience,
    updating: data.updating ? requestedUpdating(data.updating as Parameters<typeof requestedUpdating>[0]) : null,
    startedAt: data.created_at,
    totals: results.reduce(addResult, emptyTotals),
    sent: data.import_chunks.map(({ first_row, hash }): SentChunk => ({ firstRow: first_row, hash })),
  };
}

/** The audience of the latest import, not undone, of a lead file with one of these names; null if it had none. */
export async function fetchAudience(customerId: string, fileNames: readonly string[]): Promise<string | null> {
  const data = await readData(
    rows
      .from('imports')
      .select('audience')
      .eq('customer_id', customerId)
      .eq('import_type', 'leads')
      .or(fileNames.map((name) => `file_name.ilike.${quotedValue(equalsPattern(name))}`).join(','))
      .is('undone_at', null)
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
  return data?.audience ?? null;
}

export const reviewLink = (importType: ImportType) => pageUrl(`${paths[importType]}?status=to-review`);

/** The row numbers of the duplicates among a file's first rows, in the file and against what is stored. */
export const previewDuplicates = (
  { customerId, importType }: ImportRequest,
  previewed: readonly { row: number; outcome: RowOutcome }[],
) => {
  const valid = previewed.flatMap(({ row, outcome }) => ('row' in outcome ? [{ row, ...outcome.row }] : []));
  return queryOptions({
    queryKey: ['imports', 'duplicates', customerId, importType, valid],
    queryFn: ({ signal }): Promise<number[]> =>
      readData(
        rows.rpc('preview_duplicates', { customer_id: customerId, import_type: importType, rows: valid }),
        signal,
      ),
    enabled: valid.length > 0,
    meta: { logAs: 'Error previewing duplicates' },
  });
};

/** Asks the database what the import would update with these rows. */
export async function fetchUpdates(
  { customerId, importType, audience }: ImportRequest,
  mapping: ColumnMapping,
  updating: Updating,
  read: ReadRow[],
  signal: AbortSignal,
): Promise<ChunkUpdates> {
  return (await readData(
    rows.rpc('preview_updates', {
      customer_id: customerId,
      import_type: importType,
      rows: read,
      updating: storedUpdating(updating, importType, mapping),
      ...(importType === 'leads' && audience && { audience }),
    }),
    signal,
  )) as ChunkUpdates;
}
