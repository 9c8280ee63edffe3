import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Chunk } from '../../../../domain/import/chunks.ts';
import { recalledMapping, rememberedHeaders } from '../../../../domain/import/remembered.ts';
import type { ImportResult } from '../../../../domain/import/result.ts';
import type { ColumnMapping, ImportType } from '../../../../domain/import/targets.ts';
import { functions } from '../../lib/functions.ts';
import { rows } from '../../lib/rows.ts';
import type { Recalled } from './wizard.ts';

/** What is the same for every chunk of one file. */
export type ImportRequest = {
  importId: string;
  customerId: string;
  fileName: string;
  importType: ImportType;
  columnMapping: ColumnMapping;
  audience?: string;
};

/** `passing`: the same call may succeed a moment later, and may be made again without harm. */
export class ImportFailure extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/** Sends one chunk of a file. */
export async function sendChunk(request: ImportRequest, { firstRow, csvData }: Chunk): Promise<ImportResult> {
  const { data, error } = await functions.invoke<ImportResult>('import-csv-data', {
    body: { ...request, firstRow, csvData },
  });
  if (data) return data;
  throw await failureOf(error);
}

async function failureOf(error: unknown): Promise<ImportFailure> {
  if (error instanceof FunctionsHttpError) {
    const answer: Response = error.context;
    return new ImportFailure(await messageOf(answer), answer.status >= 500 || answer.status === 429);
  }
  if (error instanceof FunctionsFetchError) return new ImportFailure('The server could not be reached.', true);
  return new ImportFailure(error instanceof Error ? error.message : 'The server gave no answer.', true);
}

async function messageOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  if (body && typeof body === 'object' && 'error' in body && typeof body.error === 'string') return body.error;
  return `The server answered ${answer.status}.`;
}

/** The mapping that is remembered for a customer and these headers, with their reason column or without; null where there is none to speak of. */
export async function recallMapping(
  customerId: string,
  importType: ImportType,
  headers: readonly string[],
): Promise<Recalled | null> {
  for (const known of setsOf(headers)) {
    const { data } = await rows
      .rpc('remembered_mapping', { customer_id: customerId, import_type: importType, headers: known })
      .maybeSingle()
      .throwOnError();
    if (!data) continue;
    const mapping = recalledMapping(importType, headers, data.mapping as Record<string, unknown>);
    return mapping && { mapping, since: data.created_at };
  }
  return null;
}

/** The sets under which a mapping for these headers may be kept, the closer first. */
function setsOf(headers: readonly string[]): string[][] {
  const own = rememberedHeaders(headers, {});
  return own.length < headers.length ? [headers.toSorted(), own] : [own];
}

/** Leads, companies, audiences and counts may all have changed. */
export function refreshAfterImport(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}
