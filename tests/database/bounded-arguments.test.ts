import { beforeAll, expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

/** `$1` is the length of the argument. */
const bounded: [call: string, max: number, error: string][] = [
  ...['name', 'company', 'newest'].map((sort): [string, number, string] => [
    `id from search_leads('', sort => '${sort}', before_id => gen_random_uuid(), after_text => repeat('a', $1))`,
    500,
    '22001 The after_text is too long: 501 characters, at most 500',
  ]),
  [
    `id from search_companies('', sort => 'name', before_id => gen_random_uuid(), after_text => repeat('é', $1))`,
    500,
    '22001 The after_text is too long: 501 characters, at most 500',
  ],
  ...[
    `id from search_leads('', audience_name => repeat('a', $1))`,
    `count_leads_among('{}', audience_name => repeat('a', $1))`,
    `count_approved_leads_without('email', audience_name => repeat('a', $1))`,
    `id from approved_leads_without('email', audience_name => repeat('a', $1))`,
  ].map((call): [string, number, string] => [call, 100, '22001 The audience is too long: 101 characters, at most 100']),
  ...['total from lead_totals', 'count_leads'].map((call): [string, number, string] => [
    `${call}(audience_name => repeat('a', $1))`,
    100,
    '22001 The audience_name is too long: 101 characters, at most 100',
  ]),
  ...['audience_names', 'audience_totals'].map((name): [string, number, string] => [
    `* from ${name}(after_name => repeat('a', $1))`,
    100,
    '22001 The after_name is too long: 101 characters, at most 100',
  ]),
  [`* from read_invitation(repeat('a', $1))`, 200, '22001 The token is too long: 201 characters, at most 200'],
  ...[
    `id from search_leads('', $ids)`,
    `id from search_companies('', $ids)`,
    `count_leads('', $ids)`,
    `count_companies('', $ids)`,
    `total from lead_totals('', $ids)`,
    `total from company_totals('', $ids)`,
    `* from audience_names($ids)`,
    `name from audience_totals($ids)`,
    `id from approved_leads_without('email', $ids)`,
    `id from search_campaigns('', $ids)`,
    `count_approved_leads_without('email', $ids)`,
  ].map((call): [string, number, string] => [call, 10_000, '22023 Too many customers: 10001, at most 10000']),
  [`lead_id from suppressed_leads($ids)`, 1_000, '22023 Too many ids: 1001, at most 1000'],
  ...['count_leads_among($ids)', 'count_companies_among($ids)'].map((call): [string, number, string] => [
    call,
    10_000,
    '22023 Too many ids: 10001, at most 10000',
  ]),
];

test.each(bounded)('select %s takes at most %i ids', async (call, max, error) => {
  const ids = 'array(select gen_random_uuid() from generate_series(1, $1))';
  const statement = (count: number) => `select ${call.replace('$ids', ids)}`.replace('$1', String(count));
  for (const caller of ['stranger', 'member', 'admin'] as const) {
    await world.transaction(async ({ actAs, outcome }) => {
      await actAs(caller);
      expect(await outcome(statement(max))).not.toMatch(/^\d{5} /);
      expect(await outcome(statement(max + 1))).toBe(error);
    });
  }
});

test.each([
  [`id from search_leads('', status => repeat('x', 1000))`, 'Unknown status'],
  [`id from search_leads('', sort => repeat('x', 1000))`, 'Unknown sort order'],
])('the error of select %s repeats 100 characters', async (call, error) => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    expect(await outcome(`select ${call}`)).toBe(`22023 ${error}: ${'x'.repeat(100)}`);
  });
});

test('a term that is much longer once folded is cut', async () => {
  await world.transaction(async ({ actAs, query }) => {
    const salutation = '\ufdfa'; // 18 characters once folded
    await query(`update public.leads set title = $1 where id = $2`, [salutation.repeat(30), world.id('acme lead')]);
    const condition = 'select length(private.word_condition($1, null, false)) as length';
    const [{ length } = { length: 0 }] = await query<{ length: number }>(condition, [salutation.repeat(200)]);
    expect(length).toBeLessThan(500);
    await actAs('member');
    for (const count of [30, 200]) {
      const found = await query('select id from public.search_leads($1)', [salutation.repeat(count)]);
      expect(found).toEqual([{ id: world.id('acme lead') }]);
    }
  });
});

/** JSON of 34 MB, made once: making and parsing it takes longer than all the calls. */
beforeAll(async () => {
  const owner = await world.connect();
  await owner.query(`
    create schema large;
    create table large.document (json json, jsonb jsonb);
    alter table large.document alter json set storage external, alter jsonb set storage external;
    insert into large.document select json_build_array(long), jsonb_build_array(long) from repeat(repeat('x', 10000), 3400) long;
    grant usage on schema large to anon, authenticated;
    grant select on large.document to anon, authenticated`);
  await owner.end();
});

/** An ordinary value of each type of the arguments, and larger ones, of which the last is larger than any function needs. */
const values: Record<string, [ordinary: string, ...excessive: string[]]> = {
  text: [`'x'`, `repeat('x', 50001)`, `repeat('x', 300001)`],
  'text[]': [`'{x}'`, `array_fill('x'::text, array[100001])`],
  'uuid[]': [`'{}'`, 'array_fill(gen_random_uuid(), array[100001])'],
  'integer[]': [`'{}'`, 'array_fill(1, array[100001])'],
  json: [`'[]'`, `json_build_array(repeat('x', 400000))`, 'select json from large.document'],
  jsonb: [`'[]'`, `jsonb_build_array(repeat('x', 400000))`, 'select jsonb from large.document'],
  uuid: ['gen_random_uuid()'],
  integer: ['1'],
  bigint: ['1'],
  boolean: ['true'],
  date: ['current_date'],
  'timestamp with time zone': ['now()'],
};

type Passed = { function: string; argument: string; type: string; others: { name: string; type: string }[] };

/** Each argument of varying size of each exposed function, with the other arguments that the function requires. */
const sizedArguments = `
  with listed as (
    select proname, place, proargnames[place] as name, format_type(type, null) as type, place <= pronargs - pronargdefaults as is_required
    from pg_proc, unnest(proargtypes) with ordinality listed (type, place)
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      and (has_function_privilege('authenticated', pg_proc.oid, 'execute') or has_function_privilege('anon', pg_proc.oid, 'execute'))
  )
  select proname as function, name as argument, type, (
    select coalesce(json_agg(json_build_object('name', other.name, 'type', other.type)), '[]')
    from listed other
    where other.proname = listed.proname and other.place <> listed.place and other.is_required
  ) as others
  from listed
  where type not in ('uuid', 'integer', 'bigint', 'boolean', 'date', 'timestamp with time zone')
  order by 1, place`;

/** 200,000 accents whose order is not the normal one. PostgreSQL needs two minutes to normalize them, which takes the square of their number. */
const accents = `'a' || repeat(e'\\u0301\\u0316', 100000)`;

/** A statement that has normalized them ends with the error 57014. The others take milliseconds. */
const LIMIT = `set local statement_timeout = '30s'`;

/** Values of the types with texts that take long to normalize. */
const slowValues: Record<string, string> = {
  text: accents,
  'text[]': `array[${accents}]`,
  json: `json_build_array(${accents})`,
  jsonb: `jsonb_build_array(${accents})`,
};

/** Whether the result of a larger value is a check's error or one of a length that an ordinary value does not cause. */
const isRejected = async (result: string, ordinary: () => Promise<string>) =>
  result.startsWith('23514 ') || (/^220(01|23) /.test(result) && result !== (await ordinary()));

test('every argument of varying size of an exposed function has a bound', async () => {
  const passed = await world.transaction(({ query }) => query<Passed>(sizedArguments));
  expect(passed.length).toBeGreaterThan(60);
  const unbounded: string[] = [];
  for (const { function: name, argument, type, others } of passed) {
    const [ordinary, ...excessive] = values[type] ?? [];
    const required = others.map((other) => `${other.name} => ${values[other.type]?.[0]}`);
    const callWith = (value?: string) => `select from ${name}(${[`${argument} => (${value})::${type}`, ...required]})`;
    for (const caller of ['admin', 'member'] as const) {
      const attempt = (value?: string) =>
        world.transaction(async ({ actAs, outcome }) => {
          await actAs(caller);
          return outcome(callWith(value));
        });
      let result = '';
      for (const value of excessive) {
        result = await attempt(value);
        if (await isRejected(result, () => attempt(ordinary))) break;
      }
      if (caller === 'member' && /^(42501|PT403) /.test(result)) continue; // only administrators may call it
      if (!(await isRejected(result, () => attempt(ordinary))))
        unbounded.push(`${caller}: ${name}.${argument}: ${result.slice(0, 100)}`);
    }
  }
  expect(unbounded).toEqual([]);
}, 120_000);

test('no exposed function normalizes a text before it has checked its length', async () => {
  const passed = await world.transaction(({ query }) => query<Passed>(sizedArguments));
  const slow: string[] = [];
  let calls = 0;
  for (const { function: name, argument, type, others } of passed) {
    const value = slowValues[type];
    if (!value) continue;
    const required = others.map((other) => `${other.name} => ${values[other.type]?.[0]}`);
    const call = `select from ${name}(${[`${argument} => (${value})::${type}`, ...required]})`;
    for (const caller of ['admin', 'member', 'stranger'] as const) {
      const result = await world.transaction(async ({ actAs, query, outcome }) => {
        await query(LIMIT);
        await actAs(caller);
        return outcome(call);
      });
      calls += 1;
      if (result?.startsWith('57014 ')) slow.push(`${caller}: ${name}.${argument}: ${result.slice(0, 100)}`);
    }
  }
  expect(calls).toBeGreaterThan(100);
  expect(slow).toEqual([]);
}, 600_000);

test.each(['name', 'email', 'company', 'linkedin_profile_url'])(
  'a text of a lead is not normalized before its length is checked: %s',
  async (column) => {
    await world.transaction(async ({ actAs, query, outcome }) => {
      await query(LIMIT);
      await actAs('admin');
      const columns = `customer_id, ${column === 'name' ? '' : 'name, '}${column}`;
      const stored = `${column === 'name' ? '' : "'Ada', "}${accents}`;
      const written = await outcome(world.withIds(`insert into leads (${columns}) values (:acme, ${stored})`));
      expect(written).toMatch(/^23514 new row for relation "leads(_\d+)?" violates check constraint /);
    });
  },
);
