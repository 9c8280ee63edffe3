// Maps the columns of a file to fields: by header, or as saved for the same set of headers, in any order and with or without the error column.
import { type CustomField, matchingField } from '../custom-fields.ts';
import { isSurnameBeside, matchHeader } from './headers.ts';
import {
  type ColumnMapping,
  type ColumnTarget,
  type ImportType,
  importTargets,
  isColumnTarget,
  isTarget,
  parseCustomKey,
  type Target,
} from './targets.ts';

/** The targets that a file's cells reveal, by header, where the header's text alone suggests another one. */
export type FoundTargets = Partial<Record<string, Target>>;

/**
 * Maps every header by its text, or as was found by its cells. A target that combines several columns takes every match; any other target takes the match with the best rank, then
 * the first in the file. Other headers map to the customer's custom field that was made from them before, or are ignored.
 */
export function autoMapping(
  type: ImportType,
  headers: readonly string[],
  fields: readonly CustomField[] = [],
  found: FoundTargets = {},
): ColumnMapping {
  const matches = headers.map((header) => ({ header, match: matchHeader(type, header) }));
  const best = new Map<Target, { header: string; rank: number }>();
  for (const { header, match } of matches) {
    if (match && match.rank < (best.get(match.target)?.rank ?? Number.POSITIVE_INFINITY)) {
      best.set(match.target, { header, rank: match.rank });
    }
  }
  const mapping: ColumnMapping = Object.fromEntries(
    matches.map(({ header, match }) => {
      const isTaken = match && (takesEveryMatch(type, match.target) || best.get(match.target)?.header === header);
      const field = isTaken ? undefined : matchingField(header, fields);
      return [header, isTaken ? match.target : field ? `custom:${field.key}` : 'ignore'];
    }),
  );
  const { name, firstName, lastName } = Object.fromEntries([...best].map(([target, { header }]) => [target, header]));
  const isSurname = firstName !== undefined && lastName === undefined && isSurnameBeside(name ?? '', firstName);
  const target = found[name ?? ''] ?? (isSurname ? 'lastName' : undefined);
  return name !== undefined && target ? { ...mapping, [name]: target } : mapping;
}

/** Returns the columns of each mapped target, in the order in which their cells are tried. Headers that are not in the mapping are ignored. */
export function columnsByTarget(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
): Map<ColumnTarget, number[]> {
  const columns = new Map<ColumnTarget, number[]>();
  for (const [index, header] of headers.entries()) {
    const target = Object.hasOwn(mapping, header) ? mapping[header] : undefined;
    if (target && isColumnTarget(type, target)) columns.set(target, [...(columns.get(target) ?? []), index]);
  }
  for (const [target, indexes] of columns) {
    if (isTarget(type, target) && importTargets(type)[target]?.gathering === 'first by rank') {
      const rank = (index: number) => rankFor(type, target, headers[index] ?? '');
      indexes.sort((one, other) => rank(one) - rank(other) || one - other);
    }
  }
  return columns;
}

/** `name` combines only columns that the user maps to it; the automatic mapping gives it one header. */
function takesEveryMatch(type: ImportType, target: Target): boolean {
  return target !== 'name' && importTargets(type)[target]?.gathering !== 'first';
}

function rankFor(type: ImportType, target: Target, header: string): number {
  const match = matchHeader(type, header);
  return match?.target === target ? match.rank : Number.MAX_SAFE_INTEGER;
}

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
  found: FoundTargets = {},
): ColumnMapping | null {
  const storedTarget = (header: string): ColumnMapping[string] => {
    const target = Object.hasOwn(stored, header) ? stored[header] : undefined;
    if (typeof target !== 'string') return 'ignore';
    const key = parseCustomKey(target);
    if (key !== null) return fields.some((field) => field.key === key) ? `custom:${key}` : 'ignore';
    return isTarget(type, target) ? target : 'ignore';
  };
  const saved: ColumnMapping = Object.fromEntries(headers.map((header) => [header, storedTarget(header)]));
  const automatic = autoMapping(type, headers, fields, found);
  return headers.every((header) => saved[header] === automatic[header]) ? null : saved;
}
