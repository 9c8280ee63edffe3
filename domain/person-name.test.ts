import { expect, test } from 'vitest';
import { isOddName, turnedName } from './person-name.ts';

test.each([
  ['Alpha, Nora', 'Nora Alpha', 'Nora', 'Alpha'],
  ['Alpha,Nora', 'Nora Alpha', 'Nora', 'Alpha'],
  ['ALPHA, NORA', 'NORA ALPHA', 'NORA', 'ALPHA'],
  ['Müller, Dr. Anna Maria', 'Dr. Anna Maria Müller', 'Anna Maria', 'Müller'],
  ['Müller, Anna, PhD', 'Anna Müller, PhD', 'Anna', 'Müller'],
  ['Müller, Anna Dr.', 'Anna Dr. Müller', 'Anna', 'Müller'],
  ['Smith, Jr., John', 'John Smith, Jr.', 'John', 'Smith'],
  ["van der O'Neil-Berg, J.R.", "J.R. van der O'Neil-Berg", 'J.R.', "van der O'Neil-Berg"],
  ['Иванов, Иван', 'Иван Иванов', 'Иван', 'Иванов'],
  ['Alpha, Nora,', 'Nora Alpha', 'Nora', 'Alpha'],
])('%j is the name %j, %j and %j', (text, name, firstName, lastName) => {
  expect(turnedName(text)).toEqual({ name, firstName, lastName });
});

test.each([
  'Nora Alpha',
  'Müller, PhD',
  'Pia Gamma, MBA, PhD',
  'Kim, JD',
  'ALPHA, MBA',
  'Müller, Dipl.-Ing.',
  'Acme, Inc.',
  'Alpha, Nora, Berlin',
  'Alpha,',
  ', Nora',
  '🚀, Nora',
  'Alpha, Nora (Bob)',
  '',
])('%j is not turned', (text) => {
  expect(turnedName(text)).toBeNull();
});

test.each([
  ['🚀', true],
  ['Nora🚀', true],
  ['Alpha,', true],
  ['ROSA', true],
  ['ANNA-MARIA', true],
  ['nora', false],
  ['Dr.', true],
  ['Prof', true],
  ['J.', true],
  ['𝗧𝗮𝗿𝗮', true],
  ['Robert (Bob)', true],
  ['N/A', true],
  ['007', true],
  ['Nora', false],
  ['AJ', false],
  ['Anne-Marie', false],
  ['D’Arcy', false],
  ['José María', false],
  ['李', false],
  ['علی‌رضا', false],
  ['JoAnn', false],
  ['Dipl.-Ing. Nora', true],
  ['Prof.Dr. Nora', true],
  ['Sir John', true],
  ['Nora PhD', true],
  ['J. R.', true],
  ['N o r a', true],
  ["'Nora'", true],
  ['nora.alpha', true],
  ['ᴛᴀʀᴀ', true],
  ['LinkedIn', true],
  ['Unknown', true],
  ['null', true],
  ['Info', true],
  ['Vorname', true],
  ['Testa', false],
  ['Mary Ann', false],
  ["D'Angelo", false],
])('the first name %j is odd: %j', (value, isOdd) => {
  expect(isOddName(value, 'first_name')).toBe(isOdd);
});

test.each([
  ['Gamma, MBA, PhD', true],
  ['DUPONT', true],
  ['S.', true],
  ['van Beethoven', false],
  ['Smith Jr.', false],
  ['Dr. Delta', false],
  ['Delta MBA', true],
  ['Member', true],
  ['Null', false],
  ['Sales', false],
])('the last name %j is odd: %j', (value, isOdd) => {
  expect(isOddName(value, 'last_name')).toBe(isOdd);
});
