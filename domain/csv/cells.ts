// Writes CSV: cells, lines, and lines of files that are opened in a spreadsheet.

/** A cell by RFC 4180: quoted only where it holds a comma, a quote or a line break. */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as one comma-delimited line without its line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}

/** As csvLine, with every cell that a spreadsheet would run made text by a leading `'`, which an import drops again before `+ - = @`. */
export function spreadsheetLine(cells: readonly string[]): string {
  return csvLine(cells.map((cell) => (mayRun(cell) ? `'${cell}` : cell)));
}

/** White space at the start counts: programs trim it. Full-width signs are formulas too, in East Asian settings. Phone numbers and other numbers are none. */
function mayRun(text: string): boolean {
  if (/^[=@\t\r\n＝＠＋－]/.test(text)) return true;
  return /^[+-]/.test(text) && !/^[+-][\d\s().,/-]*\d[\d\s().,/-]*$/.test(text);
}
