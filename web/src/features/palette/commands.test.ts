import { Search } from 'lucide-react';
import { expect, it } from 'vitest';
import { type Command, matchCommands } from './commands.ts';

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
  command('Impersonate', 'Soft Grün'),
];

const found = (query: string) =>
  matchCommands(COMMANDS, query).map(({ label, commands }) => [label, ...commands.map((one) => one.label)]);

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
  ['an', []],
  ['söft GRÜN', [['Impersonate', 'Soft Grün']]],
  ['soft grun', [['Impersonate', 'Soft Grün']]],
  ['nowhere', []],
])('the query “%s” returns the matching commands by group', (query, expected) => {
  expect(found(query)).toEqual(expected);
});

it('an empty query returns all commands', () => {
  expect(found('').flat()).toHaveLength(COMMANDS.length + 3);
});

it('at most ten commands of a group are returned', () => {
  const many = Array.from({ length: 300 }, (_, index) => command('Customers', `Customer ${index}`));
  expect(matchCommands(many, 'customer')[0]?.commands).toHaveLength(10);
});

it('the way to all results stands after the ten, whatever it is called', () => {
  const many = Array.from({ length: 300 }, (_, index) => command('Customers', `Customer ${index}`));
  const all = { ...command('Customers', 'Customers that match'), isFound: true, isLast: true };
  const found = matchCommands([all, ...many], 'customer')[0]?.commands;
  expect(found).toHaveLength(11);
  expect(found?.at(-1)).toBe(all);
});

it('rows that the server found match whatever their label is', () => {
  const row = { ...command('Leads', 'Sofía'), isFound: true };
  expect(matchCommands([...COMMANDS, row], 'sofia')).toEqual([{ label: 'Leads', commands: [row] }]);
});
