// Reads a request's body up to a limit, with or without a Content-Length.

/** The body exceeds its limit (`too large`), the client stopped sending it (`cut short`), or all bodies together use too much memory (`over budget`). */
export class UnreadBody extends Error {
  readonly reason: 'too large' | 'cut short' | 'over budget';
  constructor(reason: UnreadBody['reason']) {
    super(`the body is ${reason}`);
    this.reason = reason;
  }
}

/** Reads the body. Calls `reserve` with the size of each chunk before storing it; false aborts. Throws UnreadBody. */
export async function readBytes(
  { headers, body }: Pick<Request, 'headers'> & { body: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | null },
  largest: number,
  reserve: (bytes: number) => boolean = () => true,
): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > largest) throw new UnreadBody('too large');
  let stored = new Uint8Array(0);
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      const before = length;
      length += chunk.byteLength;
      if (length > largest) throw new UnreadBody('too large');
      if (!reserve(chunk.byteLength)) throw new UnreadBody('over budget');
      if (length > stored.byteLength)
        stored = grown(stored, Math.min(largest, Math.max(length, 2 * stored.byteLength)));
      stored.set(chunk, before);
    }
  } catch (error) {
    throw error instanceof UnreadBody ? error : new UnreadBody('cut short');
  }
  return stored.subarray(0, length);
}

/** One buffer for all chunks: a buffer per chunk of one byte would take a hundred times as much memory. */
function grown(former: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes.set(former);
  return bytes;
}
