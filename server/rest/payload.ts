// In charge of a request's body: JSON in UTF-8, one object or an array of them. Refuses other types and what is too large; keeps the text as it came.
import { jsonExcess } from '../../domain/json-excess.ts';
import { bodyTooLarge, invalidBody } from './errors.ts';

export type Payload = {
  /** The body's own text. */
  json: string;
  kind: 'object' | 'array' | 'other';
  /** Keys of its object, or of the first object of its array. */
  keys: readonly string[];
  /** Whether each object of the array has the same keys as the first. */
  isUniform: boolean;
  /** Of the array; 1 for an object. */
  length: number;
};

/** Reads a body of so many bytes at most as it comes in, so that one without a length is cut off too. */
export async function readBody(request: Request, largest: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw bodyTooLarge(largest);
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw invalidBody('The request body ended before it was complete');
    });
    if (done) break;
    length += value.byteLength;
    if (length > largest) throw bodyTooLarge(largest);
    chunks.push(value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidBody('The request body is not valid UTF-8');
  }
}

export function requireJsonType(contentType: string | null): void {
  const name = contentType?.split(';')[0]?.trim().toLowerCase() || 'application/json';
  if (name === 'application/json' || name === 'application/vnd.pgrst.object+json') return;
  throw invalidBody(`Content-Type not acceptable: ${name}`, 'Send application/json.');
}

export function parsePayload(text: string): Payload {
  const value = parseJson(text);
  if (Array.isArray(value)) return arrayPayload(text, value);
  if (!isObject(value)) return { json: text, kind: 'other', keys: [], isUniform: true, length: 0 };
  return { json: text, kind: 'object', keys: Object.keys(value), isUniform: true, length: 1 };
}

function parseJson(text: string): unknown {
  const excess = jsonExcess(text);
  if (excess) throw invalidBody(`The request body ${excess}`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

function arrayPayload(json: string, values: unknown[]): Payload {
  if (!values.every(isObject)) return { json, kind: 'other', keys: [], isUniform: false, length: values.length };
  const keys = Object.keys(values[0] ?? {});
  const isUniform = values.every((value) => {
    const own = Object.keys(value);
    return own.length === keys.length && keys.every((key) => Object.hasOwn(value, key));
  });
  return { json, kind: 'array', keys, isUniform, length: values.length };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
