import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type Stage, type World } from './roles.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Gives Acme 6,000 more, a third of them approved and another rejected; `found`: how far from the newest on they hold the term. */
async function addMany({ query }: Stage, table: string, found: number): Promise<void> {
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
    await world.play(async (stage) => {
      await addMany(stage, table, 5_500);
      await stage.become('member');
      expect(await stage.outcome(tallied(`${totals}('zaphod', estimate => true)`))).toBe('6001 1998 3999 estimated');
      expect(await stage.outcome(tallied(`${totals}('zaphod')`))).toBe('5500 1833 3667');
      expect(await stage.outcome(tallied(`${totals}('', estimate => true)`))).toBe('6001 2000 4000');
      expect(await stage.outcome(tallied(`${totals}('trillian', estimate => true)`))).toBe('500 167 333');
    });
  },
);

test('nobody learns by an estimate of rows that they do not see', async () => {
  const told: [person: Person, ofAll: string, ofAcme?: string][] = [
    ['admin', '6002 1998 4000 estimated', '6001 1998 3999 estimated'],
    ['member', '6001 1998 3999 estimated'],
    ['neighbour', '0 0 0'],
    ['stranger', '0 0 0'],
    ['anonymous', '42501 permission denied for function lead_totals'],
  ];
  await world.play(async (stage) => {
    await addMany(stage, 'leads', 6_000);
    for (const [person, ofAll, ofAcme = ofAll] of told) {
      await stage.become(person);
      expect(await stage.outcome(tallied(`lead_totals('zaphod', estimate => true)`))).toBe(ofAll);
      const acme = `array['${world.id('acme')}']::uuid[]`;
      expect(await stage.outcome(tallied(`lead_totals('zaphod', ${acme}, estimate => true)`))).toBe(ofAcme);
    }
  });
});
