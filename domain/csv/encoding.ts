// In charge of turning a file's bytes into text: finds the encoding, then decodes piece by piece. Holds one piece of the file at a time.

/** A file that can be read more than once from its start: a browser's File, or any Blob. */
export type ByteSource = { size: number; stream(): ReadableStream<Uint8Array> };

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Hears how many bytes of the file have been read so far. */
export type BytesListener = (bytesRead: number) => void;

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8-bom', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The file's encoding: by its byte-order mark, else UTF-8, else Windows-1252 where the bytes are no valid UTF-8.
 * The first bad byte may come last, so a file that is not UTF-16 is read to its end.
 */
export async function detectEncoding(file: ByteSource, onBytes?: BytesListener): Promise<Encoding> {
  const marked = byteOrderMark(await firstBytes(file, 3));
  if (marked === 'utf-16le' || marked === 'utf-16be') return marked;
  return (await isUtf8(file, onBytes)) ? (marked ?? 'utf-8') : 'windows-1252';
}

/** The file's text without its byte-order mark, in pieces as they are read. */
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

async function firstBytes(file: ByteSource, count: number): Promise<number[]> {
  const start: number[] = [];
  for await (const bytes of readBytes(file)) {
    start.push(...bytes.subarray(0, count - start.length));
    if (start.length === count) break;
  }
  return start;
}

async function* readBytes(file: ByteSource, onBytes?: BytesListener): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  const read = () => reader.read().catch(refuse);
  let bytesRead = 0;
  try {
    for (let next = await read(); !next.done; next = await read()) {
      bytesRead += next.value.length;
      onBytes?.(bytesRead);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => {}); // what has failed is over already
  }
}

/** Browsers fail a reading with a TypeError of the network, which is also what bytes that are no UTF-8 fail with. */
function refuse(cause: unknown): never {
  throw new Error('The file cannot be read: it may have been moved, deleted or changed since it was chosen', { cause });
}
