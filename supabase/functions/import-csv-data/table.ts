// Parses csvData under its mapping into rows to store and rows with errors.

import { type CsvRecord, parseRecords } from '../../../domain/csv/records.ts';
import type { CustomField } from '../../../domain/custom-fields.ts';
import { rowReader } from '../../../domain/import/rows.ts';
import type { CompanyRow, LeadRow } from '../../../domain/import/stored-row.ts';
import { type ColumnMapping, canNameRows } from '../../../domain/import/targets.ts';
import { importChunk } from '../../../domain/limits.ts';
import { FunctionError } from '../endpoint.ts';
import type { ImportBody } from './body.ts';

/** A row to store, with its row number in the file. */
type ImportedRow = (LeadRow | CompanyRow) & { row: number };

/** A row as it is in the file. `sheet_row` is missing if it equals `row`. */
type SourceRow = { row: number; sheet_row?: number; cells: readonly string[] };

/** A row that breaks a rule. */
type RejectedSource = SourceRow & { error: string };

/** `columns` are the headers of csvData in order, `mapping` their targets, `sources` the original cells of `rows`, if the database may reject some. */
export type ImportTable = {
  columns: string[];
  mapping: ColumnMapping;
  rows: ImportedRow[];
  errors: RejectedSource[];
  sources: SourceRow[];
};

/** `fields` are the customer's custom fields; `needsSources` asks for the sources, which an import that updates has. Throws FunctionError: 413 above the limits of one request, 400 for an invalid header row, 422 for a mapping that gives rows no name. */
export function readTable(body: ImportBody, fields: readonly CustomField[] = [], needsSources = false): ImportTable {
  // No character has more than three bytes in UTF-8.
  const bytes = 3 * body.csvData.length > importChunk.bytes ? new TextEncoder().encode(body.csvData).length : 0;
  if (bytes > importChunk.bytes) tooLarge(`${bytes} bytes`, importChunk.bytes);
  const { header, records, count } = readRecords(body.csvData);
  if (count > importChunk.rows) tooLarge(`${count} rows`, importChunk.rows);
  const columns = header?.cells.length ?? 0;
  if (columns > importChunk.columns) tooLarge(`${columns} columns`, importChunk.columns);
  for (const field of ['correctedRows', 'sheetRows'] as const) {
    if ((body[field]?.length ?? count) !== count) {
      throw new FunctionError(400, `${field} must have one number for each row of csvData`);
    }
  }

  const headers = readHeaders(header);
  const mapping = mappingByHeader(headers, body.columnMapping);
  if (!canNameRows(body.importType, Object.values(mapping))) {
    const required = body.importType === 'leads' ? 'name, firstName or lastName' : 'name';
    throw new FunctionError(422, `columnMapping maps no header of csvData to ${required}`);
  }

  const table: ImportTable = { columns: headers, mapping, rows: [], errors: [], sources: [] };
  const readRow = rowReader(body.importType, headers, mapping, fields);
  for (const [index, record] of records.entries()) {
    const row = body.correctedRows?.[index] ?? body.firstRow + index;
    const outcome = readRow(record);
    const sheetRow = body.sheetRows?.[index] ?? row;
    const rowNumbers = { row, ...(sheetRow !== row && { sheet_row: sheetRow }) };
    if ('error' in outcome) {
      table.errors.push({ ...rowNumbers, error: outcome.error, cells: record.cells.map(withoutNul) });
      continue;
    }
    table.rows.push({ row, ...outcome.row });
    if (body.updating || needsSources) table.sources.push({ ...rowNumbers, cells: record.cells });
  }
  return table;
}

/** Returns the header and the data rows without blank ones. Rows above the limit are counted only. */
function readRecords(csvData: string): { header: CsvRecord | undefined; records: CsvRecord[]; count: number } {
  let header: CsvRecord | undefined;
  const records: CsvRecord[] = [];
  let count = 0;
  for (const record of parseRecords(csvData, ',')) {
    if (record.isBlank) continue;
    if (!header) {
      header = record;
      continue;
    }
    count += 1;
    if (count <= importChunk.rows) records.push(record);
  }
  return { header, records, count };
}

function tooLarge(what: string, limit: number): never {
  throw new FunctionError(413, `csvData is too large: ${what}, at most ${limit}`);
}

function readHeaders(header: CsvRecord | undefined): string[] {
  if (!header) throw new FunctionError(400, 'csvData must be CSV text with a header row');
  const headers = header.cells.map((cell) => cell.trim());
  const repeated = headers.find((text, index) => headers.indexOf(text) !== index);
  if (repeated !== undefined) throw new FunctionError(400, `csvData must be without equal headers: '${repeated}'`);
  return headers;
}

function mappingByHeader(headers: readonly string[], mapping: ColumnMapping): ColumnMapping {
  const byHeader = new Map(Object.entries(mapping).map(([header, target]) => [header.trim(), target]));
  return Object.fromEntries(headers.map((header) => [header, byHeader.get(header) ?? 'ignore']));
}

/** PostgreSQL cannot store NUL. */
function withoutNul(cell: string): string {
  return cell.replaceAll('\0', '\ufffd');
}
