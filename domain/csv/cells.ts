// Lines of CSV. For a spreadsheet, a `'` stands before what it would run as a formula, in a cell or a part of one.

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Joins cells to a line without a line end. A cell is quoted only if it contains a comma, a quote or a line break (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? quoted(cell) : cell)).join(',');
}

/** Joins cells to a line in which each is quoted, so that a program that guesses the separator finds none in them. */
export const quotedLine = (cells: readonly string[]): string => cells.map(quoted).join(',');

/** Joins cells to a line for a spreadsheet: each is quoted, and none runs as a formula. An import reads the same cells. */
export const spreadsheetLine = (cells: readonly string[]): string => quotedLine(cells.map(guardFormulas));

/** A program that separates cells by semicolons or tabs, or ignores quotes, begins a cell after each of these. */
const parts = /(?<=[;\t\r\n])/;

/** Programs trim white space and ignore characters that have no glyph. A quote opens a cell that begins within another. */
const unseen = /^[\s\p{C}\p{Z}\p{DI}\u2800"]+/u;

/** Puts a `'` before the cell, and before each part after a semicolon, tab or line break, that begins as a formula. */
export function guardFormulas(text: string): string {
  return edited(text, (part, before) => (mayRun(part, before) ? `'${part}` : part));
}

/** Removes what guardFormulas adds. */
export function unguardFormulas(text: string): string {
  if (!text.includes("'")) return text;
  return edited(text, (part, before) => (part.startsWith("'") && mayRun(part.slice(1), before) ? part.slice(1) : part));
}

/** `before` is the sign that separates a part from the one before it. */
function edited(text: string, edit: (part: string, before: string | undefined) => string): string {
  return text
    .split(parts)
    .map((part, index, all) => edit(part, all[index - 1]?.at(-1)))
    .join('');
}

/** Full-width signs are formulas in East Asian locales. Numbers and phone numbers are no formulas, nor is a list item such as '- item'. */
function mayRun(part: string, before: string | undefined): boolean {
  if (before === undefined && /^[\t\r\n]/.test(part)) return true;
  const text = part
    .replace(unseen, '')
    .replace(/[;\s]$/, '')
    .trimEnd();
  if (/^[=@＝＠＋－]/.test(text)) return true;
  if (!/^[+-]/.test(text) || isNumber(text)) return false;
  const isListItem = (before === '\n' || before === '\r') && /^- [^|(]*$/.test(text);
  return !isListItem;
}

const isNumber = (text: string) => /^.[\d\s().,/-]+$/.test(text) && /\d/.test(text);
