import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { acme, openWorld } from './world.ts';

const world = setUp(openWorld);

const json = 'application/json; charset=utf-8';
const numberedId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

describe('reads of leads with the unmodified client', () => {
  test('an admin reads leads as the list does: with the customer, newest first, by keyset', async () => {
    const { data, error, status, count } = await world
      .client(world.admin)
      .from('leads')
      .select('id,name,customers(name)')
      .in('customer_id', [acme])
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .lte('created_at', '2026-01-04T00:00:00Z')
      .or(`created_at.lt.2026-01-04T00:00:00Z,id.lt.${numberedId(2)}`)
      .limit(50);
    expect({ data, error, status, count }).toEqual({
      data: [{ id: numberedId(3), name: 'Cy', customers: { name: 'Acme' } }],
      error: null,
      status: 200,
      count: null,
    });
  });

  test('a member sees only the own customer, and without a token nothing is visible', async () => {
    const read = (token?: string) => world.client(token).from('leads').select('name').order('name');
    expect((await read(world.member)).data).toEqual([{ name: 'Ada' }, { name: 'Bob, Jr.' }, { name: 'Cy' }]);
    expect(await read()).toMatchObject({ status: 401, data: null, error: { code: '42501' } });
  });

  test('single() returns an object and rejects no row and several rows', async () => {
    const leads = () => world.client(world.admin).from('leads').select('name');
    expect((await leads().eq('id', numberedId(1)).single()).data).toEqual({ name: 'Ada' });
    expect(await leads().single()).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        details: 'The result contains 5 rows',
        message: 'Cannot coerce the result to a single JSON object',
      },
    });
    expect((await leads().eq('name', 'unknown').maybeSingle()).data).toBeNull();
  });

  test('a HEAD request counts without rows', async () => {
    const { count, data, status } = await world
      .client(world.admin)
      .from('leads')
      .select('*', { count: 'exact', head: true })
      .is('is_approved', true);
    expect({ count, data, status }).toEqual({ count: 2, data: null, status: 200 });
  });

  test('audience_summary returns the counts of a dashboard', async () => {
    const { data } = await world
      .client(world.member)
      .from('audience_summary')
      .select('name,total,approved,pending')
      .order('total', { ascending: false });
    expect(data).toEqual([
      { name: 'founders', total: 2, approved: 1, pending: 1 },
      { name: null, total: 1, approved: 0, pending: 1 },
    ]);
  });
});

describe('ranges and counts', () => {
  const read = (query: string, headers: Record<string, string> = {}) =>
    world.request('GET', `/zoo_animals?select=id&order=id${query}`, { headers });

  test('the total is * without a count', async () => {
    expect(await read('')).toEqual({
      status: 200,
      headers: {
        'content-location': '/zoo_animals?order=id&select=id',
        'content-range': '0-2/*',
        'content-type': json,
      },
      body: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
  });

  test('a part of the exact count is 206', async () => {
    expect(await read('&limit=1&offset=1', { prefer: 'count=exact' })).toEqual({
      status: 206,
      headers: {
        'content-location': '/zoo_animals?limit=1&offset=1&order=id&select=id',
        'content-range': '1-1/3',
        'content-type': json,
        'preference-applied': 'count=exact',
      },
      body: [{ id: 2 }],
    });
  });

  test('a Range header limits the rows', async () => {
    expect(await read('', { range: '1-1' })).toMatchObject({
      status: 200,
      headers: { 'content-range': '1-1/*' },
      body: [{ id: 2 }],
    });
  });

  test('an offset beyond the total is 416 with a count, otherwise empty', async () => {
    expect(await read('&offset=9', { prefer: 'count=exact' })).toEqual({
      status: 416,
      headers: { 'content-range': '*/3', 'content-type': json, 'proxy-status': 'PostgREST; error=PGRST103' },
      body: {
        code: 'PGRST103',
        details: 'An offset of 9 was requested, but there are only 3 rows.',
        hint: null,
        message: 'Requested range not satisfiable',
      },
    });
    expect(await read('&offset=9')).toMatchObject({ status: 200, headers: { 'content-range': '*/*' }, body: [] });
  });

  test('an inner embed counts the remaining rows', async () => {
    const answer = await world.request('GET', '/zoo_animals?select=id,zoo_keepers!inner()&limit=1&order=id', {
      headers: { prefer: 'count=exact' },
    });
    expect(answer).toMatchObject({ status: 206, headers: { 'content-range': '0-0/2' }, body: [{ id: 1 }] });
  });

  test('estimated and planned counts are exact, since the planner’s estimate would reveal hidden rows', async () => {
    expect((await read('&limit=1', { prefer: 'count=estimated' })).headers['content-range']).toBe('0-0/3');
    expect((await read('&limit=1', { prefer: 'count=planned' })).headers['content-range']).toBe('0-0/3');
  });

  test('a read returns at most 1,000 rows', async () => {
    await world.sql('insert into public.zoo_tickets (price) select 1 from generate_series(1, 1005)');
    const answer = await world.request('GET', '/zoo_tickets?select=id&limit=5000', {
      token: world.admin,
      headers: { prefer: 'count=exact' },
    });
    expect(answer).toMatchObject({ status: 206, headers: { 'content-range': '0-999/1005' } });
    const estimated = await world.request('HEAD', '/zoo_tickets', {
      token: world.admin,
      headers: { prefer: 'count=estimated' },
    });
    expect(estimated.headers['content-range']).toBe('0-999/1005');
  });
});

describe('media types', () => {
  const read = (accept: string, query: string) =>
    world.request('GET', `/zoo_animals?${query}`, { headers: { accept } });

  test('the media type of an object returns one object', async () => {
    expect(await read('application/vnd.pgrst.object+json', 'select=id,mood&id=eq.3')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      body: { id: 3, mood: null },
    });
  });

  test('the media types with stripped nulls leave nulls out', async () => {
    const list = await read('application/vnd.pgrst.array+json;nulls=stripped', 'select=id,mood&id=eq.3');
    const one = await read('application/vnd.pgrst.object+json;nulls=stripped', 'select=id,mood&id=eq.3');
    expect([list.body, one.body]).toEqual([[{ id: 3 }], { id: 3 }]);
  });

  test('the media type of CSV returns CSV', async () => {
    const { data } = await world
      .client(world.admin)
      .from('leads')
      .select('name,company,is_approved')
      .order('name')
      .limit(3)
      .csv();
    expect(data).toBe('name,company,is_approved\nAda,Analytical,t\n"Bob, Jr.","Build ""It""",f\nCy,"100% real",');
  });

  test('the requested schema is returned', async () => {
    const answer = await world.request('GET', '/zoo_keepers?select=id&limit=1&order=id', {
      headers: { 'accept-profile': 'public' },
    });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-profile': 'public' }, body: [{ id: 1 }] });
  });
});
