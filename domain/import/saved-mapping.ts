// Saved column mappings, found again by the set of headers, in any order and with or without the error column.
import type { CustomField } from '../custom-fields.ts';
import { autoMapping } from './mapping.ts';
import { type ColumnMapping, customKeyOf, type ImportType, isTarget } from './targets.ts';

/** The header of the column that a CSV file of rejected rows adds. */
export const ERROR_HEADER = 'Error';

/** The headers without the error column of a file of rejected rows. */
export function withoutErrorColumn(headers: readonly string[]): readonly string[] {
  return headers.at(-1) === ERROR_HEADER ? headers.slice(0, -1) : headers;
}

/** Returns the headers as compared: sorted, and without an ignored error column. */
export function mappedHeaders(headers: readonly string[], mapping: Readonly<ColumnMapping>): string[] {
  const own = withoutErrorColumn(headers);
  const ignoresErrors = own.length < headers.length && (mapping[headers.at(-1) ?? ''] ?? 'ignore') === 'ignore';
  return [...(ignoresErrors ? own : headers)].sort();
}

/** Applies a stored mapping to headers; a header that it lacks, or that it maps to an unknown field, is ignored. `fields` are the customer's custom fields. Returns null if the result equals the automatic mapping. */
export function savedMapping(
  type: ImportType,
  headers: readonly string[],
  stored: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[] = [],
): ColumnMapping | null {
  const targetOf = (header: string): ColumnMapping[string] => {
    const target = Object.hasOwn(stored, header) ? stored[header] : undefined;
    if (typeof target !== 'string') return 'ignore';
    const key = customKeyOf(target);
    if (key !== null) return fields.some((field) => field.key === key) ? `custom:${key}` : 'ignore';
    return isTarget(type, target) ? target : 'ignore';
  };
  const saved: ColumnMapping = Object.fromEntries(headers.map((header) => [header, targetOf(header)]));
  const automatic = autoMapping(type, headers, fields);
  return headers.every((header) => saved[header] === automatic[header]) ? null : saved;
}
