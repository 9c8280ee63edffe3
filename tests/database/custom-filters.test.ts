import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** Leads A to D of Acme: A and B have the icebreaker 'Hello', C another one and a score, D none. Two companies have an icebreaker of their own. */
async function addRows({ query }: Transaction): Promise<void> {
  await query('delete from public.leads');
  await query('delete from public.companies');
  await query(
    world.withIds(
      `insert into public.leads (customer_id, name, custom, is_approved) values
         (:acme, 'A', '{"icebreaker": "Hello"}', true), (:acme, 'B', '{"icebreaker": "Hello"}', null),
         (:acme, 'C', '{"icebreaker": "It''s \\"quoted\\""}', false), (:acme, 'D', '{}', true), (:globex, 'E', '{"icebreaker": "Hello"}', true)`,
    ),
  );
  await query(
    world.withIds(
      `insert into public.internal_values (customer_id, lead_id, custom) select :acme, id, '{"score": "7"}' from public.leads where name = 'C'`,
    ),
  );
  await query(`update public.leads set title = 'CEO' where name in ('A', 'B', 'E')`);
  await query(
    world.withIds(
      `insert into public.custom_fields (customer_id, table_name, key, label) values (:acme, 'companies', 'icebreaker', 'Icebreaker')`,
    ),
  );
  await query(
    world.withIds(
      `insert into public.companies (customer_id, name, custom) values (:acme, 'A', '{"icebreaker": "Hello"}'), (:acme, 'B', '{}')`,
    ),
  );
}

const hello = { custom: { icebreaker: 'Hello' } };
const noIcebreaker = { custom: { icebreaker: null } };

describe.each([
  [hello, 'A B', 'A B', 'none'],
  [noIcebreaker, 'D', 'D', 'none'],
  [{ custom: { icebreaker: `It's "quoted"` } }, 'C', 'C', 'none'],
  [{ custom: { score: '7' } }, 'C', 'none', 'none'],
  [{ custom: { score: null } }, 'A B D', 'none', 'none'],
  [{ custom: { unknown: null } }, 'none', 'none', 'none'],
  [{ custom: { icebreaker: null, score: null } }, 'D', 'none', 'none'],
  [{ changed: true }, 'A', 'A', 'none'],
  [{ changed: true, ...hello }, 'A', 'A', 'none'],
  [{ changed: true, ...noIcebreaker }, 'none', 'none', 'none'],
  [{}, 'A B C D', 'A B C D', 'none'],
] as const)('%j', (filter, forAdmin, forMember, forNeighbour) => {
  const expected = { admin: forAdmin, member: forMember, neighbour: forNeighbour, stranger: 'none' };
  test.each(Object.entries(expected))('a filter selects for %s: %s', (caller, found) =>
    world.transaction(async (transaction) => {
      await addRows(transaction);
      const { actAs, outcome } = transaction;
      await actAs(caller as keyof typeof expected);
      const narrowed = world.withIds(`customers => array[:acme]::uuid[], filter => '${json(filter)}'`);
      const count = found === 'none' ? '0' : String(found.split(' ').length);
      expect(await outcome(`select name from search_leads('', ${narrowed})`)).toBe(found);
      expect(await outcome(`select name from search_leads('', sort => 'name', ${narrowed})`)).toBe(found);
      expect(await outcome(`select total from lead_totals('', ${narrowed})`)).toBe(count);
      expect(await outcome(`select total from lead_totals('', estimate => true, ${narrowed})`)).toBe(count);
      expect(await outcome(`select count_leads('', ${narrowed})`)).toBe(count);
      expect(await outcome(`select count_leads_among(array(select id from public.leads), ${narrowed})`)).toBe(count);
    }),
  );
});

const json = (value: unknown) => JSON.stringify(value).replaceAll("'", "''");

test('a filter is combined with a search and a status', () =>
  world.transaction(async (transaction) => {
    await addRows(transaction);
    const { actAs, outcome } = transaction;
    await actAs('member');
    const find = (term: string, status: string) =>
      outcome(
        world.withIds(
          `select name from search_leads('${term}', array[:acme]::uuid[], status => ${status}, filter => '${json(hello)}')`,
        ),
      );
    expect([await find('ceo', 'null'), await find('ceo', `'approved'`), await find('cto', 'null')]).toEqual([
      'A B',
      'A',
      'none',
    ]);
  }));

test('a filter selects companies', () =>
  world.transaction(async (transaction) => {
    await addRows(transaction);
    const { actAs, outcome } = transaction;
    await actAs('member');
    for (const [filter, found] of [
      [hello, 'A'],
      [noIcebreaker, 'B'],
    ] as const) {
      const narrowed = world.withIds(`customers => array[:acme]::uuid[], filter => '${json(filter)}'`);
      expect(await outcome(`select name from search_companies('', ${narrowed})`)).toBe(found);
      expect(await outcome(`select total from company_totals('', ${narrowed})`)).toBe('1');
      expect(await outcome(`select count_companies('', ${narrowed})`)).toBe('1');
      expect(await outcome(`select count_companies_among(array(select id from public.companies), ${narrowed})`)).toBe(
        '1',
      );
    }
  }));

test.each([
  [`'{"custom": {"icebreaker": null}}'`, '22023 A filter by custom fields needs one customer'],
  [`'[]'`, '22023 filter must be an object'],
  [`jsonb_build_object('custom', repeat('x', 30000))`, /^22001 The filter is too large/],
])('a search of all customers rejects the filter %s', (filter, error) =>
  world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    expect(await outcome(`select name from search_leads('', filter => ${filter})`)).toEqual(
      typeof error === 'string' ? error : expect.stringMatching(error),
    );
  }),
);

test('six fields are too many, and a removed one selects nothing', () =>
  world.transaction(async (transaction) => {
    await addRows(transaction);
    const { actAs, query, outcome } = transaction;
    await actAs('admin');
    const find = (filter: unknown) =>
      outcome(world.withIds(`select name from search_leads('', array[:acme]::uuid[], filter => '${json(filter)}')`));
    expect(await find({ custom: { a: '', b: '', c: '', d: '', e: '', f: '' } })).toBe(
      '22023 At most 5 custom fields can be filtered by',
    );
    await query(`update public.custom_fields set removed_at = now()`);
    expect(await find(hello)).toBe('none');
  }));

test('a separator in a search term is no filter', () =>
  world.transaction(async (transaction) => {
    await addRows(transaction);
    const { actAs, outcome } = transaction;
    await actAs('member');
    expect(await outcome(`select name from search_leads('ceo' || chr(30) || '{"changed": true}')`)).toBe('none');
    expect(await outcome(`select name from search_leads('ceo' || chr(30))`)).toBe('A B');
    const after = `customers => array['${world.id('acme')}']::uuid[], term => 'a' || chr(30) || '{'`;
    expect(await outcome(`select name from approved_leads_without('email', ${after})`)).toBe('none');
    expect(await outcome(`select count_approved_leads_without('email', ${after})`)).toBe('0');
  }));

describe('filters of many rows', () => {
  test.each([
    ['the few that have a value', 'leads_custom_idx', hello],
    ['the few that are empty', 'leads_shape_idx', noIcebreaker],
    ['the few that have changed', 'leads_changed_idx', { changed: true }],
  ])('among many rows, an index finds %s', (_, index, filter) =>
    world.transaction(async ({ actAs, query }) => {
      await query(
        world.withIds(
          `insert into public.leads (customer_id, name, is_approved, custom)
           select :acme, 'Lead ' || number, true, case number % 1000 when 0 then '{}' when 1 then '{"icebreaker": "Hello"}' else jsonb_build_object('icebreaker', number::text) end
           from generate_series(1, 8000) number`,
        ),
      );
      await query(`update public.leads set title = 'CEO' where name ~ '[0-9]002$' or name = 'Lead 2'`);
      await query('analyze public.leads');
      const [found] = await query<{ condition: string }>(
        world.withIds(
          `select string_agg(indexed, ' and ') as condition from private.filter_conditions($1, array[:acme]::uuid[], 'leads')`,
        ),
        [JSON.stringify(filter)],
      );
      const plan = await query<{ 'QUERY PLAN': string }>(
        world.withIds(`explain select id from public.leads where customer_id = :acme and ${found?.condition}`),
      );
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
      await actAs('member');
      const narrowed = world.withIds(`customers => array[:acme]::uuid[], filter => '${json(filter)}'`);
      expect(await query(`select count(*)::int as leads from search_leads('', ${narrowed})`)).toEqual([
        { leads: filter === noIcebreaker ? 9 : 8 },
      ]);
    }),
  );
});
