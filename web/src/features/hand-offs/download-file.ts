import { spreadsheetLine } from '#domain/csv/cells.ts';
import { filesOf, type Lines, linesOf } from '#domain/hand-off/files.ts';
import { exportFileName } from '#domain/lead-export.ts';
import { writeFile } from '@/lib/file-sink.ts';
import { type HandOff, storedRows } from './data.ts';
import { FileChecksum } from './file-checksum.ts';
import { texts } from './texts.ts';

const line = (cells: readonly string[]) => `${spreadsheetLine(cells)}\r\n`;

/** With a byte-order mark, and no cell that runs as a formula. */
const spreadsheet: Lines = { head: (columns) => `\ufeff${line(columns.map(({ header }) => header))}`, row: line };

/** The name of a file without its ending. */
export const nameOf = (handOff: HandOff, customer: string, what = handOff.plan.tool.name) =>
  exportFileName(customer, new Date(handOff.created_at), `${what} - ${handOff.campaign_name}`);

/**
 * Makes a file again, as the tool reads it or for a spreadsheet, and saves it. Returns whether its checksum is that of the hand-off; null for a
 * spreadsheet. Rejects with an AbortError if the user cancels the dialog.
 */
export async function downloadFile(
  handOff: HandOff,
  index: number,
  customer: string,
  isForSpreadsheet: boolean,
): Promise<boolean | null> {
  const { plan, files } = handOff;
  const file = files[index];
  const part = files.length > 1 ? texts.files.part(index + 1, files.length) : '';
  const name = nameOf(handOff, customer).replace(
    /\.csv$/,
    `${part}${isForSpreadsheet ? ` - ${texts.files.spreadsheet}` : ''}.csv`,
  );
  const abort = new AbortController();
  const checksum = new FileChecksum();
  await writeFile(name, file?.rows ?? 0, async (write) => {
    const pieces = filesOf(
      plan,
      storedRows(handOff, abort.signal),
      isForSpreadsheet ? spreadsheet : linesOf(file ?? {}),
    );
    for await (const piece of pieces) {
      if (piece.file > index) break;
      if (piece.file < index) continue;
      checksum.add(piece.text);
      await write(piece.text);
    }
  }).finally(() => abort.abort());
  return isForSpreadsheet ? null : checksum.end() === file?.sha256;
}
