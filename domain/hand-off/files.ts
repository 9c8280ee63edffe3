// Preparing a hand-off and making its files, page by page. Reading and storing are given.
import type { StepContent } from '../campaign/steps.ts';
import { csvLine } from '../csv/cells.ts';
import type { HandOffPlan } from './plan.ts';
import { type HandOffRow, headLine, rowLine, rowOf } from './rows.ts';

/** A lead as it is read, with its values by key. */
export type LeadToHandOff = {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  lead_values: Record<string, string>;
};

export type CheckedLead = Omit<LeadToHandOff, 'lead_values'> & HandOffRow;

type LeadCheck = {
  plan: HandOffPlan;
  steps: readonly StepContent[];
  /** The next leads after those that are stored or, if one is given, after this one. Fewer than PAGE are the last. */
  read: (after?: LeadToHandOff) => Promise<LeadToHandOff[]>;
  /** Returns whether these were the last ones. */
  store: (leads: CheckedLead[]) => Promise<boolean>;
  signal: AbortSignal;
};

const PAGE = 1_000;

/** Checks and stores the remaining leads, and reads a page while the one before is stored. Rejects with the signal's reason; stored rows stay. */
export async function checkLeads({ plan, steps, read, store, signal }: LeadCheck): Promise<void> {
  let reading = read();
  for (let isLast = false; !isLast; ) {
    const leads = await reading;
    signal.throwIfAborted();
    if (leads.length >= PAGE) {
      reading = read(leads.at(-1));
      reading.catch(() => {}); // rejects where it is awaited
    }
    const checked = leads.map(({ lead_values, ...lead }) => ({ ...lead, ...rowOf(plan, steps, lead_values) }));
    for (const part of partsOf(checked)) {
      isLast = await store(part);
      signal.throwIfAborted();
    }
    if (leads.length < PAGE && !isLast) reading = read();
  }
}

/** Characters of the cells that are sent or read at once: what the row API takes, in any script. */
export const CELLS_AT_ONCE = 4_000_000;

/** At least one part, which may be empty. */
function* partsOf(leads: CheckedLead[]): Generator<CheckedLead[]> {
  let [start, size] = [0, 0];
  for (const [place, lead] of leads.entries()) {
    const own = 'cells' in lead ? lead.cells.join('').length : 0;
    if (size + own > CELLS_AT_ONCE && place > start) {
      yield leads.slice(start, place);
      [start, size] = [place, 0];
    }
    size += own;
  }
  yield leads.slice(start);
}

/** A stored row that is in a file. An erased one has no cells, and is empty in the file. */
export type StoredRow = { cells: string[] | null };

/** A piece of a file: `file` counts from 0, and the first piece of each begins with the header. */
export type FilePiece = { file: number; text: string; rows: number };

/** How a line is written: as the tool reads it, or for a spreadsheet. */
export type Lines = { head: (columns: HandOffPlan['columns']) => string; row: (cells: readonly string[]) => string };
const toolLines: Lines = { head: headLine, row: rowLine };
const sparseLine = (cells: readonly string[]) => `${csvLine(cells)}\r\n`;
const sparseLines: Lines = { head: (columns) => sparseLine(columns.map(({ header }) => header)), row: sparseLine };

/** A file that was handed off. `quotes` says that every cell is quoted; in files without it, only those that need it (RFC 4180). */
export type HandOffFile = { rows: number; sha256: string; quotes?: 'all' };

/** How the lines of a file were written when it was handed off. */
export const linesOf = ({ quotes }: Pick<HandOffFile, 'quotes'>): Lines => (quotes === 'all' ? toolLines : sparseLines);

/** The files of the rows, split where the tool reads only so many per file. */
export async function* filesOf(
  { tool, columns }: HandOffPlan,
  pages: AsyncIterable<readonly StoredRow[]>,
  { head, row }: Lines = toolLines,
): AsyncGenerator<FilePiece> {
  const most = tool.rowsPerFile ?? Number.POSITIVE_INFINITY;
  const empty = columns.map(() => '');
  let piece: FilePiece = { file: 0, text: head(columns), rows: 0 };
  let written = 0;
  for await (const page of pages) {
    for (const { cells } of page) {
      if (written === most) {
        yield piece;
        piece = { file: piece.file + 1, text: head(columns), rows: 0 };
        written = 0;
      }
      piece.text += row(cells ?? empty);
      piece.rows += 1;
      written += 1;
    }
    yield piece;
    piece = { file: piece.file, text: '', rows: 0 };
  }
}
