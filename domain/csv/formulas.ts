// A `'` before what a spreadsheet would run as a formula, in a cell or a part of one.

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
    .map((part, place, all) => edit(part, all[place - 1]?.at(-1)))
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
