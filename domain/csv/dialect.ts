// Detects the delimiter and the header row of CSV text.
import { type CsvRecord, type Delimiter, readRecords } from './records.ts';

/** Returns an identifier for what a header cell means; undefined if it is not a known header. */
export type HeaderMeaning = (cell: string) => string | undefined;

/** `headerRow` counts records from 1, including blank ones and those above the header. */
export type Dialect = { delimiter: Delimiter; headerRow: number; header: string[] };

/** The line by which a file tells Excel its delimiter. It is no header. */
const DECLARATION = /^"?sep=(\\t|.)?"?[;,|\s]*$/is;

const delimiters: Delimiter[] = [',', ';', '\t', '|'];
const headerSearch = 20;
const sample = { records: 100, characters: 1024 * 1024 };

type RatedDialect = Dialect & { matches: number; isDeclared: boolean; constancy: number };

/**
 * Picks the delimiter with the most known headers, then the one that a line such as `sep=;` declares, then the most constant number of columns; a comma if no delimiter gives two columns.
 * `openText` reads the text from its start. Returns undefined if every record is blank.
 */
export async function detectDialect(
  openText: () => AsyncIterable<string>,
  meaning: HeaderMeaning,
): Promise<Dialect | undefined> {
  let best: RatedDialect | undefined;
  for (const delimiter of delimiters) {
    const candidate = candidateFor(delimiter, await firstRecords(openText(), delimiter), meaning);
    if (candidate && (!best || isBetter(candidate, best))) best = candidate;
  }
  return best && { delimiter: best.delimiter, headerRow: best.headerRow, header: best.header };
}

function candidateFor(delimiter: Delimiter, records: CsvRecord[], meaning: HeaderMeaning): RatedDialect | undefined {
  const first = records.findIndex(hasText);
  const declared = DECLARATION.exec(records[first]?.cells.join(delimiter) ?? '');
  const start = declared ? first + 1 : 0;
  const known = records.findIndex(
    ({ cells }, at) => at >= start && at < headerSearch && new Set(meanings(cells, meaning)).size >= 2,
  );
  const index = known >= 0 ? known : records.findIndex((record, at) => at >= start && hasText(record));
  const header = records[index]?.cells;
  if (!header) return undefined;
  const below = records.slice(index + 1).filter(hasText);
  const constant = below.filter((record) => record.cells.length === header.length);
  return {
    delimiter,
    headerRow: index + 1,
    header,
    matches: meanings(header, meaning).length,
    isDeclared: (declared?.[1]?.toLowerCase() === '\\t' ? '\t' : declared?.[1]) === delimiter,
    constancy: below.length === 0 ? 1 : constant.length / below.length,
  };
}

function isBetter(one: RatedDialect, other: RatedDialect): boolean {
  const hasColumns = (candidate: RatedDialect) => Number(candidate.header.length > 1);
  const difference =
    one.matches - other.matches ||
    hasColumns(one) - hasColumns(other) ||
    Number(one.isDeclared) - Number(other.isDeclared) ||
    one.constancy - other.constancy;
  return difference > 0;
}

function meanings(cells: readonly string[], meaning: HeaderMeaning): string[] {
  return cells.map(meaning).filter((found) => found !== undefined);
}

/** A record that is blank with one delimiter may contain that delimiter as text with another, so no delimiter counts as text. */
function hasText({ cells }: CsvRecord): boolean {
  return cells.some((cell) => /[^\s,;|]/.test(cell));
}

/** Reads a hundred records or a million characters, and at least one record that is not blank. */
async function firstRecords(text: AsyncIterable<string>, delimiter: Delimiter): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  let [characters, foundText] = [0, false];
  for await (const record of readRecords(text, delimiter, sample.characters)) {
    records.push(record);
    foundText ||= hasText(record);
    characters += 1 + record.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (foundText && (records.length >= sample.records || characters >= sample.characters)) break;
  }
  return records;
}
