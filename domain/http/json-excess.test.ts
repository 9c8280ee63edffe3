import { expect, test } from 'vitest';
import { jsonExcess, valuesByKey } from './json-excess.ts';

const bounds = { depth: 3, members: 2, nodes: 4, values: 12, exponent: 2 };
const tooDeep = 'is nested more than 3 deep';
const tooMany = 'has more than 4 objects and lists';
const tooLarge = 'has more than 12 values';
const tooLong = 'has a number with an exponent of more than 2 digits';
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
  ['[1,2,3,4,5,6,7,8,9,10,11]', undefined],
  ['[1,2,3,4,5,6,7,8,9,10,11,12]', tooLarge],
  ['[[1,2,3,4,5],[6,7,8,9,10]]', tooLarge],
  ['{"a":"[[[[{{{{,,,,"}', undefined],
  ['{"a":"\\"[[[[","b":"\\\\"}', undefined],
  ['{"a":"\\\\","b":[[[1]]]}', tooDeep],
  ['"never closed [[[[', undefined],
  ['}]}]', undefined],
  ['[1e99,1.5E+99,-1e-99,true,false,"1e100",1000]', undefined],
  ['[1,1e100]', tooLong],
  ['{"a":-1.5E+100}', tooLong],
  ['{"a":1e-100}', tooLong],
])('the excess of the JSON text is found: %s', (text, excess) => {
  expect(jsonExcess(text, bounds)).toBe(excess);
});

test.each([
  ['{}', {}],
  [' {"a":1,"b" : "c,[","d":["e",{"f":1,"g":2}],"h":null,"i":[]}', { a: 1, b: 1, d: 5, h: 1, i: 2 }],
  ['{"a\\"b":"\\\\","\\u0063":{}}', { 'a"b': 1, c: 2 }],
  ['{"a":[1,2,3],"b":1,"a":[[4]]}', { a: 7, b: 1 }],
  ['[{"a":1}]', undefined],
  ['"a"', undefined],
  ['{"\\x":1}', undefined],
  ['{"never closed', undefined],
])('the number of values by key of %s', (text, values) => {
  const found = valuesByKey(text);
  expect(found && Object.fromEntries(found)).toEqual(values);
});
