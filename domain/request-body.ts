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
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw new UnreadBody('cut short');
    });
    if (!part?.value) return joined(parts, length);
    length += part.value.byteLength;
    if (length > largest) throw new UnreadBody('too large');
    if (!hasRoom(part.value.byteLength)) throw new UnreadBody('no room');
    parts.push(part.value);
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
