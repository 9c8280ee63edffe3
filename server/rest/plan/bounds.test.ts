import { describe, expect, test } from 'vitest';
import { statement } from '#tests/support/example-catalog.ts';

const get = (target: string, limits = {}) => statement('GET', `/${target}`, {}, undefined, limits);

const rejection = (message: string) => ({ status: 400, body: { code: 'PGRST100', message } });

const many = (count: number, text: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

describe('a cast', () => {
  test.each([
    'customers?select=name::text',
    'customers?select=name::int',
    'customers?select=name::uuid',
    'customers?select=name::json',
    'customers?select=name::mood',
    'customers?select=data::text',
    'customers?select=data::jsonb',
    'customers?select=data->n::numeric',
    'places?select=id::numeric',
    'leads?select=tags::text[]',
  ])('the cast in %s is available', async (target) => {
    expect((await get(target)).text).toContain('::');
  });

  test.each([
    ['customers?select=name::jsonpath', 'text', 'jsonpath'],
    ['customers?select=name::regclass', 'text', 'regclass'],
    ['customers?select=name::xml', 'text', 'xml'],
    ['customers?select=name::tsvector', 'text', 'tsvector'],
    ['customers?select=name::numeric', 'text', 'numeric'],
    ['customers?select=name::jsonb', 'text', 'jsonb'],
    ['customers?select=name::text[]', 'text', 'text[]'],
    ['customers?select=data->>n::numeric', 'text', 'numeric'],
    ['leads?select=tags::jsonpath[]', 'text[]', 'jsonpath[]'],
    ['leads?select=name,customers(name::jsonb)', 'text', 'jsonb'],
  ])('the cast in %s is not available', async (target, from, to) => {
    await expect(get(target)).rejects.toMatchObject(rejection(`A cast from ${from} to ${to} is not available`));
    expect((await get(target, { anyCast: true })).text).toContain(`::${to}`);
  });
});

describe('embedded resources of many rows', () => {
  test.each([
    'customers?select=leads(customers(leads(id)))',
    'leads?select=customers(leads(customers(leads(id))))',
    'profiles?select=customers(profiles(id))',
    'leads?select=...customers(profiles(members(profile_id)))',
    'places?select=places(places(id))',
  ])('resources of many rows can be embedded two within each other: %s', async (target) => {
    expect((await get(target)).text).toContain('row_to_json');
  });

  test.each([
    'places?select=places(places(places(id)))',
    'profiles?select=customers(profiles(customers(id)))',
    'profiles?select=members(customers(profiles(members(profile_id))))',
    'customers?select=leads(...customers(profiles(members(profile_id))))',
    'customers?select=leads(customers!inner(profiles(members(profile_id))))',
    'customers?select=leads(customers(profiles(members())))',
  ])('resources of many rows cannot be embedded three within each other: %s', async (target) => {
    await expect(get(target)).rejects.toMatchObject(
      rejection('The request has 3 embedded resources of many rows within each other, at most 2'),
    );
    expect((await get(target, { manyRowEmbedDepth: 3 })).text).toMatch(/^select .* as body/);
  });

  test('a request has at most ten embedded resources of many rows', async () => {
    const target = (count: number) => `customers?select=${many(count, (index) => `a${index}:leads(id)`)}`;
    expect((await get(target(10))).text).toContain('row_to_json');
    await expect(get(target(11))).rejects.toMatchObject(
      rejection('The request has 11 embedded resources of many rows, at most 10'),
    );
  });
});

describe('conditions that the statement repeats', () => {
  const presences = many(14, () => 'customers=not.is.null', '&');
  const deeper = many(14, () => 'customers.leads=not.is.null', '&');
  const tests = many(10, () => 'customers.leads.name=eq.x', '&');

  test('conditions count as often as the statement repeats them', async () => {
    const target = `leads?select=id,customers(leads(name))&${presences}&${deeper}&${tests}`;
    const { text } = await get(target, { statementConditions: 3_000 });
    expect(text.match(/= \$\d+/g)?.length).toBe(14 * 14 * 10 + 14 * 10 + 10);
    await expect(get(target)).rejects.toMatchObject(
      rejection('The request has 2334 conditions, repeated for embedded resources, at most 700'),
    );
  });

  test.each([
    [
      'ordering by an embedded resource',
      `leads?select=customers(name)&order=${many(20, () => 'customers(name)')}&${many(50, () => 'customers.name=eq.x', '&')}`,
      1_050,
    ],
    ['a plain list', `leads?select=id&${many(50, () => 'name=eq.x', '&')}`, 50],
  ])('%s counts the conditions that it repeats', async (_, target, count) => {
    const { text } = await get(target, { statementConditions: count });
    expect(text.match(/= \$\d+/g)?.length).toBe(count);
    await expect(get(target, { statementConditions: count - 1 })).rejects.toMatchObject(
      rejection(`The request has ${count} conditions, repeated for embedded resources, at most ${count - 1}`),
    );
  });
});

describe('the limits of a request', () => {
  test.each([
    [
      'GET',
      '/leads',
      { prefer: many(21, (index) => `a${index}`) },
      undefined,
      'The request has 21 preferences, at most 20',
    ],
    [
      'POST',
      '/leads',
      {},
      Object.fromEntries(Array.from({ length: 131 }, (_, index) => [`a${index}`, 1])),
      'The request has 131 keys in its body, at most 130',
    ],
    [
      'GET',
      `/rpc/list_leads?term=x&${many(71, () => 'name=eq.x', '&')}`,
      {},
      undefined,
      'The request has 71 conditions, at most 70',
    ],
    [
      'PATCH',
      `/leads?${many(71, () => 'name=eq.x', '&')}`,
      {},
      { name: 'x' },
      'The request has 71 conditions, at most 70',
    ],
    ['DELETE', '/leads?name=match.a&name=match.b', {}, undefined, 'The request has 2 regular expressions, at most 1'],
    [
      'POST',
      '/rpc/list_leads?name=match.a&name=match.b',
      {},
      { term: 'x' },
      'The request has 2 regular expressions, at most 1',
    ],
    [
      'GET',
      '/rpc/list_leads?term=x&name=match.a&name=match.b',
      {},
      undefined,
      'The request has 2 regular expressions, at most 1',
    ],
  ])('%s %s is rejected', async (method, target, headers, body, message) => {
    await expect(statement(method, target, headers, body)).rejects.toMatchObject(rejection(message));
  });

  test('a key longer than any name is not repeated in the error', async () => {
    await expect(statement('POST', '/leads', {}, { ['x'.repeat(201)]: 1 })).rejects.toMatchObject({
      body: { code: 'PGRST102', message: 'A key of the body has 201 characters, at most 200' },
    });
  });

  test('an argument of a function is not a regular expression', async () => {
    const { values } = await statement('GET', '/rpc/list_leads?term=match.a', {}, undefined, { regexes: 0 });
    expect(values).toContain('match.a');
  });
});
