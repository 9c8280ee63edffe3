import { expect, test } from 'vitest';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import { describeColumnUse } from './column-use.ts';

test.each<[string, ImportType, ColumnMapping, (string | null)[]]>([
  ['a column of its own', 'leads', { Name: 'name', City: 'ignore' }, [null, null]],
  ['the first in the file wins', 'leads', { Title: 'title', Job: 'title' }, ['Used first.', 'Used if Title is empty.']],
  [
    'the best rank wins for an email',
    'leads',
    { Other: 'email', 'Personal Email': 'email', 'Work Email': 'email' },
    ['Used if Work Email and Personal Email are empty.', 'Used if Work Email is empty.', 'Used first.'],
  ],
  [
    'locations are combined',
    'leads',
    { City: 'location', State: 'location', Country: 'location' },
    ['Combined with State, Country.', 'Combined with City, Country.', 'Combined with City, State.'],
  ],
  ['customers read notes', 'leads', { Comment: 'notes' }, ['Customers can read notes.']],
  [
    'two columns of notes',
    'leads',
    { A: 'notes', B: 'notes' },
    ['Used first. Customers can read notes.', 'Used if A is empty. Customers can read notes.'],
  ],
  ['companies', 'companies', { Web: 'website', URL: 'website' }, ['Used first.', 'Used if Web is empty.']],
])('%s', (_, type, mapping, descriptions) => {
  const headers = Object.keys(mapping);
  expect(headers.map(describeColumnUse(type, headers, mapping))).toEqual(descriptions);
});
