import { queryLimits } from '#server/limits.ts';
import { parseFailure, tooMany } from '../errors.ts';

export type Parameter = readonly [name: string, value: string];

/** Decodes a query string without `?`. Throws RestError for more than `most` parameters, invalid UTF-8 and NUL. */
export function parseParameters(raw: string, maxCount = queryLimits.parameters): Parameter[] {
  if (raw === '') return [];
  const pairs = raw.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxCount) throw tooMany('parameters', pairs.length, maxCount);
  return pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
  });
}

function decoded(text: string): string {
  let value: string;
  try {
    value = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw parseFailure('"failed to parse query string"', 'percent-encoding that is not valid UTF-8');
  }
  if (value.includes('\0')) throw parseFailure('"failed to parse query string"', 'a NUL character is not allowed');
  return value;
}

/** Encodes parameters in canonical form, sorted by name, for Content-Location. */
export function canonicalQuery(parameters: readonly Parameter[]): string {
  return [...parameters]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
