// In charge of finding a file's delimiter and header row. Refuses to know which headers there are: the caller says what a cell means.
import { type CsvRecord, type Delimiter, readRecords } from './records.ts';

/** What a header cell means, as any text that is equal for equal meanings; undefined for a cell that is no known header. */
export type HeaderMeaning = (cell: string) => string | undefined;

/** `headerRow` counts records from 1, blank ones and those above the header included. */
export type Dialect = { delimiter: Delimiter; headerRow: number; header: string[] };

const delimiters: Delimiter[] = [',', ';', '\t', '|'];
const headerSearch = 20;
const sample = { records: 100, characters: 1024 * 1024 };

type Candidate = Dialect & { matches: number; constancy: number };

/**
 * The delimiter with which the header row has the most known headers, then the most constant width; a comma where no delimiter makes two columns.
 * `openText` opens the text from its start. Undefined for a text without a non-blank record.
 */
export async function detectDialect(
  openText: () => AsyncIterable<string>,
  meaning: HeaderMeaning,
): Promise<Dialect | undefined> {
  let best: Candidate | undefined;
  for (const delimiter of delimiters) {
    const candidate = judge(delimiter, await firstRecords(openText(), delimiter), meaning);
    if (candidate && (!best || isBetter(candidate, best))) best = candidate;
  }
  return best && { delimiter: best.delimiter, headerRow: best.headerRow, header: best.header };
}

function judge(delimiter: Delimiter, records: CsvRecord[], meaning: HeaderMeaning): Candidate | undefined {
  const known = records.slice(0, headerSearch).findIndex(({ cells }) => new Set(meanings(cells, meaning)).size >= 2);
  const index = known >= 0 ? known : records.findIndex(hasWords);
  const header = records[index]?.cells;
  if (!header) return undefined;
  const below = records.slice(index + 1).filter(hasWords);
  const constant = below.filter((record) => record.cells.length === header.length);
  return {
    delimiter,
    headerRow: index + 1,
    header,
    matches: meanings(header, meaning).length,
    constancy: below.length === 0 ? 1 : constant.length / below.length,
  };
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const hasColumns = (candidate: Candidate) => Number(candidate.header.length > 1);
  const difference =
    one.matches - other.matches || hasColumns(one) - hasColumns(other) || one.constancy - other.constancy;
  return difference > 0;
}

function meanings(cells: readonly string[], meaning: HeaderMeaning): string[] {
  return cells.map(meaning).filter((found) => found !== undefined);
}

/** What is blank by one delimiter is a cell of that delimiter by another, so here no delimiter counts as text. */
function hasWords({ cells }: CsvRecord): boolean {
  return cells.some((cell) => /[^\s,;|]/.test(cell));
}

/** Enough records to judge by: a hundred or a million characters' worth, and at least one that is not blank. */
async function firstRecords(text: AsyncIterable<string>, delimiter: Delimiter): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  let [characters, hasText] = [0, false];
  for await (const record of readRecords(text, delimiter, sample.characters)) {
    records.push(record);
    hasText ||= hasWords(record);
    characters += 1 + record.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (hasText && (records.length >= sample.records || characters >= sample.characters)) break;
  }
  return records;
}
