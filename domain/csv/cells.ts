import { guardFormulas } from './formulas.ts';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Quotes a cell only if it contains a comma, a quote or a line break (RFC 4180). */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

/** Joins cells to a line without a line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}

/** Joins cells to a line for a spreadsheet: each is quoted, and none runs as a formula. An import reads the same cells. */
export function spreadsheetLine(cells: readonly string[]): string {
  return cells.map((cell) => quoted(guardFormulas(cell))).join(',');
}
