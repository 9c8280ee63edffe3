import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newStep, type StepContent } from '../campaign/steps.ts';
import { planFile } from './plan.ts';
import { composeRow, escapeText, headLine, rowLine } from './rows.ts';
import { sequenceSheet, sheetMarkdown } from './sequence-sheet.ts';
import { customTool, leadFields, type Tool, tools } from './tools.ts';

const connection: StepContent = { ...newStep, step_type: 'linkedin_connection', delay_days: 0 };
const message: StepContent = { ...newStep, message_content: 'Hi {{first_name}}' };
const email: StepContent = { ...newStep, step_type: 'email', subject: 'For you', message_content: 'Hi\n\nA & B' };
const followUp: StepContent = { ...email, subject: null };
const steps = [connection, message, email, followUp];

const own = customTool('own', {
  name: 'Own',
  columns: [
    { header: 'Profile of the lead', field: 'linkedin_profile_url' },
    { header: 'E-mail', field: 'email', isRequired: true },
  ],
  braces: ['[', ']'],
  emailText: 'plain',
  rowsPerFile: 2,
});
const find = (id: string): Tool => tools.find((tool) => tool.id === id) ?? own;
const field = (label: string) => ({ key: label.toLowerCase(), label, isInternal: false });
const known = new Set(['first_name', 'x']);
const lead = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@x.test',
  linkedin_profile_url: 'linkedin.com/in/ada',
};

describe('the columns of a file', () => {
  test.each([
    ['heyreach', ['Step2Message', 'Icebreaker'], [3, 4]],
    ['smartlead', ['Step3Subject', 'Step3Message', 'Step4Message', 'Icebreaker'], [1, 2]],
    ['lemlist', ['Step2Message', 'Step3Subject', 'Step3Message', 'Step4Message', 'Icebreaker'], []],
    ['woodpecker', Array.from({ length: 15 }, (_, at) => `snippet${at + 1}`), []],
    ['la-growth-machine', [1, 2, 3, 4, 5].map((number) => `customAttribute${number}`), []],
  ])(
    'the columns of %s end with its texts and the chosen fields, without those of steps that it does not send',
    (id, further, unsent) => {
      const tool = find(id);
      const plan = planFile(tool, steps, [field('Icebreaker')], known);
      const headers = plan.columns.map(({ header }) => header);
      expect(headers).toEqual([...tool.columns.map(({ header }) => header), ...further]);
      expect([plan.unsent, plan.problems]).toEqual([unsent, []]);
    },
  );

  test.each([
    ['Funding round (2026)', 'FundingRound2026'],
    ['Приветствие', 'Field'],
    ['2nd line', 'Field2ndLine'],
    ['Company name of the lead', 'CompanyNameOfTheLead'],
    ['Company name of the lead II', 'CompanyNameOfTheLea2'],
    ['Step2 message', 'Step2Message2'],
    ['email', 'Email2'],
    ['Straße', 'StraE'],
  ])('the column of the field %j is %s', (label, header) => {
    const taken = planFile(find('smartlead'), [message, email], [field('Company name of the lead')], known);
    expect(taken.columns.at(-1)?.header).toBe('CompanyNameOfTheLead');
    const fields = label.endsWith('II') ? [field('Company name of the lead'), field(label)] : [field(label)];
    expect(planFile(find('smartlead'), [message, email], fields, known).columns.at(-1)?.header).toBe(header);
  });

  test('a file for Woodpecker has all 15 snippets, also empty ones, because Woodpecker keeps the old text of a missing one', () => {
    const plan = planFile(find('woodpecker'), [email], [field('Icebreaker')], known);
    const row = composeRow(plan, [email], { ...lead, icebreaker: 'Nice' });
    expect(row).toHaveProperty('cells');
    const cells = 'cells' in row ? row.cells.slice(-15) : [];
    expect(cells).toEqual(['For you', 'Hi<br><br>A &amp; B', 'Nice', ...Array(12).fill('')]);
    expect(plan.columns.at(-1)).toMatchObject({
      header: 'snippet15',
      label: 'Stays empty',
      variable: '{{SNIPPET_15}}',
    });
    const full = Array.from({ length: 16 }, () => message);
    expect(planFile(find('woodpecker'), full, [], known).problems).toEqual([
      { kind: 'too-many-columns', needed: 16, maxColumns: 15 },
    ]);
  });

  test.each(['Step', 'timestamp', 'Email', 'Lead email', 'Campaign name'])(
    'a column for Instantly does not hide %s, a field of its events',
    (label) => {
      const header = planFile(find('instantly'), [email], [field(label)], known).columns.at(-1)?.header;
      expect(header).toMatch(/2$/);
    },
  );

  test('the columns of texts have other names than the columns of the tool', () => {
    const taken = { ...own, columns: [{ header: 'Step1Message', field: 'email' as const }] };
    expect(planFile(taken, [message], [], known).columns.map(({ header, variable }) => [header, variable])).toEqual([
      ['Step1Message', null],
      ['Step1Message2', '[Step1Message2]'],
    ]);
  });

  test('a channel that the campaign uses requires its address, if the tool has the column', () => {
    const required = (tool: Tool, some: StepContent[]) =>
      planFile(tool, some, [], known)
        .columns.filter(({ isRequired, source }) => isRequired && source.kind === 'field')
        .map(({ header }) => header);
    expect(required(find('lemlist'), [message])).toEqual(['linkedinUrl']);
    expect(required(find('lemlist'), [email])).toEqual(['email']);
    expect(required(find('lemlist'), steps)).toEqual(['email', 'linkedinUrl']);
    expect(required(find('heyreach'), steps)).toEqual(['profileUrl', 'firstName', 'lastName']);
    expect(required(own, [message])).toEqual(['Profile of the lead', 'E-mail']);
  });

  test('a tool that sends no step or has too few slots, and an unknown variable, are problems', () => {
    expect(planFile(find('heyreach'), [email], [], known).problems).toEqual([{ kind: 'no-steps' }]);
    const unknown: StepContent = { ...message, message_content: '{{first}} [company] {{first}}' };
    expect(planFile(find('heyreach'), [unknown], [], known).problems).toEqual([
      { kind: 'unknown-variables', written: ['{{first}}'] },
    ]);
    const tags = {
      ...message,
      message_content: '{Hi|Hello} {% if x %}{{x}}{% endif %} {Hi|Hello} [first_name] *|FNAME|* [1]',
    };
    const { placeholders, problems } = planFile(
      find('lemlist'),
      [tags, { ...email, subject: '%FIRST_NAME%' }],
      [],
      known,
    );
    expect(problems).toEqual([]);
    expect(placeholders).toEqual([
      '{Hi|Hello}',
      '{% if x %}',
      '{% endif %}',
      '[first_name]',
      '*|FNAME|*',
      '%FIRST_NAME%',
    ]);
    const many = Array.from({ length: 11 }, () => message);
    expect(planFile(find('la-growth-machine'), many, [], known).problems).toEqual([
      { kind: 'too-many-columns', needed: 11, maxColumns: 10 },
    ]);
  });
});

describe('the row of a lead', () => {
  const plan = planFile(find('lemlist'), steps, [], known);
  const rowWith = (change: object) => composeRow(plan, steps, { ...lead, ...change });
  const opening = (message_content: string): StepContent => ({ ...connection, message_content });

  test('a row has the values of the lead and the rendered texts, as HTML where they become the body of an email', () => {
    expect(rowWith({ company: ' Acme \n' })).toEqual({
      cells: [
        'ada@x.test',
        'Ada',
        'Lovelace',
        'Acme',
        '',
        '',
        '',
        'linkedin.com/in/ada',
        'Hi Ada',
        'For you',
        'Hi<br><br>A &amp; B',
        'Hi<br><br>A &amp; B',
      ],
    });
  });

  test.each([
    ['an address', { email: '' }, 'missing_field', 'Email'],
    ['a variable', { first_name: ' ' }, 'empty_variable', 'Message of step 2: {{first_name}}'],
    [
      'a shorter message',
      { first_name: 'é'.repeat(7_998) },
      'too_long',
      'Message of step 2: 8001 characters, at most 8000',
    ],
  ])('a lead without %s is left out', (_, change, reason, detail) => {
    expect(rowWith(change)).toEqual({ reason, detail });
  });

  test.each<[object, string[], string]>([
    [{ first_name: 'ROSA' }, ['odd_name'], '{{first_name}}: ROSA'],
    [{ first_name: '🚀' }, ['odd_name'], '{{first_name}}: 🚀'],
    [
      { first_name: 'Alpha,', x: 'Hi {firstName}' },
      ['odd_name', 'placeholder'],
      '{{first_name}}: Alpha,; {{x}}: {firstName}',
    ],
    [{ x: '{Hi|Hello} {{company}}' }, ['placeholder'], '{{x}}: {Hi|Hello}'],
    [{ company: '%COMPANY_NAME%' }, ['placeholder'], '{{company}}: %COMPANY_NAME%'],
  ])('a row with %j has the warnings %j', (change, warnings, detail) => {
    const some = { ...message, message_content: 'Hi {{first_name}} {{x|you}}' };
    const plain = { ...lead, x: 'C# [1] a|b', linkedin_profile_url: 'linkedin.com/in/%first_name%' };
    const plan = planFile(find('lemlist'), [some], [], known);
    expect(composeRow(plan, [some], plain)).not.toHaveProperty('warnings');
    expect(composeRow(plan, [some], { ...plain, ...change })).toMatchObject({ warnings, detail });
  });

  test('a row has no warning about a name that no text uses', () => {
    expect(rowWith({ last_name: 'LOVELACE' })).not.toHaveProperty('warnings');
  });

  test('a row has one line in a subject, and keeps the line breaks of a value in a message', () => {
    const some = { ...email, subject: 'On {{x}}', message_content: '{{x}}' };
    const row = composeRow(planFile(own, [some], [], known), [some], {
      ...lead,
      x: 'a launch \r\n\u2028 and a team\n',
    });
    expect('cells' in row && row.cells.slice(-2)).toEqual(['On a launch and a team', 'a launch \n\u2028 and a team']);
  });

  test('a lead is left out if the field of a variable was removed since', () => {
    const some = { ...message, message_content: 'Hi {{x}}' };
    expect(composeRow(planFile(find('lemlist'), [some], [], known), [some], lead)).toMatchObject({
      reason: 'empty_variable',
      detail: 'Message of step 1: {{x}}',
    });
  });

  test('a lead is left out if a text is too long for its channel, or a value for the tool', () => {
    const of = (id: string, some: StepContent[], change = {}) =>
      composeRow(planFile(find(id), some, [], known), some, { ...lead, ...change });
    expect(of('lemlist', [opening('🚀'.repeat(300))])).toHaveProperty('cells');
    expect(of('lemlist', [opening('x'.repeat(301))])).toMatchObject({
      detail: 'Message of step 1: 301 characters, at most 300',
    });
    expect(of('la-growth-machine', [{ ...email, subject: 'x'.repeat(1_001) }])).toEqual({
      reason: 'too_long',
      detail: 'Subject of step 1: 1001 characters, at most 1000',
    });
    expect(of('la-growth-machine', [email], { title: 'x'.repeat(256) })).toEqual({
      reason: 'too_long',
      detail: 'Title: 256 characters, at most 255',
    });
  });
});

test.each([
  ['a\r\nb\rc', 'plain', 'a\nb\nc'],
  ['a\n\nb\nc', 'html', 'a<br><br>b<br>c'],
  ['<b> & "c"', 'html', '&lt;b&gt; &amp; "c"'],
  [' 1.  one\n   a', 'html', '&nbsp;1.&nbsp; one<br>&nbsp;&nbsp;&nbsp;a'],
  [' 1.  one', 'plain', ' 1.  one'],
  ['=1+1', 'plain', '=1+1'],
] as const)('%j as %s is %j', (text, as, written) => {
  expect(escapeText(text, as)).toBe(written);
});

test('the sequence sheet shows what to paste into each step', () => {
  const plan = planFile(find('lemlist'), steps, [], known);
  const sheet = sequenceSheet(plan, steps);
  expect(sheet.map(({ subject, message: text, day }) => [day, subject, text])).toEqual([
    [0, undefined, null],
    [3, undefined, '{{Step2Message}}'],
    [6, '{{Step3Subject}}', '{{Step3Message}}'],
    [9, null, '{{Step4Message}}'],
  ]);
  const text = sheetMarkdown('Spring – Acme', plan, sheet);
  expect(text).toContain('## Step 1: LinkedIn connection request\n\nDay 0, immediately\n\nwithout a note\n\n## Step 2');
  expect(text).toContain('Subject: `{{Step3Subject}}`\n\nText: `{{Step3Message}}`');
  expect(text).toContain('Subject: leave empty: same thread\n\nText: `{{Step4Message}}`');
  const [unsent] = sequenceSheet(planFile(find('smartlead'), steps, [], known), steps);
  expect(unsent).toMatchObject({ isUnsent: true, message: null });
  const [first, , , last] = sequenceSheet(
    planFile(find('heyreach'), [connection, message, email, message], [], known),
    [connection, message, email, message],
  );
  expect([first?.delay, last?.day, last?.delay]).toEqual([0, 9, 6]);
  expect(sequenceSheet(planFile(find('woodpecker'), [message], [], known), [message])[0]?.message).toBe(
    '{{SNIPPET_1}}',
  );
  expect(sequenceSheet(planFile(find('heyreach'), [message], [], known), [message])[0]?.message).toBe('{Step1Message}');
});

/** Reads a CSV file as RFC 4180 says. */
function readCsv(file: string): string[][] {
  const records: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < file.length) {
    const [, text = '', end] = cell.exec(file) ?? expect.fail(`no cell at ${file.slice(cell.lastIndex)}`);
    record.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  expect(record).toEqual([]);
  return records;
}

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '\r', '<', '&', '=', ' ', '{', '}'),
  maxLength: 12,
});
const anyStep = fc.record({
  step_type: fc.constantFrom('linkedin_connection', 'linkedin_message', 'email'),
  delay_days: fc.nat(9),
  subject: fc.option(text),
  message_content: fc.oneof(
    text,
    text.map((some) => `${some}{{x}}`),
  ),
}) as fc.Arbitrary<StepContent>;
const anyLead = fc.dictionary(fc.constantFrom(...Object.keys(leadFields), 'icebreaker', 'x'), text);

test.each([...tools, own])(
  'any file for $name follows the rules of the tool, and each lead is in it or left out',
  (tool) => {
    const fields = [field('Icebreaker'), field('Präsentation, kurz')];
    let filled = 0;
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 4 }), fc.array(anyLead, { maxLength: 8 }), (some, leads) => {
        const plan = planFile(tool, some, fields, known);
        const rows = leads.map((values) => composeRow(plan, some, values));
        const written = rows.flatMap((row) => ('cells' in row ? [row.cells] : []));
        const left = rows.filter((row) => 'reason' in row && row.detail !== '');
        expect(written.length + left.length).toBe(leads.length);
        filled += written.length;

        const [head = [], ...read] = readCsv(headLine(plan.columns) + written.map(rowLine).join(''));
        expect(read).toEqual(written);
        expect(new Set(head.map((name) => name.toLowerCase())).size).toBe(head.length);
        const further = head.slice(tool.columns.length);
        expect(head.slice(0, tool.columns.length)).toEqual(tool.columns.map(({ header }) => header));
        for (const [place, name] of further.entries()) {
          if (tool.further.kind === 'slots') expect(name).toBe(tool.further.slots[place]?.header);
          else expect(name).toMatch(new RegExp(tool.further.pattern));
        }
        for (const row of read) {
          for (const [place, cell] of row.entries()) {
            const column = plan.columns[place];
            if (column?.isRequired) expect(cell.trim()).not.toBe('');
            if (column?.written === 'html') expect(cell).not.toMatch(/[\n\r]|&(?!amp;|lt;|gt;|nbsp;)|<(?!br>)/);
            expect([...cell].length).toBeLessThanOrEqual(column?.longest ?? Number.POSITIVE_INFINITY);
            expect(cell).not.toContain('\r');
          }
        }
      }),
    );
    expect(filled).toBeGreaterThan(0);
  },
);

test('every tool names its sources, and none is confirmed', () => {
  for (const { sources, isConfirmed, further, columns } of tools) {
    expect(sources.length).toBeGreaterThan(0);
    expect(isConfirmed).toBe(false);
    expect(
      further.kind === 'named' || new Set(further.slots.map(({ header }) => header)).size === further.slots.length,
    ).toBe(true);
    expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
  }
});
