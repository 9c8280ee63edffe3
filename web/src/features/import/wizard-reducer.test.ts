import { describe, expect, test } from 'vitest';
import { emptyTotals } from '#domain/import/result.ts';
import type { ColumnMapping } from '#domain/import/targets.ts';
import type { OpenedFile } from './csv/csv-worker.ts';
import {
  canImport,
  emptyFileProblem,
  fieldsLeft,
  type ImportRun,
  type InterruptedImport,
  newFields,
  PROBLEMS,
  rowsDone,
  rowsLeft,
  type SavedMapping,
  startWizard,
  toRequest,
  type WizardEvent,
  type WizardState,
  wizardReducer,
} from './wizard-reducer.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const chosen = { importType: 'leads', customerId: CUSTOMER } as const;
const file = new File(['Full name,City\nAda,Paris\n'], 'leads.CSV');
const draft = { ...chosen, audience: ' Founders ', file };
const request = { ...chosen, audience: 'Founders', file };
const opened: OpenedFile = {
  encoding: 'utf-8',
  delimiter: ',',
  headers: ['Full name', 'City'],
  firstRows: [],
  samples: [],
  totalRows: 3,
};
const progress = { totals: { ...emptyTotals, totalRows: 2, successfulRows: 2 }, nextRow: 4 };

const rejected = { row: 3, sheetRow: 3, cells: [''], isClosed: true, isTooLarge: false, error: 'Name is required' };

const stateAfter = (...events: WizardEvent[]) => events.reduce(wizardReducer, startWizard(chosen));
const open: WizardEvent[] = [
  { type: 'opening' },
  { type: 'opened', request, opened, saved: null, interrupted: null, stored: [] },
];
const start: WizardEvent[] = [...open, { type: 'started', importId: 'import' }];
const run: ImportRun = {
  request,
  opened,
  mapping: { 'Full name': 'name', City: 'location' },
  fields: [],
  updating: null,
  importId: 'import',
  progress,
  corrections: 0,
};

test.each([
  [{ ...draft, file: null }, PROBLEMS.noFile],
  [{ ...draft, file: new File(['x'], 'leads.xlsx') }, PROBLEMS.fileType('leads.xlsx')],
  [{ ...draft, customerId: null }, PROBLEMS.noCustomer],
  [draft, request],
])('%# a draft gives a request or a problem', (draft, result) => {
  expect(toRequest(draft)).toEqual(result);
});

test.each([
  [{ ...opened, totalRows: 0, delimiter: null }, PROBLEMS.empty],
  [{ ...opened, totalRows: 0 }, PROBLEMS.noRows],
  [opened, null],
])('%# a file without rows is a problem', (one, problem) => {
  expect(emptyFileProblem(one)).toEqual(problem);
});

test.each([
  ['leads', { A: 'name' }, true],
  ['leads', { A: 'lastName' }, true],
  ['leads', { A: 'email', B: 'ignore' }, false],
  ['companies', { A: 'name' }, true],
  ['companies', { A: 'domain' }, false],
] as const)('%s mapped by %j can be imported: %s', (importType, mapping, expected) => {
  expect(canImport(importType, mapping)).toBe(expected);
});

const automatic: ColumnMapping = { 'Full name': 'name', City: 'location' };
const mapping = {
  step: 'mapping',
  request,
  opened,
  saved: null,
  source: 'automatic',
  interrupted: null,
  stored: [],
  added: [],
  updating: null,
} satisfies Partial<WizardState>;
const upload = { step: 'upload', opening: false, problem: null, failed: null, audienceFrom: null, left: null } as const;
const saved: SavedMapping = { mapping: { 'Full name': 'name', City: 'notes' }, savedAt: '2026-03-12T09:00:00Z' };
const reopened = { type: 'opened', request, opened, saved, interrupted: null, stored: [] } as const;
const other = { ...request, file: new File(['Full name,City'], 'other.csv') };
const openWithSaved: WizardEvent[] = [{ type: 'opening' }, reopened];
const interrupted: InterruptedImport = { run, startedAt: '2026-03-12T09:00:00Z' };
const openInterrupted: WizardEvent[] = [{ type: 'opened', request, opened, saved: null, interrupted, stored: [] }];

describe('columns that become custom fields', () => {
  const field = (key: string, more = {}) => ({
    id: key,
    key,
    label: key,
    isInternal: false,
    removed_at: null,
    ...more,
  });
  const wide = { ...opened, headers: ['Full name', 'Icebreaker', 'Score', 'Stage'] };
  const openWide = (stored: ReturnType<typeof field>[]): WizardEvent[] => [
    { type: 'opened', request, opened: wide, saved: null, interrupted: null, stored },
  ];
  const keep = (...headers: string[]): WizardEvent => ({ type: 'columns added', headers });
  const mappedAfter = (...events: WizardEvent[]) => {
    const state = stateAfter(...events);
    if (state.step !== 'mapping') throw new Error('The wizard is not at mapping.');
    return { ...state, targets: wide.headers.map((header) => state.mapping[header]), new: newFields(state) };
  };

  test('kept columns become fields, each with a key of its own, and existing fields are used again', () => {
    const stored = [
      field('stage', { label: 'Stage', isInternal: true }),
      field('score', { label: 'Old', removed_at: 'x' }),
    ];
    expect(mappedAfter(...openWide(stored)).targets).toEqual(['name', 'ignore', 'ignore', 'custom:stage']);
    const added = mappedAfter(...openWide(stored), keep('Icebreaker', 'Score'));
    expect(added.targets).toEqual(['name', 'custom:icebreaker', 'custom:score_2', 'custom:stage']);
    expect(added.new).toEqual([
      { key: 'icebreaker', label: 'Icebreaker', isInternal: false },
      { key: 'score_2', label: 'Score', isInternal: false },
    ]);
  });

  test('a kept column is the agency’s own once marked, and no field once ignored again', () => {
    const marked = mappedAfter(...openWide([]), keep('Score'), {
      type: 'field marked',
      key: 'score',
      isInternal: true,
    });
    expect(marked.new).toEqual([{ key: 'score', label: 'Score', isInternal: true }]);
    const ignored = mappedAfter(...openWide([]), keep('Score'), {
      type: 'column mapped',
      header: 'Score',
      target: 'ignore',
    });
    expect([ignored.targets[2], ignored.new]).toEqual(['ignore', []]);
  });

  test('kept columns are ignored beyond the limit', () => {
    const stored = Array.from({ length: 39 }, (_, number) => field(`field_${number}`));
    const added = mappedAfter(...openWide(stored), keep('Icebreaker', 'Score', 'Stage'));
    expect(added.targets).toEqual(['name', 'custom:icebreaker', 'ignore', 'ignore']);
    expect(fieldsLeft(added)).toBe(0);
  });
});

describe('the wizard', () => {
  const cases: [string, WizardEvent[], WizardState][] = [
    ['starts at upload with the customer chosen', [], { ...upload, draft: { ...chosen, audience: '', file: null } }],
    [
      'ignores changes of the draft while the file is opened',
      [
        { type: 'draft changed', change: { file } },
        { type: 'opening' },
        { type: 'draft changed', change: { customerId: 'another', audience: 'Another' } },
      ],
      { ...upload, draft: { ...chosen, audience: '', file }, opening: true },
    ],
    ['continues at mapping with the columns mapped', open, { ...mapping, mapping: automatic }],
    [
      'maps a column',
      [...open, { type: 'column mapped', header: 'City', target: 'ignore' }],
      { ...mapping, mapping: { ...automatic, City: 'ignore' } },
    ],
    ['starts with the saved mapping', openWithSaved, { ...mapping, saved, mapping: saved.mapping, source: 'saved' }],
    [
      'switches to the automatic mapping',
      [...openWithSaved, { type: 'source chosen', source: 'automatic' }],
      { ...mapping, saved, mapping: automatic },
    ],
    [
      'switches back to the saved mapping',
      [...openWithSaved, { type: 'source chosen', source: 'automatic' }, { type: 'source chosen', source: 'saved' }],
      { ...mapping, saved, mapping: saved.mapping, source: 'saved' },
    ],
    [
      'goes back to upload with the draft as it was',
      [...open, { type: 'went back' }],
      { ...upload, draft: request, left: { ...mapping, mapping: automatic } },
    ],
    [
      'opens the same file with the mapping that it had',
      [
        ...openWithSaved,
        { type: 'column mapped', header: 'City', target: 'title' },
        { type: 'went back' },
        { type: 'draft changed', change: { audience: 'Founders' } },
        { ...reopened, request: { ...request, audience: 'Founders' } },
      ],
      {
        ...mapping,
        request: { ...request, audience: 'Founders' },
        saved,
        source: 'saved',
        mapping: { ...saved.mapping, City: 'title' },
      },
    ],
    [
      'maps another file automatically',
      [
        ...open,
        { type: 'column mapped', header: 'City', target: 'title' },
        { type: 'went back' },
        { ...reopened, request: other, saved: null },
      ],
      { ...mapping, request: other, mapping: automatic },
    ],
    [
      'continues at processing',
      [...start, { type: 'progressed', progress }],
      { step: 'processing', run: { ...run, progress }, cancelling: false },
    ],
    [
      'reports the progress of the last chunk while it is being cancelled',
      [...start, { type: 'cancelled' }, { type: 'progressed', progress }],
      { step: 'processing', run: { ...run, progress }, cancelling: true },
    ],
    [
      'ends at results',
      [...start, { type: 'progressed', progress }, { type: 'finished', rejected: [] }],
      { step: 'results', run, rejected: [], edits: {} },
    ],
    [
      'adds corrected rows to the results',
      [
        ...start,
        { type: 'progressed', progress },
        { type: 'finished', rejected: [rejected] },
        { type: 'corrected', totals: { ...emptyTotals, totalRows: 3 }, rejected: [], rows: 2 },
      ],
      {
        step: 'results',
        run: { ...run, progress: { ...progress, totals: { ...emptyTotals, totalRows: 3 } }, corrections: 2 },
        rejected: [],
        edits: {},
      },
    ],
    [
      'returns to upload after a failure',
      [...start, { type: 'progressed', progress }, { type: 'failed', reason: 'Lost.' }],
      { ...upload, draft: request, problem: { title: 'Import stopped', text: 'Lost.' }, failed: run },
    ],
    [
      'resumes a failed import',
      [...start, { type: 'progressed', progress }, { type: 'failed', reason: 'Lost.' }, { type: 'resumed' }],
      { step: 'processing', run, cancelling: false },
    ],
    ['offers to resume an interrupted import', openInterrupted, { ...mapping, mapping: automatic, interrupted }],
    [
      'resumes an interrupted import',
      [...openInterrupted, { type: 'resumed' }],
      { step: 'processing', run, cancelling: false },
    ],
    [
      'ignores a failure after the end',
      [
        ...start,
        { type: 'progressed', progress },
        { type: 'finished', rejected: [] },
        { type: 'failed', reason: 'Lost.' },
      ],
      { step: 'results', run, rejected: [], edits: {} },
    ],
    ['resumes nothing at upload unless an import failed', [{ type: 'resumed' }], startWizard(chosen)],
    [
      'resumes nothing at mapping unless an import was interrupted',
      [...open, { type: 'resumed' }],
      { ...mapping, mapping: automatic },
    ],
  ];
  test.each(cases)('the wizard %s', (_, events, state) => {
    expect(stateAfter(...events)).toEqual(state);
  });

  test('a change of the draft clears the problem', () => {
    const rejected: WizardEvent = { type: 'rejected', problem: PROBLEMS.fileType('leads.txt') };
    expect(stateAfter({ type: 'opening' }, rejected)).toMatchObject({ opening: false, problem: rejected.problem });
    expect(stateAfter(rejected, { type: 'draft changed', change: { file } })).toMatchObject({
      draft: { file },
      problem: null,
    });
  });

  test('a file of another type is rejected at once', () => {
    const change = { file: new File(['x'], 'leads.xlsx') };
    expect(stateAfter({ type: 'draft changed', change })).toMatchObject({
      draft: { file: null },
      problem: PROBLEMS.fileType('leads.xlsx'),
    });
  });
});

test('the rows before the next one are done', () => {
  expect([rowsDone(run), rowsLeft(run)]).toEqual([2, 1]);
});
