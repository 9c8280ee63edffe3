import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countVariables,
  piecesOf,
  type Recipient,
  render,
  replacePlaceholder,
  valuesOf,
  variables,
  written,
} from './variables.ts';

const text = (words: string) => ({ kind: 'text', text: words });
const variable = (name: string, words = `{{${name}}}`) => ({ kind: 'variable', text: words, variable: name });
const unknown = (words: string, meant: string | null = null) => ({ kind: 'unknown', text: words, meant });

test.each([
  ['', []],
  ['No variables', [text('No variables')]],
  ['Hi {{first_name}}!', [text('Hi '), variable('first_name'), text('!')]],
  ['{{company}}{{last_name}}', [variable('company'), variable('last_name')]],
  ['{{ company }}', [variable('company', '{{ company }}')]],
  ['{{firstName}}', [unknown('{{firstName}}', 'first_name')]],
  ['{{First Name}}', [unknown('{{First Name}}', 'first_name')]],
  ['{{city}}', [unknown('{{city}}')]],
  ['{{}}', [unknown('{{}}')]],
  ['{first_name}', [unknown('{first_name}', 'first_name')]],
  ['[Company Name]', [unknown('[Company Name]', 'company')]],
  ['{Surname}', [unknown('{Surname}', 'last_name')]],
  ['a [note] and {that}', [text('a [note] and {that}')]],
  ['{{first_name', [text('{{first_name')]],
  ['{{constructor}}', [unknown('{{constructor}}')]],
  ['[constructor]', [text('[constructor]')]],
  ['{{{company}}}', [text('{'), variable('company'), text('}')]],
  ['שלום {{first_name}}', [text('שלום '), variable('first_name')]],
])('%j is the pieces %j', (message, pieces) => {
  expect(piecesOf(message)).toEqual(pieces);
});

test.each<[Partial<Recipient>, [first: string, last: string, company: string]]>([
  [{ name: 'Ada Lovelace' }, ['Ada', 'Lovelace', '']],
  [{ name: 'Ada' }, ['Ada', '', '']],
  [{ name: 'Ludwig van Beethoven', company: ' Bonn ' }, ['Ludwig', 'van Beethoven', 'Bonn']],
  [{ name: 'Dr. Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' }, ['Ada', 'Lovelace', '']],
  [{ name: 'Ada King', last_name: 'Lovelace' }, ['Ada', 'Lovelace', '']],
  [{ name: ' Ada  King ', first_name: ' ', last_name: '' }, ['Ada', 'King', '']],
])('of %j the variables are %j', (given, [first_name, last_name, company]) => {
  const recipient = { name: '', first_name: null, last_name: null, company: null, ...given };
  expect(valuesOf(recipient)).toEqual({ first_name, last_name, company });
});

const values = fc.record({ first_name: fc.string(), last_name: fc.string(), company: fc.string() });
const messages = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('{{', '}}', '[', ']', '{{first_name}}', '{{ company }}', '{{x}}'),
    ),
  )
  .map((parts) => parts.join(''));

test('the pieces of any message are the message', () => {
  fc.assert(
    fc.property(messages, (message) => {
      expect(
        piecesOf(message)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(message);
    }),
  );
});

test('a message grows by what its variables stand for, and a value is never read as a message', () => {
  fc.assert(
    fc.property(messages, values, (message, given) => {
      const constant = piecesOf(message).filter((piece) => piece.kind !== 'variable');
      const counts = countVariables(message);
      const length =
        constant.reduce((sum, piece) => sum + piece.text.length, 0) +
        variables.reduce((sum, name) => sum + counts[name] * given[name].length, 0);
      expect(render(message, given)).toHaveLength(length);
    }),
  );
});

test('a value that looks like a variable stays as it is', () => {
  const given = { first_name: '{{company}}', last_name: '$&', company: 'Acme' };
  expect(render('{{first_name}} {{last_name}} {{city}}', given)).toBe('{{company}} $& {{city}}');
});

test('what is inserted for a variable is read as that variable', () => {
  for (const name of variables) expect(piecesOf(written(name))).toEqual([variable(name)]);
});

test.each([
  [
    'Hi {{firstName}}, {{ firstName }} {{firstName}}',
    '{{firstName}}',
    'Hi {{first_name}}, {{ firstName }} {{first_name}}',
  ],
  ['{first_name} {{first_name}}', '{first_name}', '{{first_name}} {{first_name}}'],
  ['{{city}}', '{{firstName}}', '{{city}}'],
])('in %j the placeholder %j is replaced: %j', (message, placeholder, replaced) => {
  expect(replacePlaceholder(message, placeholder, 'first_name')).toBe(replaced);
});
