import { expect, test } from 'vitest';
import { speaksWordCodes } from './error-response.ts';

test.each([
  ['2024-01-01', true],
  ['2026-11-21', true],
  ['2023-12-31', false],
  ['2024-02-30', false],
  ['2024-13-01', false],
  ['2024-1-1', false],
  ['2024-01-01T00:00:00Z', false],
  ['tomorrow', false],
  ['', false],
  [undefined, false],
])('the API version %j has codes in words: %j', (version, words) => {
  expect(speaksWordCodes(version)).toBe(words);
});
