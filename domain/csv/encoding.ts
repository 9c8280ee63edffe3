// Detects the encoding of a file and decodes it as a stream.
/** A file that can be read more than once, such as a browser's File or a Blob. */
export type ByteSource = { size: number; stream(): ReadableStream<Uint8Array> };

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Called with the number of bytes read so far. */
export type BytesListener = (bytesRead: number) => void;

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8-bom', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Detects the encoding by the byte-order mark, else UTF-8 if all bytes are valid, else Windows-1252. Reads the whole file unless it is UTF-16. */
export async function detectEncoding(file: ByteSource, onBytes?: BytesListener): Promise<Encoding> {
  const marked = byteOrderMark(await firstBytes(file, 3));
  if (marked === 'utf-16le' || marked === 'utf-16be') return marked;
  return (await isUtf8(file, onBytes)) ? (marked ?? 'utf-8') : 'windows-1252';
}

/** Yields the text without its byte-order mark. */
export async function* decodeText(
  file: ByteSource,
  encoding: Encoding,
  onBytes?: BytesListener,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding);
  const isMisleading = encoding === 'windows-1252' && byteOrderMark(await firstBytes(file, 3)) === 'utf-8-bom';
  let skip = isMisleading ? 3 : 0;
  for await (const bytes of readBytes(file, onBytes)) {
    const text = decoder.decode(bytes.subarray(skip), { stream: true });
    skip = Math.max(0, skip - bytes.length);
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

function byteOrderMark(start: number[]): Encoding | undefined {
  return byteOrderMarks.find(([, mark]) => mark.every((byte, index) => start[index] === byte))?.[0];
}

async function isUtf8(file: ByteSource, onBytes?: BytesListener): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of readBytes(file, onBytes)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The first bytes of a file, fewer of a shorter one. */
export async function firstBytes(file: ByteSource, count: number): Promise<number[]> {
  const start: number[] = [];
  for await (const bytes of readBytes(file)) {
    start.push(...bytes.subarray(0, count - start.length));
    if (start.length === count) break;
  }
  return start;
}

async function* readBytes(file: ByteSource, onBytes?: BytesListener): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  const read = () => reader.read().catch(throwUnreadable);
  let bytesRead = 0;
  try {
    for (let next = await read(); !next.done; next = await read()) {
      bytesRead += next.value.length;
      onBytes?.(bytesRead);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => {}); // a failed stream cannot be cancelled
  }
}

/** Browsers reject with a TypeError, which is also what a TextDecoder throws for invalid UTF-8. */
function throwUnreadable(cause: unknown): never {
  throw new Error('The file cannot be read: it may have been moved, deleted or changed since it was chosen', { cause });
}
