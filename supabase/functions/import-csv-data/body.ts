// In charge of what a call must say. Refuses, naming the field, what docs/import.md does not allow.
import { isCsvName } from '../../../domain/import/file.ts';
import { type ColumnMapping, type ImportType, isTarget } from '../../../domain/import/targets.ts';
import { textLengths } from '../../../domain/limits.ts';
import { FunctionError } from '../endpoint.ts';

export type ImportBody = {
  customerId: string;
  fileName: string;
  importType: ImportType;
  columnMapping: ColumnMapping;
  csvData: string;
  audience: string | null;
  importId: string | null;
  firstRow: number;
  dryRun: boolean;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const largestRow = 2_000_000_000;

/** The call's body. Throws FunctionError 400 that names the first field that does not fit. */
export function readBody(json: unknown): ImportBody {
  if (!isRecord(json)) throw new FunctionError(400, 'The body must be a JSON object');
  const importType = readImportType(json.importType);
  return {
    customerId: readUuid('customerId', json.customerId),
    fileName: readFileName(json.fileName),
    importType,
    columnMapping: readMapping(importType, json.columnMapping),
    csvData: readText('csvData', json.csvData)
      .toWellFormed()
      .replace(/^\ufeff/, ''),
    audience: importType === 'leads' ? readAudience(json.audience) : null,
    importId: isMissing(json.importId) ? null : readUuid('importId', json.importId),
    firstRow: readFirstRow(json.firstRow),
    dryRun: readFlag('dryRun', json.dryRun),
  };
}

function refuse(field: string, must: string): never {
  throw new FunctionError(400, `${field} must be ${must}`);
}

function readUuid(field: string, value: unknown): string {
  return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : refuse(field, 'a uuid');
}

function readText(field: string, value: unknown): string {
  return typeof value === 'string' ? value : refuse(field, 'a text');
}

/** A text that the database can keep. */
function readStorable(field: string, value: unknown): string {
  const text = readText(field, value).toWellFormed();
  return text.includes('\0') ? refuse(field, 'a text without a NUL character') : text;
}

function requireLength(field: string, text: string, most: number): string {
  return [...text].length > most ? refuse(field, `at most ${most} characters long`) : text;
}

function readFileName(value: unknown): string {
  const name = readStorable('fileName', value);
  if (!isCsvName(name)) refuse('fileName', 'a name that ends in .csv');
  return requireLength('fileName', name, textLengths.fileName);
}

function readImportType(value: unknown): ImportType {
  return value === 'leads' || value === 'companies' ? value : refuse('importType', "'leads' or 'companies'");
}

function readMapping(type: ImportType, value: unknown): ColumnMapping {
  if (!isRecord(value)) refuse('columnMapping', 'an object of header texts and target fields');
  for (const [header, target] of Object.entries(value)) {
    const isKnown = typeof target === 'string' && (target === 'ignore' || isTarget(type, target));
    if (!isKnown)
      refuse(
        'columnMapping',
        `made of target fields of ${type} or 'ignore', which ${JSON.stringify(target)} for '${header}' is not`,
      );
  }
  return value as ColumnMapping;
}

function readAudience(value: unknown): string | null {
  if (isMissing(value)) return null;
  const audience = readStorable('audience', value).trim();
  return requireLength('audience', audience, textLengths.audience) || null;
}

function readFirstRow(value: unknown): number {
  if (isMissing(value)) return 2;
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= 2 && value <= largestRow;
  return fits ? value : refuse('firstRow', 'a whole number of 2 or more');
}

function readFlag(field: string, value: unknown): boolean {
  if (isMissing(value)) return false;
  return typeof value === 'boolean' ? value : refuse(field, 'true or false');
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
