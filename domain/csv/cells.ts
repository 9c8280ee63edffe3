// Writes CSV.
/** Quotes a cell only if it contains a comma, a quote or a line break (RFC 4180). */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Joins cells to a line without a line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}

/** As `csvLine`, with a `'` before each cell that a spreadsheet would run as a formula. An import removes it again before `+ - = @`. */
export function spreadsheetLine(cells: readonly string[]): string {
  return csvLine(cells.map((cell) => (mayRun(cell) ? `'${cell}` : cell)));
}

/** Leading white space counts, because programs trim it, and so do full-width signs, which are formulas in East Asian locales. Numbers and phone numbers are no formulas. */
function mayRun(text: string): boolean {
  if (/^[=@\t\r\n＝＠＋－]/.test(text)) return true;
  return /^[+-]/.test(text) && !/^[+-][\d\s().,/-]*\d[\d\s().,/-]*$/.test(text);
}
