// In charge of taking a request's body as it comes in, up to its limit: one without a length is cut off too, and nothing beyond the limit is kept.

/** A body that was not read to its end: `'too large'` for its limit, `'cut short'` by its sender, or with `'no room'` for it at the moment. */
export class UnreadBody extends Error {
  readonly reason: 'too large' | 'cut short' | 'no room';
  constructor(reason: UnreadBody['reason']) {
    super(`the body is ${reason}`);
    this.reason = reason;
  }
}

/** The body's bytes; `hasRoom` is asked about each part before it is kept. Throws UnreadBody. */
export async function readBytes(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  largest: number,
  hasRoom: (bytes: number) => boolean = () => true,
): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > largest) throw new UnreadBody('too large');
  let kept = new Uint8Array(0);
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw new UnreadBody('cut short');
    });
    if (!part?.value) return kept.subarray(0, length);
    const before = length;
    length += part.value.byteLength;
    if (length > largest) throw new UnreadBody('too large');
    if (!hasRoom(part.value.byteLength)) throw new UnreadBody('no room');
    if (length > kept.byteLength) kept = grown(kept, Math.min(largest, Math.max(length, 2 * kept.byteLength)));
    kept.set(part.value, before);
  }
}

/** Parts are copied into one piece of memory: a part of one byte, kept by itself, takes a hundred times as much. */
function grown(former: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes.set(former);
  return bytes;
}
