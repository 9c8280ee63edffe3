import { FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Chunk } from '../../../../domain/import/chunks.ts';
import type { ImportResult } from '../../../../domain/import/result.ts';
import type { ColumnMapping, ImportType } from '../../../../domain/import/targets.ts';
import { functions } from '../../lib/functions.ts';

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

/** Leads, companies, audiences and counts may all have changed. */
export function refreshAfterImport(client: QueryClient): Promise<void> {
  return client.invalidateQueries();
}
