import { expect, test } from 'vitest';
import { readBearerToken } from './jwt.ts';

test.each([
  ['Bearer abc.def.ghi', 'abc.def.ghi'],
  ['bearer abc', 'abc'],
  ['Bearer   abc ', 'abc'],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearer abc def', undefined],
  ['Basic abc', undefined],
  ['xBearer abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('the bearer of %j is %j', (header, bearer) => {
  expect(readBearerToken(header)).toBe(bearer);
});
