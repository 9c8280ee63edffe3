// Spreadsheets that are chosen instead of CSV files.
import { type ByteSource, firstBytes } from './encoding.ts';

/** The beginnings of zip archives, which XLSX, ODS and Numbers files are, and of XLS files. */
const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The beginning of a table that a tool has saved as HTML or XML, which Excel opens as a spreadsheet. */
const MARKUP = /^[^\x20-\x7e]*\s*<(?:!doctype|html|head|meta|style|table|\?xml)\b/i;

/** Whether a file name is that of a spreadsheet. */
export const isWorkbookName = (fileName: string): boolean => /\.(xls[xmb]?|ods|numbers)$/i.test(fileName);

/** Whether a file is a spreadsheet, by its name or its first bytes. Rejects if the file cannot be read. */
export async function isWorkbook(file: ByteSource & { name: string }): Promise<boolean> {
  if (isWorkbookName(file.name)) return true;
  const start = await firstBytes(file, 200);
  const isBinary = SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte));
  return isBinary || MARKUP.test(String.fromCharCode(...start.filter((byte) => byte !== 0)));
}
