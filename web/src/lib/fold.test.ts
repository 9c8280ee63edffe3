import { expect, test } from 'vitest';
import { fold, hasWords } from './fold.ts';

test.each([
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['Straße', 'strasse'],
  ['SØREN Łukasz', 'soren lukasz'],
  ['Ægir & Cœur', 'aegir & coeur'],
  ['Ｎｏｒｄ', 'nord'],
  ['東京', '東京'],
  ['', ''],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['', true],
  ['muller', true],
  ['SØN  Müll', true],
  ['ull', true],
  ['ul', false],
  ['mu s', true],
  ['muller schmidt', false],
])('“Jürgen Müller & Søn” has the words of “%s”: %s', (term, expected) => {
  expect(hasWords('Jürgen Müller & Søn', term)).toBe(expected);
});
