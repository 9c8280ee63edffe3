// The rows of a result as bytes, without an object for each row.
/** The size of the length that precedes each value. */
const LENGTH_BYTES = 4;

/** Joins the values of the first column that are not null, and keeps the other values of the first row. All are in PostgreSQL's text format. */
export class JoinedRows {
  columns: string[] = [];
  /** The first row's values from the second column on. */
  others: (string | null)[] = [];
  /** The number of joined values. */
  count = 0;
  private readonly separator: Buffer;
  private hasRow = false;
  private readonly former: Buffer[] = [];
  /** The latest chunk, and where in it the joined values are. */
  private chunk: Buffer | undefined;
  private start = 0;
  private end = 0;

  /** The separator has at most eleven bytes, because it overwrites those that precede the value in each message. */
  constructor(separator = '') {
    this.separator = Buffer.from(separator);
  }

  /** Takes the content of a DataRow message, from `start` to `end` of a chunk, and overwrites it. Throws RangeError if it is shorter than announced. */
  add(chunk: Buffer, start: number, end: number): void {
    const columns = chunk.readUInt16BE(start);
    if (columns === 0) return;
    const from = start + 2 + LENGTH_BYTES;
    const to = endOfValue(chunk, from, end);
    if (!this.hasRow) this.others = readTexts(chunk, to ?? from, end, columns - 1);
    this.hasRow = true;
    if (to !== null) this.join(chunk, from, to);
  }

  /** The joined values, in parts. */
  get parts(): Buffer[] {
    return this.chunk ? [...this.former, this.chunk.subarray(this.start, this.end)] : [];
  }

  get text(): string {
    return Buffer.concat(this.parts).toString();
  }

  /** Moves a value and the separator before it to the previous value of the same chunk. */
  private join(chunk: Buffer, from: number, to: number): void {
    if (chunk !== this.chunk) {
      if (this.chunk) this.former.push(this.chunk.subarray(this.start, this.end));
      this.chunk = chunk;
      this.start = this.count > 0 ? from - this.separator.length : from;
      this.end = this.start;
    }
    if (this.count > 0) this.end += this.separator.copy(chunk, this.end);
    if (this.end < from) chunk.copyWithin(this.end, from, to);
    this.end += to - from;
    this.count += 1;
  }
}

function readTexts(chunk: Buffer, start: number, end: number, count: number): (string | null)[] {
  let from = start;
  return Array.from({ length: count }, () => {
    from += LENGTH_BYTES;
    const to = endOfValue(chunk, from, end);
    const text = to === null ? null : chunk.toString('utf8', from, to);
    from = to ?? from;
    return text;
  });
}

/** Where the value that begins at `from` ends; null for the value null. */
function endOfValue(chunk: Buffer, from: number, end: number): number | null {
  const length = from <= end ? chunk.readInt32BE(from - LENGTH_BYTES) : end;
  if (from + length > end) throw new RangeError(`A value of ${length} bytes at ${from} in a row that ends at ${end}`);
  return length < 0 ? null : from + length;
}
