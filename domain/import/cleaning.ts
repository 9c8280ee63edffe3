import { unguardFormulas } from '../csv/cells.ts';
import { cleanEmail, isPlaceholderEmail } from '../email.ts';
import type { Target } from './targets.ts';

type CleanedTarget = Target | 'custom';

const freeText = new Set<CleanedTarget>(['name', 'firstName', 'lastName', 'company', 'notes', 'description']);
const multiline = new Set<CleanedTarget>(['notes', 'description', 'custom']);
const multivalued = new Set<CleanedTarget>(['email', 'phone']);

const placeholders = new Set('n/a, #n/a, na, none, null, nil, undefined, unknown, not available, -, --, —'.split(', '));
const longestPlaceholder = 13;

/** Matches nothing in most cells, so that they are not copied. */
const whiteSpace = /\s{2,}|[^\S ]/g;
const whiteSpaceInLines = /[^\S\n\r\u2028\u2029]{2,}|[^\S \n\r\u2028\u2029]/g;

/** Returns a cell's value for one target; null for an empty one. */
export type CellCleaner = (cell: string) => string | null;

/**
 * Returns the cleaner for a target: trims, collapses white space (line breaks stay in `notes`, `description` and custom fields), removes the `'` that an export
 * puts before a formula and a spreadsheet before a number, takes the first of values separated by ` ::: `, drops placeholders such as `n/a`
 * except in names, companies and free text, and of an email keeps the address alone.
 */
export function cellCleaner(target: CleanedTarget): CellCleaner {
  const foldable = multiline.has(target) ? whiteSpaceInLines : whiteSpace;
  const [keepsPlaceholders, hasSeveral] = [freeText.has(target), multivalued.has(target)];
  return (cell) => {
    const folded = unguardFormulas(cell).trim().replace(foldable, ' ');
    const unguarded = folded.startsWith("'") ? folded.replace(/^'(?=[+\-=@\d])/, '') : folded;
    const first = hasSeveral ? (unguarded.split(' ::: ')[0] ?? '') : unguarded;
    const value = target === 'email' ? cleanEmail(first) : first;
    return value === '' ||
      (!keepsPlaceholders && isPlaceholder(value)) ||
      (target === 'email' && isPlaceholderEmail(value))
      ? null
      : value;
  };
}

function isPlaceholder(value: string): boolean {
  return value.length <= longestPlaceholder && placeholders.has(value.toLowerCase());
}
