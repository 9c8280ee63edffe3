import { expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** Adds 6,000 rows to Acme, a third approved and a third rejected. The newest `found` rows contain the term. */
async function addMany({ query }: Transaction, table: string, found: number): Promise<void> {
  await query(
    `insert into public.${table} (customer_id, name, is_approved, created_at)
     select $1, case when n <= $2 then 'Zaphod ' else 'Trillian ' end || n, (array[true, false, null])[1 + n % 3],
       now() + interval '1 day' - n * interval '1 second'
     from generate_series(1, 6000) n`,
    [world.id('acme'), found],
  );
}

const readTotals = (call: string) =>
  `select total || ' ' || approved || ' ' || reviewed || case when is_estimated then ' estimated' else '' end from public.${call}`;

test.each([
  ['leads', 'lead_totals'],
  ['companies', 'company_totals'],
])(
  'with estimate many matching %s are estimated from the newest rows, without it they are counted',
  async (table, totals) => {
    await world.transaction(async (transaction) => {
      await addMany(transaction, table, 5_500);
      await transaction.actAs('member');
      expect(await transaction.outcome(readTotals(`${totals}('zaphod', estimate => true)`))).toBe(
        '6001 1998 3999 estimated',
      );
      expect(await transaction.outcome(readTotals(`${totals}('zaphod')`))).toBe('5500 1833 3667');
      expect(await transaction.outcome(readTotals(`${totals}('', estimate => true)`))).toBe('6001 2000 4000');
      expect(await transaction.outcome(readTotals(`${totals}('trillian', estimate => true)`))).toBe('500 167 333');
    });
  },
);

test('an estimate uses only rows that the caller can see', async () => {
  const expected: [caller: Caller, ofAll: string, ofAcme?: string][] = [
    ['admin', '6002 1998 4000 estimated', '6001 1998 3999 estimated'],
    ['member', '6001 1998 3999 estimated'],
    ['neighbour', '0 0 0'],
    ['stranger', '0 0 0'],
    ['anonymous', '42501 permission denied for function lead_totals'],
  ];
  await world.transaction(async (transaction) => {
    await addMany(transaction, 'leads', 6_000);
    for (const [caller, ofAll, ofAcme = ofAll] of expected) {
      await transaction.actAs(caller);
      expect(await transaction.outcome(readTotals(`lead_totals('zaphod', estimate => true)`))).toBe(ofAll);
      const acme = `array['${world.id('acme')}']::uuid[]`;
      expect(await transaction.outcome(readTotals(`lead_totals('zaphod', ${acme}, estimate => true)`))).toBe(ofAcme);
    }
  });
});

test('up to 1,000 hits are counted even if the newest rows have none; more are estimated as at least that many', async () => {
  await world.transaction(async (transaction) => {
    const { query, actAs, outcome } = transaction;
    await addMany(transaction, 'leads', 0);
    await query(
      `insert into public.leads (customer_id, name, is_approved, created_at)
       select $1, case when n <= 900 then 'Marvin ' when n <= 3000 then 'Ford ' else 'Slartibartfast ' end || n, true, '2020-01-01'
       from generate_series(1, 4000) n`,
      [world.id('acme')],
    );
    await actAs('member');
    expect(await outcome(readTotals(`lead_totals('marvin', estimate => true)`))).toBe('900 900 900');
    expect(await outcome(readTotals(`lead_totals('ford', estimate => true)`))).toBe('1001 1001 1001 estimated');
    expect(await outcome(readTotals(`lead_totals('ford')`))).toBe('2100 2100 2100');
    expect(await outcome(readTotals(`lead_totals('trillian ford', estimate => true)`))).toBe('0 0 0');
  });
});

test('the matches of a search that have a reason are estimated among the rejected rows', async () => {
  await world.transaction(async (transaction) => {
    const { query, actAs, outcome } = transaction;
    await addMany(transaction, 'leads', 6_000);
    await query(`update public.leads set is_approved = false, rejection_reason_id = (select id from public.rejection_reasons where subject = 'leads' order by position limit 1)
      where name like 'Zaphod%'`);
    const [reason, other] = await query<{ id: string }>(
      `select id from public.rejection_reasons where subject = 'leads' order by position limit 2`,
    );
    await actAs('member');
    const totals = (term: string, id = '') =>
      outcome(readTotals(`lead_totals('${term}', estimate => true, reason => '${id}')`));
    expect(await totals('zaphod', reason?.id)).toBe('6000 0 6000 estimated');
    expect(await totals('', reason?.id)).toBe('6000 0 6000');
    expect(await totals('zaphod', other?.id)).toBe('0 0 0');
  });
});
