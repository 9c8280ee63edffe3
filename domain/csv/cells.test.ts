import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormulas, unguardFormulas } from './cells.ts';

test.each([
  ['=1+1', `'=1+1`],
  ['@SUM(1)', `'@SUM(1)`],
  ['+Plus', `'+Plus`],
  ['-1+cmd|x', `'-1+cmd|x`],
  ['-', `'-`],
  ['- item', `'- item`],
  ['＝1+1', `'＝1+1`],
  ['＋1+1', `'＋1+1`],
  ['－1', `'－1`],
  ['＠SUM(1)', `'＠SUM(1)`],
  // white space and invisible characters before the sign
  [' =1', `' =1`],
  ['\u00a0+x', `'\u00a0+x`],
  ['\u200b=1', `'\u200b=1`],
  ['\ufeff\u2060@x', `'\ufeff\u2060@x`],
  ['\u0000=1', `'\u0000=1`],
  ['\u3164-x', `'\u3164-x`],
  ['\ufe0f=1', `'\ufe0f=1`],
  ['\u2800=1', `'\u2800=1`],
  ['"=1', `'"=1`],
  // tabs and line breaks at the start
  ['\tx', `'\tx`],
  ['\nx', `'\nx`],
  ['\r=1', `'\r'=1`],
  ['\r\n=1', `'\r\n'=1`],
  // after a semicolon, a tab or a line break
  ['too far;=cmd|x', `too far;'=cmd|x`],
  ['a; @x', `a;' @x`],
  ['a;"=1', `a;'"=1`],
  ['a;;-x', `a;;'-x`],
  ['a\t+x', `a\t'+x`],
  ['a\n=1\n=2', `a\n'=1\n'=2`],
  ['a\r\u200b@x', `a\r'\u200b@x`],
  ['a\n \n=1', `a\n \n'=1`],
  ['a\n-1+cmd|x', `a\n'-1+cmd|x`],
  ["a\n- cmd|'/C calc'!A0", `a\n'- cmd|'/C calc'!A0`],
  ['a\n- HYPERLINK("x")', `a\n'- HYPERLINK("x")`],
  ['a;- item', `a;'- item`],
])('%j is written as %j, which is read back', (text, guarded) => {
  expect(guardFormulas(text)).toBe(guarded);
  expect(unguardFormulas(guarded)).toBe(text);
});

test.each([
  '',
  'a=b',
  "'t Hooft",
  "'=1+1",
  '+49 (30) 555-0100',
  '-12.5',
  'Berlin; +49 30 555',
  'To do\n- item\n  - another item, at 5',
  'a;b\tc\nd',
])('%j is written as it is', (text) => {
  expect(guardFormulas(text)).toBe(text);
});

test.each(["'t Hooft", "Rock;'n'Roll", "a\n'x", "'+49 30", "'0612"])('%j is read as it is', (text) => {
  expect(unguardFormulas(text)).toBe(text);
});

test('after writing and reading, no formula has another text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@;"\' \t\r\n1x|(\u200b\u00a0＝') });
  fc.assert(
    fc.property(text, (cell) => {
      expect(unguardFormulas(guardFormulas(cell))).toBe(unguardFormulas(cell));
    }),
  );
});
