import { expect, test } from 'vitest';
import { jsonExcess } from './json-excess.ts';

const bounds = { depth: 3, members: 2, nodes: 4 };
const tooDeep = 'is nested more than 3 deep';
const tooMany = 'has more than 4 objects and lists';
const tooWide = 'has an object of more than 2 members';

test.each([
  ['', undefined],
  ['[[[1]]]', undefined],
  ['[[[[1]]]]', tooDeep],
  ['[{"a":[1]},{"b":2}]', undefined],
  ['[{"a":[{}]}]', tooDeep],
  ['{"a":1,"b":2}', undefined],
  ['{"a":1,"b":2,"c":3}', tooWide],
  ['[{"a":[1,2,3]},{"a":1,"b":2}]', undefined],
  ['[[],[],{},1,1,1,1]', undefined],
  ['[[],[],{},{}]', tooMany],
  ['{"a":"[[[[{{{{,,,,"}', undefined],
  ['{"a":"\\"[[[[","b":"\\\\"}', undefined],
  ['{"a":"\\\\","b":[[[1]]]}', tooDeep],
  ['"never closed [[[[', undefined],
  ['}]}]', undefined],
])('%s', (text, excess) => {
  expect(jsonExcess(text, bounds)).toBe(excess);
});
