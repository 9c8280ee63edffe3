import { expect, it } from 'vitest';
import { parseEmailList } from '../checks.ts';

it.each<[text: string, emails: string[], invalid: string[]]>([
  ['', [], []],
  [' \n ,; ', [], []],
  ['ada@x.test', ['ada@x.test'], []],
  ['  ada@x.test ', ['ada@x.test'], []],
  ['ada@x.test, bob@x.test;cy@x.test\tdi@x.test\r\ned@x.test', ['ada', 'bob', 'cy', 'di', 'ed'].map(atX), []],
  ['Ada Lovelace <ada@x.test>, Bob <bob@x.test>', ['ada@x.test', 'bob@x.test'], []],
  ['"Lovelace, Ada" <ada@x.test>; <bob@x.test>', ['ada@x.test', 'bob@x.test'], []],
  ['Ada <mailto:ada@x.test>', ['ada@x.test'], []],
  ['bob@x.test Ada Lovelace <ada@x.test> cy@x.test', ['bob@x.test', 'ada@x.test', 'cy@x.test'], []],
  ['Ada@x.test ada@X.test bob@x.test ADA@x.test', ['Ada@x.test', 'bob@x.test'], []],
  ['ada', [], ['ada']],
  ['ada@, bob@x.test, @x.test', ['bob@x.test'], ['ada@', '@x.test']],
  ['Ada <ada>', [], ['ada']],
  [longAddress(256), [], [longAddress(256)]],
  [longAddress(255), [longAddress(255)], []],
])('the list %j is parsed into emails and invalid parts', (text, emails, invalid) => {
  expect(parseEmailList(text)).toEqual({ emails, invalid });
});

function longAddress(length: number) {
  return atX('a'.repeat(length - '@x.test'.length));
}

function atX(name: string) {
  return `${name}@x.test`;
}
