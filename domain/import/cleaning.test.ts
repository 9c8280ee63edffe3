import { expect, test } from 'vitest';
import { cellCleaner } from './cleaning.ts';
import type { Target } from './targets.ts';

test.each<[Target, string, string | null]>([
  ['title', '  Head\u00a0\u00a0of\tGrowth\n', 'Head of Growth'],
  ['notes', ' a  b \n\n c\r\nd ', 'a b \n\n c\r\nd'],
  ['description', 'a\tb\nc', 'a b\nc'],
  ['title', 'a\nb', 'a b'],
  ['title', '   ', null],
  ['phone', `'+49 30`, '+49 30'],
  ['phone', `'0612`, '0612'],
  ['notes', `'=1+1`, '=1+1'],
  ['name', `'-A`, '-A'],
  ['name', `'@A`, '@A'],
  ['name', `'t Hooft`, `'t Hooft`],
  ['name', `''=A`, `''=A`],
  ['title', `'-`, null],
  ['notes', `'\u200b=1\n'=2`, '\u200b=1\n=2'],
  ['title', `a;'=1\t'@x`, 'a;=1 @x'],
  ['company', `Rock;'n'Roll`, `Rock;'n'Roll`],
  ['title', 'N/A', null],
  ['title', '#n/a', null],
  ['location', ' Not  Available ', null],
  ['linkedin_profile_url', '—', null],
  ['domain', 'NULL', null],
  ['title', 'None at all', 'None at all'],
  ['name', 'N/A', 'N/A'],
  ['firstName', '-', '-'],
  ['lastName', 'None', 'None'],
  ['company', 'Unknown', 'Unknown'],
  ['notes', 'none', 'none'],
  ['description', 'n/a', 'n/a'],
  ['email', 'a@x.example ::: b@x.example', 'a@x.example'],
  ['phone', '1 ::: 2 ::: 3', '1'],
  ['email', 'n/a ::: b@x.example', null],
  ['title', 'a ::: b', 'a ::: b'],
  ['phone', '0612345678', '0612345678'],
])('for %s, %j is stored as %j', (target, cell, value) => {
  expect(cellCleaner(target)(cell)).toBe(value);
});
