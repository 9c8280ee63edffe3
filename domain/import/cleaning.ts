// In charge of a cell on its way to a field: what of its text is kept. Refuses to judge whether the value is right.
import type { Target } from './targets.ts';

const freeText = new Set<Target>(['name', 'firstName', 'lastName', 'company', 'notes', 'description']);
const multiline = new Set<Target>(['notes', 'description']);
const multivalued = new Set<Target>(['email', 'phone']);

const placeholders = new Set([
  'n/a',
  '#n/a',
  'na',
  'none',
  'null',
  'nil',
  'undefined',
  'unknown',
  'not available',
  '-',
  '--',
  '—',
]);
const longestPlaceholder = 13;

/** What is not a single space already, so that most cells are left as they are. */
const whiteSpace = /\s{2,}|[^\S ]/g;
const whiteSpaceInLines = /[^\S\n\r\u2028\u2029]{2,}|[^\S \n\r\u2028\u2029]/g;

/** A cell's value for one target, or null for none. */
export type CellCleaner = (cell: string) => string | null;

/**
 * How cells of a target are cleaned: trimmed, white space folded (line breaks stay in `notes` and `description`), a spreadsheet's guarding `'` dropped,
 * the first of several values joined by ` ::: `, placeholders such as `n/a` dropped save in names, companies and free text.
 */
export function cellCleaner(target: Target): CellCleaner {
  const foldable = multiline.has(target) ? whiteSpaceInLines : whiteSpace;
  const [keepsPlaceholders, hasSeveral] = [freeText.has(target), multivalued.has(target)];
  return (cell) => {
    const folded = cell.trim().replace(foldable, ' ');
    const unguarded = folded.startsWith("'") ? folded.replace(/^'(?=[+\-=@\d])/, '') : folded;
    const value = hasSeveral ? (unguarded.split(' ::: ')[0] ?? '') : unguarded;
    return value === '' || (!keepsPlaceholders && isPlaceholder(value)) ? null : value;
  };
}

function isPlaceholder(value: string): boolean {
  return value.length <= longestPlaceholder && placeholders.has(value.toLowerCase());
}
