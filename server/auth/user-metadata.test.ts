import { describe, expect, test } from 'vitest';
import { MetadataTooLarge, requireSmallMetadata, truncateMetadata } from './user-metadata.ts';

/** Its JSON has so many bytes. */
const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text": ""}'.length) });

describe('user metadata', () => {
  test.each([
    ['4 KiB', ofBytes(4_096)],
    ['what PostgreSQL writes with spaces', { list: Array.from({ length: 1_362 }, () => 1) }],
    ['nothing', {}],
  ])('user metadata with %s is accepted', (_, data) => {
    expect(() => requireSmallMetadata(data)).not.toThrow();
  });

  test.each([
    ['one byte more', ofBytes(4_097), 4_097],
    ['characters of four bytes', { text: '🚀'.repeat(1_022) }, 12 + 4_088],
    ['escaped characters', { text: '\u0001'.repeat(682) }, 12 + 4_092],
    ['spaces that PostgreSQL adds', { list: Array.from({ length: 1_363 }, () => 1) }, 12 + 1_363 + 2 * 1_362],
    [
      'numbers that PostgreSQL writes without an exponent',
      { list: Array.from({ length: 25 }, () => 1e308) },
      12 + 25 * 330 + 2 * 24,
    ],
    ['keys', { ['k'.repeat(9_000)]: null }, 9_010],
  ])('user metadata with %s is rejected', (_, data, bytes) => {
    expect(() => requireSmallMetadata(data)).toThrow(new MetadataTooLarge(bytes as number));
  });
});

describe('the claims of a provider', () => {
  const claims = { sub: '1', email: 'ada@example.test', email_verified: true };

  test('claims of a provider are stored unchanged where they fit', () => {
    const data = { ...claims, name: 'Ada', full_name: 'Ada', picture: 'https://x.test/a.png', iss: undefined };
    expect(truncateMetadata(data)).toEqual(data);
  });

  test('claims of a provider are stored with the first 200 characters of a name', () => {
    const name = `🚀${'n'.repeat(50_000)}`;
    expect(truncateMetadata({ ...claims, name, full_name: name })).toEqual({
      ...claims,
      name: `🚀${'n'.repeat(199)}`,
      full_name: `🚀${'n'.repeat(199)}`,
    });
  });

  test('claims of a provider lose their longest members until they fit', () => {
    const picture = `https://x.test/${'a'.repeat(2_500)}`;
    const iss = 'i'.repeat(1_000);
    expect(truncateMetadata({ ...claims, iss, picture, avatar_url: picture })).toEqual({
      ...claims,
      iss,
      avatar_url: picture,
    });
    const huge = { toString: 'x', list: ['y'.repeat(100_000)] };
    expect(truncateMetadata({ ...claims, huge })).toEqual(claims);
  });
});
