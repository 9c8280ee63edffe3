import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HandOff, handOffCalls, type ReadRows, STEPS } from './hand-off-calls.ts';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const handOffs = (query: ReadRows) => handOffCalls(world, query);

/** Removes what is there, and adds approved leads of Acme with these names. */
async function withLeads({ actAs, query }: Pick<Transaction, 'actAs' | 'query'>, ...names: string[]) {
  await actAs('owner');
  await query('delete from public.hand_offs');
  await query('delete from public.leads');
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const [lead] = await query<{ id: string }>(
      `insert into public.leads (customer_id, name, email, is_approved, audience, created_at)
       values ($1, $2, lower($2) || '@x.test', true, 'Founders', now() - $3 * interval '1 minute') returning id`,
      [world.id('acme'), name, index],
    );
    ids.push(lead?.id ?? '');
  }
  await actAs('admin');
  return ids;
}

const inTransaction = (work: (acme: ReturnType<typeof handOffs>, transaction: Transaction) => Promise<void>) => () =>
  world.transaction((transaction) => work(handOffs(transaction.query), transaction));

describe('hand-offs', () => {
  test(
    'a hand-off stores the warnings of a row with what they are about, and counts those of rows in the file',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada', 'Bob', 'Cy');
      const started = await acme.start();
      const [ada, bob, cy] = await acme.read(started.id);
      const warnings = ['repeated', 'odd_name'];
      const checked = await acme.store(started, [
        { ...ada, cells: ['x'], warnings, detail: '{{first_name}}: ADA' },
        { ...bob, reason: 'missing_field', warnings: ['repeated'], detail: 'Email' },
        { ...cy, cells: ['y'] },
      ]);
      expect(checked).toMatchObject({
        lead_count: 2,
        warnings: { repeated: 1, odd_name: 1 },
        left_out: { missing_field: 1 },
      });
      expect(await acme.rows(checked)).toEqual([
        { name: 'Ada', cells: ['x'], reason: null, detail: '{{first_name}}: ADA', warnings },
        { name: 'Bob', cells: null, reason: 'missing_field', detail: 'Email', warnings: ['repeated'] },
        { name: 'Cy', cells: ['y'], reason: null, detail: null, warnings: [] },
      ]);
    }),
  );

  const sameRow = async (
    { actAs, query }: Transaction,
    id?: string,
    original?: string,
    more = 'is_separate = false',
  ) => {
    await actAs('owner');
    await query(`update public.leads set duplicate_of = $2, duplicate_keys = '{email_key}', ${more} where id = $1`, [
      id,
      original,
    ]);
    await actAs('admin');
  };
  const warningsIn = (rows: { name: string; warnings: string[] }[]) =>
    rows.filter(({ warnings }) => warnings.length > 0).map(({ name, warnings }) => `${name}: ${warnings}`);

  test.each<[string, (transaction: Transaction, ids: string[]) => Promise<unknown>, string[]]>([
    ['a duplicate and its original', (transaction, [ada, bob]) => sameRow(transaction, bob, ada), ['Ada', 'Bob']],
    [
      'two duplicates of a lead that is not approved',
      async (transaction, [ada, bob, cy]) => {
        await sameRow(transaction, bob, ada);
        await sameRow(transaction, cy, ada);
        await transaction.query('update public.leads set is_approved = null where id = $1', [ada]);
      },
      ['Bob', 'Cy'],
    ],
    [
      'a duplicate of a duplicate',
      async (transaction, [ada, bob, cy]) => {
        await sameRow(transaction, bob, ada);
        await sameRow(transaction, cy, bob);
      },
      ['Ada', 'Bob', 'Cy'],
    ],
    [
      'no duplicate that an administrator keeps',
      (transaction, [ada, bob]) => sameRow(transaction, bob, ada, 'is_separate = true'),
      [],
    ],
    [
      'no duplicate of a rejected lead',
      async (transaction, [ada, bob]) => {
        await sameRow(transaction, bob, ada);
        await transaction.query('update public.leads set is_approved = false where id = $1', [ada]);
      },
      [],
    ],
    [
      'no duplicate of a lead of another audience',
      async (transaction, [ada, bob]) => {
        await sameRow(transaction, bob, ada);
        await transaction.query(`update public.leads set audience = 'Others' where id = $1`, [ada]);
      },
      [],
    ],
  ])('a hand-off warns of %s, in its preview and in the file', async (_, prepare, names) =>
    world.transaction(async (transaction) => {
      const ids = await withLeads(transaction, 'Ada', 'Bob', 'Cy');
      await prepare(transaction, ids);
      const expected = names.map((name) => `${name}: duplicate`);
      const acme = handOffs(transaction.query);
      const scope = [world.id('acme'), world.id('acme campaign'), ['Founders']];
      const preview = await transaction.query<{ name: string; warnings: string[] }>(
        'select name, warnings from public.preview_hand_off($1, $2, $3)',
        scope,
      );
      expect(warningsIn(preview)).toEqual(expected);
      const checked = await acme.check(await acme.start({ audiences: ['Founders'] }));
      expect(checked.warnings).toEqual(names.length > 0 ? { duplicate: names.length } : {});
      expect(warningsIn((await acme.rows(checked)) as { name: string; warnings: string[] }[])).toEqual(expected);
    }),
  );

  test(
    'a hand-off stores the cells of each lead, or why it is left out, and marks the leads once it is ready',
    inTransaction(async (acme, transaction) => {
      const [ada, bob] = await withLeads(transaction, 'Ada', 'Bob');
      const { query } = transaction;
      const started = await acme.start();
      expect(started).toMatchObject({ state: 'preparing', version_number: null, total: 0 });
      const leads = await acme.read(started.id);
      expect(leads.map(({ id, lead_values }) => [id, lead_values])).toEqual([
        [ada, { name: 'Ada', first_name: 'Ada', email: 'ada@x.test', audience: 'Founders' }],
        [bob, { name: 'Bob', first_name: 'Bob', email: 'bob@x.test', audience: 'Founders' }],
      ]);
      const checked = await acme.store(started, [
        { ...leads[0], cells: ['ada@x.test'] },
        { ...leads[1], reason: 'missing_field', detail: 'LinkedIn profile' },
      ]);
      expect(checked).toMatchObject({ total: 2, lead_count: 1, left_out: { missing_field: 1 }, warnings: {} });
      expect(checked.checked_at).not.toBeNull();
      expect(await acme.rows(checked)).toEqual([
        { name: 'Ada', cells: ['ada@x.test'], reason: null, detail: null, warnings: [] },
        { name: 'Bob', cells: null, reason: 'missing_field', detail: 'LinkedIn profile', warnings: [] },
      ]);
      expect(await query('select from public.handed_off_leads')).toEqual([]);
      const sha256 = createHash('sha256').update('Email\r\nada@x.test\r\n').digest('hex');
      expect(await acme.finish(checked, [{ rows: 1, sha256 }])).toMatchObject({
        state: 'ready',
        files: [{ rows: 1, sha256 }],
      });
      expect(await query('select lead_id, name, email_key, flag from public.handed_off_leads')).toEqual([
        { lead_id: ada, name: 'Ada', email_key: 'ada@x.test', flag: null },
      ]);
      expect(await query(`select action, subject, row_ids from public.activity where subject = 'hand_offs'`)).toEqual([
        { action: 'insert', subject: 'hand_offs', row_ids: [started.id] },
      ]);
    }),
  );

  test(
    'a hand-off has internal values and those of the company, and leaves other audiences out',
    inTransaction(async (acme, transaction) => {
      const [ada, bob] = await withLeads(transaction, 'Ada', 'Bob');
      const { query, actAs } = transaction;
      await actAs('owner');
      await query(
        `update public.leads set company = 'ACME works', linkedin_profile_url = 'linkedin.com/in/x', custom = '{"icebreaker": "Hi"}' where id = $1`,
        [ada],
      );
      await query(`update public.companies set website = 'https://acme.test' where customer_id = $1`, [
        world.id('acme'),
      ]);
      await query(
        `insert into public.internal_values (customer_id, lead_id, custom) values ($1, $2, '{"score": "7"}')`,
        [world.id('acme'), ada],
      );
      await query('update public.leads set audience = null where id = $1', [bob]);
      await actAs('admin');
      const [lead, ...others] = await acme.read((await acme.start({ audiences: ['Founders'] })).id);
      expect(others).toEqual([]);
      expect(lead?.lead_values).toMatchObject({ score: '7', icebreaker: 'Hi', company_website: 'https://acme.test' });
      expect((await acme.read((await acme.start({ audiences: [''] })).id)).map(({ id }) => id)).toEqual([bob]);
      expect(await acme.read((await acme.start({ audiences: [] })).id)).toEqual([]);
    }),
  );

  test(
    'a hand-off never has a lead that must be left out, whatever the stored rows say',
    inTransaction(async (acme, transaction) => {
      const ids = await withLeads(transaction, 'Ada', 'Bob', 'Cy', 'Dee');
      const { query, actAs } = transaction;
      const started = await acme.start({ audiences: ['Founders'] });
      const updates = new Map((await acme.read(started.id)).map((lead) => [lead.id, lead.updated_at]));
      await actAs('owner');
      await query('update public.leads set is_approved = false where id = $1', [ids[0]]);
      await query(`update public.leads set audience = 'Others' where id = $1`, [ids[1]]);
      await query(
        `insert into public.do_not_contact (customer_id, kind, value, source) values ($1, 'email', 'Cy@x.test', 'form')`,
        [world.id('acme')],
      );
      await actAs('admin');
      const foreign = [world.id('globex lead'), randomUUID()];
      const rows = [...foreign, ...ids].map((id) => ({
        id,
        name: 'x',
        created_at: '2020-01-01T00:00:00Z',
        updated_at: updates.get(id),
        cells: ['x'],
      }));
      const finished = await acme.finish(await acme.store(started, rows));
      expect(finished).toMatchObject({ state: 'preparing', work: null, total: 6, lead_count: 1 });
      expect(finished.left_out).toEqual({ changed: 4, do_not_contact: 1 });
      expect((await acme.rows(finished)).map(({ cells }) => cells)).toEqual([null, null, null, null, null, ['x']]);
    }),
  );

  test(
    'a hand-off checks every lead again before it becomes ready, and stays preparing if one must now be left out',
    inTransaction(async (acme, transaction) => {
      const ids = await withLeads(transaction, 'Ada', 'Bob', 'Cy', 'Dee');
      const { query, actAs } = transaction;
      const checked = await acme.check(await acme.start());
      await actAs('owner');
      await query('update public.leads set is_approved = null where id = $1', [ids[0]]);
      await query('delete from public.leads where id = $1', [ids[1]]);
      await query(
        `insert into public.agency_do_not_contact (kind, value, source) values ('email', 'CY@x.test', 'form')`,
      );
      await actAs('admin');
      const again = await acme.finish(checked);
      expect(again).toMatchObject({ state: 'preparing', lead_count: 1, left_out: { changed: 2, do_not_contact: 1 } });
      expect((await acme.rows(again)).map(({ cells, reason }) => cells ?? reason)).toEqual([
        'changed',
        'changed',
        'do_not_contact',
        ['dee@x.test'],
      ]);
      expect(await acme.finish(again)).toMatchObject({ state: 'ready' });
    }),
  );

  test(
    'a hand-off leaves out a lead that was edited after it was read, and counts the warnings of leads in the file only',
    inTransaction(async (acme, transaction) => {
      const [ada, bob, cy] = await withLeads(transaction, 'Ada', 'Bob', 'Cy');
      const { query, actAs } = transaction;
      await actAs('owner');
      await query('set local session_replication_role = replica'); // a time before this transaction
      await query(
        `update public.leads
         set updated_at = now() - interval '1 hour', decided_values = case when id = any ($1) then '{"title": null}'::jsonb end
         where customer_id = $2`,
        [[bob, cy], world.id('acme')],
      );
      await query('set local session_replication_role = origin');
      await actAs('admin');
      const started = await acme.start();
      const read = await acme.read(started.id);
      const edit = (id: string | undefined) =>
        query(`update public.leads set email = 'new' || email where id = $1`, [id]);
      await edit(ada);
      const checked = await acme.store(
        started,
        read.map((lead) => ({ ...lead, cells: ['x'] })),
      );
      expect(checked).toMatchObject({ lead_count: 3, left_out: {}, warnings: { changed: 2 } });
      await edit(bob);
      const again = await acme.finish(checked);
      expect(again).toMatchObject({
        state: 'preparing',
        lead_count: 1,
        left_out: { changed: 2 },
        warnings: { changed: 1 },
      });
      expect(await acme.finish(again)).toMatchObject({ state: 'ready' });
    }),
  );

  test(
    'a hand-off has the columns of a lead, whatever its custom fields are called',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada');
      const { query, actAs } = transaction;
      await actAs('owner');
      await query(`update public.leads set custom = '{"email": "other@x.test", "phone": "7"}' where id = $1`, [ada]);
      await query(
        `insert into public.internal_values (customer_id, lead_id, custom) values ($1, $2, '{"title": "CEO", "name": "Other", "score": "7"}')`,
        [world.id('acme'), ada],
      );
      await actAs('admin');
      const [lead] = await acme.read((await acme.start()).id);
      expect(lead?.lead_values).toEqual({
        name: 'Ada',
        first_name: 'Ada',
        email: 'ada@x.test',
        audience: 'Founders',
        score: '7',
      });
    }),
  );

  test(
    'a hand-off reads the values of those variables that its plan or its steps name',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada');
      const plan = {
        tool: { name: 'Own' },
        columns: [{ header: 'Email', source: { kind: 'field', key: 'audience' } }],
      };
      const [lead] = await acme.read((await acme.start({ plan })).id);
      expect(lead?.lead_values).toEqual({ name: 'Ada', email: 'ada@x.test', audience: 'Founders' });
    }),
  );

  test(
    'a hand-off leaves out leads that were handed off from this campaign before, also by a key, and warns about another campaign',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada', 'Bob');
      const { query, actAs } = transaction;
      await acme.finish(await acme.check(await acme.start()));
      await actAs('owner');
      await query('delete from public.leads where id = $1', [ada]);
      await query(
        `insert into public.leads (customer_id, name, email, is_approved) values ($1, 'Ada again', 'ADA@x.test', true)`,
        [world.id('acme')],
      );
      const [other] = await query<{ id: string }>(
        `insert into public.campaigns (customer_id, name) values ($1, 'Other') returning id`,
        [world.id('acme')],
      );
      await query(
        `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values ($1, $2, 1, 'email')`,
        [world.id('acme'), other?.id],
      );
      await actAs('admin');
      expect(await acme.check(await acme.start())).toMatchObject({ lead_count: 0, left_out: { handed_off: 2 } });
      const repeated = await acme.check(await acme.start({ onlyNew: false }));
      expect(repeated).toMatchObject({ lead_count: 2, left_out: {}, warnings: { repeated: 2 } });
      expect(await acme.check(await acme.start({ campaign: other?.id ?? '' }))).toMatchObject({
        lead_count: 2,
        warnings: { other_campaign: 2 },
      });
      await actAs('owner');
      await query(`update public.handed_off_leads set handed_off_at = now() - interval '91 days'`);
      await actAs('admin');
      expect(await acme.check(await acme.start({ campaign: other?.id ?? '' }))).toMatchObject({ warnings: {} });
    }),
  );

  test(
    'a void hand-off has no leads any more, and another one of the same leads keeps them',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada', 'Bob');
      const marks = async () =>
        (await transaction.query<{ hand_off_id: string }>('select hand_off_id from public.handed_off_leads')).map(
          ({ hand_off_id }) => hand_off_id,
        );
      const first = await acme.finish(await acme.check(await acme.start()));
      const second = await acme.finish(await acme.check(await acme.start({ onlyNew: false })));
      expect((await marks()).sort()).toEqual([first.id, first.id, second.id, second.id].sort());
      expect(await acme.undo(first)).toMatchObject({ state: 'void' });
      expect(await marks()).toEqual([second.id, second.id]);
      await acme.undo(second);
      expect(await marks()).toEqual([]);
      expect(await acme.rows(first)).toHaveLength(2);
      expect(await acme.check(await acme.start())).toMatchObject({ lead_count: 2, warnings: {} });
    }),
  );

  test(
    'a hand-off is checked once no lead is left, however few rows a call stores',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada', 'Bob');
      const started = await acme.start();
      const rows = (await acme.read(started.id)).map((lead) => ({ ...lead, cells: ['x'] }));
      const first = await acme.store(started, rows.slice(0, 1));
      expect(first).toMatchObject({ total: 1, checked_at: null });
      expect((await acme.store(first, rows.slice(1))).checked_at).not.toBeNull();
    }),
  );

  test(
    'a hand-off continues after the stored rows, by one worker at a time',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada');
      const { outcome, query, actAs } = transaction;
      await query(
        `insert into public.leads (customer_id, name, is_approved, created_at)
         select $1, 'Lead ' || place, true, now() - interval '1 day' - place * interval '1 second' from generate_series(1, 1000) place`,
        [world.id('acme')],
      );
      const started = await acme.start();
      const first = await acme.check(started);
      expect(first).toMatchObject({ total: 1000, checked_at: null });
      const jobId = await acme.job(started.id);
      const again = `select public.store_hand_off_rows('${jobId}', null, '[]', null)`;
      await actAs('service');
      expect(await outcome(again)).toBe('40001 Another worker goes on with this hand-off');
      await actAs('admin');
      const finish = `select public.finish_hand_off('${world.id('acme')}', '${started.id}')`;
      expect(await outcome(finish)).toBe('PT409 This hand-off is still being prepared');
      const last = await acme.check(first);
      expect(last).toMatchObject({ total: 1001, lead_count: 1001 });
      const positions = await query(
        'select count(distinct place)::int, min(place), max(place) from public.hand_off_rows where hand_off_id = $1',
        [started.id],
      );
      expect(positions).toEqual([{ count: 1001, min: 1, max: 1001 }]);
      expect(await acme.cancel(last)).toMatchObject({ state: 'cancelled' });
      expect(await acme.rows(last)).toEqual([]);
      expect(await outcome(finish)).toBe('PT409 This hand-off is cancelled');
    }),
  );

  test(
    'a hand-off needs the stored steps at its start and its end, and approved ones where the customer needs sign-off',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada');
      const { outcome, query, actAs } = transaction;
      const start = `select state from public.start_hand_off('${world.id('acme')}', '${world.id('acme campaign')}', $1, '{"columns": [{}]}')`;
      const finish = (handOff: HandOff) =>
        outcome('select work from public.finish_hand_off($1, $2)', [world.id('acme'), handOff.id]);
      expect(await outcome(start, ['[]'])).toBe('PT409 The campaign has changed meanwhile');
      const checked = await acme.check(await acme.start());
      await query(`update public.campaign_steps set message_content = 'New' where customer_id = $1`, [
        world.id('acme'),
      ]);
      expect(await finish(checked)).toBe('PT409 The campaign has changed meanwhile');
      await query(`update public.campaign_steps set message_content = '' where customer_id = $1`, [world.id('acme')]);
      await query('update public.customers set needs_sign_off = true where id = $1', [world.id('acme')]);
      const unsigned = '23514 This copy needs sign-off: its steps are not those of an approved version';
      expect([await finish(checked), await outcome(start, [JSON.stringify(STEPS)])]).toEqual([unsigned, unsigned]);
      await actAs('member');
      await query('select public.request_review($1, $2)', [world.id('acme'), world.id('acme campaign')]);
      await query(
        `select public.decide_version($1, (select id from public.campaign_versions where customer_id = $1 order by number desc limit 1), 'approved')`,
        [world.id('acme')],
      );
      await actAs('admin');
      expect(await finish(checked)).toBe('finish');
      expect(await acme.start()).toMatchObject({ version_number: 2 });
      await query(`update public.campaign_steps set message_content = 'New' where customer_id = $1`, [
        world.id('acme'),
      ]);
      await query('update public.customers set needs_sign_off = false where id = $1', [world.id('acme')]);
      const jobId = await acme.job(checked.id);
      await actAs('service');
      expect(await outcome('select public.complete_hand_off($1, $2)', [jobId, '[]'])).toBe(
        'PT409 The campaign has changed meanwhile',
      );
    }),
  );

  test.each([
    [
      { reason: 'odd' },
      '23514 new row for relation "hand_off_rows" violates check constraint "hand_off_rows_reason_check"',
    ],
    [{ cells: ['a', 'b'] }, '22023 Each row needs 1 cells'],
    [{}, '22023 Each row needs 1 cells'],
  ])('a hand-off rejects the row %j', (row, error) =>
    world.transaction(async (transaction) => {
      await withLeads(transaction, 'Ada');
      const acme = handOffs(transaction.query);
      const started = await acme.start();
      const [lead] = await acme.read(started.id);
      const store = 'select public.store_hand_off_rows($1, null, $2, null)';
      const values = [await acme.job(started.id), JSON.stringify([{ ...lead, ...row }])];
      await transaction.actAs('service');
      expect(await transaction.outcome(store, values)).toBe(error);
    }),
  );

  test(
    'a hand-off stays when its leads and its campaign are deleted, and is deleted with its customer',
    inTransaction(async (acme, transaction) => {
      await withLeads(transaction, 'Ada');
      const { query, actAs } = transaction;
      const ready = await acme.finish(await acme.check(await acme.start()));
      await actAs('owner');
      await query('delete from public.leads where customer_id = $1', [world.id('acme')]);
      await query('delete from public.campaigns where customer_id = $1', [world.id('acme')]);
      await actAs('admin');
      expect(await acme.rows(ready)).toHaveLength(1);
      await actAs('owner');
      await query('delete from public.customers where id = $1', [world.id('acme')]);
      for (const table of ['hand_offs', 'hand_off_rows', 'handed_off_leads'])
        expect(await query(`select from public.${table}`)).toEqual([]);
    }),
  );
});

test('whatever changes between the steps, each lead is in the file or left out, and the file has none that must be left out', async () => {
  const happenings = ['rejected', 'reset', 'moved', 'deleted', 'email', 'agency', 'handed off'];
  const change = fc.oneof(fc.constant('none'), fc.constantFrom(...happenings));
  let handedOff = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, change), { minLength: 1, maxLength: 8 }), async (changes) => {
      await world.transaction(async (transaction) => {
        const { query, actAs } = transaction;
        const acme = handOffs(query);
        const ids = await withLeads(transaction, ...changes.map((_, index) => `Lead${index}`));
        const apply = async (what: string, index: number) => {
          const [id, customer] = [ids[index], world.id('acme')];
          const set = { rejected: 'is_approved = false', reset: 'is_approved = null', moved: `audience = 'Others'` }[
            what
          ];
          if (set) await query(`update public.leads set ${set} where id = $1`, [id]);
          if (what === 'deleted') await query('delete from public.leads where id = $1', [id]);
          if (what === 'handed off')
            await query(
              `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name)
               select $1, $2, $3, id, '' from public.hand_offs where customer_id = $1 limit 1 on conflict do nothing`,
              [customer, world.id('acme campaign'), id],
            );
          const entry = `(kind, value, source) values ($1, $2, 'form') on conflict do nothing`;
          if (what === 'agency')
            await query(`insert into public.agency_do_not_contact ${entry}`, ['email', `lead${index}@x.test`]);
          if (what === 'email')
            await query(
              `insert into public.do_not_contact (customer_id, kind, value, source) values ($1, 'email', $2, 'form') on conflict do nothing`,
              [customer, `LEAD${index}@x.test`],
            );
        };
        const started = await acme.start({ audiences: ['Founders'] });
        const read = await acme.read(started.id);
        await actAs('owner');
        for (const [index, [before]] of changes.entries()) await apply(before, index);
        await actAs('admin');
        const checked = await acme.store(
          started,
          read.map((lead) => (lead.reason ? lead : { ...lead, cells: [lead.lead_values.email ?? ''] })),
        );
        await actAs('owner');
        for (const [index, [, after]] of changes.entries()) await apply(after, index);
        await actAs('admin');
        let stored = checked;
        while (stored.state === 'preparing' && stored.lead_count > 0) stored = await acme.finish(stored);
        const rows = await query<{ lead_id: string; cells: string[] | null; reason: string | null }>(
          'select lead_id, cells, reason from public.hand_off_rows where hand_off_id = $1',
          [started.id],
        );
        const allowed = ids.filter((_, index) => changes[index]?.every((what) => what === 'none'));
        const left = rows.filter(({ reason }) => reason !== null);
        expect(rows.flatMap(({ lead_id, cells }) => (cells ? [lead_id] : [])).sort()).toEqual(allowed.sort());
        expect(allowed.length + left.length).toBe(ids.length);
        expect([stored.lead_count, stored.total]).toEqual([allowed.length, ids.length]);
        handedOff += allowed.length;
      });
    }),
    { numRuns: 25 },
  );
  expect(handedOff).toBeGreaterThan(0);
});

describe('handed-off leads', () => {
  const flags = ({ query }: Transaction) =>
    query('select lead_id, flag from public.handed_off_leads where flag is not null');

  test(
    'a handed-off lead is flagged while it is rejected or back in review',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada', 'Bob');
      const { query } = transaction;
      await acme.finish(await acme.check(await acme.start()));
      const decide = (approved: boolean | null) =>
        query('update public.leads set is_approved = $2 where id = $1', [ada, approved]);
      await decide(null);
      expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'in_review' }]);
      await decide(false);
      expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'rejected' }]);
      await decide(null);
      expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'in_review' }]);
      await decide(true);
      expect(await flags(transaction)).toEqual([]);
    }),
  );

  test(
    'a handed-off lead is flagged in each of its hand-offs, and named in each',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada', 'Bob');
      const { query } = transaction;
      await acme.finish(await acme.check(await acme.start()));
      await acme.finish(await acme.check(await acme.start({ onlyNew: false })));
      await query('update public.leads set is_approved = false where id = $1', [ada]);
      const both = [
        { lead_id: ada, flag: 'rejected' },
        { lead_id: ada, flag: 'rejected' },
      ];
      expect(await flags(transaction)).toEqual(both);
      expect(await query('select flag from public.lead_hand_offs($1, $2)', [world.id('acme'), ada])).toEqual(
        both.map(({ flag }) => ({ flag })),
      );
      expect(await query(`select amount from public.needs_attention() where reason = 'handed off leads'`)).toEqual([
        { amount: 1 },
      ]);
    }),
  );

  test(
    'a handed-off lead that is rejected and on a list stays flagged when one of the two ends, also in a later hand-off',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada', 'Bob');
      const { query, actAs } = transaction;
      const first = await acme.finish(await acme.check(await acme.start()));
      await acme.finish(await acme.check(await acme.start({ onlyNew: false })));
      const decide = (approved: boolean | null) =>
        query('update public.leads set is_approved = $2 where id = $1', [ada, approved]);
      const twice = (flag: string) => [
        { lead_id: ada, flag },
        { lead_id: ada, flag },
      ];
      await decide(null);
      await actAs('owner');
      await query(
        `insert into public.do_not_contact (customer_id, kind, value, source) values ($1, 'email', 'ada@x.test', 'form')`,
        [world.id('acme')],
      );
      expect(await flags(transaction)).toEqual(twice('do_not_contact'));
      const remove = (moment: string) => query(`update public.do_not_contact set removed_at = ${moment}`);
      await remove('now()');
      expect(await flags(transaction)).toEqual(twice('in_review'));
      await remove('null');
      await decide(false);
      expect(await flags(transaction)).toEqual(twice('rejected'));
      await decide(true);
      expect(await flags(transaction)).toEqual(twice('do_not_contact'));
      await decide(null);
      expect(await flags(transaction)).toEqual(twice('do_not_contact'));
      await decide(false);
      await remove('now()');
      await actAs('admin');
      await acme.undo(first);
      expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'rejected' }]);
      await decide(true);
      expect(await flags(transaction)).toEqual([]);
    }),
  );

  test.each([
    ['email', {}, { email: 'ADA@x.test' }],
    [
      'LinkedIn page',
      { linkedin_profile_url: 'https://www.linkedin.com/in/ada' },
      { linkedin_profile_url: 'linkedin.com/in/ada?x=1' },
    ],
    ['name and company', { email: null, company: 'Works' }, { company: ' WORKS' }],
  ])(
    'a handed-off lead that was deleted and imported again with the same %s is flagged by its rejection',
    (_, before, again) =>
      world.transaction(async (transaction) => {
        const [ada, bob] = await withLeads(transaction, 'Ada', 'Bob');
        const { query, actAs } = transaction;
        await actAs('owner');
        await query(
          `update public.leads set (email, linkedin_profile_url, company) =
           (select email, linkedin_profile_url, company from jsonb_populate_record(leads, $2)) where id = $1`,
          [ada, before],
        );
        await actAs('admin');
        const acme = handOffs(query);
        await acme.finish(await acme.check(await acme.start()));
        await actAs('owner');
        const decide = (id: string | undefined, approved: boolean) =>
          query('update public.leads set is_approved = $2 where id = $1', [id, approved]);
        await query('delete from public.leads where id = $1', [ada]);
        const [added] = await query<{ id: string }>(
          `insert into public.leads (customer_id, name, email, linkedin_profile_url, company)
         select $1, 'Ada', email, linkedin_profile_url, company from jsonb_populate_record(null::public.leads, $2) returning id`,
          [world.id('acme'), again],
        );
        expect(await flags(transaction)).toEqual([]);
        await decide(added?.id, false);
        expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'rejected' }]);
        await decide(added?.id, true);
        expect(await flags(transaction)).toEqual([]);
        await decide(bob, false);
        expect(await flags(transaction)).toEqual([{ lead_id: bob, flag: 'rejected' }]);
      }),
  );

  test(
    'a handed-off lead keeps its own decision, whatever is decided about another lead that now has the email that was handed off',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada', 'Bob');
      const { query, actAs } = transaction;
      await acme.finish(await acme.check(await acme.start()));
      await actAs('owner');
      await query(`update public.leads set email = 'new@x.test' where id = $1`, [ada]);
      const [other] = await query<{ id: string }>(
        `insert into public.leads (customer_id, name, email) values ($1, 'Cy', 'ada@x.test') returning id`,
        [world.id('acme')],
      );
      await query('update public.leads set is_approved = false where id = $1', [other?.id]);
      expect(await flags(transaction)).toEqual([]);
    }),
  );

  test(
    'a handed-off lead is flagged by an entry with the email that was handed off, even if the lead was deleted',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada', 'Bob');
      const { query, actAs } = transaction;
      await acme.finish(await acme.check(await acme.start()));
      await actAs('owner');
      await query('delete from public.leads where id = $1', [ada]);
      const add = (email: string) =>
        query(`insert into public.do_not_contact (customer_id, kind, value, source) values ($1, 'email', $2, 'form')`, [
          world.id('acme'),
          email,
        ]);
      await add('ada@x.test');
      await add('other@x.test');
      const remove = (email: string) =>
        query('update public.do_not_contact set removed_at = now() where value = $1', [email]);
      await remove('other@x.test');
      expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'do_not_contact' }]);
      await remove('ada@x.test');
      expect(await flags(transaction)).toEqual([]);
    }),
  );

  test.each(['do_not_contact', 'agency_do_not_contact'])(
    'a handed-off lead is flagged by an entry of %s, until that is removed',
    (table) =>
      world.transaction(async (transaction) => {
        const [ada] = await withLeads(transaction, 'Ada', 'Bob');
        const acme = handOffs(transaction.query);
        const { query, actAs } = transaction;
        await acme.finish(await acme.check(await acme.start()));
        await actAs('owner');
        const of = table === 'do_not_contact' ? ['customer_id, ', `'${world.id('acme')}', `] : ['', ''];
        await query(
          `insert into public.${table} (${of[0]}kind, value, source) values (${of[1]}'email', 'ADA@x.test', 'form')`,
        );
        expect(await flags(transaction)).toEqual([{ lead_id: ada, flag: 'do_not_contact' }]);
        await query(`update public.${table} set removed_at = now()`);
        expect(await flags(transaction)).toEqual([]);
      }),
  );

  test(
    'a handed-off lead that was imported again is found by its keys',
    inTransaction(async (acme, transaction) => {
      const [ada] = await withLeads(transaction, 'Ada');
      const { query, actAs } = transaction;
      const { id } = await acme.finish(await acme.check(await acme.start()));
      const found = (lead: string | undefined) =>
        query('select hand_off_id, tool, campaign_name, is_same_lead from public.lead_hand_offs($1, $2)', [
          world.id('acme'),
          lead,
        ]);
      const expected = { hand_off_id: id, tool: 'Own', campaign_name: 'Hello acme', is_same_lead: true };
      expect(await found(ada)).toEqual([expected]);
      await actAs('owner');
      await query('delete from public.leads where id = $1', [ada]);
      const [again] = await query<{ id: string }>(
        `insert into public.leads (customer_id, name, email) values ($1, 'Ada', 'ada@X.test') returning id`,
        [world.id('acme')],
      );
      await actAs('admin');
      expect(await found(again?.id)).toEqual([{ ...expected, is_same_lead: false }]);
    }),
  );
});

describe('hand-offs and changes at the same time', () => {
  let clients: pg.Client[];
  const connections = () =>
    clients.map(
      (client) =>
        async <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
          (await client.query<Row>(text, values)).rows,
    );
  const actAsAdmin = async (query: ReadRows) => {
    await query('begin');
    const claims = { sub: world.id('admin'), role: 'authenticated', session_id: world.id('admin') };
    await query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
    await query('set local role authenticated');
  };
  /** Whether a promise is still open after a while. */
  const waits = (promise: Promise<unknown>) =>
    Promise.race([promise.then(() => false), new Promise((resolve) => setTimeout(() => resolve(true), 300))]);

  beforeAll(async () => {
    clients = [await world.connect(), await world.connect()];
    const [owner] = connections() as [ReadRows, ReadRows];
    await owner('delete from public.hand_offs');
  });
  afterAll(() => Promise.all(clients.map((client) => client.end())));

  const addLead = async (owner: ReadRows, name: string) => {
    const [lead] = await owner<{ id: string }>(
      `insert into public.leads (customer_id, name, email, is_approved) values ($1, $2, $2 || '@x.test', true) returning id`,
      [world.id('acme'), name],
    );
    return lead?.id;
  };
  const prepare = async (query: ReadRows) => {
    await actAsAdmin(query);
    const checked = await handOffs(query).check(await handOffs(query).start());
    await query('commit');
    return checked;
  };

  test('one of two hand-offs of a campaign has the lead', async () => {
    const [one, other] = connections() as [ReadRows, ReadRows];
    await addLead(one, 'first');
    const [a, b] = [await prepare(one), await prepare(other)];
    await actAsAdmin(one);
    await actAsAdmin(other);
    expect(await handOffs(one).finish(a)).toMatchObject({ state: 'ready' });
    const second = handOffs(other).finish(b);
    expect(await waits(second)).toBe(true);
    await one('commit');
    expect(await second).toMatchObject({ state: 'preparing', lead_count: 0, left_out: { handed_off: a.lead_count } });
    await other('commit');
  });

  const changes: [
    what: string,
    change: (query: ReadRows, id: string | undefined) => Promise<unknown>,
    flag: string,
    left: string,
  ][] = [
    [
      'a rejection',
      (query, id) => query('update public.leads set is_approved = false where id = $1', [id]),
      'rejected',
      'changed',
    ],
    [
      'an entry',
      (query) =>
        query(
          `insert into public.do_not_contact (customer_id, kind, value, source) values ($1, 'domain', 'x.test', 'form')`,
          [world.id('acme')],
        ),
      'do_not_contact',
      'do_not_contact',
    ],
    [
      'an agency-wide entry',
      (query) =>
        query(`insert into public.agency_do_not_contact (kind, value, source) values ('domain', 'x.test', 'form')`),
      'do_not_contact',
      'do_not_contact',
    ],
  ];
  const clear = async (owner: ReadRows) => {
    for (const table of ['do_not_contact', 'agency_do_not_contact', 'hand_offs', 'leads'])
      await owner(`delete from public.${table}`);
  };

  test.each(changes)('%s before a hand-off becomes ready leaves the lead out', async (_, change, __, left) => {
    const [one, other] = connections() as [ReadRows, ReadRows];
    await clear(one);
    const id = await addLead(one, 'lead');
    const checked = await prepare(one);
    await other('begin');
    await change(other, id);
    await actAsAdmin(one);
    const finished = handOffs(one).finish(checked);
    expect(await waits(finished)).toBe(true);
    await other('commit');
    expect(await finished).toMatchObject({ state: 'preparing', left_out: { [left]: 1 } });
    await one('commit');
  });

  test.each(changes)('%s while a hand-off becomes ready waits for it and flags the lead', async (_, change, flag) => {
    const [one, other] = connections() as [ReadRows, ReadRows];
    await clear(one);
    const id = await addLead(one, 'lead');
    const checked = await prepare(one);
    await actAsAdmin(one);
    expect(await handOffs(one).finish(checked)).toMatchObject({ state: 'ready' });
    const changed = change(other, id);
    expect(await waits(changed)).toBe(true);
    await one('commit');
    await changed;
    expect(await other('select lead_id, flag from public.handed_off_leads')).toEqual([{ lead_id: id, flag }]);
  });

  const acmeId = () => world.id('acme');
  const addEntry = (query: ReadRows, customer: string | null, source: string) =>
    query('select public.add_do_not_contact($1, $2, $3)', [
      JSON.stringify([{ kind: 'email', value: 'lead@x.test' }]),
      customer,
      source,
    ]);
  const removed = "(kind, value, source, removed_at) values ('domain', 'x.test', 'form', now())";
  const restore = 'select public.remove_do_not_contact(array(select id from public.';
  const EARLIER = '00000000-0000-4000-8000-00000000ea41';

  /** Calls by which an administrator writes an entry for the lead, each with its preparation. */
  const writers: [
    by: string,
    write: (query: ReadRows) => Promise<unknown>,
    prepare?: (owner: ReadRows) => Promise<unknown>,
  ][] = [
    ['the form', (query) => addEntry(query, acmeId(), 'form')],
    [
      'a member',
      async (query) => {
        const claims = { sub: world.id('member'), role: 'authenticated', session_id: world.id('member') };
        await query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
        await addEntry(query, acmeId(), 'rejection');
      },
    ],
    ['the agency', (query) => addEntry(query, null, 'import')],
    [
      'an undone removal',
      (query) => query(`${restore}do_not_contact), $1, true)`, [acmeId()]),
      (owner) =>
        owner(
          `insert into public.do_not_contact ${removed.replace('(kind', '(customer_id, kind').replace("('domain'", `('${acmeId()}', 'domain'`)}`,
        ),
    ],
    [
      'an undone removal of the agency',
      (query) => query(`${restore}agency_do_not_contact), null, true)`),
      (owner) => owner(`insert into public.agency_do_not_contact ${removed}`),
    ],
    [
      'results of another hand-off',
      (query) =>
        query(`select public.store_hand_off_results($1, $2, gen_random_uuid(), 'a.csv', '{}', $3)`, [
          acmeId(),
          EARLIER,
          JSON.stringify([{ email: 'lead@x.test', results: { unsubscribed: null } }]),
        ]),
      (owner) =>
        owner(
          `with ready as (
             insert into public.hand_offs (id, customer_id, campaign_id, campaign_name, steps, plan, is_only_new, state, ready_at)
             values ($2, $1, gen_random_uuid(), 'Before', '[]', '{"tool": {"name": "Own"}, "columns": []}', true, 'ready', now()) returning id
           )
           insert into public.hand_off_rows (hand_off_id, place, customer_id, lead_id, name, email_key, cells)
           select ready.id, 1, $1, lead.id, '', email_key, '{}' from ready, public.leads lead where customer_id = $1`,
          [acmeId(), EARLIER],
        ),
    ],
  ];

  /** Every order of so many steps of two sessions: true is a step of the first. */
  const interleavings = (first: number, second: number): boolean[][] =>
    first + second === 0
      ? [[]]
      : [
          ...(first > 0 ? interleavings(first - 1, second).map((rest) => [true, ...rest]) : []),
          ...(second > 0 ? interleavings(first, second - 1).map((rest) => [false, ...rest]) : []),
        ];

  test.each(writers)(
    'whatever the order of an entry by %s and a hand-off, the lead is left out or flagged',
    async (_, write, prepare) => {
      const [one, other] = connections() as [ReadRows, ReadRows];
      let flagged = 0;
      let leftOut = 0;
      for (const order of interleavings(2, 5)) {
        await clear(one);
        await addLead(one, 'lead');
        await prepare?.(one);
        let handOff: HandOff | undefined;
        const acme = handOffs(other);
        const asAdmin = async (work: () => Promise<HandOff>) => {
          await actAsAdmin(other);
          handOff = await work();
          await other('commit');
        };
        const entrySteps = [async () => [await actAsAdmin(one), await write(one)], () => one('commit')];
        const handOffSteps = [
          () => asAdmin(() => acme.start()),
          () => asAdmin(() => acme.check(handOff as HandOff)),
          () => actAsAdmin(other),
          async () => {
            if (handOff?.lead_count) handOff = await acme.finish(handOff);
          },
          () => other('commit'),
        ];
        const sessions = { true: Promise.resolve<unknown>(null), false: Promise.resolve<unknown>(null) };
        for (const isEntry of order) {
          const step = (isEntry ? entrySteps : handOffSteps).shift() as () => Promise<unknown>;
          sessions[`${isEntry}`] = sessions[`${isEntry}`].then(step);
          await Promise.race([sessions[`${isEntry}`], new Promise((resolve) => setTimeout(resolve, 40))]);
        }
        await Promise.all(Object.values(sessions));
        const [mark] = await one<{ flag: string | null }>(
          'select flag from public.handed_off_leads where hand_off_id = $1',
          [handOff?.id],
        );
        expect([order, mark ? mark.flag : 'left out']).toEqual([order, mark ? 'do_not_contact' : 'left out']);
        if (mark) flagged += 1;
        else leftOut += 1;
      }
      expect([flagged > 0, leftOut > 0]).toEqual([true, true]);
    },
    60_000,
  );

  test('hand-offs of two customers, or of two campaigns of one, do not wait for each other', async () => {
    const [one, other] = connections() as [ReadRows, ReadRows];
    await one('begin; select private.hold_entries(gen_random_uuid())');
    expect(await waits(other(`select private.hold_entries($1)`, [world.id('acme')]))).toBe(false);
    await one('select private.hold_entries($1)', [world.id('acme')]);
    expect(await waits(other(`select private.hold_entries($1)`, [world.id('acme')]))).toBe(false);
    await one('commit');
  });
});
