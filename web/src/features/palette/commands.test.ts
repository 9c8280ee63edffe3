import { Search } from 'lucide-react';
import { expect, it } from 'vitest';
import { type Command, matching } from './commands.ts';

const command = (group: string, label: string): Command => ({
  id: `${group} ${label}`,
  group,
  label,
  icon: Search,
  run: () => {},
});
const COMMANDS = [
  command('Admin Panel', 'Leads'),
  command('Admin Panel', 'Customers'),
  command('Do', 'Upload Leads'),
  command('Impersonate', 'Big Northwind'),
  command('Impersonate', 'Northwind'),
];

const found = (typed: string) =>
  matching(COMMANDS, typed).map(({ label, commands }) => [label, ...commands.map((one) => one.label)]);

it.each([
  [
    'leads',
    [
      ['Admin Panel', 'Leads'],
      ['Do', 'Upload Leads'],
    ],
  ],
  ['  UPLOAD  ', [['Do', 'Upload Leads']]],
  ['imp north', [['Impersonate', 'Big Northwind', 'Northwind']]],
  ['north', [['Impersonate', 'Northwind', 'Big Northwind']]],
  ['nowhere', []],
])('“%s” finds these, in the order of their groups', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

it('nothing typed finds everything', () => {
  expect(found('').flat()).toHaveLength(COMMANDS.length + 3);
});

it('of a group at most ten are shown', () => {
  const many = Array.from({ length: 300 }, (_, index) => command('Customers', `Customer ${index}`));
  expect(matching(many, 'customer')[0]?.commands).toHaveLength(10);
});
