import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestError } from './errors.ts';
import { negotiateMedia } from './request/media-type.ts';
import { canonicalQuery, parseParameters } from './request/parameters.ts';
import { parsePreferences } from './request/prefer.ts';
import { type ParsedQuery, parseQuery, restrictToRange } from './request/query.ts';

/** Returns the result or the RestError; any other exception fails the property. */
function resultOrError<Result>(read: () => Result): Result | RestError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
}

/** Parts of the grammar in any order, so that many strings are almost valid. */
// biome-ignore format: a bag of words
const PIECES = [
  'select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or', 'not', 'is', 'in', 'eq', 'like', 'fts', 'any', 'all',
  'null', 'true', 'id', 'name', 'leads', 'desc', 'nullslast', '!inner', '...', '->', '->>', '::text', '=', '&', '.', ',', ':', '(', ')',
  '{', '}', '[', ']', '"', '\\', '*', '%25', '%', '%00', '%ff', '+', '!', '1', '-1', '99999999999999999999', 'é', '%F0%9F%98%80', ' ',
];
const nearlyRight = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
const queries = fc.oneof({ weight: 4, arbitrary: nearlyRight }, fc.string({ unit: 'binary' }), fc.webQueryParameters());

test('any query string is parsed or gets an error', () => {
  const seen = { read: 0, rejected: 0 };
  fc.assert(
    fc.property(queries, fc.boolean(), (raw, mayHaveArguments) => {
      const result = resultOrError(() => parseQuery(raw, mayHaveArguments));
      if (result instanceof RestError)
        expect([result.status, result.message]).toEqual([400, expect.stringMatching(/\S/)]);
      seen[result instanceof RestError ? 'rejected' : 'read'] += 1;
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 1000 },
  );
  expect(Math.min(seen.read, seen.rejected), JSON.stringify(seen)).toBeGreaterThan(50);
});

test('nesting of any depth is parsed or gets an error, without a stack overflow', () => {
  const open = ['and(', 'or(', 'not.and(', 'leads(', '(', '{', '"', 'a->'];
  fc.assert(
    fc.property(
      fc.constantFrom('select=', 'and=', 'or=', 'order=', 'id=in.'),
      fc.constantFrom(...open),
      fc.nat(20_000),
      (part, nest, depth) => {
        resultOrError(() => parseQuery(part + nest.repeat(depth)));
      },
    ),
  );
});

test('the canonical query is equivalent to the original', () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
    selector: ([name]) => name,
    maxLength: 6,
  });
  fc.assert(
    fc.property(pairs, (given) => {
      const canonical = canonicalQuery(given);
      if (given.flat().some((text) => text.includes('\0'))) return;
      expect(new Map(parseParameters(canonical))).toEqual(new Map(given));
      expect(canonicalQuery(parseParameters(canonical))).toBe(canonical);
    }),
  );
});

const words = fc.string({ unit: fc.constantFrom(...'returncountexactmaxafd=,;-* /0123q.'), maxLength: 60 });
const preferences = fc
  .array(
    fc.constantFrom(
      'return=minimal',
      'count=exact',
      'max-affected=3',
      'max-affected=-1',
      'tx=rollback',
      '__proto__=1',
      'handling=strict',
      '=',
      'return=',
    ),
  )
  .map((list) => list.join(','));

test('any Prefer header is parsed: each preference is either known or returned as unknown', () => {
  fc.assert(
    fc.property(fc.oneof(words, preferences, fc.string({ unit: 'binary' })), (header) => {
      const { unknown, ...known } = parsePreferences(header);
      const preferences = header.split(',').map((preference) => preference.trim());
      for (const preference of unknown) expect(preferences).toContain(preference);
      expect(unknown.length + Object.keys(known).length).toBeLessThanOrEqual(preferences.length);
      expect(Object.getPrototypeOf(known)).toBe(Object.prototype);
    }),
  );
});

test('any Accept header gives a supported type or an error', () => {
  const accepts = fc.oneof(
    words,
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          'application/vnd.pgrst.object',
          '+json',
          ';',
          'q=',
          '0.5',
          'NaN',
          'nulls=stripped',
          ',',
          '*/*',
          'text/csv',
        ),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(accepts, (accept) => {
      const result = resultOrError(() => negotiateMedia(accept));
      expect(result instanceof RestError ? result.status : result.kind).toBeOneOf([406, 'array', 'object', 'csv']);
    }),
  );
});

test('any Range header narrows the page, never widens it', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(), fc.option(fc.nat())).map(([first, last]) => `${first}-${last ?? ''}`),
  );
  fc.assert(
    fc.property(header, fc.nat(1000), fc.nat(1000), (range, offset, limit) => {
      const result = resultOrError(() => restrictToRange(parseQuery(`limit=${limit}&offset=${offset}`), range));
      if (result instanceof RestError) {
        expect(result.status).toBe(416);
        return;
      }
      const window: ParsedQuery['windows'][number] = Object.assign({}, ...result.windows);
      expect(window.offset).toBeGreaterThanOrEqual(offset);
      expect((window.offset ?? 0) + (window.limit ?? 0)).toBeLessThanOrEqual(
        Math.max(offset + limit, window.offset ?? 0),
      );
    }),
  );
});
