import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { acme, openWorld, type RequestOptions } from './world.ts';

const world = setUp(openWorld);

const json = 'application/json; charset=utf-8';
const ask = (method: string, target: string, options: RequestOptions = {}) =>
  world.request(method, target, { token: world.admin, ...options });

describe('functions by GET', () => {
  test.each([
    ['zoo_add?a=1', 11],
    ['zoo_add?a=1&b=2', 3],
    ['zoo_names', ['Elephant', 'Calf', 'Mouse']],
    ['zoo_names?limit=1&offset=1', ['Calf']],
    ['zoo_pairs?x=eq.2', [{ x: 2, y: 'b' }]],
    ['zoo_pairs?select=y&order=x.desc', [{ y: 'b' }, { y: 'a' }]],
    ['zoo_animals_of?keeper=1&select=id&order=id.desc', [{ id: 2 }, { id: 1 }]],
    [
      'zoo_animals_of?keeper=1&name=eq.Calf&select=name,zoo_keepers(name)',
      [{ name: 'Calf', zoo_keepers: { name: 'Kim' } }],
    ],
    ['zoo_animal?animal=1&select=name', { name: 'Elephant' }],
    ['zoo_over?a=1', 'one'],
    ['zoo_over?a=1&b=2', 'two'],
    ['zoo_sum?numbers=1&numbers=2', 3],
  ])('GET /rpc/%s returns the result', async (target, body) => {
    expect(await ask('GET', `/rpc/${target}`)).toMatchObject({ status: 200, headers: { 'content-type': json }, body });
  });

  test('a function by GET without a result returns 204', async () => {
    expect(await ask('GET', '/rpc/zoo_nothing')).toEqual({
      status: 204,
      headers: { 'content-range': '0-0/*' },
      body: '',
    });
  });

  test('a function by GET cannot write', async () => {
    expect(await ask('GET', '/rpc/zoo_sell?holder_name=x')).toMatchObject({
      status: 405,
      body: { code: '25006', message: 'cannot execute INSERT in a read-only transaction' },
    });
  });

  test('a function by GET counts its rows, and HEAD returns no body', async () => {
    expect(
      await ask('GET', '/rpc/zoo_animals_of?keeper=1&select=id&limit=1', { headers: { prefer: 'count=exact' } }),
    ).toEqual({
      status: 206,
      headers: { 'content-range': '0-0/2', 'content-type': json, 'preference-applied': 'count=exact' },
      body: [{ id: 1 }],
    });
    expect(await ask('HEAD', '/rpc/zoo_animals_of?keeper=1', { headers: { prefer: 'count=exact' } })).toEqual({
      status: 200,
      headers: { 'content-range': '0-1/2', 'content-type': json, 'preference-applied': 'count=exact' },
      body: '',
    });
  });
});

test.each([
  ['zoo_animal?animal=9&select=name', '0-0/*', { name: null }],
  ['zoo_animal?animal=1&name=eq.x', '0-0/*', null],
  ['zoo_animal?animal=1&offset=1', '1-1/*', null],
])('the row of a function counts as one row, null or not: %s', async (target, range, body) => {
  expect(await ask('GET', `/rpc/${target}`)).toEqual({
    status: 200,
    headers: { 'content-range': range, 'content-type': json },
    body,
  });
});

describe('functions by POST', () => {
  test.each([
    ['zoo_add', { a: 1, b: '5' }, 6],
    ['zoo_sum', { numbers: [1, 2, 3] }, 6],
    ['zoo_echo', { any: [1, { x: null }] }, { any: [1, { x: null }] }],
    ['zoo_unnamed', { '': 1 }, 'text {"":1}'],
    ['zoo_animals_of?select=id&id=gt.1', { keeper: 1 }, [{ id: 2 }]],
    ['zoo_animal?select=name,zoo_keepers(name)', { animal: 1 }, { name: 'Elephant', zoo_keepers: { name: 'Kim' } }],
    ['zoo_sell?select=holder,price', { holder_name: 'Zoe' }, { holder: 'Zoe', price: 7 }],
  ])('POST /rpc/%s returns the result', async (target, body, result) => {
    expect(await ask('POST', `/rpc/${target}`, { body })).toMatchObject({ status: 200, body: result });
  });

  test('a function by POST without a body calls a function without arguments', async () => {
    expect(await ask('POST', '/rpc/zoo_nothing')).toEqual({
      status: 204,
      headers: { 'content-range': '0-0/*' },
      body: '',
    });
  });

  test('a function that affects more rows than max-affected is rolled back', async () => {
    const sold = async () => (await ask('GET', '/zoo_tickets?holder=eq.crowd&select=id')).body;
    const headers = { prefer: 'handling=strict, max-affected=2' };
    expect(await ask('POST', '/rpc/zoo_sell_many', { body: { number: 3 }, headers })).toMatchObject({
      status: 400,
      body: { code: 'PGRST124' },
    });
    expect(await sold()).toEqual([]);
    expect(await ask('POST', '/rpc/zoo_sell', { body: { holder_name: 'x' }, headers })).toMatchObject({
      status: 400,
      body: { code: 'PGRST128' },
    });
    expect(await ask('POST', '/rpc/zoo_sell_many?select=price', { body: { number: 1 }, headers })).toMatchObject({
      status: 200,
      body: [{ price: 7 }],
    });
  });

  test('a POST searches leads with embedded customers', async () => {
    const { data, error } = await world
      .client(world.member)
      .rpc('search_leads', { term: 'founder', customers: [acme] })
      .select('name,customers(name)');
    expect({ data, error }).toEqual({ data: [{ name: 'Ada', customers: { name: 'Acme' } }], error: null });
    expect((await world.client(world.member).rpc('count_leads', { approved: false })).data).toBe(2);
    expect((await world.client(world.member).rpc('audience_names')).data).toEqual(['founders']);
  });
});

describe('settings of the database session', () => {
  test('the database session has role, claims, method, path and headers, but no credentials', async () => {
    const headers = { 'x-note': 'ünïcode'.normalize('NFC').replaceAll(/[^\x20-\x7e]/g, '') };
    expect((await ask('GET', '/rpc/zoo_caller', { headers })).body).toEqual({
      role: 'authenticated',
      claim: 'authenticated',
      method: 'GET',
      path: '/rpc/zoo_caller',
      header: 'ncode',
      authorization: null,
      isReadOnly: 'on',
    });
    expect((await world.request('POST', '/rpc/zoo_caller', { body: {} })).body).toMatchObject({
      role: 'anon',
      claim: 'anon',
      isReadOnly: 'on',
    });
  });
});

describe('errors of a call', () => {
  test('an unknown function is an error', async () => {
    expect(await ask('POST', '/rpc/zoo_add', { body: { a: 1, c: 2 } })).toEqual({
      status: 404,
      headers: { 'content-type': json, 'proxy-status': 'PostgREST; error=PGRST202' },
      body: {
        code: 'PGRST202',
        details:
          'Searched for the function public.zoo_add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: null,
        message: 'Could not find the function public.zoo_add(a, c) in the schema cache',
      },
    });
  });

  test('an ambiguous function is an error', async () => {
    expect(await ask('GET', '/rpc/zoo_same?a=1')).toMatchObject({
      status: 300,
      body: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.zoo_same(a => integer), public.zoo_same(a => text)',
      },
    });
  });

  test.each([
    [{}, ['zoo_unnamed()', 'zoo_unnamed( => text)']],
    [
      {},
      [
        'zoo_choices(a => text)',
        'zoo_choices(a => integer, b => integer)',
        'zoo_choices(b => integer, a => text)',
        'zoo_choices(b => integer, a => integer, c => integer)',
      ],
    ],
    [
      { a: 1, b: 2 },
      [
        'zoo_choices(a => integer, b => integer)',
        'zoo_choices(b => integer, a => text)',
        'zoo_choices(b => integer, a => integer, c => integer)',
      ],
    ],
  ])(
    'the error for %j and overloads with defaults lists them from the fewest arguments on: %j',
    async (body, candidates) => {
      const [name] = candidates[0]?.split('(') ?? [];
      expect(await ask('POST', `/rpc/${name}`, { body })).toMatchObject({
        status: 300,
        body: {
          code: 'PGRST203',
          details: null,
          hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
          message: `Could not choose the best candidate function between: ${candidates.map((one) => `public.${one}`).join(', ')}`,
        },
      });
    },
  );

  test.each([
    ['P0001', 400],
    ['PT402', 402],
    ['42501', 403],
    ['23505', 409],
    ['57014', 500],
  ])('an error raised with SQLSTATE %s is returned with its status', async (state, status) => {
    expect(await ask('POST', '/rpc/zoo_fail', { body: { state, message: 'no' } })).toEqual({
      status,
      headers: { 'content-type': json, 'proxy-status': `PostgREST; error=${state}` },
      body: { code: state, details: 'a detail', hint: 'a hint', message: 'no' },
    });
  });

  test.each(['PATCH', 'DELETE'])('a call by %s is rejected', async (method) => {
    expect(await ask(method, '/rpc/zoo_add', { body: {} })).toMatchObject({
      status: 405,
      body: { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
    });
  });
});
