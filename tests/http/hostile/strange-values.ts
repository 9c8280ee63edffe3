import { randomBytes } from 'node:crypto';

const LONG = 'x'.repeat(5_000);

/** Values for a member of a body, as JSON. */
export const strangeJson: [name: string, json: string][] = [
  ['a long text', JSON.stringify(LONG)],
  ['a long text that cannot be compressed', JSON.stringify(randomBytes(5_000).toString('base64'))],
  ['a longer text', JSON.stringify('é'.repeat(20_000))],
  ['a long address', JSON.stringify(`${LONG}@example.test`)],
  ['NUL', '"a\\u0000b"'],
  ['a lone surrogate', '"a\\ud800b"'],
  ['controls', '"a\\u0001\\u001b[31m\\r\\nb"'],
  ['bidirectional controls', '"a\\u202eb\\u2066c"'],
  ['percent-encoded NUL', '"%00"'],
  ['nothing', '""'],
  ['null', 'null'],
  ['a number', '7'],
  ['a large number', '1e999'],
  ['a negative number', '-99999999999999999999'],
  ['true', 'true'],
  ['a list', '["a","b"]'],
  ['a list of lists', '[[[[1]]]]'],
  ['an object', '{"a":{"b":[]}}'],
  ['an object with keys of Object', '{"__proto__":{"x":1},"constructor":1,"toString":"x"}'],
  ['an injection', `"'; drop table auth.users; --"`],
  ['an infinite timestamp', '"infinity"'],
  ['a huge duration', '"99999999999999999999h"'],
  ['a javascript: URL', '"javascript:alert(1)//\\\\evil.example"'],
];

/** Bodies in place of an object. */
export const strangeBodies = [
  ...['', 'null', '7', '"x"', '[]', '[{}]', 'true', '{', '{"a":1}{"a":2}', '\u0000', '{"email":1,"email":2}'],
  '{"email":{"toString":1}}',
];

/** Values of a parameter, in an address. */
export const strangeParameters = [
  ...['', '%00', '%ff', '%ed%a0%80', '%', 'a%0d%0ab', LONG, '-1', '1e9', '1,2', "'", '%E2%80%AE', '[]', '{}'],
  ...['javascript:alert(1)', 'http://[', 'http://a%00b/', 'http://localhost:4321/a%00b', '//evil.example'],
];

/** Parts of a path. */
export const strangeParts = [
  ...['%00', '%ff', '%ed%a0%80', LONG, '..', '..%2f..', "'", '%20', '-1', '%0d%0a', '%2500'],
  '00000000-0000-0000-0000-000000000000',
];
