// Reads a CSV file or a plain list of do-not-contact entries.
import { readAddress } from './contact-address.ts';
import { CONTACT_KINDS } from './contact-kind.ts';
import { type ContactColumn, type HeaderRole, readHeaderRole } from './contact-roles.ts';
import { ColumnSamples } from './csv/column-samples.ts';
import { detectDialect } from './csv/dialect.ts';
import { type ByteSource, decodeText, detectEncoding } from './csv/encoding.ts';
import { readRecords } from './csv/records.ts';
import { entriesOfCell, entriesOfLines, type ReadLine } from './do-not-contact.ts';
import { readDate } from './hand-off/result-dates.ts';
import { guessTarget } from './hand-off/result-headers.ts';
import { readStatus, readTruth } from './hand-off/result-words.ts';
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
  async function haveBoth(some: readonly number[], others: readonly number[]): Promise<boolean> {
    for await (const { line, cells } of records())
      if (line > headerRow && [some, others].every((columns) => columns.some((column) => cells[column]))) return true;
    return false;
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
  const filledCells = (column: number, row: number) => sample.slice(row).flatMap((cells) => cells[column] || []);
  const contentsFrom = (row: number) => places.map((column) => commonRole(filledCells(column, row)));
  const hasHeader = known > 0 || (contentsFrom(1).some(Boolean) && !header.some((cell) => readAddress(cell.trim())));
  const [headers, first] = hasHeader ? [header, 1] : [[], 0];
  const contents = contentsFrom(first);
  const roles = places.map((column) => columnRole(headers[column] ?? '', contents[column], filledCells(column, first)));
  const picked = pickColumns(roles, contents);
  const employers = places.filter((column) => roles[column] === 'domain' && picked[column] === 'ignore');
  const people = places.filter((column) => isOfPerson(roles[column]) || roles[column] === 'name');
  const areAlternatives = employers.length > 0 && people.length > 0 && !(await haveBoth(employers, people));
  return {
    headers: distinctHeaders(places.map((column) => headers[column] ?? '')),
    columns: picked.map((own, column) => {
      if (own !== 'ignore') return own;
      if (areAlternatives && employers.includes(column)) return 'domain';
      return isOptOut(headers[column] ?? '', filledCells(column, first)) ? 'opted_out' : 'ignore';
    }),
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
  const ignored = [{ line, ignored: cells.filter(Boolean).join(', '), isFromFile: true as const }];
  const flags = columns.flatMap((column, index) => (column === 'opted_out' ? [cells[index] ?? ''] : []));
  if (flags.length > 0 && !flags.some(hasOptedOut)) {
    const open = flags.find((cell) => hasOptedOut(cell) === undefined);
    return open === undefined ? ignored : [{ line, error: optOutError(open), isFromFile: true }];
  }
  const reason = cellText('reason');
  const kind = CONTACT_KINDS.find((one) => one === cellText('kind').toLowerCase());
  const entries = columns.flatMap((column, index) => {
    const own = CONTACT_KINDS.find((one) => one === column);
    return cells[index] && (own || column === 'value') ? entriesOfCell(line, cells[index], own ?? kind) : [];
  });
  if (entries.length === 0) return ignored;
  return entries.map((entry) => ({
    ...entry,
    ...(reason && 'kind' in entry && { reason }),
    isFromFile: true as const,
  }));
}

const optOutError = (cell: string) =>
  `“${cell.slice(0, 100)}” may mean opted out or not: correct it, or ignore its column to add every row`;

/** Whether a cell says that somebody has opted out, by a yes, a date or a status; undefined for another text. */
function hasOptedOut(cell: string): boolean | undefined {
  const date = readDate(cell, true);
  if (cell === '' || date === 'never') return false;
  const status = readStatus(cell);
  return (
    readTruth(cell) ??
    (date !== null || status === 'unsubscribed' || (status && status !== 'bounced' ? false : undefined))
  );
}

/** Whose address stands in a column beside those of the people. */
const OTHERS = /owner|sender|from|\bby\b|account|user|manager|\brep\b|mailbox/i;

/** The meaning of a column by its header, unless its cells are of another kind. */
function columnRole(header: string, content: HeaderRole | undefined, cells: readonly string[]): HeaderRole | undefined {
  const role = readHeaderRole(header);
  if (role === 'value' && cells.length > 0 && cells.every((cell) => readTruth(cell) !== null)) return undefined;
  if (role === 'company' || role === 'name') return cells.some((cell) => cell.includes('@')) ? (content ?? role) : role;
  const isFurtherEmail = content === 'email' && /mail|courriel|correo/i.test(header) && !OTHERS.test(header);
  return role ?? (isFurtherEmail ? 'email' : undefined);
}

const isOfPerson = (role: HeaderRole | undefined) => role === 'email' || role === 'linkedin' || role === 'person';

/** Whether a column says who has opted out. */
function isOptOut(header: string, cells: readonly string[]): boolean {
  const target = guessTarget(header);
  const isNamed =
    target === 'status' ? cells.some((cell) => readStatus(cell) === 'unsubscribed') : target === 'unsubscribed';
  return isNamed && cells.some((cell) => hasOptedOut(cell) !== undefined);
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
  const isOfPeople = all.some(isOfPerson);
  return all.map((role): ContactColumn | 'ignore' => {
    if (role === 'person' || (role === 'name' && all.includes('company'))) return 'ignore';
    if (isOfPeople && (role === 'domain' || role === 'company' || role === 'name' || role === 'page')) return 'ignore';
    return role === 'page' ? 'linkedin' : role === 'name' ? 'company' : (role ?? 'ignore');
  });
}
