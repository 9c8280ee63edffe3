// Separates the rows of results from the other messages of PostgreSQL's protocol, so that their bytes become a response without being parsed.
const DATA_ROW = 'D'.charCodeAt(0);

/** The type of a message, and its length without the type. */
const HEADER_BYTES = 5;

/** Called with the content of a DataRow message, from `start` to `end` of a chunk. */
export type DataRowHandler = (chunk: Buffer, start: number, end: number) => void;

/** Splits the chunks of one connection into messages. */
export class RowSplitter {
  /** An incomplete message. */
  private parts: Buffer[] = [];
  private length = 0;
  private needed = HEADER_BYTES;

  /**
   * Calls `row` for each DataRow message, and `others` with one or more other messages, in their order. Without `row` all are others.
   * Throws RangeError for an impossible length.
   */
  split(chunk: Buffer, row: DataRowHandler | undefined, others: (messages: Buffer) => void): void {
    this.parts.push(chunk);
    this.length += chunk.length;
    if (this.length < this.needed) return;
    const bytes = this.parts.length === 1 ? chunk : Buffer.concat(this.parts, this.length);
    let from = 0; // of messages for `others`
    let start = 0;
    this.needed = HEADER_BYTES;
    while (start + HEADER_BYTES <= bytes.length) {
      const end = start + messageLength(bytes, start);
      if (end > bytes.length) {
        this.needed = end - start;
        break;
      }
      if (row && bytes[start] === DATA_ROW) {
        if (start > from) others(bytes.subarray(from, start));
        row(bytes, start + HEADER_BYTES, end);
        from = end;
      }
      start = end;
    }
    if (start > from) others(bytes.subarray(from, start));
    this.parts = start < bytes.length ? [bytes.subarray(start)] : [];
    this.length = bytes.length - start;
  }
}

function messageLength(bytes: Buffer, start: number): number {
  const length = 1 + bytes.readUInt32BE(start + 1);
  if (length < HEADER_BYTES) throw new RangeError(`A message of ${length} bytes`);
  return length;
}
