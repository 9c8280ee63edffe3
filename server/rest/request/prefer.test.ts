import { describe, expect, test } from 'vitest';
import { appliedPreferences, parsePreferences } from './prefer.ts';

describe('the Prefer header', () => {
  test.each([
    [undefined, { unknown: [] }],
    ['return=representation,count=exact', { returns: 'representation', count: 'exact', unknown: [] }],
    ['count=exact, count=planned', { count: 'exact', unknown: [] }],
    [
      'resolution=merge-duplicates , missing=default',
      { resolution: 'merge-duplicates', missing: 'default', unknown: [] },
    ],
    ['handling=strict, max-affected=10', { handling: 'strict', maxAffected: 10, unknown: [] }],
    ['tx=rollback', { unknown: [] }],
    ['count=some, foo, constructor=1', { unknown: ['count=some', 'foo', 'constructor=1'] }],
  ])('the Prefer header %s is parsed', (header, preferences) => {
    expect(parsePreferences(header)).toEqual(preferences);
  });

  test('Preference-Applied has the given preferences that are supported', () => {
    const preferences = parsePreferences('return=minimal,count=exact,missing=default,max-affected=3');
    expect(appliedPreferences(preferences, ['missing', 'returns', 'count', 'maxAffected'])).toBe(
      'missing=default, return=minimal, count=exact',
    );
    expect(appliedPreferences(preferences, ['handling'])).toBeNull();
  });

  test('max-affected applies only with strict handling', () => {
    const preferences = parsePreferences('handling=strict,max-affected=3');
    expect(appliedPreferences(preferences, ['handling', 'maxAffected'])).toBe('handling=strict, max-affected=3');
  });
});
