// Parses CSV text incrementally. Malformed records are marked, never rejected.
export type Delimiter = ',' | ';' | '\t' | '|';

export type CsvRecord = {
  cells: string[];
  /** False if the last record ends inside a quoted cell. */
  isClosed: boolean;
  /** True if the record exceeds the limit of characters; its cells are dropped. */
  isTooLarge: boolean;
  /** True if all cells are empty or white space. */
  isBlank: boolean;
};

type ReaderState = 'cell start' | 'bare' | 'quoted' | 'after quote';

const [LF, CR, QUOTE] = [10, 13, 34];

/**
 * Call `read` with each piece of text, then `end`. LF, CR and CRLF end a record. A quote at the start of a cell quotes it: delimiters and line ends in it
 * are text, and `""` is one quote. Any other quote is literal; text after a closing quote is appended.
 */
export class RecordReader {
  private readonly delimiter: number;
  private readonly limit: number;
  private state: ReaderState = 'cell start';
  private cells: string[] = [];
  private cell = '';
  private size = 0;
  private hasText = false;
  private isAfterCarriageReturn = false;

  /** `limit` is the maximum number of characters of a record, including delimiters. */
  constructor(delimiter: Delimiter, limit = Number.POSITIVE_INFINITY) {
    this.delimiter = delimiter.charCodeAt(0);
    this.limit = limit;
  }

  *read(text: string): Generator<CsvRecord> {
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (this.state === 'quoted') {
        at = this.readQuoted(text, at);
      } else if (code === QUOTE && this.state === 'after quote') {
        this.append('"');
        this.state = 'quoted';
        at += 1;
      } else if (code === QUOTE && this.state === 'cell start') {
        this.state = 'quoted';
        this.isAfterCarriageReturn = false;
        at += 1;
      } else if (code === LF && this.isAfterCarriageReturn) {
        this.isAfterCarriageReturn = false;
        at += 1;
      } else if (code === this.delimiter) {
        this.endCell();
        at += 1;
      } else if (code === LF || code === CR) {
        yield this.endRecord();
        this.isAfterCarriageReturn = code === CR;
        at += 1;
      } else {
        at = this.readBare(text, at);
      }
    }
  }

  *end(): Generator<CsvRecord> {
    const isClosed = this.state !== 'quoted';
    if (this.state === 'cell start' && this.cells.length === 0 && this.size === 0) return;
    yield { ...this.endRecord(), isClosed, ...(!isClosed && { isBlank: false }) };
  }

  private readQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    this.append(text.slice(at, quote < 0 ? undefined : quote));
    if (quote < 0) return text.length;
    this.state = 'after quote';
    return quote + 1;
  }

  private readBare(text: string, at: number): number {
    let end = at + 1;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === this.delimiter || code === LF || code === CR) break;
    }
    this.append(text.slice(at, end));
    this.state = 'bare';
    this.isAfterCarriageReturn = false;
    return end;
  }

  private append(text: string): void {
    this.size += text.length;
    this.hasText ||= /\S/.test(text);
    if (this.size <= this.limit) this.cell += text;
  }

  private endCell(): void {
    this.size += 1;
    if (this.size <= this.limit) this.cells.push(this.cell);
    this.cell = '';
    this.state = 'cell start';
    this.isAfterCarriageReturn = false;
  }

  private endRecord(): CsvRecord {
    const isTooLarge = this.size > this.limit;
    this.cells.push(this.cell);
    const record = { cells: isTooLarge ? [] : this.cells, isClosed: true, isTooLarge, isBlank: !this.hasText };
    this.cells = [];
    this.cell = '';
    this.size = 0;
    this.hasText = false;
    this.state = 'cell start';
    return record;
  }
}

/** Yields the records of a string. */
export function* parseRecords(text: string, delimiter: Delimiter): Generator<CsvRecord> {
  const reader = new RecordReader(delimiter);
  yield* reader.read(text);
  yield* reader.end();
}

/** Yields the records of a stream of text; `limit` as in RecordReader. */
export async function* readRecords(
  pieces: AsyncIterable<string>,
  delimiter: Delimiter,
  limit: number,
): AsyncGenerator<CsvRecord> {
  const reader = new RecordReader(delimiter, limit);
  for await (const piece of pieces) yield* reader.read(piece);
  yield* reader.end();
}
