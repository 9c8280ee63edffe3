import { expect, test } from 'vitest';
import { contentHash } from './chunks.ts';
import type { ColumnMapping } from './targets.ts';
import { requestedUpdating, storedUpdating, updatableFields } from './updating.ts';

const fields = [
  { key: 'icebreaker', label: 'Icebreaker', isInternal: false },
  { key: 'score', label: 'Score', isInternal: true },
];
const parts: ColumnMapping = { First: 'firstName', Last: 'lastName', Score: 'custom:score', Other: 'ignore' };

test('the fields that a file can update are those with a column, and the audience of the import', () => {
  const mapping: ColumnMapping = { ...parts, Name: 'name', Hi: 'custom:icebreaker' };
  expect(updatableFields('leads', mapping, fields, 'Founders').map(({ field }) => field)).toEqual([
    'name',
    'first_name',
    'last_name',
    'custom:icebreaker',
    'internal:score',
    'audience',
  ]);
  expect(updatableFields('companies', { Name: 'name' }, [], null)).toEqual([{ field: 'name', label: 'Name' }]);
});

test('a name without a column of its own is updated with both parts, and the choice can be read back', () => {
  const both = { mode: 'update' as const, fields: ['first_name', 'last_name'] };
  expect(storedUpdating(both, 'leads', parts).fields).toEqual(['first_name', 'last_name', 'name']);
  expect(storedUpdating({ mode: 'update', fields: ['first_name'] }, 'leads', parts).fields).toEqual(['first_name']);
  expect(storedUpdating(both, 'leads', { ...parts, Full: 'name' }).fields).toEqual(both.fields);
  expect(requestedUpdating(storedUpdating(both, 'leads', parts))).toEqual(both);
});

test('a column with the last name first can update the name and both parts', () => {
  const mapping: ColumnMapping = { Who: 'lastFirst', Score: 'ignore' };
  const names = updatableFields('leads', mapping, [], null).map(({ field }) => field);
  expect(names).toEqual(['name', 'first_name', 'last_name']);
  expect(storedUpdating({ mode: 'update', fields: names }, 'leads', mapping)).toMatchObject({
    fields: names,
    isNameJoined: false,
  });
});

test('the hash of a chunk shows how it updates', async () => {
  const content = { customerId: 'x', importType: 'leads', columnMapping: parts, audience: null, csvData: '' } as const;
  const hashes = await Promise.all([
    contentHash(content),
    contentHash({ ...content, updating: null }),
    contentHash({ ...content, updating: { mode: 'fill', fields: [] } }),
    contentHash({ ...content, updating: { mode: 'update', fields: ['title'] } }),
  ]);
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(3);
});
