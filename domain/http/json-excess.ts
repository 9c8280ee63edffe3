// Rejects JSON that would be expensive to parse, in one pass over the text.

/**
 * Bounds of JSON in requests: nesting, members of one object, objects and lists in total, values in total, digits of an exponent. Parsing half a million
 * distinct texts blocks the process for 0.2 s. PostgreSQL writes out a number such as 1e131071, and cannot be interrupted meanwhile.
 */
export const jsonBounds = { depth: 64, members: 2_000, nodes: 200_000, values: 500_000, exponent: 2 };

/**
 * The same for all arguments of a function together, of which the largest are the cells of an import: 4 MiB of CSV have up to 4.2 million. PostgreSQL
 * reads five million values of type json in a second, and of any other type in ten.
 */
export const argumentJsonBounds = { ...jsonBounds, values: 5_000_000 };

/** The same for rows to insert or update, of which the app sends one at a time. */
export const rowJsonBounds = { ...jsonBounds, nodes: 20_000, values: 200_000 };

/**
 * The same for arguments that are parsed in this process. Parsing half a million values in objects of 60 keys, all of which differ, blocks it for more
 * than a second.
 */
export const parsedJsonBounds = { ...jsonBounds, nodes: 10_000, values: 50_000 };

/** The same for requests to the auth API, which need no token. Their largest part is 4 KiB of metadata, twice, as JavaScript writes it. */
export const accountJsonBounds = { ...jsonBounds, nodes: 6_000, values: 10_000, exponent: Number.POSITIVE_INFINITY };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const PLUS = 0x2b;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** Describes which bound JSON text exceeds, as the end of a sentence; undefined if none. The result for invalid JSON is unspecified. */
export function jsonExcess(text: string, { depth, members, nodes, values, exponent } = jsonBounds): string | undefined {
  /** The number of members of each open object; for an array it starts far below zero, so that it is never exceeded. */
  const open: number[] = [];
  let opened = 0;
  /** Each opened object or list and each comma starts another value. */
  let begun = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      opened += 1;
      begun += 1;
      if (open.push(character === OPEN_OBJECT ? 1 : -text.length) > depth) return `is nested more than ${depth} deep`;
      if (opened > nodes) return `has more than ${nodes} objects and lists`;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) open.pop();
    else if (character === COMMA && open.length > 0) {
      begun += 1;
      const count = (open.pop() ?? 0) + 1;
      if (count > members) return `has an object of more than ${members} members`;
      open.push(count);
    } else if ((character === LOWER_E || character === UPPER_E) && exponentDigits(text, at) > exponent) {
      return `has a number with an exponent of more than ${exponent} digits`;
    }
    if (begun > values) return `has more than ${values} values`;
  }
  return undefined;
}

/** The number of digits after the `e` of a number; 0 for that of a word. */
function exponentDigits(text: string, at: number): number {
  const sign = text.charCodeAt(at + 1);
  const start = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end - start;
}

const isDigit = (character: number) => character >= ZERO && character <= NINE;

/**
 * Returns the keys of a JSON object, each with the number of values in its value, without parsing these. Undefined if the text is not an object or a key
 * is not valid JSON.
 */
export function valuesByKey(text: string): Map<string, number> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const members: { key: string; values: number }[] = [];
  let last = { key: '', values: 0 };
  let depth = 0;
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1 && isKeyNext) {
        last = { key: text.slice(at, end + 1), values: 1 };
        members.push(last);
      }
      isKeyNext = false;
      at = end;
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      depth += 1;
      last.values += 1;
      isKeyNext = depth === 1;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) depth -= 1;
    else if (character === COMMA) {
      isKeyNext = depth === 1;
      if (!isKeyNext) last.values += 1;
    }
  }
  return summed(members);
}

/** Adds up the values of each key, which may be repeated. */
function summed(members: readonly { key: string; values: number }[]): Map<string, number> | undefined {
  const sums = new Map<string, number>();
  try {
    for (const { key, values } of members) {
      const name = JSON.parse(key) as string;
      sums.set(name, (sums.get(name) ?? 0) + values);
    }
    return sums;
  } catch {
    return undefined;
  }
}

/** Returns the index of the closing quote. `indexOf` is fast for a text without an escaped quote, and slow for each of many. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  if (quote >= 0 && text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) return at;
    if (character === BACKSLASH) at += 1;
  }
  return text.length;
}
