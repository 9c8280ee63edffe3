// In charge of which column becomes which field: the automatic mapping, and the order in which a target takes its columns.
import { matchHeader } from './headers.ts';
import { type ColumnMapping, type ImportType, isTarget, type Target, targetsOf } from './targets.ts';

/**
 * The mapping that the headers' texts suggest, with every header in it. Targets that gather several columns take every header that matches;
 * the others take the header of the best rank, then the first in the file; the rest is ignored.
 */
export function autoMapping(type: ImportType, headers: readonly string[]): ColumnMapping {
  const matches = headers.map((header) => ({ header, match: matchHeader(type, header) }));
  const best = new Map<Target, { header: string; rank: number }>();
  for (const { header, match } of matches) {
    if (match && match.rank < (best.get(match.target)?.rank ?? Number.POSITIVE_INFINITY)) {
      best.set(match.target, { header, rank: match.rank });
    }
  }
  return Object.fromEntries(
    matches.map(({ header, match }) => {
      const isTaken = match && (takesAll(type, match.target) || best.get(match.target)?.header === header);
      return [header, isTaken ? match.target : 'ignore'];
    }),
  );
}

/** The columns of each mapped target, in the order in which their cells are looked at. Headers that the mapping does not name are ignored. */
export function columnsByTarget(
  type: ImportType,
  headers: readonly string[],
  mapping: ColumnMapping,
): Map<Target, number[]> {
  const columns = new Map<Target, number[]>();
  for (const [index, header] of headers.entries()) {
    const target = Object.hasOwn(mapping, header) ? mapping[header] : undefined;
    if (target && isTarget(type, target)) columns.set(target, [...(columns.get(target) ?? []), index]);
  }
  for (const [target, indexes] of columns) {
    if (targetsOf(type)[target]?.gathering === 'first by rank') {
      const rank = (index: number) => rankFor(type, target, headers[index] ?? '');
      indexes.sort((one, other) => rank(one) - rank(other) || one - other);
    }
  }
  return columns;
}

/** `name` joins only what a person maps to it; the automatic mapping gives it one header. */
function takesAll(type: ImportType, target: Target): boolean {
  return target !== 'name' && targetsOf(type)[target]?.gathering !== 'first';
}

function rankFor(type: ImportType, target: Target, header: string): number {
  const match = matchHeader(type, header);
  return match?.target === target ? match.rank : Number.MAX_SAFE_INTEGER;
}
