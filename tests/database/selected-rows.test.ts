import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const idArray = (what: string) => `array['${world.id(`acme ${what}`)}', '${world.id(`globex ${what}`)}']::uuid[]`;
const only = (customer: string) => `array['${world.id(customer)}']::uuid[]`;

/** The number of two rows, one of each customer, that admin, member, neighbour and stranger count. */
const byCaller: [call: string, expected: string[]][] = [
  [`count_leads_among({leads})`, ['2', '1', '1', '0']],
  [`count_leads_among({leads}, 'ADA')`, ['2', '1', '1', '0']],
  [`count_leads_among({leads}, 'acme')`, ['1', '1', '0', '0']],
  [`count_leads_among({leads}, '', {acme})`, ['1', '1', '0', '0']],
  [`count_leads_among({leads}, '', null, 'Founders')`, ['2', '1', '1', '0']],
  [`count_leads_among({leads}, '', null, '')`, ['0', '0', '0', '0']],
  [`count_leads_among('{}')`, ['0', '0', '0', '0']],
  [`count_leads_among(null)`, ['0', '0', '0', '0']],
  [`count_companies_among({companies})`, ['2', '1', '1', '0']],
  [`count_companies_among({companies}, 'acme')`, ['1', '1', '0', '0']],
  [`count_companies_among({companies}, '', {acme})`, ['1', '1', '0', '0']],
  [`count_companies_among({companies}, 'no such')`, ['0', '0', '0', '0']],
];

test.each(byCaller)('each caller gets its own result of select %s', async (call, expected) => {
  const text = `select public.${call
    .replace('{leads}', idArray('lead'))
    .replace('{companies}', idArray('company'))
    .replace('{acme}', only('acme'))}`;
  expect(Object.values(await world.outcomes(text))).toEqual([
    ...expected,
    `42501 permission denied for function ${call.split('(')[0]}`,
  ]);
});

test('an admin’s search counts rows by their customer’s name, a member’s does not', async () => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query(`update public.customers set name = 'Umbrella Holding' where id = $1`, [world.id('acme')]);
    for (const [caller, expected] of [
      ['admin', '1'],
      ['member', '0'],
    ] as const) {
      await actAs(caller);
      expect(await outcome(`select public.count_leads_among(${idArray('lead')}, 'umbrella')`)).toBe(expected);
      expect(await outcome(`select public.count_companies_among(${idArray('company')}, 'umbrella')`)).toBe(expected);
    }
  });
});

test('counting among the ids of a list gives the length of the list', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(
      `insert into public.leads (customer_id, name, audience)
       select $1, 'Row ' || n, case when n % 2 = 0 then 'Even' end from generate_series(1, 60) n`,
      [world.id('acme')],
    );
    await actAs('admin');
    for (const [term, audience] of [
      ['row 1', null],
      ['row', 'Even'],
      ['', ''],
      ['acme', null],
    ]) {
      const [row] = await query<{ among: number; listed: number }>(
        `select public.count_leads_among(array(select id from public.leads), $1, null, $2)::int as among,
           (select count(*)::int from public.search_leads($1, null, $2, page_size => 1000)) as listed`,
        [term, audience],
      );
      expect(row?.among).toBe(row?.listed);
    }
  });
});
