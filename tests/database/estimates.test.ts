import { expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** Gives Acme 6,000 more, a third of them approved and another rejected; `found`: how far from the newest on they hold the term. */
async function addMany({ query }: Transaction, table: string, found: number): Promise<void> {
  await query(
    `insert into public.${table} (customer_id, name, is_approved, created_at)
     select $1, case when n <= $2 then 'Zaphod ' else 'Trillian ' end || n, (array[true, false, null])[1 + n % 3],
       now() + interval '1 day' - n * interval '1 second'
     from generate_series(1, 6000) n`,
    [world.id('acme'), found],
  );
}

const tallied = (call: string) =>
  `select total || ' ' || approved || ' ' || reviewed || case when is_estimated then ' estimated' else '' end from public.${call}`;

test.each([
  ['leads', 'lead_totals'],
  ['companies', 'company_totals'],
])(
  'many %s that match are estimated from the newest where that is asked for, and counted where not',
  async (table, totals) => {
    await world.transaction(async (transaction) => {
      await addMany(transaction, table, 5_500);
      await transaction.actAs('member');
      expect(await transaction.outcome(tallied(`${totals}('zaphod', estimate => true)`))).toBe(
        '6001 1998 3999 estimated',
      );
      expect(await transaction.outcome(tallied(`${totals}('zaphod')`))).toBe('5500 1833 3667');
      expect(await transaction.outcome(tallied(`${totals}('', estimate => true)`))).toBe('6001 2000 4000');
      expect(await transaction.outcome(tallied(`${totals}('trillian', estimate => true)`))).toBe('500 167 333');
    });
  },
);

test('nobody learns by an estimate of rows that they do not see', async () => {
  const told: [person: Caller, ofAll: string, ofAcme?: string][] = [
    ['admin', '6002 1998 4000 estimated', '6001 1998 3999 estimated'],
    ['member', '6001 1998 3999 estimated'],
    ['neighbour', '0 0 0'],
    ['stranger', '0 0 0'],
    ['anonymous', '42501 permission denied for function lead_totals'],
  ];
  await world.transaction(async (transaction) => {
    await addMany(transaction, 'leads', 6_000);
    for (const [person, ofAll, ofAcme = ofAll] of told) {
      await transaction.actAs(person);
      expect(await transaction.outcome(tallied(`lead_totals('zaphod', estimate => true)`))).toBe(ofAll);
      const acme = `array['${world.id('acme')}']::uuid[]`;
      expect(await transaction.outcome(tallied(`lead_totals('zaphod', ${acme}, estimate => true)`))).toBe(ofAcme);
    }
  });
});
