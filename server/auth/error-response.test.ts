import { expect, test } from 'vitest';
import { usesWordCodes } from './error-response.ts';

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
])('the API version %j uses word codes: %j', (version, words) => {
  expect(usesWordCodes(version)).toBe(words);
});
