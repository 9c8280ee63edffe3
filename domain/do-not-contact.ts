// Reads do-not-contact entries from typed or pasted lines. The database checks them (private.contact_error).
import { type Address, readAddress } from './contact-address.ts';
import { type NewEntry, newEntries } from './contact-entries.ts';
import type { ContactKind } from './contact-kind.ts';
import { readHeaderRole } from './contact-roles.ts';
import { cellCleaner, plainCell } from './import/cleaning.ts';

type Place = Pick<NewEntry, 'line' | 'isFromFile'>;
export type LineError = Place & { error: string };
/** A header, a comment or a placeholder such as n/a. */
export type IgnoredLine = Place & { ignored: string };
export type ReadLine = NewEntry | LineError | IgnoredLine;

export const LINE_END = /\r\n|[\r\n]/;
const ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
const BULLET =
  /^(?:(?:(?:[-*] )?\[[ x]?\]|--?|[*+•·▪◦‣●○■□–—>✓✔✗✘→]|\(\d{1,5}\)|\p{Extended_Pictographic}\ufe0f?)\s+|[•·▪◦‣●○■□✓✔✗✘]|[-–—](?=\S+[@.]))/iu;
const NUMBER = /^(?:[#[]?\d{1,5}[.):\]]|[a-z][.)])\s+/i;
const JOINER = /^(?:[&+/]|:::|and|und|et|y|e|en|or|oder|ou|o)$/i;
/** Begins the abbreviation of a company form, a saint or a doctor, which is no domain. */
const ABBREVIATION = /^(?:co|st|dr)\./i;

/** A comment, a heading, or a line between two groups. */
const UNWRITTEN = /^#(?!\d{1,5}[.):]?\s)|^\/\/(?![^\s.]+\.\S*$)|^[^@./]+:$|^[^\p{L}\p{N}@]+$/u;
/** A word above the entries of a kind. */
const HEADING =
  /^(?:e-?mails?(?: address(?:es)?)?|domains?|websites|companies|competitors|customers|unsubscribe(?:s|d|rs)|opt(?:ed)?[ -]?outs?|do[ -]not[ -]contact|(?:black|block|suppression|exclusion)[ -]?list)$/i;
const PHONE = /^(?:(?:tel|phone|mobile|fax|telefon)[.:]*\s*)?[+(\d][\d\s()./-]{5,}$/i;
/** The sign between emails that are written without a space. */
const BETWEEN_EMAILS = /(@[^\s@/|\\&<>()]+)[/|\\&<>()]+(?=[^\s@/]+@)/g;
/** `ada (at) acme (dot) com` with spaces. */
const SPELLED_AT = /(?<=\S) [[({]at[\])}] (?=\S+(?:\.| [[({]dot))/gi;
const SPELLED_DOT = / [[({]dot[\])}] /gi;

const BROKEN_EMAIL = /(?:^|\s)@|@(?:\s|$)|@\S+\.(?:\s|$)/;
/** A link in Markdown, whose address is what counts. */
const LINK = /\[[^\]]*\]\((\S+?)\)/g;
/** Characters of a line: the longest value and reason, and what may be left out. */
const MAX_LINE = 5_000;

const ERRORS = {
  several: 'Addresses and words take turns: put each address on a line of its own',
  mixed: 'A person and a domain on one line: put each on a line of its own',
  long: `Longer than ${MAX_LINE} characters`,
  number: 'A number, such as a phone number, can’t be an entry',
  unclear: 'A company or a domain? Put the domain on a line of its own, or choose Company as the kind',
};

/** Reads the entries of all lines that are not blank. A reason follows a tab, a semicolon or an address. */
export function entriesOfLines(text: string, kind?: ContactKind): ReadLine[] {
  const lines = text.split(LINE_END).map((whole, index) => ({ line: index + 1, text: trimmed(whole) }));
  const filled = lines.filter((line) => line.text !== '');
  const numbers = filled.map((line) => Number(/^\d+(?=[.)]\s)/.exec(line.text)?.[0]));
  const isNumbered = numbers.length > 1 && numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
  return filled.flatMap(({ line, text }, index): ReadLine[] =>
    index === 0 && isHeader(text) ? [{ line, ignored: text }] : readLine(line, text, kind, isNumbered),
  );
}

function readLine(line: number, text: string, kind?: ContactKind, isNumbered = false, isCell = false): ReadLine[] {
  if (text.length > MAX_LINE) return [{ line, error: ERRORS.long }];
  if (UNWRITTEN.test(text) || clean(text) === null || HEADING.test(text)) return [{ line, ignored: text }];
  const unmarked = text.replace(BULLET, '');
  const rest = unmarked.replace(NUMBER, '');
  const isListed = isNumbered || (rest !== unmarked && splitParts(rest)[0]?.addresses.length);
  return readEntries(line, isListed ? rest : unmarked, kind, isCell);
}

/** Returns null for a placeholder such as n/a. */
const clean = cellCleaner('custom');

/** Reads the entries of a cell's lines. An entry without an address has no reason. */
export function entriesOfCell(line: number, cell: string, kind?: ContactKind): ReadLine[] {
  if (kind === 'company') return newEntries(line, kind, cell);
  return cell.split(/[\r\n]+/).flatMap((text) => readLine(line, trimmed(text), kind, false, true));
}

const trimmed = (text: string) => (text.length > MAX_LINE ? text.trim() : plainCell(text.replace(ENDS, '')));

function isHeader(text: string): boolean {
  const roles = text.split(/[\t;,|]/).map((cell) => readHeaderRole(cell.replaceAll('"', '')));
  return roles.every((role) => role !== undefined) && roles.some((role) => role !== 'reason');
}

/** A text between separators. No other words stand between its addresses. */
type Part = {
  start: number;
  end: number;
  before: string;
  addresses: Address[];
  after: string;
  isBracketed?: boolean;
  error?: string;
};

const splitParts = (text: string): Part[] =>
  [...text.matchAll(/(?:"[^"]*"|[^\t;,|])+/g)].map(({ 0: part, index }) => readPart(part, index));

function readPart(part: string, start: number): Part {
  const words = [...part.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index, end: index + word.length }));
  const read = words.map(({ word }) => readAddress(word));
  const isAddress = (at: number) => words.length === 1 || read[at]?.kind !== 'email' || read[at].isMarked;
  const found = read.flatMap((address, at) => (address && isAddress(at) ? [at] : []));
  const [first, last] = [words[found[0] ?? -1], words[found.at(-1) ?? -1]];
  const none = { start, end: start + part.length, before: '', addresses: [], after: '' };
  if (!first || !last) return none;
  const before = part.slice(0, first.index).trim();
  const after = part.slice(last.end).trim();
  const addresses = found.flatMap((at) => read[at] ?? []);
  const between = words.filter(({ index }, at) => index > first.index && index < last.index && !found.includes(at));
  if (before && !/[-–—:=>]$/.test(before) && first.word.startsWith('@'))
    return { ...none, addresses, error: ERRORS.mixed };
  if (between.some(({ word }) => !JOINER.test(word))) return { ...none, addresses, error: ERRORS.several };
  const isBracketed = /^[<([{]/.test(first.word);
  const isSeparate = before ? /[-–—:=>]$/.test(before) : /^[-–—:#(/[]/.test(after);
  if ((before || after) && !isSeparate && !isBracketed && addresses.every(({ isMarked }) => !isMarked)) {
    const isName = (word = '') => /\p{Lu}/u.test(word) || ABBREVIATION.test(word);
    return found.some((at) => isName(words[at]?.word))
      ? none
      : { ...none, addresses, before, after, error: ERRORS.unclear };
  }
  return { ...none, end: start + last.end, before, addresses, after, isBracketed };
}

function readEntries(line: number, text: string, kind?: ContactKind, isCell = false): ReadLine[] {
  const addresses: Address[] = [];
  const names: string[] = [];
  /** The start of the words that follow the last address. */
  let rest: number | null = null;
  const spelled = text.replace(SPELLED_AT, '@').replace(SPELLED_DOT, '.');
  const written = spelled.replace(LINK, '$1').replace(BETWEEN_EMAILS, '$1 ');
  for (const part of kind === 'company' ? [] : splitParts(written)) {
    const isReason = addresses.length > 0 && (rest !== null || part.before !== '');
    const isOnlyDomain = part.addresses.every((address) => address.kind === 'domain');
    if (part.addresses.length === 0 || (isReason && isOnlyDomain && part.before)) {
      rest ??= part.start;
      continue;
    }
    const error = part.error ?? (isReason && !part.isBracketed ? ERRORS.several : undefined);
    if (error) return [{ line, error }];
    names.push(written.slice(rest ?? part.start, part.start), part.before);
    addresses.push(...part.addresses);
    rest = part.after ? part.end : null;
  }
  const isMixed = addresses.some(isOpenDomain) && addresses.some((one) => one.kind !== 'domain');
  const error = isMixed ? ERRORS.mixed : addresses.find((one) => one.error)?.error;
  if (error) return [{ line, error }];
  if (addresses.length === 0) {
    const [value = '', reason] = isCell ? [text] : split(text);
    if (PHONE.test(value)) return [{ line, error: ERRORS.number }];
    return newEntries(line, kind ?? (BROKEN_EMAIL.test(value) ? 'email' : 'company'), value, reason);
  }
  const reason = rest === null ? '' : withoutMarks(written.slice(rest));
  const leftOut = withoutMarks(names.join(' '));
  return addresses.flatMap((found, at) => {
    const own = found.kind === 'linkedin' || found.isPattern ? found.kind : (kind ?? found.kind);
    return newEntries(line, own, found.value, reason, at === 0 && !readHeaderRole(leftOut) ? leftOut : '');
  });
}

/** A domain that may be an employer's. */
const isOpenDomain = ({ kind, isPattern }: Address) => kind === 'domain' && !isPattern;

/** Value and reason of a line without an address. */
function split(text: string): string[] {
  const at = text.search(/[\t;]/);
  const value = at < 0 ? text : text.slice(0, at);
  return [value.trim().replace(/^["“„](.*)["”“]$/, '$1'), at < 0 ? '' : text.slice(at + 1).trim()];
}

const withoutMarks = (text: string) =>
  text
    .replace(/^[\s,;|:#/–—-]+|[\s,;|:=>–—-]+$/g, '')
    .replace(/^[("](.*)[)"]$/, '$1')
    .replace(/\s+/g, ' ');
