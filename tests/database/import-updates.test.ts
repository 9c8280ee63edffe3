import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ImportDatabase, importRows, type NumberedRow, numbered } from '../support/import-database.ts';

let database: ImportDatabase;
let admin: pg.Client;
let customer: string;

beforeAll(async () => {
  database = await ImportDatabase.open();
  admin = await database.signIn('admin');
});
afterAll(() => database?.close());
beforeEach(async () => {
  customer = await database.newCustomer();
});

type Updating = { mode: 'fill' | 'update'; fields: string[] };
const fill: Updating = { mode: 'fill', fields: [] };
const update = (...fields: string[]): Updating => ({ mode: 'update', fields });
type Row = Omit<NumberedRow, 'row'>;

const add = (rows: Row[], more: object = {}) =>
  importRows(admin, { customer, importId: randomUUID(), rows: numbered(rows), ...more });

async function undo(importId: string) {
  for (;;) {
    const { rows } = await admin.query('select * from public.undo_import($1)', [importId]);
    if (rows[0].remaining_leads !== null) return rows[0];
  }
}

/** The values of the customer's rows, without the times of changes. */
async function stored(type: 'leads' | 'companies' = 'leads') {
  const { rows } = await database.owner.query(
    `select to_jsonb(stored) - 'updated_at' || jsonb_build_object('internal', jsonb_strip_nulls(nullif(internal.custom, '{}'))) as content
     from public.${type} stored left join public.internal_values internal on stored.id in (lead_id, company_id)
     where stored.customer_id = $1 order by stored.id`,
    [customer],
  );
  return rows.map(({ content }) => content);
}

const one = async (fields: string) =>
  (
    await database.owner.query(`select ${fields} from public.leads where customer_id = $1 order by created_at desc`, [
      customer,
    ])
  ).rows;

const ADA = {
  name: 'Ada',
  email: 'ada@x.test',
  title: 'CEO',
  custom: { icebreaker: 'Hello' },
  internal: { score: '7' },
};
const AGAIN = {
  name: 'Ada Lovelace',
  email: 'ADA@x.test',
  title: 'CTO',
  phone: '1',
  notes: null,
  linkedin_profile_url: 'https://linkedin.com/in/ada',
  custom: { icebreaker: 'A “new”\nline, 🎉', round: 'B' },
  internal: { score: '8', tier: '1' },
};

test('without updating, duplicates are skipped and the result has no updatedRows', async () => {
  await add([ADA]);
  const before = await stored();
  expect(await add([AGAIN])).not.toHaveProperty('updatedRows');
  expect(await stored()).toEqual(before);
});

test('skipped duplicates are recorded like those of an import that updates', async () => {
  const page = (name: string) => `https://www.linkedin.com/in/${name}`;
  await add([
    { name: 'Ada', linkedin_profile_url: page('ada'), email: 'ada@x.test' },
    { name: 'Bea', email: 'bea@x.test' },
    { name: 'Cy', company: 'X' },
    { name: 'Dee', email: 'dee@x.test' },
  ]);
  const rows: Row[] = [
    { name: 'Ada', linkedin_profile_url: page('ADA?x'), email: 'bea@x.test' },
    { name: 'cy', company: ' x' },
    { name: 'Cy', company: 'X', email: 'cy@x.test' },
    { name: 'Eve', email: 'eve@x.test' },
    { name: 'Eve', email: 'EVE@x.test' },
  ];
  const recorded = async (more: object) => {
    const importId = randomUUID();
    await add(rows, { importId, ...more });
    const { rows: matches } = await database.owner.query(
      'select name from public.import_matches m join public.leads on leads.id = lead_id where m.import_id = $1 order by name',
      [importId],
    );
    return matches.map(({ name }) => name);
  };
  expect(await recorded({})).toEqual(['Ada', 'Cy']);
  const again = await recorded({});
  expect(again).toEqual(['Ada', 'Cy', 'Cy', 'Eve']);
  expect(await recorded({ updating: update('notes') })).toEqual(again);
});

test.each([
  [fill, { name: 'Ada', title: 'CEO', phone: '1', icebreaker: 'Hello', round: 'B', score: '7', tier: '1', url: true }],
  [
    update('title', 'notes', 'custom:icebreaker', 'internal:score'),
    {
      name: 'Ada',
      title: 'CTO',
      phone: null,
      icebreaker: 'A “new”\nline, 🎉',
      round: null,
      score: '8',
      tier: null,
      url: false,
    },
  ],
  [
    update('name', 'email', 'phone', 'custom:round', 'internal:tier', 'linkedin_profile_url'),
    {
      name: 'Ada Lovelace',
      title: 'CEO',
      phone: '1',
      icebreaker: 'Hello',
      round: 'B',
      score: '7',
      tier: '1',
      url: true,
    },
  ],
])('%j updates a stored lead, and undo restores its values', async (updating, expected) => {
  await add([ADA]);
  const before = await stored();
  const done = await add([AGAIN, { name: 'New' }], { updating });
  expect(done).toMatchObject({ successfulRows: 1, duplicateRows: 1, updatedRows: 1, errorRows: 0 });
  const [, ada] = await one(
    `name, title, phone, custom ->> 'icebreaker' as icebreaker, custom ->> 'round' as round, linkedin_key is not null as url, email,
     (select custom ->> 'score' from public.internal_values where lead_id = leads.id) as score,
     (select custom ->> 'tier' from public.internal_values where lead_id = leads.id) as tier`,
  );
  expect(ada).toEqual({ ...expected, email: 'ada@x.test' });
  expect(await undo(done.importId)).toMatchObject({ restored_rows: 1, unrestored_rows: 0, removed_leads: 1 });
  expect(await stored()).toEqual(before);
});

test('a row without new values counts as a duplicate, not as updated', async () => {
  await add([ADA]);
  expect(await add([ADA], { updating: update('title') })).toMatchObject({ duplicateRows: 1, updatedRows: 0 });
});

test('the later of two rows for one lead updates it, or the first value that is not empty fills it, in one chunk and in two', async () => {
  const files: Row[] = [
    { name: 'Ada', email: 'ada@x.test', title: 'One' },
    { name: 'Ada', email: 'ada@x.test', title: 'Two', phone: '2' },
    { name: 'Ada', email: 'ada@x.test', title: null, phone: '3' },
  ];
  for (const [updating, expected, counted] of [
    [update('title', 'phone'), { title: 'Two', phone: '3' }, [2, 3]],
    [fill, { title: 'One', phone: '2' }, [2, 2]],
  ] as const) {
    customer = await database.newCustomer();
    await add([{ name: 'Ada', email: 'ada@x.test' }]);
    expect(await add(files, { updating })).toMatchObject({ duplicateRows: 3, updatedRows: counted[0] });
    expect(await one('title, phone')).toEqual([expected]);

    customer = await database.newCustomer();
    await add([{ name: 'Ada', email: 'ada@x.test' }]);
    const before = await stored();
    const importId = randomUUID();
    let updated = 0;
    for (const [index, row] of files.entries()) {
      updated += (await add([], { rows: numbered([row], index + 2), importId, updating })).updatedRows ?? 0;
    }
    expect(updated).toBe(counted[1]);
    expect(await one('title, phone')).toEqual([expected]);
    await undo(importId);
    expect(await stored()).toEqual(before);
  }
});

test('a repeated row updates a lead of the same file, which undo deletes', async () => {
  const done = await add([ADA, { ...ADA, title: 'CTO' }], { updating: update('title') });
  await add([], { rows: numbered([{ ...ADA, title: 'CFO' }], 4), importId: done.importId, updating: update('title') });
  expect(await one('title')).toEqual([{ title: 'CFO' }]);
  expect(await undo(done.importId)).toMatchObject({ removed_leads: 1, restored_rows: 0, remaining_leads: 0 });
});

test('a row that would take the key of another lead is an error, and the others are stored', async () => {
  const linkedin = (slug: string) => `https://linkedin.com/in/${slug}`;
  await add([
    { name: 'Ada', linkedin_profile_url: linkedin('ada') },
    { name: 'Bea', email: 'bea@x.test' },
    { name: 'Cy', linkedin_profile_url: linkedin('cy') },
  ]);
  const rows = numbered([
    { name: 'Ada', linkedin_profile_url: linkedin('ada'), email: 'Bea@x.test', title: 'No', cells: ['Ada', 'bea'] },
    { name: 'Cy', linkedin_profile_url: linkedin('cy'), email: 'new@x.test', title: 'Yes' },
    { name: 'Ada', linkedin_profile_url: linkedin('ada'), email: 'new@x.test', cells: [] },
    { name: 'Bea', email: 'bea@x.test', linkedin_profile_url: linkedin('bea'), title: 'Yes' },
  ]);
  for (const updating of [fill, update('email', 'title', 'linkedin_profile_url')]) {
    const done = await add([], { rows, updating });
    expect(done).toMatchObject({
      duplicateRows: 2,
      updatedRows: 2,
      errors: [
        { row: 2, error: 'Email belongs to another lead' },
        { row: 4, error: 'Email belongs to another lead' },
      ],
    });
    expect(await one('name, title')).toMatchObject([
      { name: 'Ada', title: null },
      { name: 'Bea', title: 'Yes' },
      { name: 'Cy', title: 'Yes' },
    ]);
    const { rows: errors } = await database.owner.query(
      'select "row", cells from public.import_errors where import_id = $1 order by "row"',
      [done.importId],
    );
    expect(errors).toEqual([
      { row: 2, cells: ['Ada', 'bea'] },
      { row: 4, cells: [] },
    ]);
    await undo(done.importId);
  }
});

test('a row whose custom fields would be too large with those of the lead is an error', async () => {
  const many = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${prefix}${index}`, 'x'.repeat(1_900)]));
  await add([{ name: 'Ada', custom: many('a') }, { name: 'Bea' }]);
  const done = await add(
    [
      { name: 'Ada', custom: many('b') },
      { name: 'Bea', title: 'CEO' },
    ],
    { updating: fill },
  );
  expect(done).toMatchObject({
    updatedRows: 1,
    errors: [{ row: 2, error: expect.stringMatching(/^Custom fields are too large \(\d+ bytes/) }],
  });
});

test('updating a field that was decided about marks the lead as changed since the decision', async () => {
  await add([ADA, { name: 'Bea', email: 'bea@x.test' }]);
  await database.owner.query('update public.leads set is_approved = true where customer_id = $1', [customer]);
  const decided = await one('decided_at, is_approved');
  const done = await add(
    [
      { ...ADA, title: 'CTO', custom: { icebreaker: 'Hi' } },
      { name: 'Bea', email: 'bea@x.test', internal: { score: '1' } },
    ],
    {
      updating: update('title', 'custom:icebreaker', 'internal:score'),
      audience: 'Founders',
    },
  );
  expect(await one('decided_values, audience')).toEqual([
    { decided_values: { title: 'CEO', custom: { icebreaker: 'Hello' } }, audience: null },
    { decided_values: null, audience: null },
  ]);
  expect(await one('decided_at, is_approved')).toEqual(decided);
  await undo(done.importId);
  expect(await one('decided_values')).toEqual([{ decided_values: null }, { decided_values: null }]);
});

test.each([
  [fill, ['Founders', 'Old']],
  [update('audience'), ['Founders', 'Founders']],
  [update('title'), [null, 'Old']],
])('%j: the audience of the import is stored if it was chosen', async (updating, expected) => {
  await add([{ name: 'Bea' }], { audience: 'Old' });
  await add([{ name: 'Ada' }]);
  await add([{ name: 'Ada' }, { name: 'Bea' }], { updating, audience: 'Founders' });
  expect((await one('audience')).map(({ audience }) => audience)).toEqual(expected);
});

test('undo keeps values that were changed since, and restores the others of the lead', async () => {
  await add([
    { name: 'Ada', title: 'CEO', phone: '1' },
    { name: 'Bea', title: 'CEO' },
  ]);
  const done = await add(
    [
      { name: 'Ada', title: 'CTO', phone: '2' },
      { name: 'Bea', title: 'CTO' },
    ],
    { updating: update('title', 'phone') },
  );
  await database.owner.query(`update public.leads set title = 'CFO' where customer_id = $1 and name = 'Ada'`, [
    customer,
  ]);
  const preview = await admin.query('select * from public.restore_preview($1)', [done.importId]);
  expect(preview.rows).toEqual([{ updated: 2, changed: 1 }]);
  expect(await undo(done.importId)).toMatchObject({ restored_rows: 2, unrestored_rows: 1 });
  expect(await one('title, phone')).toEqual([
    { title: 'CFO', phone: '1' },
    { title: 'CEO', phone: null },
  ]);
});

test('undo restores leads that took each other’s keys', async () => {
  const page = (slug: string) => `https://www.linkedin.com/in/${slug}`;
  const named = (email: string, slug: string) => ({ name: 'Ada', email, linkedin_profile_url: page(slug) });
  for (const emails of [
    ['a@x.test', 'b@x.test'],
    ['a@x.test', 'b@x.test', 'c@x.test'],
  ]) {
    customer = await database.newCustomer();
    await add([...emails.map((email, index) => named(email, `page-${index}`)), { name: 'Ada' }]);
    const before = await stored();
    const importId = randomUUID();
    const chunks = [
      named(emails[0] as string, 'free'),
      ...emails.slice(1).map((email, index) => named(email, `page-${index}`)),
      named(emails[0] as string, `page-${emails.length - 1}`),
    ];
    for (const [index, row] of chunks.entries()) {
      const done = await add([], {
        rows: numbered([row], index + 2),
        importId,
        updating: update('linkedin_profile_url'),
      });
      expect(done.updatedRows).toBe(1);
    }
    expect(await undo(importId)).toMatchObject({ restored_rows: emails.length, unrestored_rows: 0 });
    expect(await stored()).toEqual(before);
  }
});

test('undo keeps a key whose former value another lead has now', async () => {
  await add([{ name: 'Ada', linkedin_profile_url: 'https://linkedin.com/in/ada', email: 'ada@x.test' }]);
  const row = { name: 'Ada', linkedin_profile_url: 'https://linkedin.com/in/ada', email: 'new@x.test', title: 'CEO' };
  const done = await add([row], { updating: update('email', 'title') });
  await add([{ name: 'Other', email: 'ada@x.test' }]);
  expect(await undo(done.importId)).toMatchObject({ restored_rows: 1, unrestored_rows: 1 });
  expect(await one('email, title')).toEqual([
    { email: 'ada@x.test', title: null },
    { email: 'new@x.test', title: null },
  ]);
});

test('leads of other imports that are in the file too are recorded until the import is undone', async () => {
  const first = await add([{ name: 'Ada' }, { name: 'Bea' }]);
  const done = await add([{ name: 'Ada' }, { name: 'Cy' }, { name: 'cy' }, { name: 'ADA' }]);
  const matches = async () =>
    (
      await admin.query(
        'select name, given from public.import_matches join public.leads on leads.id = lead_id where import_matches.import_id = any($1)',
        [[first.importId, done.importId]],
      )
    ).rows;
  expect(await matches()).toEqual([{ name: 'Ada', given: null }]);
  await undo(done.importId);
  expect(await matches()).toEqual([]);
});

/* For any file, importing, updating and undoing restores the former rows. */

const maybe = (...values: string[]) => fc.constantFrom(null, ...values);
const texts = maybe('One', 'two\nlines', 'a "quote", 🎉');
const values = fc.record({
  phone: texts,
  title: texts,
  custom: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('One', 'Two'), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  internal: fc.dictionary(fc.constantFrom('c'), fc.constantFrom('One', 'Two'), { maxKeys: 1, noNullPrototype: true }),
});
const profile = (slug: string) => `https://www.linkedin.com/in/${slug}`;
const lead = fc
  .record({
    name: fc.constantFrom('Ada', 'Bea'),
    company: maybe('Acme', 'Bolt'),
    email: maybe('x@x.test', 'X@x.test', 'y@x.test', 'z@x.test'),
    linkedin_profile_url: maybe(profile('one'), profile('two'), profile('three')),
  })
  .chain((keys) => values.map((rest) => ({ ...keys, ...rest })));
const company = fc
  .record({
    name: fc.constantFrom('Acme', 'Bolt'),
    domain: maybe('x.test', 'y.test', 'z.test'),
    linkedin_url: maybe('https://linkedin.com/company/one', 'https://linkedin.com/company/two'),
    employee_count: fc.constantFrom(null, 1, 2),
  })
  .chain((keys) => values.map(({ title, custom, internal }) => ({ ...keys, industry: title, custom, internal })));
const choice = fc.oneof(
  fc.constant(fill),
  fc
    .subarray([
      'name',
      'company',
      'email',
      'linkedin_profile_url',
      'phone',
      'title',
      'domain',
      'linkedin_url',
      'industry',
      'employee_count',
      'custom:a',
      'internal:c',
    ])
    .map((fields) => update(...fields)),
);

const KEYS = ['name', 'company', 'email', 'linkedin_profile_url', 'domain', 'linkedin_url'];
const withoutKeys = (rows: Record<string, unknown>[]) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !/_key$|^search_/.test(key) && !KEYS.includes(key))),
  );

test.each([
  ['leads', lead],
  ['companies', company],
] as const)(
  'importing, updating and undoing in any order restores the former %s',
  async (type, row) => {
    const file = fc.array(row as fc.Arbitrary<Row>, { minLength: 1, maxLength: 8 });
    const imports = fc.array(
      fc.record({ chunks: fc.array(file, { minLength: 1, maxLength: 3 }), updating: choice, order: fc.integer() }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(file, imports, async (first, updates) => {
        customer = await database.newCustomer();
        await add(first, { type });
        const before = await stored(type);
        const started: { importId: string; order: number }[] = [];
        for (const { chunks, updating, order } of updates) {
          const importId = randomUUID();
          started.push({ importId, order });
          let firstRow = 2;
          for (const rows of chunks) {
            const { rows: preview } = await admin.query('select public.preview_updates($1, $2, $3, $4) as answer', [
              customer,
              type,
              JSON.stringify(numbered(rows, firstRow)),
              updating,
            ]);
            const done = await add([], { type, importId, rows: numbered(rows, firstRow), updating });
            expect(done.successfulRows + done.duplicateRows + done.errorRows).toBe(rows.length);
            expect(done.updatedRows).toBeLessThanOrEqual(done.duplicateRows);
            expect(preview[0].answer.keys).toHaveLength(rows.length);
            firstRow += rows.length;
          }
        }
        let unrestored = 0;
        for (const { importId } of started.sort((one, other) => one.order - other.order))
          unrestored += (await undo(importId)).unrestored_rows;
        const after = (await stored(type)).filter(({ id }) => before.some((row) => row.id === id));
        if (started.length === 1) expect(unrestored).toBe(0);
        // A key stays if another row has the former one, and the answer has said so.
        expect(unrestored > 0 ? withoutKeys(after) : after).toEqual(unrestored > 0 ? withoutKeys(before) : before);
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);

/* Imports of the same two leads, in chunks that alternate, with edits between them. */
const FIELDS = ['title', 'phone', 'custom:a', 'internal:c'];
const leadValues = fc.record({ title: texts, phone: texts, a: maybe('One', 'Two'), c: maybe('One', 'Two') });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ by: fc.nat({ max: 2 }), leads: fc.array(leadValues, { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ by: 'edit' as const, leads: [] }) },
);
const modes = fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom(fill, update(...FIELDS))));

test('a field has the last value that an edit or a remaining import has given it, whichever imports are undone in any order', async () => {
  const undone = fc.shuffledSubarray([0, 1, 2]);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), modes, undone, async (steps, updating, order) => {
      customer = await database.newCustomer();
      const leads = [profile('one'), profile('two')].map((url) => ({ name: 'Ada', linkedin_profile_url: url }));
      await add(leads);
      const imports = updating.map(() => randomUUID());
      const current = async () =>
        (await stored()).flatMap(({ linkedin_key, title, phone, custom, internal }) =>
          [title, phone, custom.a, internal?.c].map(
            (value = null, index) => [`${linkedin_key} ${FIELDS[index]}`, value] as const,
          ),
        );
      /** The values of each lead's field, the oldest first, with who gave them. */
      const history = new Map<string, { by: unknown; value: unknown }[]>();
      const last = () => [...history].map(([field, values]) => [field, values.at(-1)?.value]);
      const record = async (by: unknown) => {
        for (const [field, value] of await current()) {
          const values = history.get(field) ?? [];
          if (values.at(-1)?.value !== value) history.set(field, [...values, { by, value }]);
        }
      };
      await record('before');
      for (const [index, { by, leads: rows }] of steps.entries()) {
        if (by === 'edit') {
          await database.owner.query('update public.leads set title = $2 where customer_id = $1', [
            customer,
            `Edit ${index}`,
          ]);
        } else {
          const updates = rows.map(({ a, c, ...row }, lead) => ({
            ...leads[lead],
            ...row,
            custom: a ? { a } : {},
            internal: c ? { c } : {},
          }));
          await add([], {
            importId: imports[by],
            rows: numbered(updates as Row[], 2 + index * 2),
            updating: updating[by],
          });
        }
        await record(by);
      }
      for (const by of order) {
        if (!steps.some((taken) => taken.by === by)) continue;
        const imported = [...history].filter(([, values]) => values.some((entry) => entry.by === by));
        const leadsWhere = (isLast: boolean) =>
          new Set(
            imported
              .filter(([, values]) => (values.at(-1)?.by === by) === isLast)
              .map(([field]) => field.split(' ')[0]),
          );
        expect(await undo(imports[by] as string)).toMatchObject({
          restored_rows: leadsWhere(true).size,
          unrestored_rows: leadsWhere(false).size,
        });
        for (const [field, values] of history)
          history.set(
            field,
            values.filter((entry) => entry.by !== by),
          );
        expect(await current()).toEqual(last());
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);
