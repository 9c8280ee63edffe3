// Learns from the cells of a file how its names are written, which no header says.
import { turnedName } from '../person-name.ts';
import { cellCleaner } from './cleaning.ts';
import { matchHeader } from './headers.ts';
import { autoMapping, type FoundTargets } from './mapping.ts';
import type { ImportType, Target } from './targets.ts';

/** `turned`: how many of the names are written 'Last, First', with an example; null if none is. */
export type FoundNames = {
  found: FoundTargets;
  turned: { header: string; count: number; filled: number; example: string; name: string } | null;
};

/**
 * Counts the rows of a lead file. Names that are all written 'Last, First' make the column `lastFirst`. A column beside one of first names only has
 * last names, and beside one of last names only first names, unless most cells contain the other's.
 */
export function nameSurvey(type: ImportType, headers: readonly string[]) {
  const mapping = autoMapping(type, headers);
  const findColumn = (target: Target) =>
    headers.findIndex((header) => mapping[header] !== 'ignore' && matchHeader(type, header)?.target === target);
  const [name, first, last] = [findColumn('name'), findColumn('firstName'), findColumn('lastName')];
  const part = first >= 0 ? first : last;
  const clean = cellCleaner('name');
  const count = { filled: 0, turned: 0, singles: 0, both: 0, containing: 0 };
  let example: { example: string; name: string } | undefined;

  const add = (cells: readonly string[]) => {
    const text = name < 0 ? null : clean(cells[name] ?? '');
    if (text === null) return;
    count.filled += 1;
    const turned = turnedName(text);
    if (turned) {
      example ??= { example: text, name: turned.name };
      count.turned += 1;
      if (!turned.lastName.includes(' ')) count.singles += 1;
    }
    const other = part < 0 ? null : clean(cells[part] ?? '');
    if (other === null) return;
    count.both += 1;
    if (` ${text} `.toLowerCase().includes(` ${other} `.toLowerCase())) count.containing += 1;
  };

  const result = (): FoundNames => {
    const header = headers[name] ?? '';
    const isThroughout = count.turned > 0 && count.turned === count.filled && count.singles * 2 >= count.turned;
    const isBesideOne = count.both > 0 && (first < 0 || last < 0);
    const target = count.containing * 2 >= count.both ? 'name' : first >= 0 ? 'lastName' : 'firstName';
    return {
      found: isThroughout ? { [header]: 'lastFirst' } : isBesideOne ? { [header]: target } : {},
      turned: example ? { header, count: count.turned, filled: count.filled, ...example } : null,
    };
  };
  return { add, result };
}
