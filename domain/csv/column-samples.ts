/** How many values are shown of a column, and how many characters of each. */
const SAMPLES = 3;
const MAX_LENGTH = 500;

/** Collects the first values of each column that are not empty, wherever they are in the file. */
export class ColumnSamples {
  readonly values: string[][];

  constructor(columns: number) {
    this.values = Array.from({ length: columns }, () => []);
  }

  add(cells: readonly string[]): void {
    for (const [column, found] of this.values.entries()) {
      if (column >= cells.length) return;
      const value = found.length < SAMPLES && cells[column]?.trim();
      if (value) found.push(value.slice(0, MAX_LENGTH));
    }
  }
}
