import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newStep, type StepContent } from '../campaign/steps.ts';
import { type CallDatabase, Pace } from '../job-work.ts';
import { runJob } from '../jobs.ts';
import { Checksum } from './checksum.ts';
import {
  FileMaker,
  fileLines,
  type HandOffFile,
  type MadeFiles,
  type StoredRow,
  sheetLines,
  textOfRows,
} from './files.ts';
import { planFile } from './plan.ts';
import { type CheckedLead, checkLead, type LeadToHandOff } from './prepare.ts';
import { headLine, rowLine } from './rows.ts';
import { customTool } from './tools.ts';

const email: StepContent = { ...newStep, step_type: 'email', subject: 'For you', message_content: 'Hi {{first_name}}' };
const own = customTool('own', {
  name: 'Own',
  columns: [{ header: 'E-mail', field: 'email', isRequired: true }],
  braces: ['[', ']'],
  emailText: 'plain',
  rowsPerFile: null,
});
const planOf = (rowsPerFile: number | null) => planFile({ ...own, rowsPerFile }, [email], [], new Set(['first_name']));
const plan = planOf(null);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the files of a hand-off', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((cell, index) => ({ place: index * 2 + 1, cells: [cell, '=1', ''] }));
  const fileOf = (cells: string[]) => headLine(plan.columns) + cells.map((cell) => rowLine([cell, '=1', ''])).join('');

  test.each([
    [null, [['a', 'b', 'c', 'd', 'e']]],
    [2, [['a', 'b'], ['c', 'd'], ['e']]],
    [5, [['a', 'b', 'c', 'd', 'e']]],
  ])('the files are split by the number of rows that a tool reads: %j', (rowsPerFile, files) => {
    const maker = new FileMaker(planOf(rowsPerFile), null);
    for (const row of rows) maker.add(row);
    expect(maker.end()).toEqual(
      files.map((cells) => ({ rows: cells.length, sha256: sha256(fileOf(cells)), quotes: 'all' })),
    );
  });

  test('the files are the same if another process continues them', () => {
    const row = fc.option(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 3, maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(row, fc.boolean())),
        fc.option(fc.integer({ min: 1, max: 4 })),
        (given, rowsPerFile) => {
          const limited = planOf(rowsPerFile);
          let maker = new FileMaker(limited, null);
          const texts = [headLine(plan.columns)];
          const counts = [0];
          for (const [index, [cells, isStored]] of given.entries()) {
            if (isStored) maker = new FileMaker(limited, JSON.parse(JSON.stringify(maker.save())));
            maker.add({ place: index + 1, cells });
            if (counts.at(-1) === rowsPerFile) {
              texts.push(headLine(plan.columns));
              counts.push(0);
            }
            texts[texts.length - 1] += rowLine(cells ?? ['', '', '']);
            counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
          }
          expect(maker.position).toBe(given.length);
          expect(maker.end()).toEqual(
            texts.map((text, at) => ({ rows: counts[at], sha256: sha256(text), quotes: 'all' })),
          );
        },
      ),
    );
  });

  test.each([
    [
      'as the tool reads them',
      fileLines({ quotes: 'all' }),
      '"E-mail","Step1Subject","Step1Message"\r\n"a; b | c","x ""y"", z","=1"\r\n',
    ],
    [
      'in the form of earlier hand-offs',
      fileLines({}),
      'E-mail,Step1Subject,Step1Message\r\na; b | c,"x ""y"", z",=1\r\n',
    ],
    [
      'for a spreadsheet',
      sheetLines,
      `\ufeff"E-mail","Step1Subject","Step1Message"\r\n"a; b | c","x ""y"", z","'=1"\r\n`,
    ],
  ])('the files are written %s', (_, lines, written) => {
    expect(textOfRows(plan, [{ cells: ['a; b | c', 'x "y", z', '=1'] }], lines, true)).toBe(written);
  });

  test('a file has an empty row for an erased lead', () => {
    expect(textOfRows(plan, [{ cells: null }], fileLines({ quotes: 'all' }), false)).toBe(rowLine(['', '', '']));
  });
});

test('a checksum continues from its saved state', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), (pieces) => {
      let checksum = new Checksum();
      for (const piece of pieces) {
        checksum = new Checksum(checksum.save());
        checksum.add(piece);
      }
      expect(checksum.end()).toBe(sha256(pieces.join('')));
    }),
  );
});

const leadOf = (more: Partial<LeadToHandOff> = {}): LeadToHandOff => ({
  id: 'lead',
  name: 'Ada',
  created_at: '',
  updated_at: '',
  lead_values: { email: 'a@x.test', first_name: 'ADA' },
  reason: null,
  warnings: ['repeated'],
  ...more,
});

test.each<[string, Partial<LeadToHandOff>, Partial<CheckedLead>]>([
  [
    'with a row',
    {},
    { cells: ['a@x.test', 'For you', 'Hi ADA'], warnings: ['repeated', 'odd_name'], detail: '{{first_name}}: ADA' },
  ],
  ['that the database leaves out', { reason: 'do_not_contact' }, { reason: 'do_not_contact', warnings: ['repeated'] }],
  [
    'without what its row needs',
    { lead_values: { first_name: 'Ada' } },
    { reason: 'missing_field', detail: 'Email', warnings: ['repeated'] },
  ],
])('a lead %s is stored with its warnings, and what they or the reason are about', (_, given, checked) => {
  const { lead_values: _values, reason: _reason, warnings: _warnings, ...kept } = leadOf();
  expect(checkLead(plan, [email], leadOf(given))).toEqual({ ...kept, ...checked });
});

/** A database with one job, which fails as often as `faults` says. */
function fakeDatabase(leads: LeadToHandOff[], steps = [email], faults: (call: number) => string | null = () => null) {
  const handOff = {
    plan: planFile(own, steps, [], new Set(['first_name'])),
    steps,
    last_lead_id: null as string | null,
    total: 0,
    made: null as MadeFiles | null,
  };
  const stored: (CheckedLead & { place: number })[] = [];
  let job: { id: string; kind: string; attempts: number } | null = { id: 'job', kind: 'check_hand_off', attempts: 0 };
  const outcome = {
    files: null as HandOffFile[] | null,
    failure: null as string | null,
    parts: [] as number[],
    calls: 0,
  };
  const functions: Record<string, (values: Record<string, unknown>) => unknown> = {
    take_job: () => job && { ...job, attempts: ++job.attempts },
    release_job: () => null,
    fail_job: ({ reason }) => {
      outcome.failure = String(reason);
      job = null;
    },
    hand_off_of_job: () => structuredClone(handOff),
    leads_to_hand_off: ({ after_id = handOff.last_lead_id, page_size }) => {
      const start = leads.findIndex(({ id }) => id === after_id) + 1;
      return leads.slice(start, start + Number(page_size));
    },
    store_hand_off_rows: ({ after_id, rows, made }) => {
      expect(after_id).toBe(handOff.last_lead_id);
      const given = rows as CheckedLead[];
      outcome.parts.push(given.length);
      stored.push(...given.map((row, index) => ({ ...row, place: handOff.total + index + 1 })));
      handOff.total += given.length;
      handOff.last_lead_id = given.at(-1)?.id ?? handOff.last_lead_id;
      handOff.made = made as MadeFiles;
      const is_checked = handOff.total === leads.length;
      if (is_checked) job = null;
      else if (job) job.attempts = 0;
      return { last_lead_id: handOff.last_lead_id, is_checked };
    },
    stored_hand_off_rows: ({ after, page_size }): StoredRow[] =>
      stored
        .flatMap(({ place, cells }) => (cells && place > Number(after) ? [{ place, cells }] : []))
        .slice(0, Number(page_size)),
    store_hand_off_files: ({ made }) => {
      handOff.made = made as MadeFiles;
    },
    complete_hand_off: ({ files }) => {
      outcome.files = files as HandOffFile[];
      job = null;
    },
  };
  const call: CallDatabase = async (name, values) => {
    outcome.calls += 1;
    const fault = faults(outcome.calls);
    if (fault && !['take_job', 'fail_job', 'release_job'].includes(name))
      throw Object.assign(new Error(`fault ${fault}`), { code: fault });
    return (functions[name]?.(values) ?? null) as never;
  };
  return { call, handOff, stored, outcome, begin: (kind: string) => (job = { id: 'job', kind, attempts: 0 }) };
}

const manyLeads = (count: number, isMissing: (index: number) => boolean = () => false) =>
  Array.from({ length: count }, (_, index) =>
    leadOf({
      id: `lead ${index}`,
      warnings: [],
      lead_values: isMissing(index) ? {} : { email: `${index}@x.test`, first_name: 'Ada' },
    }),
  );
const ended: unknown[] = [];
const runAll = async (call: CallDatabase, limitMs = Number.POSITIVE_INFINITY) => {
  let runs = 0;
  while (await runJob(call, new Pace(limitMs), (error) => ended.push(error))) runs += 1;
  return runs;
};
const expectedFile = (leads: LeadToHandOff[]) =>
  headLine(plan.columns) +
  leads
    .flatMap(({ lead_values: { email: address } }) => (address ? [rowLine([address, 'For you', 'Hi Ada'])] : []))
    .join('');

describe('the jobs of a hand-off', () => {
  test('the jobs of a hand-off check the leads page by page, and make its file meanwhile', async () => {
    const leads = manyLeads(2_001, (index) => index % 7 === 2);
    const database = fakeDatabase(leads);
    expect(await runAll(database.call)).toBe(1);
    expect(database.outcome.parts).toEqual([1_000, 1_000, 1]);
    expect(database.stored.map(({ id }) => id)).toEqual(leads.map(({ id }) => id));
    expect(database.stored[2]).toMatchObject({ reason: 'missing_field', detail: 'Email' });
    database.outcome.calls = 0;
    database.begin('finish_hand_off');
    await runAll(database.call);
    const rows = leads.filter(({ lead_values }) => lead_values.email).length;
    expect(database.outcome.files).toEqual([{ rows, sha256: sha256(expectedFile(leads)), quotes: 'all' }]);
    expect(database.outcome.calls).toBe(4); // the job, the hand-off, its end, and that there is no other job
  });

  test('the jobs of a hand-off read the stored rows again if the files were not made with them', async () => {
    const leads = manyLeads(2_500, (index) => index > 2_400);
    const database = fakeDatabase(leads);
    await runAll(database.call);
    database.handOff.made = null;
    database.begin('finish_hand_off');
    expect(await runAll(database.call, 0)).toBe(4);
    expect(database.outcome.files).toEqual([{ rows: 2_401, sha256: sha256(expectedFile(leads)), quotes: 'all' }]);
  });

  test('the jobs of a hand-off store long texts in several parts', async () => {
    const long = { ...email, message_content: 'x'.repeat(8_980) };
    const database = fakeDatabase(manyLeads(130), [long]);
    await runAll(database.call);
    expect(database.outcome.parts).toEqual([66, 64]);
    const values = fakeDatabase(
      manyLeads(130).map((lead) => ({ ...lead, lead_values: { ...lead.lead_values, first_name: 'x'.repeat(8_980) } })),
    );
    await runAll(values.call);
    expect(values.outcome.parts).toEqual([66, 64]);
  });

  test('a page is read and checked while the one before is stored, and pages are stored one after the other', async () => {
    const leads = manyLeads(3_001);
    const database = fakeDatabase(leads);
    const log: string[] = [];
    await runAll(async (name, values) => {
      log.push(name);
      if (name === 'store_hand_off_rows') await new Promise((resolve) => setTimeout(resolve, 50));
      const result = await database.call<never>(name, values);
      if (name === 'store_hand_off_rows') log.push('stored');
      return result;
    });
    expect(log.filter((name) => /rows|leads|stored/.test(name))).toEqual([
      ...['leads_to_hand_off', 'leads_to_hand_off', 'store_hand_off_rows', 'leads_to_hand_off', 'stored'],
      ...[
        'store_hand_off_rows',
        'leads_to_hand_off',
        'stored',
        'store_hand_off_rows',
        'stored',
        'store_hand_off_rows',
        'stored',
      ],
    ]);
    expect(database.stored.map(({ id }) => id)).toEqual(leads.map(({ id }) => id));
  });

  test('a job does one page per call if the worker has no more time', async () => {
    const leads = manyLeads(2_001);
    const database = fakeDatabase(leads);
    expect(await runAll(database.call, 0.001)).toBe(3);
    expect(database.stored.map(({ id }) => id)).toEqual(leads.map(({ id }) => id));
  });

  test('the jobs of a hand-off continue after faults at any call, and store each lead once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(null, null, null, '57P01'), { maxLength: 30 }), async (faults) => {
        const leads = manyLeads(2_001);
        const database = fakeDatabase(leads, [email], (call) => faults[call] ?? null);
        await runAll(database.call);
        database.begin('finish_hand_off');
        await runAll(database.call);
        if (database.outcome.failure) return;
        expect(database.stored.map(({ id }) => id)).toEqual(leads.map(({ id }) => id));
        expect(database.outcome.files?.[0]?.sha256).toBe(sha256(expectedFile(leads)));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['PT403', 'fault PT403', 0],
    ['23514', 'fault 23514', 0],
    ['XX000', 'An error stopped it', 5],
  ])(
    'a job ends with the reason of an error for users, or after five other errors: %s',
    async (code, failure, reported) => {
      ended.length = 0;
      const database = fakeDatabase(manyLeads(1), [email], () => code);
      await runAll(database.call);
      expect([database.outcome.failure, ended.length]).toEqual([failure, reported]);
    },
  );
});
