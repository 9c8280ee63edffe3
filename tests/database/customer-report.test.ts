import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const FIRST = '2026-09-07';
const SECOND = '2026-09-14';

type Decided = [
  week: string | null,
  audience: string | null,
  reason: string | null,
  approved: number,
  rejected: number,
];
type Sent = [
  week: string,
  campaign: string,
  audience: string | null,
  handedOff: number,
  contacted: number,
  replied: number,
];

/** Counts the same in each part. */
const PARTS = `(values ('total', null::uuid, null::text), ('audience', null, $4), ('campaign', $3::uuid, null)) parts (part, campaign_id, audience)`;

/** Replaces what is counted of both customers: Globex has the same as Acme, and of each row one more. */
async function count({ actAs, query }: Transaction, decided: Decided[], sent: Sent[] = []): Promise<void> {
  await actAs('owner');
  await query('delete from private.decision_counters');
  await query('delete from private.result_counters');
  for (const [more, customer] of [world.id('acme'), world.id('globex')].entries()) {
    for (const [week, audience, reason, approved, rejected] of decided) {
      await query(
        `insert into private.decision_counters (customer_id, week, audience, rejection_reason_id, approved, rejected) values
           ($1, $2, $3, (select id from public.rejection_reasons where subject = 'leads' and name = $4), $5, $6)`,
        [customer, week, audience, reason, approved + more, rejected + more],
      );
    }
    for (const [week, campaign, audience, ...counts] of sent) {
      await query(
        `insert into private.result_counters (customer_id, week, part, campaign_id, audience, handed_off, contacted, replied)
         select $1, $2, parts.*, $5, $6, $7 from ${PARTS}`,
        [customer, week, campaign, audience, ...counts.map((number) => number + more)],
      );
    }
  }
}

/** The rows of a part: name, or week; the counts; and how many further rows it adds up. */
async function report(
  { actAs, query }: Transaction,
  part: string,
  from: string | null = null,
  to: string | null = null,
) {
  await actAs('member');
  const rows = await query<{ line: string }>(
    `select concat_ws(' ', coalesce(week::text, name, '-'), approved, rejected, handed_off, contacted, replied, '+' || nullif(others, 0)) as line
     from public.customer_report(:acme, $1, $2) where part = $3`.replace(':acme', `'${world.id('acme')}'`),
    [from, to, part],
  );
  return rows.map(({ line }) => line);
}

test('administrators and members of the customer can read its report', async () => {
  const none = '42501 There is no such customer';
  const denied = '42501 permission denied for function customer_report';
  const statement = (customer: string) => `select part from public.customer_report(${customer}) where part = 'total'`;
  expect(await world.outcomes(statement(':acme'))).toEqual({
    admin: 'total',
    member: 'total',
    neighbour: none,
    stranger: none,
    anonymous: denied,
  });
  expect(await world.outcomes(statement('null'))).toEqual({
    admin: none,
    member: none,
    neighbour: none,
    stranger: none,
    anonymous: denied,
  });
});

test('a report adds up the counters of one customer by week, audience, reason and campaign', () =>
  world.transaction(async (transaction) => {
    const campaign = world.id('acme campaign');
    const [stored] = await transaction.query<{ name: string }>('select name from public.campaigns where id = $1', [
      campaign,
    ]);
    await count(
      transaction,
      [
        [FIRST, 'Founders', null, 5, 0],
        [FIRST, 'Founders', 'Too small', 0, 2],
        [SECOND, 'Founders', null, 1, 1],
        [SECOND, null, 'Competitor', 0, 3],
        [null, null, null, 4, 0],
      ],
      [
        [FIRST, campaign, 'Founders', 4, 0, 0],
        [SECOND, campaign, 'Founders', 0, 3, 1],
        [SECOND, campaign, 'Sales', 1, 0, 0],
      ],
    );
    expect(await report(transaction, 'total')).toEqual(['- 10 6 5 3 1']);
    expect(await report(transaction, 'week')).toEqual([`${FIRST} 5 2 0 0 0`, `${SECOND} 1 4 0 0 0`, '- 4 0 0 0 0']);
    expect(await report(transaction, 'audience')).toEqual(['Founders 6 3 4 3 1', '- 4 3 0 0 0', 'Sales 0 0 1 0 0']);
    expect(await report(transaction, 'reason')).toEqual([
      'Competitor 0 3 0 0 0',
      'Too small 0 2 0 0 0',
      '- 10 1 0 0 0',
    ]);
    expect(await report(transaction, 'campaign')).toEqual([`${stored?.name} 0 0 5 3 1`]);
  }));

test('a report counts from the week of the first day to the week of the last day', () =>
  world.transaction(async (transaction) => {
    await count(transaction, [
      ['2026-08-31', 'Founders', null, 1, 0],
      [FIRST, 'Founders', null, 2, 0],
      [SECOND, 'Founders', null, 4, 0],
      ['2026-09-21', 'Founders', null, 8, 0],
      [null, 'Founders', null, 16, 0],
    ]);
    const total = async (from: string | null, to: string | null) => await report(transaction, 'total', from, to);
    expect(await total(null, null)).toEqual(['- 31 0 0 0 0']);
    expect(await total(FIRST, SECOND)).toEqual(['- 6 0 0 0 0']);
    expect(await total('2026-09-13', '2026-09-20')).toEqual(['- 6 0 0 0 0']);
    expect(await total(SECOND, null)).toEqual(['- 12 0 0 0 0']);
    expect(await total(null, FIRST)).toEqual(['- 3 0 0 0 0']);
    expect(await total(SECOND, FIRST)).toEqual(['- 0 0 0 0 0']);
    expect(await total('-infinity', 'infinity')).toEqual(['- 15 0 0 0 0']);
  }));

test('a report of nothing counted has only the total', () =>
  world.transaction(async (transaction) => {
    await count(transaction, []);
    await transaction.query(`insert into private.decision_counters (customer_id, week, audience, approved, rejected)
      values ('${world.id('acme')}', '${FIRST}', 'Founders', 1, 1), ('${world.id('acme')}', '${FIRST}', 'Founders', -1, -1)`);
    await transaction.actAs('member');
    expect(await transaction.query(world.withIds('select part, others from public.customer_report(:acme)'))).toEqual([
      { part: 'total', others: '0' },
    ]);
  }));

test('a report names a deleted campaign as its last hand-off does', () =>
  world.transaction(async (transaction) => {
    const deleted = '00000000-0000-4000-8000-0000000000c1';
    await transaction.query(
      world.withIds(`insert into public.hand_offs (customer_id, campaign_id, campaign_name, steps, plan, is_only_new, created_at) values
        (:acme, $1, 'Spring', '[]', '{}', true, now() - interval '1 day'), (:acme, $1, 'Summer', '[]', '{}', true, now()),
        (:globex, $1, 'Winter', '[]', '{}', true, now() + interval '1 day')`),
      [deleted],
    );
    await count(transaction, [], [[FIRST, deleted, null, 2, 1, 0]]);
    expect(await report(transaction, 'campaign')).toEqual(['Summer 0 0 2 1 0']);
    expect(await report(transaction, 'audience')).toEqual(['- 0 0 2 1 0']);
  }));

test('a report adds up what exceeds the first 50 rows of a part and the last 520 weeks', () =>
  world.transaction(async (transaction) => {
    await count(transaction, []);
    const acme = world.id('acme');
    await transaction.query(
      `insert into private.decision_counters (customer_id, week, audience, approved, rejected)
       select $1, date '2010-01-04' + 7 * n, 'Audience ' || n % 60, 1, case when n % 60 < 55 then 0 else 1 end from generate_series(1, 600) n`,
      [acme],
    );
    await transaction.query(
      `insert into private.result_counters (customer_id, week, part, campaign_id, audience, handed_off, contacted, replied)
       select $1, $2, parts.*, n, 1, 0 from generate_series(1, 53) n
       cross join lateral (values ('total', null::uuid, null), ('audience', null, 'Audience 1'), ('campaign', md5(n::text)::uuid, null)) parts`,
      [acme, FIRST],
    );
    const audiences = await report(transaction, 'audience');
    expect(audiences).toHaveLength(51);
    expect(audiences[0]).toBe('Audience 55 10 10 0 0 0');
    expect(audiences[50]).toBe('- 100 0 0 0 0 +10');
    const campaigns = await report(transaction, 'campaign');
    expect(campaigns).toHaveLength(51);
    expect(campaigns[50]).toBe('- 0 0 6 3 0 +3');
    const weeks = await report(transaction, 'week');
    expect(weeks).toHaveLength(521);
    expect(weeks[0]).toBe('2011-07-25 1 0 0 0 0');
    expect(weeks.at(-1)).toMatch(/^- 80 .* \+80$/);
    expect(await report(transaction, 'total')).toEqual(['- 600 50 1431 53 0']);
  }));
