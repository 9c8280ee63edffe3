import { describe, expect, test } from 'vitest';
import { negotiateMedia } from './media-type.ts';

describe('the Accept header', () => {
  test.each([
    [undefined, 'array', 'application/json; charset=utf-8'],
    ['*/*', 'array', 'application/json; charset=utf-8'],
    ['text/html, */*;q=0.1', 'array', 'application/json; charset=utf-8'],
    ['application/json;q=0.5, text/csv', 'csv', 'text/csv; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    ['application/vnd.pgrst.array+json', 'array', 'application/vnd.pgrst.array+json; charset=utf-8'],
    [
      'application/vnd.pgrst.object+json;nulls=stripped',
      'object',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
  ])('the Accept header %s gives a supported type', (accept, kind, name) => {
    expect(negotiateMedia(accept)).toMatchObject({ kind, name });
  });

  test.each(['foo/bar', 'application/vnd.pgrst.plan+json', 'application/geo+json'])(
    'the Accept header %s gets an error',
    (accept) => {
      expect(() => negotiateMedia(accept)).toThrow(`None of these media types are available: ${accept}`);
    },
  );
});
