// Detects the encoding of a file and decodes it as a stream.
/** A file that can be read more than once, such as a browser's File or a Blob. */
export type ByteSource = { size: number; stream(): ReadableStream<Uint8Array> };

/**
 * Code pages of one byte for each character, the usual one first. They are decoded as streams: otherwise some releases of Node read windows-1252 as
 * ISO 8859-1 (findings/node-windows-1252.sh).
 */
export const codepages = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
] as const;
export type Codepage = (typeof codepages)[number];

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | Codepage;

/** How to read a file. `twice`: its text is UTF-8 that was read as this code page and saved again, as in 'MÃ¼ller'. */
export type Reading = { encoding: Encoding; twice?: Codepage };

/** Called with the number of bytes read so far. */
export type BytesListener = (bytesRead: number) => void;

/** The encoding of two ASCII characters, by which of the first four bytes are zero. */
const UNMARKED: Partial<Record<string, Encoding>> = { x0x0: 'utf-16le', '0x0x': 'utf-16be' };

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8-bom', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Detects the encoding by the byte-order mark or the zeros of UTF-16 without one, else UTF-8 if all bytes are valid, else Windows-1252. Reads the whole
 * file unless it is UTF-16.
 */
export async function detectEncoding(file: ByteSource, onBytes?: BytesListener): Promise<Encoding> {
  const start = await firstBytes(file, 4);
  const marked = byteOrderMark(start) ?? UNMARKED[start.map((byte) => (byte === 0 ? '0' : 'x')).join('')];
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
  const hasWrongMark = encoding === 'windows-1252' && byteOrderMark(await firstBytes(file, 3)) === 'utf-8-bom';
  let skip = hasWrongMark ? 3 : 0;
  for await (const bytes of readBytes(file, onBytes)) {
    const text = decoder.decode(bytes.subarray(skip), { stream: true });
    skip = Math.max(0, skip - bytes.length);
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

/** Yields the text as decodeText does, and repairs characters that were encoded twice. */
export async function* readText(
  file: ByteSource,
  { encoding, twice }: Reading,
  onBytes?: BytesListener,
): AsyncGenerator<string> {
  if (!twice) return yield* decodeText(file, encoding, onBytes);
  const repair = repairer(twice);
  let rest = '';
  for await (const piece of decodeText(file, encoding, onBytes)) {
    const text = rest + piece;
    const end = text.search(/\P{ASCII}{0,3}$/u); // a character may go on in the next piece
    rest = text.slice(end);
    yield repair(text.slice(0, end));
  }
  yield repair(rest);
}

/** The byte of each character beyond ASCII. */
export const bytesIn = (codepage: Codepage): Map<string, number> => {
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => 128 + at);
  return new Map([...new TextDecoder(codepage).decode(bytes, { stream: true })].map((sign, at) => [sign, 128 + at]));
};

/** Letters of European scripts, punctuation and emoji, by their bytes in UTF-8. */
const DOUBLE_ENCODED: readonly [lead: number[], second: number[], more: number][] = [
  [[0xc2, 0xc3, 0xc4, 0xc5], [], 0],
  [[0xce, 0xcf, 0xd0, 0xd1], [], 0],
  [[0xe2], [0x80, 0x82, 0x84], 1],
  [[0xf0], [0x9f], 2],
];

/** Returns a function that restores characters whose UTF-8 was read as a code page. It leaves any other text as it is. */
export function repairer(codepage: Codepage): (text: string) => string {
  const bytes = bytesIn(codepage);
  const characterClass = (...wanted: number[]) => {
    const signs = [...bytes].flatMap(([sign, byte]) => (wanted.includes(byte) ? [sign] : []));
    return `[${signs.join('').replace(/[\]^\\-]/g, '\\$&')}]`;
  };
  const any = Array.from({ length: 64 }, (_, at) => 0x80 + at);
  const next = characterClass(...any);
  const forms = DOUBLE_ENCODED.map(
    ([lead, second, more]) =>
      characterClass(...lead) + (second.length ? characterClass(...second) : '') + next.repeat(more || 1),
  );
  // Dashes are lead bytes of Greek and Cyrillic in Mac Roman.
  const pattern = new RegExp(forms.filter((_, at) => at !== 1 || codepage !== 'macintosh').join('|'), 'g');
  const decoder = new TextDecoder();
  return (text) =>
    text.replace(pattern, (found) => decoder.decode(Uint8Array.from([...found], (sign) => bytes.get(sign) ?? 0)));
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

/** The first bytes of a file; all of a shorter one. */
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
