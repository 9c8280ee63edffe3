import { expect, test } from 'vitest';
import { type Finding, type LeadGaps, lintStep, type Recipients } from './lint.ts';
import { newStep, type StepContent } from './steps.ts';
import { customerVariables } from './variables.ts';

const known = customerVariables([{ key: 'icebreaker', label: 'Icebreaker', isInternal: false }]);
const gaps: LeadGaps = { approved: 840, last_name: 3, company: 12, email: 40 };
const none: LeadGaps = { approved: 840, last_name: 0, company: 0, email: 0 };
const connection: StepContent = { ...newStep, step_type: 'linkedin_connection' };
const message = (message_content: string): StepContent => ({ ...newStep, message_content });
const email = (subject: string | null, message_content = 'Hi'): StepContent => ({
  ...newStep,
  step_type: 'email',
  subject,
  message_content,
});
const gap = (name: 'last_name' | 'company' | 'email'): Finding => ({
  kind: 'gap',
  gap: name,
  lacking: gaps[name],
  approved: 840,
});

const early: Finding = { kind: 'message-before-connection' };

const table: [what: string, StepContent, before: StepContent[], LeadGaps | undefined, Finding[]][] = [
  ['a connection request without a note', connection, [], gaps, []],
  ['a message after a connection request', message('Hi {{first_name}}'), [email('A'), connection], gaps, []],
  ['a message before any connection request', message('Hi'), [email('A'), message('Hi')], gaps, [early]],
  ['a message without text', message(' \n'), [connection], gaps, [{ kind: 'no-message' }]],
  ['a company that some lack', message('At {{company}}, {{ company }}'), [connection], gaps, [gap('company')]],
  ['a last name that some lack', message('Dear {{last_name}}'), [connection], gaps, [gap('last_name')]],
  ['a company that no lead lacks', message('At {{company}}'), [connection], none, []],
  ['a company before the numbers are there', message('At {{company}}'), [connection], undefined, []],
  ['a company with a fallback', message('At {{company|work}}'), [connection], gaps, []],
  ['an email that some cannot get', email('Hello'), [], gaps, [gap('email')]],
  ['an email without subject', email(' '), [], none, [{ kind: 'no-subject' }]],
  ['a variable in a subject', email('For {{company}}'), [], gaps, [gap('company'), gap('email')]],
  ['a stored subject of a step that is not an email', { ...message('Hi'), subject: '{{x}}' }, [connection], gaps, []],
  [
    'unknown variables, each once',
    message('{{city}} {{firstName}} {{city}}'),
    [connection],
    gaps,
    [
      { kind: 'unknown-variable', written: '{{city}}', meant: null },
      { kind: 'unknown-variable', written: '{{firstName}}', meant: 'first_name' },
    ],
  ],
];

test.each(table)('a step has the expected findings: %s', (_what, step, before, numbers, findings) => {
  expect(lintStep(step, before, known, { gaps: numbers })).toEqual(findings);
});

test('a note over 300 characters is marked, filled in for the lead for whom it is longest', () => {
  const note = (message_content: string): StepContent => ({ ...connection, message_content });
  const longest = { first_name: 'Bartholomew' };
  expect(lintStep(note('x'.repeat(300)), [], known)).toEqual([]);
  expect(lintStep(note('x'.repeat(301)), [], known)).toEqual([{ kind: 'note-too-long', length: 301 }]);
  const greeting = note(`Hi {{first_name}}${'x'.repeat(287)}`);
  expect(lintStep(greeting, [], known, { longest })).toEqual([{ kind: 'note-too-long', length: 301 }]);
  expect(lintStep(message('x'.repeat(301)), [connection], known)).toEqual([]);
});

test('spintax and tags of other tools are marked, also in the values of leads', () => {
  const leads: Recipients['leads'] = [
    { name: 'Ada', variable_values: { icebreaker: 'C# [1] a|b', company: '{{company}}' } },
    { name: 'Bob', variable_values: { icebreaker: 'Hi {firstName}, %FIRST_NAME%' } },
    { name: 'Cy', variable_values: { icebreaker: '{{x}}' } },
  ];
  const used = message('{Hi|Hello} {{icebreaker}} {% if x %}');
  expect(lintStep(used, [connection], known, { leads })).toEqual([
    { kind: 'unknown-variable', written: '{Hi|Hello}', meant: null },
    { kind: 'unknown-variable', written: '{% if x %}', meant: null },
    { kind: 'placeholder-in-value', variable: 'icebreaker', written: '{firstName}', name: 'Bob' },
  ]);
});

test('a variable that is empty for some approved leads is marked where it has no fallback', () => {
  const empty = new Map([
    ['icebreaker', 37],
    ['title', 2],
    ['audience', 0],
    ['company', 5],
  ]);
  const used = message('{{title|you}} {{icebreaker}} {{icebreaker|x}} {{audience}} {{location}} {{company|x}}');
  expect(lintStep(used, [connection], known, { gaps, empty })).toEqual([
    { kind: 'empty', variable: 'icebreaker', lacking: 37, approved: 840 },
  ]);
  expect(lintStep(used, [connection], known, { empty })).toEqual([]);
});
