// Reads a request body: a JSON object or an array of objects. PostgreSQL gets the original text.

import {
  argumentJsonBounds,
  jsonExcess,
  parsedJsonBounds,
  rowJsonBounds,
  valuesByKey,
} from '#domain/http/json-excess.ts';
import { readBytes, UnreadBody } from '#domain/http/request-body.ts';
import { queryLimits } from '#server/limits.ts';
import { bodyTooLarge, invalidBody, type RestError, tooMany } from '../errors.ts';

export type Payload = {
  /** The original text. */
  json: string;
  kind: 'object' | 'array' | 'other';
  /** Keys of the object, or of the first object. */
  keys: readonly string[];
  /** Whether all objects have the same keys. */
  isUniform: boolean;
  /** The number of objects. */
  length: number;
  /** The number of values of each key, of an object with too many values to parse it here. */
  values?: ReadonlyMap<string, number>;
};

/** Names in PostgreSQL have up to 63 bytes. */
const MAX_KEY_LENGTH = 200;

/** Maximum bytes, a function that reserves memory for a chunk and returns false if there is none, and the error of that. */
export type BodyLimits = { largest: number; reserve: (bytes: number) => boolean; overBudget: () => RestError };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws RestError. */
export async function readBody(request: Request, limits: BodyLimits): Promise<string> {
  try {
    return utf8.decode(await readBytes(request, limits.largest, limits.reserve));
  } catch (error) {
    throw bodyError(error, limits);
  }
}

function bodyError(error: unknown, { largest, overBudget }: BodyLimits): RestError {
  const reason = error instanceof UnreadBody ? error.reason : 'not UTF-8';
  if (reason === 'too large') return bodyTooLarge(largest);
  if (reason === 'over budget') return overBudget();
  return invalidBody(
    reason === 'cut short' ? 'The request body ended before it was complete' : 'The request body is not valid UTF-8',
  );
}

export function requireJsonType(contentType: string | null): void {
  const name = contentType?.split(';')[0]?.trim().toLowerCase() || 'application/json';
  if (name === 'application/json' || name === 'application/vnd.pgrst.object+json') return;
  throw invalidBody(`Content-Type not acceptable: ${name}`, 'Send application/json.');
}

/** Throws RestError for invalid JSON, too many keys, and keys too long to repeat in a message. */
export function parsePayload(text: string, maxKeys = queryLimits.bodyKeys): Payload {
  const excess = jsonExcess(text, rowJsonBounds);
  if (excess) throw invalidBody(`The request body ${excess}`);
  return bounded(parseDocument(text), maxKeys);
}

/**
 * Parses the arguments of a function, which may have more values than rows. Above the limit for rows it reads only the names of the arguments:
 * PostgreSQL, which parses the text anyway, detects invalid JSON.
 */
export function parseArguments(text: string, maxKeys = queryLimits.bodyKeys): Payload {
  const excess = jsonExcess(text, parsedJsonBounds);
  if (!excess) return bounded(parseDocument(text), maxKeys);
  const furtherExcess = jsonExcess(text, argumentJsonBounds);
  const values = furtherExcess ? undefined : valuesByKey(text);
  if (!values) throw invalidBody(`The request body ${furtherExcess ?? excess}`);
  return bounded({ json: text, kind: 'object', keys: [...values.keys()], isUniform: true, length: 1, values }, maxKeys);
}

function bounded(payload: Payload, maxKeys: number): Payload {
  const { keys } = payload;
  if (keys.length > maxKeys) throw tooMany('keys in its body', keys.length, maxKeys);
  const long = keys.find((key) => key.length > MAX_KEY_LENGTH);
  if (long) throw invalidBody(`A key of the body has ${long.length} characters, at most ${MAX_KEY_LENGTH}`);
  return payload;
}

function parseDocument(text: string): Payload {
  const value = parseJson(text);
  if (Array.isArray(value)) return arrayPayload(text, value);
  if (!isObject(value)) return { json: text, kind: 'other', keys: [], isUniform: true, length: 0 };
  return { json: text, kind: 'object', keys: Object.keys(value), isUniform: true, length: 1 };
}

function parseJson(text: string): unknown {
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
