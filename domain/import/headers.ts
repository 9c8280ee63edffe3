// Recognizes headers, and makes them unique.
import { plainCell } from './cleaning.ts';
import { companySynonyms, leadSynonyms, possibleLeadHeaders } from './synonyms.ts';
import type { ImportType, Target } from './targets.ts';

/** The target that a header names. A lower rank is a better match. */
export type HeaderMatch = { target: Target; rank: number };

/** Characters of a header that may be known. Looking for a trailing `*` or `(…)` takes time by the square of the length. */
const MAX_HEADER_LENGTH = 500;

/** The best rank of a header in another language. */
const OTHER_LANGUAGES = 1000;

const tables: Record<ImportType, Map<string, HeaderMatch>> = {
  leads: foldedTable(leadSynonyms),
  companies: foldedTable(companySynonyms),
};

const possibleTargets = foldedTable(possibleLeadHeaders);

/** Returns the target that a header names, with or without a leading `Person - ` or `Organization - `; undefined for an unknown header. */
export function matchHeader(type: ImportType, header: string): HeaderMatch | undefined {
  const text = plainCell(header);
  return tables[type].get(folded(text)) ?? tables[type].get(folded(text.replace(/^(?:person|organization) - /i, '')));
}

/** Whether a column called Name has surnames, as it usually has beside one of first names in German or Dutch (`Name;Vorname`). */
export function isSurnameBeside(header: string, firstName: string): boolean {
  return /^(?:name|naam)$/.test(folded(header)) && (matchHeader('leads', firstName)?.rank ?? 0) >= OTHER_LANGUAGES;
}

/** Returns the target that an unknown header may name; undefined if there is none. */
export function suggestTarget(type: ImportType, header: string): Target | undefined {
  return type === 'leads' ? possibleTargets.get(folded(header))?.target : undefined;
}

/** Targets that only a person has. A company has a name and a phone, too. */
const OF_PEOPLE: readonly Target[] = [
  'firstName',
  'lastName',
  'lastFirst',
  'title',
  'headline',
  'profile_picture_url',
  'email',
];

/** The headers that name fields of people, if a file that is to be one of companies has two or more. */
export function headersOfPeople(headers: readonly string[]): string[] {
  const found = headers.filter((header) => OF_PEOPLE.includes(matchHeader('leads', header)?.target as Target));
  return found.length > 1 ? found : [];
}

/** Whether the headers of a file are those of a person or company: one is an email or a web address. */
export function hasDataAsHeaders(headers: readonly string[]): boolean {
  return headers.some((header) => /^(?:\S+@\S+\.\p{L}{2,}|(?:https?:\/\/|www\.)\S+)$/iu.test(header));
}

/** Returns the headers as shown to the user, plain and unique: an empty one is named after its position (`Column 4`), a repeated one is numbered (`Company (2)`). */
export function distinctHeaders(cells: readonly string[]): string[] {
  const texts = cells.map((cell, index) => plainCell(cell) || `Column ${index + 1}`);
  const reserved = new Set(texts);
  /** The lowest number that may be free, by text that was used. Lower ones stay reserved. */
  const numbers = new Map<string, number>();
  return texts.map((text) => {
    let number = numbers.get(text);
    if (number === undefined) {
      numbers.set(text, 2);
      return text;
    }
    while (reserved.has(`${text} (${number})`)) number += 1;
    const header = `${text} (${number})`;
    numbers.set(text, number + 1);
    reserved.add(header);
    return header;
  });
}

/** Headers are compared without case, accents, invisible characters, apostrophes, spaces, `_ - . /` and a trailing `*` or `(…)`. */
function folded(header: string): string {
  if (header.length > MAX_HEADER_LENGTH) return '';
  return header
    .replace(/(?:\s*(?:\*|\([^()]*\)))+$/, '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\s_./'’-]+/gu, '');
}

/** A header that is known in English and in another language has its English meaning. */
function foldedTable(synonyms: Record<string, readonly string[]>): Map<string, HeaderMatch> {
  const table = new Map<string, HeaderMatch>();
  const add = (target: string, lines: readonly string[], firstRank: number) => {
    for (const [index, header] of lines.flatMap((line) => line.split(', ')).entries()) {
      const key = folded(header);
      if (!table.has(key)) table.set(key, { target: target as Target, rank: firstRank + index });
    }
  };
  for (const [target, lines] of Object.entries(synonyms)) add(target, lines.slice(0, 1), 0);
  for (const [target, lines] of Object.entries(synonyms)) add(target, lines.slice(1), OTHER_LANGUAGES);
  return table;
}
