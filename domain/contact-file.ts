// Reads a CSV file or a plain list of do-not-contact entries.
import { readAddress } from './contact-address.ts';
import { CONTACT_KINDS, type ContactKind } from './contact-kind.ts';
import { type ContactColumn, type HeaderRole, roleOf } from './contact-roles.ts';
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
  /** What the columns say, as far as it is known. */
  columns: (ContactColumn | 'ignore')[];
  firstRows: { cells: string[] }[];
  totalRows: number;
  read(columns: readonly (ContactColumn | 'ignore')[]): Promise<ReadLine[]>;
};

/** The rows that tell what a column without a known header has. */
const SAMPLE = 200;

/** Opens a file. Of a `list`, such as pasted text, only several known headers or columns of a spreadsheet make a table. */
export async function openContactFile(file: ByteSource, form: 'table' | 'list'): Promise<ContactFile> {
  const encoding = await detectEncoding(file);
  const openText = () => decodeText(file, encoding);
  const dialect = await detectDialect(openText, roleOf);
  const header = dialect?.header ?? [];
  const known = header.filter((cell) => roleOf(cell) !== undefined).length;
  const isTable =
    form === 'list' ? known > 1 || (dialect?.delimiter === '\t' && header.length > 2) : known > 0 || header.length > 1;
  if (!dialect || !isTable) return openList(openText());

  async function* records() {
    let line = 0;
    for await (const { cells, isBlank } of readRecords(openText(), dialect?.delimiter ?? ',', importChunk.bytes)) {
      line += 1;
      if (!isBlank && line >= (dialect?.headerRow ?? 1)) yield { line, cells: cells.map((cell) => clean(cell) ?? '') };
    }
  }
  const sample: { cells: string[] }[] = [];
  let [total, width] = [0, 0];
  for await (const { cells } of records()) {
    total += 1;
    width = Math.max(width, cells.length);
    if (sample.length <= SAMPLE) sample.push({ cells });
  }
  const places = Array.from({ length: width }, (_, column) => column);
  const below = places.map((column) => contentOf(sample.slice(1).map(({ cells }) => cells[column] ?? '')));
  const hasHeader = known > 0 || (below.some(Boolean) && !header.some((cell) => readAddress(cell.trim())));
  const contents = hasHeader
    ? below
    : places.map((column) => contentOf(sample.map(({ cells }) => cells[column] ?? '')));
  return {
    headers: distinctHeaders(places.map((column) => (hasHeader ? (header[column] ?? '') : ''))),
    columns: chosenColumns(
      places.map((column) => (hasHeader ? roleOf(header[column] ?? '') : undefined)),
      contents,
    ),
    firstRows: sample.slice(hasHeader ? 1 : 0),
    totalRows: total - (hasHeader ? 1 : 0),
    async read(columns) {
      const entries: ReadLine[] = [];
      let isFirst = true;
      for await (const { line, cells } of records()) {
        if (!isFirst || !hasHeader) entries.push(...entriesOfRow(line, cells, columns));
        isFirst = false;
      }
      return entries;
    },
  };
}

const clean = cellCleaner('custom');

async function openList(text: AsyncIterable<string>): Promise<ContactFile> {
  let whole = '';
  for await (const piece of text) whole += piece;
  const entries = entriesOfLines(whole).map((line) => ({ ...line, isFromFile: true as const }));
  return { headers: [], columns: [], firstRows: [], totalRows: entries.length, read: async () => entries };
}

function entriesOfRow(line: number, cells: string[], columns: readonly (ContactColumn | 'ignore')[]): ReadLine[] {
  const textOf = (role: ContactColumn) => cells[columns.indexOf(role)] ?? '';
  const reason = textOf('reason');
  return columns.flatMap((column, index) => {
    const cell = cells[index];
    if (!cell || column === 'ignore' || column === 'kind' || column === 'reason') return [];
    const kind = column === 'value' ? kindNamed(textOf('kind')) : column;
    return entriesOfCell(line, cell, kind).map((entry) => ({
      ...entry,
      ...(reason && { reason }),
      isFromFile: true as const,
    }));
  });
}

const kindNamed = (text: string) => CONTACT_KINDS.find((kind) => kind === text.toLowerCase());

/** What most cells of a column are; undefined if most are no addresses. */
function contentOf(cells: readonly string[]): HeaderRole | undefined {
  const filled = cells.filter((cell) => cell !== '');
  const read = filled.flatMap((cell) => readAddress(cell) ?? []);
  if (read.length * 2 < filled.length || read.length === 0) return undefined;
  const isMost = (kind: ContactKind) =>
    read.filter((address) => address.kind === kind).length * 10 >= filled.length * 9;
  const kind = (['email', 'domain', 'linkedin'] as const).find(isMost);
  return kind === 'linkedin' && read.every(({ value }) => /\.com\/company\//i.test(value)) ? 'page' : (kind ?? 'value');
}

/** Of people, their employers are left out: a list of them must not keep their colleagues from being contacted. */
function chosenColumns(
  roles: readonly (HeaderRole | undefined)[],
  contents: readonly (HeaderRole | undefined)[],
): ContactFile['columns'] {
  const isKnown = roles.some((role) => role !== undefined && role !== 'reason' && role !== 'person');
  const own = roles.map((role, column) => (role === 'linkedin' && contents[column] === 'page' ? 'page' : role));
  const all = isKnown ? own : own.map((role, column) => role ?? contents[column]);
  if (all.every((role) => role === undefined))
    return all.map((_, column) => (['value', 'reason'] as const)[column] ?? 'ignore');
  const isOfPeople = all.some((role) => role === 'email' || role === 'linkedin' || role === 'person');
  return all.map((role, column): ContactColumn | 'ignore' => {
    if (role === 'email' || role === 'linkedin' || role === 'value' || role === 'kind' || role === 'reason')
      return role;
    if (role === undefined) return !isKnown && column === 1 && all.length === 2 ? 'reason' : 'ignore';
    if (isOfPeople || role === 'person') return 'ignore';
    if (role === 'name') return all.includes('company') ? 'ignore' : 'company';
    return role === 'page' ? 'linkedin' : role;
  });
}
