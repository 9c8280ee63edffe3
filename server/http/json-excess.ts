// Rejects JSON that would be expensive to parse, in one pass over the text.

/**
 * Bounds of JSON in requests: nesting, members of one object, objects and lists in total, values in total, digits of an exponent. Parsing half a million
 * distinct texts blocks the process for 0.2 s. PostgreSQL writes out a number such as 1e131071, and cannot be interrupted meanwhile.
 */
export const jsonBounds = { depth: 64, members: 2_000, nodes: 200_000, values: 500_000, exponent: 2 };

/** The same for rows to insert or update, of which the app sends one at a time. */
export const rowJsonBounds = { ...jsonBounds, nodes: 20_000, values: 200_000 };

/** The same for requests to the auth API, whose largest part is 8 KiB of metadata as JavaScript writes it. */
export const accountJsonBounds = { ...jsonBounds, nodes: 10_000, values: 50_000, exponent: Number.POSITIVE_INFINITY };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const EXPONENT = /[+-]?(\d+)/y;

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
  EXPONENT.lastIndex = at + 1;
  return EXPONENT.exec(text)?.[1]?.length ?? 0;
}

/** Returns the keys of a JSON object without parsing its values; undefined if the text is not an object or a key is not valid JSON. */
export function outerKeys(text: string): string[] | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const keys: string[] = [];
  let depth = 0;
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1 && isKeyNext) keys.push(text.slice(at, end + 1));
      isKeyNext = false;
      at = end;
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      depth += 1;
      isKeyNext = depth === 1;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) depth -= 1;
    else if (character === COMMA) isKeyNext = depth === 1;
  }
  try {
    return JSON.parse(`[${keys.join(',')}]`) as string[];
  } catch {
    return undefined;
  }
}

/** Returns the index of the closing quote: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return text.length;
}
