import { expect, test } from 'vitest';
import { readPages, setUpWorld } from './world.ts';

const world = setUpWorld();

const byCaller: [call: string, expected: string[]][] = [
  [`public.audience_names()`, ['Founders', 'Founders', 'Founders', 'none']],
  [`public.audience_names(array[:acme]::uuid[])`, ['Founders', 'Founders', 'none', 'none']],
  [`public.audience_names(term => 'OUND')`, ['Founders', 'Founders', 'Founders', 'none']],
  [`public.audience_names(term => 'x')`, ['none', 'none', 'none', 'none']],
  [
    `name || ' ' || total || ' ' || approved || ' ' || pending from public.audience_totals()`,
    ['Founders 2 0 2', 'Founders 1 0 1', 'Founders 1 0 1', 'none'],
  ],
  [
    `name || ' ' || total || ' ' || approved || ' ' || pending from public.audience_totals(array[:globex]::uuid[])`,
    ['Founders 1 0 1', 'none', 'Founders 1 0 1', 'none'],
  ],
  [`name from public.audience_totals('{}')`, ['none', 'none', 'none', 'none']],
];

test.each(byCaller)('each caller gets its own result of select %s', async (call, expected) => {
  const text = `select ${call}`;
  const name = /public\.(\w+)/.exec(call)?.[1];
  expect(Object.values(await world.outcomes(text))).toEqual([
    ...expected,
    `42501 permission denied for function ${name}`,
  ]);
});

test('audience names are distinct and sorted alphabetically, whatever their case', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(
      `insert into public.leads (customer_id, name, audience)
       select customer, gen_random_uuid()::text, audience from unnest($1::uuid[]) customer, unnest(array['zeta', 'Alpha', 'éclair', 'beta', 'Zeta']) audience`,
      [[world.id('acme'), world.id('globex')]],
    );
    await actAs('admin');
    const rows = await query<{ name: string }>('select audience_names as name from public.audience_names()');
    expect(rows.map(({ name }) => name)).toEqual(['Alpha', 'beta', 'éclair', 'Founders', 'zeta', 'Zeta']);
  });
});

test('an audience counts its approved and its reviewed leads', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(
      `insert into public.leads (customer_id, name, audience, is_approved)
       select $1, 'Lead ' || n, 'Buyers', (array[true, false, false, null])[n] from generate_series(1, 4) n`,
      [world.id('acme')],
    );
    await actAs('member');
    expect(await query(`select * from public.audience_totals() where name = 'Buyers'`)).toEqual([
      { name: 'Buyers', total: '4', approved: '1', pending: '3', reviewed: '3' },
    ]);
  });
});

/** Adds 2,500 audiences to Acme. Globex has every hundredth too; every third has two leads, one of them approved. */
const insertAudiences = `insert into public.leads (customer_id, name, audience, is_approved)
  select customer, 'Lead ' || n || '.' || row, 'Audience ' || n, row > 1
  from generate_series(1, 2500) n,
    lateral (
      select $1::uuid as customer, row from generate_series(1, case when n % 3 = 0 then 2 else 1 end) row
      union all select $2, 1 where n % 100 = 0
    ) rows`;

test('pages of audience names return each name once, in order', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(insertAudiences, [world.id('acme'), world.id('globex')]);
    await actAs('admin');
    const all = (term: string) =>
      readPages<{ name: string }>((after) =>
        query(
          `select audience_names as name from public.audience_names(term => $1, after_name => $2, page_size => 400)`,
          [term, after?.name ?? null],
        ),
      );
    const names = (await all('')).map(({ name }) => name);
    expect(names).toHaveLength(2501);
    const sorted = await query<{ name: string }>(
      `select distinct audience collate "und-x-icu" as name from public.leads where audience is not null order by name`,
    );
    expect(names).toEqual(sorted.map(({ name }) => name));
    expect((await all('NCE 12')).map(({ name }) => name)).toEqual(names.filter((name) => name.includes('nce 12')));
    expect(await all('%')).toEqual([]);
  });
});

test('pages of audience totals are summed over customers, the largest first (S3.20, S3.21)', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query(insertAudiences, [world.id('acme'), world.id('globex')]);
    await actAs('admin');
    const totals = await readPages<{ name: string; total: number; approved: number; pending: number }>((after) =>
      query(
        `select name, total::int, approved::int, pending::int
         from public.audience_totals(after_total => $1, after_name => $2, page_size => 400)`,
        [after?.total ?? null, after?.name ?? null],
      ),
    );
    const expected = await query(
      `select audience collate "und-x-icu" as name, count(*)::int as total, count(*) filter (where is_approved)::int as approved,
         count(*) filter (where is_approved is not true)::int as pending
       from public.leads where audience is not null group by audience order by total desc, name`,
    );
    expect(totals).toHaveLength(2501);
    expect(totals).toEqual(expected);
  });
});

test.each(['audience_names', 'audience_totals'])('%s returns at most 1,000 rows', async (name) => {
  await world.transaction(async ({ query, actAs, outcome }) => {
    await query(insertAudiences, [world.id('acme'), world.id('globex')]);
    await actAs('member');
    for (const [size, expected] of [
      ['5000', '1000'],
      ['10', '10'],
      ['0', '0'],
      ['-1', '0'],
    ] as const) {
      expect(await outcome(`select count(*) from public.${name}(page_size => ${size})`)).toBe(expected);
    }
  });
});

const insertLeads = `insert into public.leads (customer_id, name, audience, is_approved, created_at)
  select $1, 'Page ' || lpad(n::text, 3, '0'), case when n % 2 = 0 then 'Even' end, case n % 3 when 0 then true when 1 then false end,
    timestamptz '2030-01-01' - (n / 4) * interval '1 second'
  from generate_series(1, 120) n`;

test('the audience summary counts total, approved and pending, the largest audience first (S3.4, S3.8, S3.20, S3.21)', async () => {
  await world.transaction(async ({ query, actAs }) => {
    await query('delete from public.leads');
    await query(insertLeads, [world.id('acme')]);
    await query(`insert into public.leads (customer_id, name, audience) values ($1, 'One', 'Small')`, [
      world.id('acme'),
    ]);
    await query(`update public.leads set audience = 'Even' where name = 'Page 001'`);
    await actAs('member');
    expect(await query('select name, total::int, approved::int, pending::int from public.audience_summary')).toEqual([
      { name: 'Even', total: 61, approved: 20, pending: 41 },
      { name: null, total: 59, approved: 20, pending: 39 },
      { name: 'Small', total: 1, approved: 0, pending: 1 },
    ]);
    expect(await query('select leads::int, companies::int, users::int from public.customer_counts')).toEqual([
      { leads: 121, companies: 1, users: 1 },
    ]);
  });
});
