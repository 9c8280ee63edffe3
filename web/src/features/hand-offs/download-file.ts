import { Checksum } from '#domain/hand-off/checksum.ts';
import { exportFileName } from '#domain/lead-export.ts';
import { writeFile } from '@/lib/file-sink.ts';
import { type HandOff, readFile } from './data.ts';
import { texts } from './texts.ts';

/** The name of a file without its ending. */
export const downloadName = (handOff: HandOff, customer: string, what = handOff.plan.tool.name) =>
  exportFileName(customer, new Date(handOff.created_at), `${what} - ${handOff.campaign_name}`);

/**
 * Downloads a file, as the tool reads it or for a spreadsheet, and saves it. Returns whether its checksum is that of the hand-off; null for a
 * spreadsheet. Rejects with an AbortError if the user cancels the dialog.
 */
export async function downloadFile(
  handOff: HandOff,
  index: number,
  customer: string,
  isForSpreadsheet: boolean,
): Promise<boolean | null> {
  const { files } = handOff;
  const file = files[index];
  const part = files.length > 1 ? texts.files.part(index + 1, files.length) : '';
  const name = downloadName(handOff, customer).replace(
    /\.csv$/,
    `${part}${isForSpreadsheet ? ` - ${texts.files.spreadsheet}` : ''}.csv`,
  );
  const checksum = new Checksum();
  await writeFile(name, file?.rows ?? 0, async (write) => {
    for await (const part of readFile(handOff, index, isForSpreadsheet)) {
      checksum.add(part);
      await write(part);
    }
  });
  return isForSpreadsheet ? null : checksum.end() === file?.sha256;
}
