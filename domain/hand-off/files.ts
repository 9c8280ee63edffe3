// The lines of a hand-off's files, and their checksums.
import { csvLine, spreadsheetLine } from '../csv/cells.ts';
import { Checksum, type SavedChecksum } from './checksum.ts';
import type { HandOffPlan } from './plan.ts';
import { headLine, rowLine } from './rows.ts';

/** A stored row that is in a file. An erased one has no cells, and is empty in the file. */
export type StoredRow = { place: number; cells: string[] | null };

/** How a line is written: as the tool reads it, or for a spreadsheet. */
export type Lines = { head: (columns: HandOffPlan['columns']) => string; row: (cells: readonly string[]) => string };
const toolLines: Lines = { head: headLine, row: rowLine };
const sparseLine = (cells: readonly string[]) => `${csvLine(cells)}\r\n`;
const sparseLines: Lines = { head: (columns) => sparseLine(columns.map(({ header }) => header)), row: sparseLine };
const sheetLine = (cells: readonly string[]) => `${spreadsheetLine(cells)}\r\n`;

/** Lines for a spreadsheet: they begin with a byte-order mark, and no cell runs as a formula. */
export const sheetLines: Lines = {
  head: (columns) => `\ufeff${sheetLine(columns.map(({ header }) => header))}`,
  row: sheetLine,
};

/** A file that was handed off. `quotes` says that every cell is quoted; in files without it, only those that need it (RFC 4180). */
export type HandOffFile = { rows: number; sha256: string; quotes?: 'all' };

/** How the lines of a file were written when it was handed off. */
export const fileLines = ({ quotes }: Pick<HandOffFile, 'quotes'>): Lines =>
  quotes === 'all' ? toolLines : sparseLines;

/** The text of rows of a file, with its header if they are its first. */
export const textOfRows = (
  { columns }: Pick<HandOffPlan, 'columns'>,
  rows: readonly Pick<StoredRow, 'cells'>[],
  { head, row }: Lines,
  isFirst: boolean,
): string => (isFirst ? head(columns) : '') + rows.map(({ cells }) => row(cells ?? columns.map(() => ''))).join('');

/** The progress of making files: rows up to `place` are in them. The last file has a saved checksum, the others are complete. */
export type MadeFiles = { place: number; files: HandOffFile[]; rows: number; checksum: SavedChecksum };

/** Counts the rows of the files and computes their checksums, row by row in their order. A new file begins at the tool's maximum of rows. */
export class FileMaker {
  private readonly plan: HandOffPlan;
  private files: HandOffFile[] = [];
  private rows = 0;
  private checksum: Checksum;
  /** The `place` of the last row. */
  position = 0;

  constructor(plan: HandOffPlan, saved: MadeFiles | null) {
    this.plan = plan;
    this.checksum = new Checksum(saved?.checksum);
    if (saved) {
      ({ place: this.position, rows: this.rows } = saved);
      this.files = [...saved.files];
    } else this.checksum.add(headLine(plan.columns));
  }

  add({ place, cells }: StoredRow): void {
    const { columns, tool } = this.plan;
    if (this.rows === tool.rowsPerFile) {
      this.files = this.end();
      this.rows = 0;
      this.checksum = new Checksum();
      this.checksum.add(headLine(columns));
    }
    this.checksum.add(textOfRows(this.plan, [{ cells }], toolLines, false));
    this.rows += 1;
    this.position = place;
  }

  /** Goes on after a row that is in no file. */
  skip(position: number): void {
    this.position = position;
  }

  save(): MadeFiles {
    return { place: this.position, files: this.files, rows: this.rows, checksum: this.checksum.save() };
  }

  /** The files, when the last row is added. */
  end(): HandOffFile[] {
    return [...this.files, { rows: this.rows, sha256: this.checksum.end(), quotes: 'all' }];
  }
}
