// Stores one chunk of a CSV file as leads or companies of a customer, as docs/import.md describes. Administrators only.
import type { CustomField } from '../../../domain/custom-fields.ts';
import { contentHash } from '../../../domain/import/chunks.ts';
import { mappedHeaders } from '../../../domain/import/mapping.ts';
import type { ImportResult } from '../../../domain/import/result.ts';
import { parseCustomKey } from '../../../domain/import/targets.ts';
import { storedUpdating } from '../../../domain/import/updating.ts';
import { largestBody } from '../../../domain/limits.ts';
import { FunctionError, readJson } from '../endpoint.ts';
import { openRowClient, type RowApi, type RowClient, requireAdmin } from '../row-api.ts';
import { type ImportBody, importBody } from './body.ts';
import { type ImportTable, readTable } from './table.ts';

/** Returns the function, which resolves with the body of the response. Throws FunctionError for the errors of docs/import.md. */
export function importCsvData(api: RowApi): (request: Request) => Promise<ImportResult> {
  return async (request) => {
    const callRowApi = openRowClient(api, request);
    await requireAdmin(callRowApi, request, 'Only an administrator can import');
    const body = await readJson(request, largestBody.import, importBody);
    const [fields, isListed] = await Promise.all([fetchFields(callRowApi, body), hasDoNotContact(callRowApi, body)]);
    return store(callRowApi, body, readTable(body, fields, isListed));
  };
}

/** The custom fields of the customer, if columns are mapped to any. Throws FunctionError for one that the customer lacks. */
async function fetchFields(callRowApi: RowClient, body: ImportBody): Promise<CustomField[]> {
  const { customerId, importType, columnMapping } = body;
  const mapped = Object.entries(columnMapping).filter(([, target]) => parseCustomKey(target) !== null);
  if (mapped.length === 0) return [];
  const fields = (await callRowApi(
    `/custom_fields?customer_id=eq.${customerId}&table_name=eq.${importType}&removed_at=is.null&select=key,label,isInternal:is_internal`,
  )) as CustomField[];
  const unknown = mapped.find(([, target]) => fields.every(({ key }) => key !== parseCustomKey(target)));
  if (unknown) {
    const [header, target] = unknown;
    throw new FunctionError(
      400,
      `columnMapping must name custom fields of the customer, which ${JSON.stringify(target)} for '${header}' is not`,
    );
  }
  return fields;
}

/** Whether rows may be on a do-not-contact list, so that the database needs their cells. */
async function hasDoNotContact(callRowApi: RowClient, { customerId }: ImportBody): Promise<boolean> {
  const first = 'removed_at=is.null&select=id&limit=1';
  const found = await Promise.all([
    callRowApi(`/do_not_contact?customer_id=eq.${customerId}&${first}`),
    callRowApi(`/agency_do_not_contact?${first}`),
  ]);
  return found.flat().length > 0;
}

/** One transaction. The database finds duplicates, and stores the result for a repeated request. */
async function store(callRowApi: RowClient, body: ImportBody, table: ImportTable): Promise<ImportResult> {
  const { columns, mapping } = table;
  const headers = mappedHeaders(columns, mapping);
  const result = await callRowApi('/rpc/import_rows', {
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
    ...(body.updating && { updating: storedUpdating(body.updating, body.importType, mapping) }),
    ...(table.sources.length > 0 && { sources: table.sources }),
    ...(body.correctedRows && { corrected_rows: body.correctedRows }),
  });
  return result as ImportResult;
}
