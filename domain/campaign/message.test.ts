import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addFallback,
  findVariableUses,
  placeholdersIn,
  renderMessage,
  replacePlaceholder,
  splitMessage,
} from './message.ts';
import { customerVariables, specVariables, standardVariables, written } from './variables.ts';

const known = customerVariables([
  { key: 'icebreaker', label: 'Icebreaker', isInternal: false },
  { key: 'deal_size', label: 'Deal size', isInternal: true },
  { key: 'город', label: 'Город', isInternal: false },
]);

const text = (words: string) => ({ kind: 'text', text: words });
const variable = (name: string, words = `{{${name}}}`, fallback?: string) => ({
  kind: 'variable',
  text: words,
  variable: name,
  fallback,
});
const unknown = (words: string, meant: string | null = null, fallback?: string) => ({
  kind: 'unknown',
  text: words,
  meant,
  fallback,
});

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
  ['{{first_name', [unknown('{{first_name', 'first_name')]],
  [
    'How is {{company, {{ First and {{first_name}}',
    [text('How is '), unknown('{{company', 'company'), text(', {{ First and '), variable('first_name')],
  ],
  ['{{constructor}}', [unknown('{{constructor}}')]],
  ['[constructor]', [text('[constructor]')]],
  ['{{{company}}}', [unknown('{{{company}}}', 'company')]],
  ['{{ {first_name} }}', [unknown('{{ {first_name} }}', 'first_name')]],
  ['{{first_name}}}', [unknown('{{first_name}}}', 'first_name')]],
  ['[{{company}}] <{{title}}>', [text('['), variable('company'), text('] <'), variable('title'), text('>')]],
  ['שלום {{first_name}}', [text('שלום '), variable('first_name')]],
  ['{{first_name|there}}', [variable('first_name', '{{first_name|there}}', 'there')]],
  ['{{ icebreaker | a | b }}', [variable('icebreaker', '{{ icebreaker | a | b }}', 'a | b')]],
  ['{{icebreaker| }}', [variable('icebreaker', '{{icebreaker| }}')]],
  ['{{город}}{{title}}', [variable('город'), variable('title')]],
  [
    '{{Ice Breaker}} {{Icebreaker|x}}',
    [unknown('{{Ice Breaker}}'), text(' '), unknown('{{Icebreaker|x}}', 'icebreaker', 'x')],
  ],
  [
    '{{jobTitle}} [company-size]',
    [unknown('{{jobTitle}}', 'title'), text(' '), unknown('[company-size]', 'company_size')],
  ],
  ['{{deal_size}}{{notes}}{{email}}', [unknown('{{deal_size}}'), unknown('{{notes}}'), unknown('{{email}}')]],
  ['{Hi|Hello}', [unknown('{Hi|Hello}', null, 'Hello')]],
  ['{Hi {{first_name}}|Hello}', [unknown('{Hi '), variable('first_name'), text('|Hello}')]],
  [
    '{% if company %}at {{company}}{% endif %}',
    [unknown('{% if company %}'), text('at '), variable('company'), unknown('{% endif %}')],
  ],
])('%j is the pieces %j', (message, pieces) => {
  expect(splitMessage(message, known)).toEqual(pieces);
});

// Tags of Liquid, Jinja, Mailchimp, HubSpot, Salesforce, Outreach, Apollo, Ruby, JavaScript and others.
test.each([
  ['{first_name}', 'first_name'],
  ['{FIRST_NAME}', 'first_name'],
  ['$'.concat('{firstName}'), 'first_name'],
  ['#{first_name}', 'first_name'],
  ['%{first_name}', 'first_name'],
  ['{!Contact.FirstName}', 'first_name'],
  ['{{ contact.first_name }}', 'first_name'],
  ['{{contact.properties.jobtitle}}', 'title'],
  ['{{Vorname}}', 'first_name'],
  ['[[first_name]]', 'first_name'],
  ['[{first_name}]', 'first_name'],
  ['[%first_name%]', 'first_name'],
  ['[Nachname]', 'last_name'],
  ['<first_name>', 'first_name'],
  ['<<First Name>>', 'first_name'],
  ['%FIRST_NAME%', 'first_name'],
  ['%%first_name%%', 'first_name'],
  ['%ICE_LINE%', null],
  ['*|FNAME|*', 'first_name'],
  ['*|LNAME|*', 'last_name'],
  ['*|UNSUB|*', null],
  ['$FIRST_NAME', 'first_name'],
  ['#FirstName#', 'first_name'],
  ['__first_name__', 'first_name'],
  ['{{RANDOM | Hi | Hello}}', null],
  ['{{#if company}}', null],
  ['{{else}}', null],
  ['{{ first_name ?? "there" }}', null],
  ['{% assign x = 1 %}', null],
  ['{{first_name}', 'first_name'],
  ['«Vorname»', 'first_name'],
  ['~first_name~', 'first_name'],
  ['@FirstName@', 'first_name'],
  ['lastName', 'last_name'],
  ['%unsubscribe_url%', null],
  ['%%emailaddr%%', null],
  ['{unsubscribe_link}', null],
  ['{customField}', null],
  ['{snippet1}', null],
  ['{first_name:there}', null],
  ['[[name]]', null],
  ['<<name>>', null],
  ['[Your Name]', null],
  ['[Insert pain point]', null],
  ['[Prospect Name]', null],
])('%j is a placeholder that means %j', (tag, meant) => {
  expect(splitMessage(`Hi ${tag}, and`, known)).toMatchObject([
    text('Hi '),
    { kind: 'unknown', text: tag, meant },
    text(', and'),
  ]);
});

test.each([
  'See [1] and [note], a|b, C# and F#, #growth #b2b, 100% sure and 50% off, 5 < 6 > 4, <br>, {x}, $100, US$5, **bold**, __init__',
  'Q4 {2026}, [link](https://x.test/a%20b%2Fc), :) {} [] <> %% ## f(x) = {a, b}, 20%off and 30%, <3, a_b_c, *|, |*, {',
  'https://x.test/?first_name=Ada&a=last_name, first_name@x.test, la «société» libre, [Yourself], (your name), {A1}',
  'I <3 it. 1. first, 2. last [first] [last]; «bonjour» << voilà >> ‹x›',
])('%j has no placeholder', (plain) => {
  expect(splitMessage(plain, known)).toEqual([text(plain)]);
});

test.each([
  ['{{ first_name | default: "there" }}', 'there'],
  ['{{first_name|"there"}}', 'there'],
  ['{{ first_name || "there" }}', 'there'],
  ['{{first_name | fallback: there}}', 'there'],
  ["{{ first_name | default : 'your role' }}", 'your role'],
  ['{{first_name|fallback:"x"}}', 'x'],
  ['{{first_name|default("there")}}', 'there'],
  ['{{first_name|fallback=there}}', 'there'],
  ['{{first_name|DEFAULT: “there”}}', 'there'],
  ['{{first_name|«there»}}', 'there'],
  ["{{first_name|'t Hooft}}", "'t Hooft"],
  ['{{first_name|my "best" friend}}', 'my "best" friend'],
  ['{{first_name|you: both}}', 'you: both'],
  ['{{first_name|default: ""}}', undefined],
  ['{{ first_name | default "there" }}', 'there'],
  ['{{ first_name | or: "there" }}', 'there'],
  ['{{first_name|first of all}}', 'first of all'],
])('%j has the fallback %j', (message, fallback) => {
  expect(splitMessage(message, known)).toEqual([variable('first_name', message, fallback)]);
});

test.each([
  '{{first_name|capitalize}}',
  '{{ first_name | default: "there" | capitalize }}',
  '{{ first_name | upcase | default: "there" }}',
  '{{first_name|truncate: 5}}',
  '{{first_name|remove: "x"}}',
  '{{first_name | first}}',
  '{{first_name | title}}',
  '{{first_name|"there}}',
])('%j is unknown, because what is behind the bar is no fallback', (message) => {
  expect(splitMessage(message, known)).toEqual([unknown(message, 'first_name')]);
});

test('a long text is split in time that grows with its length', () => {
  for (const sign of ['{', '[', '<', '{{', '{ ', '{%', '*|', '%a', '$a', '#a', '__a', '{a|', '{{a|']) {
    const start = performance.now();
    splitMessage(sign.repeat(100_000 / sign.length), known);
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});

const trimmed = (value: string) => (value.trim() ? value : '');
const values = fc.record({ first_name: fc.string(), last_name: fc.string(), company: fc.string() });
const messages = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('{{', '}}', '[', ']', '{{first_name}}', '{{ company }}', '{{x}}', '{{last_name|}}'),
    ),
  )
  .map((parts) => parts.join(''));

test('the pieces of any message are the message', () => {
  fc.assert(
    fc.property(messages, (message) => {
      expect(
        splitMessage(message, known)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(message);
    }),
  );
});

test('the length of a rendered message is that of its text and values, so a value is not parsed again', () => {
  fc.assert(
    fc.property(messages, values, (message, given) => {
      const constant = splitMessage(message, known).filter((piece) => piece.kind !== 'variable');
      const uses = findVariableUses(message, known);
      const length =
        constant.reduce((sum, piece) => sum + piece.text.length, 0) +
        [...uses].reduce(
          (sum, [name, { times }]) => sum + times * trimmed(given[name as keyof typeof given]).length,
          0,
        );
      expect(renderMessage(message, given, known).text).toHaveLength(length);
    }),
  );
});

test('a value that looks like a variable stays as it is', () => {
  const given = { first_name: '{{company}}', last_name: '$&', company: 'Acme' };
  expect(renderMessage('{{first_name}} {{last_name}} {{city}}', given, known).text).toBe('{{company}} $& {{city}}');
});

test('what is inserted for a variable is read as that variable', () => {
  for (const name of known.keys()) {
    expect(splitMessage(written(name), known)).toEqual([variable(name)]);
    expect(splitMessage(written(name, 'x'), known)).toEqual([variable(name, `{{${name}|x}}`, 'x')]);
  }
});

test.each([
  [
    'Hi {{firstName}}, {{ firstName }} {{firstName}}',
    '{{firstName}}',
    'Hi {{first_name}}, {{ firstName }} {{first_name}}',
  ],
  ['{first_name} {{first_name}}', '{first_name}', '{{first_name}} {{first_name}}'],
  ['{{city}}', '{{firstName}}', '{{city}}'],
  ['{{ firstName | there }}', '{{ firstName | there }}', '{{first_name|there}}'],
  ['{{firstName|fallback:"x"}}', '{{firstName|fallback:"x"}}', '{{first_name|x}}'],
  ['{{{firstName}}} {{first_name}', '{{{firstName}}}', '{{first_name}} {{first_name}'],
  ['{{first_name}', '{{first_name}', '{{first_name}}'],
  ['[[first_name]]', '[[first_name]]', '{{first_name}}'],
])('in %j the placeholder %j is replaced: %j', (message, placeholder, replaced) => {
  expect(replacePlaceholder(message, placeholder, 'first_name', known)).toBe(replaced);
});

test('the spec’s variables are offered first, internal fields never, and a field does not replace a column', () => {
  const fields = [
    { key: 'score', label: 'Score', isInternal: false },
    { key: 'margin', label: 'Margin', isInternal: true },
    { key: 'title', label: 'Their title', isInternal: false },
  ];
  const offered = customerVariables(fields);
  expect([...offered.keys()].slice(0, 3)).toEqual(['first_name', 'last_name', 'company']);
  expect([...specVariables.values()]).toEqual(['First name', 'Last name', 'Company']);
  expect([...offered]).toEqual([...standardVariables, ['score', 'Score']]);
});

test.each<[string, Record<string, string>, string, string[]]>([
  ['Hi {{first_name|there}}', {}, 'Hi there', []],
  ['Hi {{first_name|there}}', { first_name: 'Ada' }, 'Hi Ada', []],
  ['{{icebreaker}} {{icebreaker}}{{title}}', { icebreaker: ' \n' }, ' ', ['icebreaker', 'title']],
  ['{{icebreaker|}}', {}, '', ['icebreaker']],
  ['{{icebreaker}} {{icebreaker|Hello}}', {}, ' Hello', ['icebreaker']],
  ['{{icebreaker}}', { icebreaker: 'Line 1\nLine, "2" 🚀' }, 'Line 1\nLine, "2" 🚀', []],
  ['{{deal_size}} {{unlisted}}', { deal_size: '9', unlisted: 'x' }, '{{deal_size}} {{unlisted}}', []],
])('%j with %j is %j without %j', (message, given, rendered, empty) => {
  expect(renderMessage(message, given, known)).toEqual({ text: rendered, empty });
});

test('no value comes from anything but the values', () => {
  const names = new Set(['constructor', '__proto__', 'toString']);
  expect(renderMessage('{{constructor}}{{__proto__}}{{toString}}', {}, names)).toEqual({
    text: '',
    empty: ['constructor', '__proto__', 'toString'],
  });
});

test.each([
  ['Hi {{icebreaker}}, {{icebreaker}}', 'Hi {{icebreaker|}}, {{icebreaker}}', 16],
  ['{{icebreaker|a}} {{ icebreaker | }}', '{{icebreaker|a}} {{icebreaker|}}', 30],
  ['{{icebreaker|a}}', null, 0],
])('a fallback for the icebreaker of %j begins as %j at %i', (message, begun, caret) => {
  expect(addFallback(message, 'icebreaker', known)).toEqual(begun && { text: begun, caret });
});

test.each([
  ['', []],
  [' ', []],
  ['Acme', []],
  ['Name it', []],
  ['N/A', ['N/A']],
  [' #REF! ', ['#REF!']],
  ['{"name":"Acme"}', ['{"name":"Acme"}']],
  ['["a", "b"]', ['["a", "b"]']],
  ['[2026] was good', []],
  ['Hi FirstName,', ['FirstName']],
])('the placeholders in the value %j are %j', (value, found) => {
  expect(placeholdersIn(value)).toEqual(found);
});

test('the uses of variables count fallbacks in code points', () => {
  expect([...findVariableUses('{{company}}{{company|🚀 Co}}{{company|X}}{{city}}', known)]).toEqual([
    ['company', { times: 3, bare: 1, fallbackLength: 5 }],
  ]);
});
