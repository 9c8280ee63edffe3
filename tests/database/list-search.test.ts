import { expect, test } from 'vitest';
import { type Caller, setUpWorld } from './world.ts';

const world = setUpWorld();

const NAME = 'Jürgen Müller & Søn';

/** Gives what Acme has this name: the customer, its member, a campaign and an audience. */
const named = [
  `update public.customers set name = '${NAME}' where id = :acme`,
  `update public.profiles set full_name = '${NAME}', email = 'j.muller@acme.example' where id = :member`,
  `update public.campaigns set name = '${NAME}' where customer_id = :acme`,
  `update public.leads set audience = '${NAME}' where customer_id = :acme`,
];

const searches = {
  customers: 'name as found from public.search_customers($1)',
  users: 'full_name as found from public.search_users($1)',
  campaigns: 'name as found from public.search_campaigns($1)',
  audiences: 'found from public.audience_names(term => $1) found',
};

/** Whether each of the searches finds the name. */
async function found(caller: Caller, term: string): Promise<Record<string, boolean>> {
  return world.transaction(async ({ query, actAs }) => {
    for (const statement of named) await query(world.withIds(statement));
    await actAs(caller);
    const results: [string, boolean][] = [];
    for (const [what, text] of Object.entries(searches)) {
      const rows = await query<{ found: string }>(`select ${text}`, [term]);
      results.push([what, rows.some((row) => row.found === NAME)]);
    }
    return Object.fromEntries(results);
  });
}

const everywhere = { customers: true, users: true, campaigns: true, audiences: true };
const nowhere = { customers: false, users: false, campaigns: false, audiences: false };

test.each([
  ['muller', everywhere],
  ['MÜLLER', everywhere],
  ['ull', everywhere],
  ['son jurgen', everywhere],
  ['mu ju', everywhere],
  ['&', everywhere],
  ['', everywhere],
  ['ul', nowhere],
  ['muller schmidt', nowhere],
  ['%', nowhere],
  ['muller@acme.ex', { ...nowhere, users: true }],
])('an administrator who searches for %j finds %j', async (term, expected) => {
  expect(await found('admin', term)).toEqual(expected);
});

test.each<[Caller, Record<string, boolean>]>([
  ['member', everywhere],
  ['neighbour', nowhere],
  ['stranger', nowhere],
])('a %s finds what they can see: %j', async (caller, expected) => {
  expect(await found(caller, 'muller')).toEqual(expected);
});

test('campaigns are found of the named customers that the caller can see', async () => {
  const names = `select coalesce(string_agg(name, ' ' order by name), 'none') from public.search_campaigns('', array[:acme, 'f0000000-0000-4000-8000-000000000000']::uuid[])`;
  const all = await world.outcomes(names.replace(/, array.*/, ')'));
  const acme = await world.outcomes(names);
  expect(acme.admin).toBe(acme.member);
  expect(all.admin).not.toBe(acme.admin);
  expect(acme).toMatchObject({ member: all.member, neighbour: 'none', stranger: 'none' });
  expect(acme.member).not.toBe('none');
});

test('no one searches without signing in, and no term is longer than 200 characters', async () => {
  for (const name of ['search_customers', 'search_users', 'search_campaigns']) {
    expect(await world.outcomes(`select id from public.${name}('a')`)).toMatchObject({
      anonymous: `42501 permission denied for function ${name}`,
    });
    expect((await world.outcomes(`select id from public.${name}(repeat('a', 201))`)).member).toBe(
      '22001 The search term is too long: 201 characters, at most 200',
    );
  }
});

test.each([
  ['jurgen', true],
  ['JÜRGEN MÜL', true],
  ['jürgen müller &', true],
  ['müller', false],
])('a customer’s name starts with %j: %s', async (term, expected) => {
  await world.transaction(async ({ query, actAs }) => {
    for (const statement of named) await query(world.withIds(statement));
    await actAs('admin');
    const rows = await query('select id from public.search_customers($1, at_start => true)', [term]);
    expect(rows).toHaveLength(Number(expected));
  });
});

test('the beginning of a customer’s name has at most 200 characters, too', async () => {
  // The row API calls a function like this: its arguments are not constants of the plan.
  const body = `json_to_record(json_build_object('term', repeat('a', 201))) as body(term text)`;
  const outcomes = await world.outcomes(`select id from ${body}, public.search_customers(term, at_start => true)`);
  expect(outcomes.member).toBe('22001 The search term is too long: 201 characters, at most 200');
});
