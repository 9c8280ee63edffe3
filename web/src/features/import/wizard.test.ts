import { describe, expect, test } from 'vitest';
import { emptyTotals } from '#domain/import/result.ts';
import type { ColumnMapping } from '#domain/import/targets.ts';
import type { OpenedFile } from './reading/messages.ts';
import {
  advance,
  emptiness,
  type Halted,
  mayImport,
  orderFrom,
  PROBLEMS,
  type Recalled,
  type Run,
  rowsDone,
  startWizard,
  type Wizard,
  type WizardEvent,
} from './wizard.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const file = new File(['Full name,City\nAda,Paris\n'], 'leads.CSV');
const draft = { customerId: CUSTOMER, audience: ' Founders ', file };
const order = { customerId: CUSTOMER, audience: 'Founders', file };
const opened: OpenedFile = {
  encoding: 'utf-8',
  delimiter: ',',
  headers: ['Full name', 'City'],
  firstRows: [],
  totalRows: 3,
};
const reached = { totals: { ...emptyTotals, totalRows: 2, successfulRows: 2 }, nextRow: 4 };

const follow = (...events: WizardEvent[]) => events.reduce(advance, startWizard(CUSTOMER));
const read: WizardEvent[] = [
  { type: 'reading' },
  { type: 'opened', importType: 'leads', order, opened, recalled: null, halted: null },
];
const began: WizardEvent[] = [...read, { type: 'began', importId: 'import' }];
const run: Run = { order, opened, mapping: { 'Full name': 'name', City: 'location' }, importId: 'import', reached };

describe('what is asked for', () => {
  test.each([
    [{ ...draft, file: null }, PROBLEMS.noFile],
    [{ ...draft, file: new File(['x'], 'leads.xlsx') }, PROBLEMS.fileType],
    [{ ...draft, customerId: null }, PROBLEMS.noCustomer],
    [draft, order],
  ])('%# is an order or a problem', (filledIn, answer) => {
    expect(orderFrom(filledIn)).toEqual(answer);
  });

  test.each([
    [{ ...opened, totalRows: 0, delimiter: null }, PROBLEMS.empty],
    [{ ...opened, totalRows: 0 }, PROBLEMS.noRows],
    [opened, null],
  ])('%# a file without rows is not worth going on with', (one, problem) => {
    expect(emptiness(one)).toEqual(problem);
  });

  test.each([
    ['leads', { A: 'name' }, true],
    ['leads', { A: 'lastName' }, true],
    ['leads', { A: 'email', B: 'ignore' }, false],
    ['companies', { A: 'name' }, true],
    ['companies', { A: 'domain' }, false],
  ] as const)('%s mapped by %j may be imported: %s', (importType, mapping, may) => {
    expect(mayImport(importType, mapping)).toBe(may);
  });
});

const automatic: ColumnMapping = { 'Full name': 'name', City: 'location' };
const mapping = { step: 'mapping', order, opened, recalled: null, by: 'headers', halted: null } as const;
const recalled: Recalled = { mapping: { 'Full name': 'name', City: 'notes' }, since: '2026-03-12T09:00:00Z' };
const recall: WizardEvent[] = [
  { type: 'reading' },
  { type: 'opened', importType: 'leads', order, opened, recalled, halted: null },
];
const halted: Halted = { run, since: '2026-03-12T09:00:00Z' };
const found: WizardEvent[] = [{ type: 'opened', importType: 'leads', order, opened, recalled: null, halted }];

describe('the steps', () => {
  const cases: [string, WizardEvent[], Wizard][] = [
    [
      'begin at upload with the customer chosen',
      [],
      {
        step: 'upload',
        draft: { customerId: CUSTOMER, audience: '', file: null },
        reading: false,
        problem: null,
        halted: null,
      },
    ],
    [
      'keep what was asked for while the file is read',
      [
        { type: 'filled in', draft: { file } },
        { type: 'reading' },
        { type: 'filled in', draft: { customerId: 'another', audience: 'Another' } },
      ],
      {
        step: 'upload',
        draft: { customerId: CUSTOMER, audience: '', file },
        reading: true,
        problem: null,
        halted: null,
      },
    ],
    ['go on to mapping with the columns mapped', read, { ...mapping, mapping: automatic }],
    [
      'take the mapping of the person',
      [...read, { type: 'mapped', header: 'City', target: 'ignore' }],
      { ...mapping, mapping: { ...automatic, City: 'ignore' } },
    ],
    [
      'begin with the mapping that is remembered',
      recall,
      { ...mapping, recalled, mapping: recalled.mapping, by: 'memory' },
    ],
    [
      'let go of the mapping that is remembered',
      [...recall, { type: 'remapped', importType: 'leads', by: 'headers' }],
      { ...mapping, recalled, mapping: automatic },
    ],
    [
      'come back to the mapping that is remembered',
      [
        ...recall,
        ...(['headers', 'memory'] as const).map((by) => ({ type: 'remapped', importType: 'leads', by }) as const),
      ],
      { ...mapping, recalled, mapping: recalled.mapping, by: 'memory' },
    ],
    [
      'lead back to upload with what was filled in',
      [...read, { type: 'went back' }],
      { step: 'upload', draft: order, reading: false, problem: null, halted: null },
    ],
    [
      'go on to processing',
      [...began, { type: 'reached', reached }],
      { step: 'processing', run: { ...run, reached }, stopping: false },
    ],
    [
      'stop after what is under way',
      [...began, { type: 'stopping' }, { type: 'reached', reached }],
      { step: 'processing', run: { ...run, reached }, stopping: true },
    ],
    ['end at results', [...began, { type: 'reached', reached }, { type: 'ended' }], { step: 'results', run }],
    [
      'fall back to upload where it fails',
      [...began, { type: 'reached', reached }, { type: 'failed', reason: 'Lost.' }],
      {
        step: 'upload',
        draft: order,
        reading: false,
        problem: { title: 'The import stopped', text: 'Lost.' },
        halted: run,
      },
    ],
    [
      'take up again where it failed',
      [...began, { type: 'reached', reached }, { type: 'failed', reason: 'Lost.' }, { type: 'resumed' }],
      { step: 'processing', run, stopping: false },
    ],
    ['offer what stopped before', found, { ...mapping, mapping: automatic, halted }],
    [
      'take up again what stopped before',
      [...found, { type: 'resumed' }],
      { step: 'processing', run, stopping: false },
    ],
    [
      'ignore an answer that comes after the end',
      [...began, { type: 'reached', reached }, { type: 'ended' }, { type: 'failed', reason: 'Lost.' }],
      { step: 'results', run },
    ],
    ['have nothing to take up where nothing failed', [{ type: 'resumed' }], startWizard(CUSTOMER)],
    [
      'have nothing to take up where nothing stopped before',
      [...read, { type: 'resumed' }],
      { ...mapping, mapping: automatic },
    ],
  ];
  test.each(cases)('%s', (_, events, wizard) => {
    expect(follow(...events)).toEqual(wizard);
  });

  test('filling in takes a refusal away', () => {
    const refused: WizardEvent = { type: 'refused', problem: PROBLEMS.fileType };
    expect(follow({ type: 'reading' }, refused)).toMatchObject({ reading: false, problem: PROBLEMS.fileType });
    expect(follow(refused, { type: 'filled in', draft: { file } })).toMatchObject({ draft: { file }, problem: null });
  });

  test('a file of another type is refused at once and not kept', () => {
    const chosen: WizardEvent = { type: 'filled in', draft: { file: new File(['x'], 'leads.xlsx') } };
    expect(follow(chosen)).toMatchObject({ draft: { file: null }, problem: PROBLEMS.fileType });
  });

  test('rows done are those before the row that comes next', () => {
    expect(rowsDone(run)).toBe(2);
  });
});
