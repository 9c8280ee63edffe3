// In charge of writing CSV: cells, lines. Refuses to know what they mean.

/** A cell by RFC 4180: quoted only where it holds a comma, a quote or a line break. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as one comma-delimited line without its line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}
