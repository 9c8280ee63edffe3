import { describe, expect, test } from 'vitest';
import { customError, customKey, customLabel, customLimits, matchingField } from './custom-fields.ts';

test.each([
  ['Icebreaker', 'icebreaker'],
  ['  Ice-breaker (new)!  ', 'ice_breaker_new'],
  ['Letzte Förderung', 'letzte_forderung'],
  ['Приветствие', 'приветствие'],
  ['挨拶 1', '挨拶_1'],
  ['تحية', 'تحية'],
  ['हिन्दी', 'हिन्दी'],
  ['№ Score²', 'no_score2'],
  ['🎉', 'field'],
  ['', 'field'],
  ['Title', 'title_2'],
  ['First name', 'first_name_2'],
])('the key of %j is %s', (header, key) => {
  expect(customKey(header, [])).toBe(key);
});

test('keys differ from those taken, and have a limit', () => {
  expect(customKey('Score', ['score', 'score_2'])).toBe('score_3');
  const long = customKey('Ж'.repeat(500), []);
  expect([...long].length).toBe(customLimits.key - 4);
  expect(customKey('ж'.repeat(600), [long])).toBe(`${long}_2`);
  expect([...customLabel('𝒳'.repeat(500))].length).toBe(customLimits.label);
});

test('a label is one line, whatever the header is', () => {
  expect(customLabel(' Line\r\nbreak\t ')).toBe('Line break');
});

describe('the field of a header', () => {
  const fields = [
    { key: 'icebreaker', label: 'Opener', isInternal: false },
    { key: 'score', label: 'Lead  score', isInternal: true },
  ];
  test.each([
    ['opener', 'icebreaker'],
    ['Icebreaker', 'icebreaker'],
    ['LEAD SCORE ', 'score'],
    ['Other', undefined],
  ])('the header %j maps to the field %s', (header, key) => {
    expect(matchingField(header, fields)?.key).toBe(key);
  });
});

test.each([
  [{ icebreaker: 'x'.repeat(2_000) }, undefined],
  [{ icebreaker: '𝒳'.repeat(2_000) }, undefined],
  [{ icebreaker: 'x'.repeat(2_001) }, 'ICEBREAKER is too long (2001 characters, at most 2000)'],
  [
    Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`f${index}`, '𝒳'.repeat(1_000)])),
    'Custom fields are too large (20050 bytes, at most 16384)',
  ],
  [{}, undefined],
])('custom values are accepted or have an error: %#', (values, error) => {
  expect(customError(values, (key) => key.toUpperCase())?.error).toBe(error);
});
