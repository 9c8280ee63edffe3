import { expect, test } from 'vitest';
import { mappedHeaders, savedMapping } from './saved-mapping.ts';
import type { ColumnMapping } from './targets.ts';

test.each<[headers: string[], mapping: ColumnMapping, saved: string[]]>([
  [['Name', 'City'], {}, ['City', 'Name']],
  [['Name', 'City', 'Error'], {}, ['City', 'Name']],
  [['Name', 'City', 'Error'], { Error: 'ignore' }, ['City', 'Name']],
  [['Name', 'City', 'Error'], { Error: 'notes' }, ['City', 'Error', 'Name']],
  [['Error', 'Name'], {}, ['Error', 'Name']],
])('%j mapped by %j is saved as %j', (headers, mapping, saved) => {
  expect(mappedHeaders(headers, mapping)).toEqual(saved);
});

test('a saved mapping applies to its headers and ignores all others', () => {
  expect(savedMapping('leads', ['Who', 'Error'], { Who: 'name', Gone: 'email', Error: 'no such field' })).toEqual({
    Who: 'name',
    Error: 'ignore',
  });
});

test('a saved mapping equal to the automatic one is not used', () => {
  expect(savedMapping('leads', ['Name', 'Shoe size'], { Name: 'name' })).toBeNull();
});

test('a header named like a property of Object is not a field', () => {
  expect(savedMapping('leads', ['Name', 'constructor'], { Name: 'notes' })).toEqual({
    Name: 'notes',
    constructor: 'ignore',
  });
});
