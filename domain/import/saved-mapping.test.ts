import { expect, test } from 'vitest';
import { mappedHeaders, savedMapping } from './saved-mapping.ts';
import type { ColumnMapping } from './targets.ts';

test.each<[headers: string[], mapping: ColumnMapping, remembered: string[]]>([
  [['Name', 'City'], {}, ['City', 'Name']],
  [['Name', 'City', 'Error'], {}, ['City', 'Name']],
  [['Name', 'City', 'Error'], { Error: 'ignore' }, ['City', 'Name']],
  [['Name', 'City', 'Error'], { Error: 'notes' }, ['City', 'Error', 'Name']],
  [['Error', 'Name'], {}, ['Error', 'Name']],
])('%j mapped by %j is remembered as %j', (headers, mapping, remembered) => {
  expect(mappedHeaders(headers, mapping)).toEqual(remembered);
});

test('a stored mapping is taken for the headers that are there, and says ignore of the others', () => {
  expect(savedMapping('leads', ['Who', 'Error'], { Who: 'name', Gone: 'email', Error: 'no such field' })).toEqual({
    Who: 'name',
    Error: 'ignore',
  });
});

test('a stored mapping that says what the headers say is not worth a word', () => {
  expect(savedMapping('leads', ['Name', 'Shoe size'], { Name: 'name' })).toBeNull();
});

test('a header that is called like something of every object is no field', () => {
  expect(savedMapping('leads', ['Name', 'constructor'], { Name: 'notes' })).toEqual({
    Name: 'notes',
    constructor: 'ignore',
  });
});
