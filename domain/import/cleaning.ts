import { unguardFormulas } from '../csv/cells.ts';
import { cleanEmail, isPlaceholderEmail, visibleText } from '../email.ts';
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

/** Texts that programs write for no value, such as the errors of spreadsheets in the languages of the headers. */
const NO_VALUES = new Set(
  `n/a, #n/a, na, none, null, nil, undefined, unknown, not available, -, --, —, nan, (null), <null>, \\n, [], {}, [""], [null], [object object], #ref!,
  #value!, #name?, #null!, #div/0!, #num!, #spill!, #calc!, #error!, #n/d, #nv, #n/b, #bezug!, #wert!, #zahl!, #überlauf!, #valeur!, #nombre!, #nom?,
  #¡ref!, #¡valor!, #¡num!, #¡div/0!, #¿nombre?, #rif!, #valore!, #nome?, #verw!, #waarde!, #getal!, #naam?, #valor!`.split(
    /,\s+/,
  ),
);
/** Texts that people and tools write for a value that they do not know, without signs around them. */
const UNKNOWN = new Set(
  `n/a, na, none, null, unknown, not available, n.a, n. a, n/d, not found, not provided, not applicable, no data, no result, no email, no email found, email not found, no phone,
  no phone found, no linkedin, email protected, tbd, tba, blank, empty, unbekannt, nicht verfügbar, keine angabe, k.a, k. a, inconnu, non disponible, non renseigné,
  desconocido, no disponible, sin datos, onbekend, niet beschikbaar, n.v.t, sconosciuto, non disponibile, desconhecido, não disponível, não informado`.split(
    /,\s+/,
  ),
);
/** No address or phone number. */
const NOT_GIVEN = /^(?:no|false|0|x|[\s!-/:-@[-`{-~–—…]*)$/i;
const MAX_PLACEHOLDER = 30;
const ONLY_SIGNS = /^[?._/–—…❌✗✘🚫]*$/u;
/** Most values, which have no signs around them. */
const WORDS = /^[a-z0-9+](?:.*[a-z0-9])?$/;
const SIGNS_AROUND = /^[^\p{L}\p{N}#]+|[^\p{L}\p{N}]+$/gu;

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
    const first = hasSeveral ? visibleText(text.split(' ::: ')[0] ?? '') : text;
    const value = target === 'email' ? cleanEmail(first) : isAddress ? cleanAddress(first) : first;
    if (value === '' || keepsPlaceholders) return value || null;
    if (isDamaged(target, value) || isPageOfCompany(target, value)) return null;
    const plain = isAddress ? value.replace(SCHEME, '') : value;
    const isEmpty = target === 'custom' ? NO_VALUES.has(value.toLowerCase()) : isPlaceholder(plain);
    const isNoAddress =
      (target === 'email' && isPlaceholderEmail(value)) || ((hasSeveral || isAddress) && NOT_GIVEN.test(plain));
    return isEmpty || isNoAddress ? null : value;
  };
}

const MONTH =
  '(?:jan|ene|gen|feb|f[eé]v|mar|m[aä]r|mrz|mrt|apr|abr|avr|ma[iyg]|mei|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic)\\p{L}*\\.?';
/** The forms that Excel gives to a long number, and to a range such as 11-50. */
const DAMAGED: Partial<Record<CleanedTarget, RegExp>> = {
  phone: /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i,
  size: new RegExp(`^(?:\\d{1,2}[-. /]{1,2}${MONTH}|${MONTH}[-. /]\\d{2}|\\d{1,4}([-./])\\d{1,2}\\1\\d{2,4})$`, 'iu'),
};

/** Whether a LinkedIn address of a lead is the page of a company, which several leads may have. */
export const isPageOfCompany = (target: CleanedTarget, value: string): boolean =>
  target === 'linkedin_profile_url' &&
  /^(?:https?:\/\/)?(?:[a-z]+\.)*linkedin\.com\/(?:sales\/)?(?:company|account|school|showcase)\//i.test(value);

/** Whether Excel has replaced a phone number or a size by a rounded number or a date, so that it is lost. */
export const isDamaged = (target: CleanedTarget, value: string): boolean => DAMAGED[target]?.test(value) ?? false;

const WEB_ADDRESS = /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?)$/iu;
/** The form of most web addresses, which have nothing to clean. */
const PLAIN_ADDRESS = /^(?:https?:\/\/)?[\w./?=&%#+~@-]+$/i;
const WRAPPED = /^[<(["'“„«]+(.*?)[>)\]"'”“»]+$/;
/** A scheme before another one: `https://https://`. */
const FURTHER_SCHEME = /^(?:https?:\/{0,2}\s*)+(?=https?:\/\/)/i;

/** The first of several web addresses, without quotes or brackets around it. Other texts lose invisible characters only. */
function cleanAddress(text: string): string {
  if (PLAIN_ADDRESS.test(text)) return text;
  const visible = visibleText(text).trim();
  const parts = visible.split(/\s*[,;|]\s*|\s+(?:\/\s+)?/).filter((part) => part !== '');
  const first = parts.length > 0 && parts.every((part) => WEB_ADDRESS.test(part)) ? (parts[0] ?? '') : visible;
  return first.replace(WRAPPED, '$1').trim().replace(FURTHER_SCHEME, '');
}

/** An address of `http://` or `https://www.` alone is empty, as is `https://n/a`. */
const SCHEME = /^(?:https?:\/{0,2})?(?:www\.)?\/*/i;

/** Whether a text stands for one that is not known: `N/A`, `#REF!`, `(not found)`. */
export function isPlaceholder(value: string): boolean {
  if (value.length > MAX_PLACEHOLDER) return false;
  const text = value.toLowerCase();
  if (NO_VALUES.has(text) || UNKNOWN.has(text)) return true;
  return !WORDS.test(text) && (ONLY_SIGNS.test(text) || UNKNOWN.has(text.replace(SIGNS_AROUND, '')));
}
