// In charge of a request's body: JSON in UTF-8, one object or an array of them. Refuses other types and what is too large; keeps the text as it came.
import { jsonExcess, outerKeys } from '#domain/json-excess.ts';
import { jsonBounds } from '#domain/limits.ts';
import { readBytes, UnreadBody } from '#domain/request-body.ts';
import { queryLimits } from '#server/limits.ts';
import { bodyTooLarge, invalidBody, type RestError, tooMany, tooManyBodies } from '../errors.ts';

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

/** PostgreSQL's own names have 63 bytes at most. */
const LONGEST_KEY = 200;

/** The largest size of a body in bytes, and a function that reserves memory for each chunk of it, false where there is none. */
export type BodyLimits = { largest: number; reserve: (bytes: number) => boolean };

/** Reads a body as text. */
export async function readBody(request: Request, { largest, reserve }: BodyLimits): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(request, largest, reserve));
  } catch (error) {
    throw refusalOf(error, largest);
  }
}

function refusalOf(error: unknown, largest: number): RestError {
  const reason = error instanceof UnreadBody ? error.reason : 'not UTF-8';
  if (reason === 'too large') return bodyTooLarge(largest);
  if (reason === 'over budget') return tooManyBodies();
  return invalidBody(
    reason === 'cut short' ? 'The request body ended before it was complete' : 'The request body is not valid UTF-8',
  );
}

export function requireJsonType(contentType: string | null): void {
  const name = contentType?.split(';')[0]?.trim().toLowerCase() || 'application/json';
  if (name === 'application/json' || name === 'application/vnd.pgrst.object+json') return;
  throw invalidBody(`Content-Type not acceptable: ${name}`, 'Send application/json.');
}

/** Throws RestError for what is not JSON, and for keys that no table and no function has: too many, or too long to repeat in an answer. */
export function parsePayload(text: string, mostKeys = queryLimits.bodyKeys): Payload {
  return bounded(payloadOf(text), mostKeys);
}

/**
 * As parsePayload, for a function's arguments, which may have any number of values: only the names of the arguments are read of more than may be
 * parsed here, and PostgreSQL, which parses the text in any case, finds out whether it is JSON.
 */
export function parseArguments(text: string, mostKeys = queryLimits.bodyKeys): Payload {
  const hasManyValues = jsonExcess(text) && !jsonExcess(text, { ...jsonBounds, values: Number.POSITIVE_INFINITY });
  const keys = hasManyValues ? outerKeys(text) : undefined;
  if (!keys) return parsePayload(text, mostKeys);
  return bounded({ json: text, kind: 'object', keys, isUniform: true, length: 1 }, mostKeys);
}

function bounded(payload: Payload, mostKeys: number): Payload {
  const { keys } = payload;
  if (keys.length > mostKeys) throw tooMany('keys in its body', keys.length, mostKeys);
  const long = keys.find((key) => key.length > LONGEST_KEY);
  if (long) throw invalidBody(`A key of the body has ${long.length} characters, at most ${LONGEST_KEY}`);
  return payload;
}

function payloadOf(text: string): Payload {
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
