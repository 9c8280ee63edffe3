// Reads a CSV file or a plain list of do-not-contact entries.
import { readAddress } from './contact-address.ts';
import { CONTACT_KINDS } from './contact-kind.ts';
import { type ContactColumn, type HeaderRole, readHeaderRole } from './contact-roles.ts';
import { ColumnSamples } from './csv/column-samples.ts';
import { detectDialect } from './csv/dialect.ts';
import { type ByteSource, decodeText, detectEncoding } from './csv/encoding.ts';
import { readRecords } from './csv/records.ts';
import { entriesOfCell, entriesOfLines, type ReadLine } from './do-not-contact.ts';
import { cellCleaner } from './import/cleaning.ts';
import { distinctHeaders } from './import/headers.ts';
import { importChunk } from './limits.ts';

export type ContactFile = {
  /** Unique names of the columns; none of a list with an entry per line. */
  headers: string[];
  /** The meaning of the columns, as far as it is known. */
  columns: (ContactColumn | 'ignore')[];
  /** The first values of each column. */
  samples: string[][];
  totalRows: number;
  read(columns: readonly (ContactColumn | 'ignore')[]): Promise<ReadLine[]>;
};

/** The rows that tell what a column without a known header has. */
const SAMPLE = 200;
const clean = cellCleaner('custom');

/** Opens a file. Of a `list`, such as pasted text, only several known headers or columns of a spreadsheet make a table. Rejects a file that cannot be read. */
export async function openContactFile(file: ByteSource, form: 'table' | 'list'): Promise<ContactFile> {
  const encoding = await detectEncoding(file);
  const openText = () => decodeText(file, encoding);
  const dialect = await detectDialect(openText, readHeaderRole);
  const known = dialect?.header.filter((cell) => readHeaderRole(cell) !== undefined).length ?? 0;
  const isSpreadsheet = dialect?.delimiter === '\t' && dialect.header.length > 2;
  if (!dialect || (form === 'list' && known < 2 && !isSpreadsheet)) return openList(openText());
  const { delimiter, headerRow, header } = dialect;

  async function* records() {
    let line = 0;
    for await (const { cells, isBlank } of readRecords(openText(), delimiter, importChunk.bytes)) {
      line += 1;
      if (!isBlank && line >= headerRow) yield { line, cells: cells.map((cell) => clean(cell) ?? '') };
    }
  }
  const sample: string[][] = [];
  const below = new ColumnSamples(importChunk.columns);
  let [total, width] = [0, 0];
  for await (const { cells } of records()) {
    total += 1;
    width = Math.max(width, cells.length);
    if (total > 1) below.add(cells);
    if (sample.length < SAMPLE) sample.push(cells);
  }
  if (width > importChunk.columns) throw new Error(`It has more than ${importChunk.columns} columns`);
  const places = Array.from({ length: width }, (_, column) => column);
  const contentsFrom = (row: number) =>
    places.map((column) => commonRole(sample.slice(row).flatMap((cells) => cells[column] || [])));
  const hasHeader = known > 0 || (contentsFrom(1).some(Boolean) && !header.some((cell) => readAddress(cell.trim())));
  const [headers, first] = hasHeader ? [header, 1] : [[], 0];
  return {
    headers: distinctHeaders(places.map((column) => headers[column] ?? '')),
    columns: pickColumns(
      places.map((column) => readHeaderRole(headers[column] ?? '')),
      contentsFrom(first),
    ),
    samples: places.map((column) => [
      ...sample.slice(first, 1).flatMap((cells) => cells[column] || []),
      ...(below.values[column] ?? []),
    ]),
    totalRows: total - first,
    async read(columns) {
      const entries: ReadLine[] = [];
      for await (const { line, cells } of records())
        if (line > headerRow || !hasHeader) entries.push(...entriesOfRow(line, cells, columns));
      return entries;
    },
  };
}

async function openList(text: AsyncIterable<string>): Promise<ContactFile> {
  let whole = '';
  for await (const piece of text) whole += piece;
  const entries = entriesOfLines(whole).map((entry) => ({ ...entry, isFromFile: true as const }));
  return { headers: [], columns: [], samples: [], totalRows: entries.length, read: async () => entries };
}

/** A row that names nobody is ignored, not dropped. */
function entriesOfRow(line: number, cells: string[], columns: ContactFile['columns'] | readonly string[]): ReadLine[] {
  const cellText = (column: ContactColumn) => cells[columns.indexOf(column)] ?? '';
  const reason = cellText('reason');
  const kind = CONTACT_KINDS.find((one) => one === cellText('kind').toLowerCase());
  const entries = columns.flatMap((column, index) => {
    const own = CONTACT_KINDS.find((one) => one === column);
    return cells[index] && (own || column === 'value') ? entriesOfCell(line, cells[index], own ?? kind) : [];
  });
  const read = entries.length > 0 ? entries : [{ line, ignored: cells.filter(Boolean).join(', ') }];
  return read.map((entry) => ({ ...entry, ...(reason && 'kind' in entry && { reason }), isFromFile: true as const }));
}

/** The kind of most filled cells of a column; undefined if most are no addresses. */
function commonRole(cells: readonly string[]): HeaderRole | undefined {
  const read = cells.flatMap((cell) => readAddress(cell) ?? []);
  if (read.length === 0 || read.length * 2 < cells.length) return undefined;
  const kind = CONTACT_KINDS.find((own) => read.filter((one) => one.kind === own).length * 10 >= cells.length * 9);
  return kind === 'linkedin' && read.every(({ value }) => /\.com\/company\//i.test(value)) ? 'page' : (kind ?? 'value');
}

/** The employers of people are left out: a list of people must not keep their colleagues from being contacted. */
function pickColumns(roles: (HeaderRole | undefined)[], contents: (HeaderRole | undefined)[]): ContactFile['columns'] {
  const isKnown = roles.some((role) => role !== undefined && role !== 'reason' && role !== 'person');
  const all = roles.map((role, column): HeaderRole | undefined => {
    if (isKnown) return role === 'linkedin' && contents[column] === 'page' ? 'page' : role;
    return role ?? contents[column] ?? (contents.length === 2 && column === 1 ? 'reason' : undefined);
  });
  if (!isKnown && !all.some((role) => role && role !== 'reason')) all[0] = 'value';
  const isOfPeople = all.some((role) => role === 'email' || role === 'linkedin' || role === 'person');
  return all.map((role): ContactColumn | 'ignore' => {
    if (role === 'person' || (role === 'name' && all.includes('company'))) return 'ignore';
    if (isOfPeople && (role === 'domain' || role === 'company' || role === 'name' || role === 'page')) return 'ignore';
    return role === 'page' ? 'linkedin' : role === 'name' ? 'company' : (role ?? 'ignore');
  });
}
