import { unguardFormulas } from '../csv/cells.ts';
import { cleanEmail, isPlaceholderEmail } from '../email.ts';
import { decodeEntities } from './html-entities.ts';
import type { Target } from './targets.ts';

type CleanedTarget = Target | 'custom';

const freeText = new Set<CleanedTarget>(['name', 'firstName', 'lastName', 'company', 'notes', 'description']);
const multiline = new Set<CleanedTarget>(['notes', 'description', 'custom']);
const multivalued = new Set<CleanedTarget>(['email', 'phone']);
const addresses = new Set<CleanedTarget>([
  'linkedin_profile_url',
  'profile_picture_url',
  'website',
  'domain',
  'linkedin_url',
]);

const placeholders = new Set('n/a, #n/a, na, none, null, nil, undefined, unknown, not available, -, --, —'.split(', '));
const longestPlaceholder = 13;

/** Matches nothing in most cells, so that they are not copied. */
const whiteSpace = /\s{2,}|[^\S ]/g;
const whiteSpaceInLines = /[^\S\n\r\u2028\u2029]{2,}|[^\S \n\r\u2028\u2029]/g;

/** `="0612"` and `=0612`, by which files keep Excel from reading a text as a number. */
const EXCEL_TEXT = /^=\s*(?:"((?:[^"]|"")*)"|(\+?\d[\d ]{4,}))$/;
const NUMBER_LIKE = /^[+\d][\d\s().,/-]{4,}$/;

/** Returns the content of a cell such as `="0612"`, and any other cell as it is. */
export function excelText(cell: string): string {
  const [, quoted, digits] = (cell.startsWith('=') && EXCEL_TEXT.exec(cell)) || [];
  return quoted?.replaceAll('""', '"') ?? digits ?? cell;
}

/** Removes the guard of a formula. A cell that had one is text, unless it is a number in a file of rejected rows. */
function unguarded(cell: string): string {
  const text = unguardFormulas(cell).trim();
  const plain = excelText(text);
  return text === cell.trim() || NUMBER_LIKE.test(plain) ? plain : text;
}

/** The text of a cell without entities of HTML and the quotes of Excel. */
export const plainCell = (cell: string): string => excelText(decodeEntities(cell).trim());

/** Returns a cell's value for one target; null for an empty one. */
export type CellCleaner = (cell: string) => string | null;

/**
 * Returns the cleaner for a target: decodes entities of HTML once, takes the text of `="…"`, trims, collapses white space (line breaks stay in `notes`,
 * `description` and custom fields), removes the `'` that an export puts before a formula and a spreadsheet before a number, takes the first of values
 * separated by ` ::: `, drops placeholders such as `n/a` except in names, companies and free text, and of an email keeps the address alone.
 */
export function cellCleaner(target: CleanedTarget): CellCleaner {
  const foldable = multiline.has(target) ? whiteSpaceInLines : whiteSpace;
  const [keepsPlaceholders, hasSeveral, isAddress] = [
    freeText.has(target),
    multivalued.has(target),
    addresses.has(target),
  ];
  return (cell) => {
    const folded = unguarded(decodeEntities(cell)).trim().replace(foldable, ' ');
    const text = folded.startsWith("'") ? folded.replace(/^'(?=[+\-=@\d])/, '') : folded;
    const first = hasSeveral ? (text.split(' ::: ')[0] ?? '') : text;
    const value = target === 'email' ? cleanEmail(first) : first;
    const isEmpty =
      isPlaceholder(isAddress ? value.replace(SCHEME, '') : value) || (target === 'email' && isPlaceholderEmail(value));
    return value === '' || (!keepsPlaceholders && isEmpty) ? null : value;
  };
}

/** An address of `http://` or `https://www.` alone is empty, as is `https://n/a`. */
const SCHEME = /^(?:https?:\/{0,2})?(?:www\.)?\/*/i;

function isPlaceholder(value: string): boolean {
  return value === '' || (value.length <= longestPlaceholder && placeholders.has(value.toLowerCase()));
}
