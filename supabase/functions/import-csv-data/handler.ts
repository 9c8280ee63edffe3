// In charge of import-csv-data: one chunk of a CSV file becomes rows of one customer, as docs/import.md says. Refuses whoever is no administrator.
import { contentHash } from '../../../domain/import/chunks.ts';
import type { ImportResult } from '../../../domain/import/result.ts';
import { mappedHeaders } from '../../../domain/import/saved-mapping.ts';
import { largestBody } from '../../../domain/limits.ts';
import { requireAdmin } from '../caller.ts';
import { readJson } from '../endpoint.ts';
import { type AskRows, type RowApi, rowsOf } from '../row-api.ts';
import { type ImportBody, readBody } from './body.ts';
import { type ImportTable, readTable } from './table.ts';

/** The function over the row API; what it resolves with is the answer's body. Throws FunctionError for every refusal of docs/import.md. */
export function importCsvData(api: RowApi): (request: Request) => Promise<ImportResult> {
  return async (request) => {
    const rows = rowsOf(api, request);
    await requireAdmin(rows, request, 'Only an administrator can import');
    const body = readBody(await readJson(request, largestBody.import));
    return store(rows, body, readTable(body));
  };
}

/** One call, one transaction: the database finds the duplicates and keeps the answer for whoever calls again. */
async function store(
  rows: AskRows,
  body: ImportBody,
  { columns, mapping, ...table }: ImportTable,
): Promise<ImportResult> {
  const headers = mappedHeaders(columns, mapping);
  const answer = await rows('/rpc/import_rows', {
    customer_id: body.customerId,
    file_name: body.fileName,
    import_type: body.importType,
    audience: body.audience,
    import_id: body.importId,
    first_row: body.firstRow,
    dry_run: body.dryRun,
    columns,
    headers,
    mapping: Object.fromEntries(headers.map((header) => [header, mapping[header]])),
    hash: await contentHash(body),
    rows: table.rows,
    errors: table.errors,
  });
  return answer as ImportResult;
}
