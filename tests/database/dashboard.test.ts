import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();
const deletion = '00000000-0000-4000-8000-0000000000d1';
const today = new Date();

/** Monday of this week, or of an earlier one. */
function weekBefore(weeks: number): string {
  const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) - 7 * weeks);
  return day.toISOString().slice(0, 10);
}

/** Adds leads and removes those of the test world. Returns their ids. */
async function addLeads({ actAs, query }: Transaction, count: number, audience: string | null = null) {
  await actAs('owner');
  await query(`delete from public.leads where import_id is null and name not like 'Added %'`);
  const added = await query<{ id: string }>(
    `insert into public.leads (customer_id, name, audience) select $1, 'Added ' || gen_random_uuid(), $2 from generate_series(1, $3) returning id`,
    [world.id('acme'), audience, count],
  );
  return added.map(({ id }) => id);
}

const reason = (name: string) =>
  `(select id from public.rejection_reasons where subject = 'leads' and name = '${name}')`;
const change = ({ query }: Transaction, ids: readonly string[], changes: string) =>
  query(`update public.leads set ${changes} where id = any ($1)`, [ids]);

/** Moves decisions into the past, as if they had been made then. */
async function age({ actAs, query }: Transaction, ids: readonly string[], days: number): Promise<void> {
  await actAs('owner');
  await query('alter table public.leads disable trigger set_decision_on_update');
  await query(`update public.leads set decided_at = now() - $2 * interval '1 day' where id = any ($1)`, [ids, days]);
  await query('alter table public.leads enable trigger set_decision_on_update');
  await query(`update public.decisions set decided_at = now() - $2 * interval '1 day' where lead_id = any ($1)`, [
    ids,
    days,
  ]);
}

async function weeks({ actAs, query }: Transaction) {
  await actAs('admin');
  return query(
    'select week::text, approved::int, rejected::int from public.decisions_per_week() where approved + rejected > 0',
  );
}

async function rejections({ actAs, query }: Transaction, since: string | null = null) {
  await actAs('admin');
  const found = await query<{ line: string }>(
    `select concat_ws(' | ', customer, coalesce(audience, '-'), coalesce(reason, '-'), rejected) as line from public.rejections_by_audience($1)`,
    [since],
  );
  return found.map(({ line }) => line);
}

/** The row of Acme that customer_progress returns. */
async function progress({ actAs, query }: Transaction) {
  await actAs('admin');
  const [found] = await query(
    `select approved::int, rejected::int, to_review::int, last_decision is not null as has_decision,
       last_import is not null as has_import, is_stalled, active_campaigns::int
     from public.customer_progress() where customer_id = $1`,
    [world.id('acme')],
  );
  return found;
}

test.each([
  ['customer_progress', 'see the progress of customers', 'customer_id'],
  ['decisions_per_week', 'see the decisions of all customers', 'approved'],
  ['rejections_by_audience', 'see the rejections of all customers', 'rejected'],
])('only an administrator can call %s', async (name, what, column) => {
  const rejected = `PT403 Only an administrator can ${what}`;
  const { admin, ...others } = await world.outcomes(`select ${column} from public.${name}()`);
  expect(admin).not.toContain('PT403');
  expect(others).toEqual({
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: `42501 permission denied for function ${name}`,
  });
});

test('decisions count in their week, without those that are older than 12 weeks', () =>
  world.transaction(async (transaction) => {
    const [one = '', two = '', three = '', four = ''] = await addLeads(transaction, 5);
    await transaction.actAs('member');
    await change(transaction, [one, two, four], 'is_approved = true');
    await change(transaction, [three], 'is_approved = false');
    await age(transaction, [three], 7);
    await age(transaction, [four], 84);
    expect(await weeks(transaction)).toEqual([
      { week: weekBefore(1), approved: 0, rejected: 1 },
      { week: weekBefore(0), approved: 2, rejected: 0 },
    ]);
    const all = await transaction.query<{ week: string }>('select week::text from public.decisions_per_week()');
    expect(all.map(({ week }) => week)).toEqual(Array.from({ length: 12 }, (_, index) => weekBefore(11 - index)));
  }));

test('rejections count by audience and reason, most first, from the week of a date', () =>
  world.transaction(async (transaction) => {
    const [one = '', ...buyers] = await addLeads(transaction, 4, 'Buyers');
    const [stray = ''] = await addLeads(transaction, 1);
    await transaction.actAs('member');
    await change(transaction, buyers, `is_approved = false, rejection_reason_id = ${reason('Too small')}`);
    await change(transaction, [one], `is_approved = false, rejection_reason_id = ${reason('Competitor')}`);
    await change(transaction, [stray], 'is_approved = false');
    await age(transaction, buyers, 35);
    expect(await rejections(transaction)).toEqual([
      'acme | Buyers | Too small | 3',
      'acme | Buyers | Competitor | 1',
      'acme | - | - | 1',
    ]);
    expect(await rejections(transaction, weekBefore(0))).toEqual([
      'acme | Buyers | Competitor | 1',
      'acme | - | - | 1',
    ]);
    expect(await rejections(transaction, weekBefore(5))).toContain('acme | Buyers | Too small | 3');
  }));

test('undoing a decision, deleting a lead and changing its audience change the counts', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const ids = await addLeads(transaction, 2, 'Buyers');
    await actAs('member');
    await change(transaction, ids, `is_approved = false, rejection_reason_id = ${reason('Other')}`);
    expect(await rejections(transaction)).toEqual(['acme | Buyers | Other | 2']);

    await actAs('member');
    await query('select public.undo_lead_decisions(array[$1]::uuid[])', [ids[0]]);
    expect(await rejections(transaction)).toEqual(['acme | Buyers | Other | 1']);
    expect(await progress(transaction)).toMatchObject({ approved: 0, rejected: 1, to_review: 1 });

    await query(`select public.delete_rows('leads', $1, $2)`, [ids, deletion]);
    expect(await rejections(transaction)).toEqual([]);
    expect(await progress(transaction)).toMatchObject({ approved: 0, rejected: 0, to_review: 0, has_decision: false });
    await query('select public.restore_deleted($1)', [deletion]);
    expect(await rejections(transaction)).toEqual(['acme | Buyers | Other | 1']);
    expect(await progress(transaction)).toMatchObject({ rejected: 1, to_review: 1, has_decision: true });

    await change(transaction, ids, `audience = 'Founders'`);
    expect(await rejections(transaction)).toEqual(['acme | Founders | Other | 1']);
  }));

test('undoing an import leaves the counts of the leads that remain', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await addLeads(transaction, 0);
    await actAs('admin');
    await query(
      `select public.import_rows($1, 'x.csv', 'leads', 2, 'x', '["Name"]', '{"Name":"name"}', $2, '[]', import_id => $3)`,
      [
        world.id('acme'),
        JSON.stringify([
          { row: 2, name: 'Ada' },
          { row: 3, name: 'Bea' },
        ]),
        deletion,
      ],
    );
    expect(await progress(transaction)).toMatchObject({ to_review: 2, has_import: true });
    await actAs('member');
    await query(`update public.leads set is_approved = false where name = 'Ada'`);
    await actAs('owner');
    await query('alter table public.leads disable trigger user');
    await query(`update public.leads set updated_at = now() + interval '1 second' where name = 'Ada'`);
    await query('alter table public.leads enable trigger user');
    await query('delete from public.imports where id <> $1', [deletion]);
    await actAs('admin');
    await query('select public.undo_import($1)', [deletion]);
    expect(await progress(transaction)).toMatchObject({ rejected: 1, to_review: 0, has_import: false });
    expect(await weeks(transaction)).toEqual([{ week: weekBefore(0), approved: 0, rejected: 1 }]);
  }));

test.each<[what: string, imported: number | null, decided: number | null, waiting: number, isStalled: boolean]>([
  ['is stalled: leads have waited since an import eight days ago', 8, null, 1, true],
  ['is not stalled: leads have waited since an import six days ago', 6, null, 1, false],
  ['is stalled: the last decision was made eight days ago', 20, 8, 1, true],
  ['is not stalled: the last decision was made six days ago', 20, 6, 1, false],
  ['is not stalled: an import six days ago follows an older decision', 6, 20, 1, false],
  ['is not stalled: nothing waits for review', 20, 8, 0, false],
  ['is stalled: since it was added there was neither an import nor a decision', null, null, 1, true],
])('a customer %s', (_, imported, decided, waiting, isStalled) =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const ids = await addLeads(transaction, waiting);
    await query('delete from public.leads where import_id is not null');
    await query('delete from public.imports');
    await query(`update public.customers set created_at = now() - interval '30 days'`);
    if (imported !== null) {
      await query(
        `insert into public.imports (customer_id, file_name, import_type, created_at) values ($1, 'x.csv', 'leads', now() - $2 * interval '1 day')`,
        [world.id('acme'), imported],
      );
    }
    if (decided !== null) {
      const [done = ''] = await query<{ id: string }>(
        `insert into public.leads (customer_id, name) values ($1, 'Added ' || gen_random_uuid()) returning id`,
        [world.id('acme')],
      ).then((rows) => rows.map(({ id }) => id));
      await actAs('member');
      await change(transaction, [done], 'is_approved = true');
      await age(transaction, [done], decided);
    }
    expect(ids).toHaveLength(waiting);
    expect(await progress(transaction)).toMatchObject({
      to_review: waiting,
      has_decision: decided !== null,
      has_import: imported !== null,
      is_stalled: isStalled,
    });
  }),
);

test('customer_progress returns the active customers, with the number of their active campaigns', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    await query(`update public.campaigns set status = 'active' where customer_id = $1`, [world.id('acme')]);
    await query('update public.customers set is_active = false where id = $1', [world.id('globex')]);
    await actAs('admin');
    expect(await query('select name, active_campaigns::int from public.customer_progress() order by name')).toEqual([
      { name: 'acme', active_campaigns: 1 },
    ]);
  }));

test('customer_progress has the last import and decision of a customer with companies only', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    for (const table of ['leads', 'imports', 'decisions'])
      await query(`delete from public.${table} where customer_id = $1`, [world.id('acme')]);
    await query(`update public.companies set is_approved = true where customer_id = $1`, [world.id('acme')]);
    await query(`insert into public.imports (customer_id, file_name, import_type) values ($1, 'a.csv', 'companies')`, [
      world.id('acme'),
    ]);
    expect(await progress(transaction)).toMatchObject({
      to_review: 0,
      has_decision: true,
      has_import: true,
      is_stalled: false,
    });
  }));
