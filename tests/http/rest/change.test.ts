import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { acme, globex, openWorld, type RequestOptions } from './world.ts';

const world = setUp(openWorld);

const json = 'application/json; charset=utf-8';
const shown = { prefer: 'return=representation' };
const ask = (method: string, target: string, options: RequestOptions = {}) =>
  world.request(method, target, { token: world.admin, ...options });

describe('updates', () => {
  test('an update returns the number of rows in Content-Range', async () => {
    const headers = { prefer: 'count=exact' };
    expect(await ask('PATCH', `/leads?customer_id=eq.${globex}`, { body: { title: 'Lead' }, headers })).toEqual({
      status: 204,
      headers: { 'content-range': '0-1/2', 'preference-applied': 'count=exact' },
      body: '',
    });
    expect(await ask('PATCH', '/zoo_keepers?id=eq.99', { body: { name: 'No' } })).toEqual({
      status: 204,
      headers: { 'content-range': '*/*' },
      body: '',
    });
  });

  test('an update returns the rows in the requested order', async () => {
    const answer = await ask(
      'PATCH',
      '/zoo_animals?or=(id.eq.1,id.eq.2)&select=id,tags,zoo_keepers(name)&order=id.desc',
      { body: { tags: ['new'] }, headers: shown },
    );
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-range': '0-1/*' },
      body: [
        { id: 2, tags: ['new'], zoo_keepers: { name: 'Kim' } },
        { id: 1, tags: ['new'], zoo_keepers: { name: 'Kim' } },
      ],
    });
    expect(await ask('PATCH', '/zoo_animals?id=eq.99', { body: { tags: [] }, headers: shown })).toMatchObject({
      status: 200,
      body: [],
    });
    expect(await ask('PATCH', '/zoo_animals?id=eq.1', { body: {}, headers: shown })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  test('an update that affects more rows than max-affected is rolled back', async () => {
    const client = world.client(world.admin);
    const limited = (max: number) =>
      client.from('zoo_keepers').update({ name: 'Same' }).lte('id', 2).maxAffected(max).select('name');
    expect((await limited(1)).error).toEqual({
      code: 'PGRST124',
      details: 'The query affects 2 rows',
      hint: null,
      message: 'Query result exceeds max-affected preference constraint',
    });
    expect((await client.from('zoo_keepers').select('name').order('id')).data).toEqual([
      { name: 'Kim' },
      { name: 'Lou' },
      { name: 'Max' },
    ]);
    expect((await limited(2)).data).toEqual([{ name: 'Same' }, { name: 'Same' }]);
  });

  test('a member can approve own leads and change nothing else (S6.25)', async () => {
    const client = world.client(world.member).from('leads');
    expect((await client.update({ is_approved: true }).eq('name', 'Cy').select('name,is_approved')).data).toEqual([
      { name: 'Cy', is_approved: true },
    ]);
    expect((await client.update({ is_approved: true }).eq('customer_id', globex).select('name')).data).toEqual([]);
    expect(await client.update({ title: 'Mine' }).eq('customer_id', acme)).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'Members can change only the decision about a lead' },
    });
  });
});

describe('deletes', () => {
  test('a delete returns the deleted rows', async () => {
    await ask('POST', '/zoo_visitors', {
      body: [
        { id: 8, name: 'A' },
        { id: 9, name: 'B' },
      ],
    });
    expect(
      await ask('DELETE', '/zoo_visitors?id=gte.8&select=name&order=name.desc', {
        headers: { prefer: 'return=representation,count=exact' },
      }),
    ).toEqual({
      status: 200,
      headers: {
        'content-range': '*/2',
        'content-type': json,
        'preference-applied': 'return=representation, count=exact',
      },
      body: [{ name: 'B' }, { name: 'A' }],
    });
    expect(await ask('DELETE', '/zoo_visitors?id=gte.8')).toEqual({
      status: 204,
      headers: { 'content-range': '*/*' },
      body: '',
    });
  });

  test('a delete takes 200 ids at once', async () => {
    await ask('POST', '/zoo_visitors', {
      body: Array.from({ length: 200 }, (_, id) => ({ id: 1_000 + id, name: 'x' })),
    });
    const ids = Array.from({ length: 200 }, (_, id) => 1_000 + id);
    const { count, error } = await world
      .client(world.admin)
      .from('zoo_visitors')
      .delete({ count: 'exact' })
      .in('id', ids);
    expect({ count, error }).toEqual({ count: 200, error: null });
  });
});

describe('database errors', () => {
  test.each([
    ['a duplicate', '/zoo_keepers', { id: 1, name: 'x' }, 409, '23505'],
    ['a reference to nothing', '/zoo_animals', { id: 70, name: 'x', keeper_id: 999 }, 409, '23503'],
    ['a missing value', '/zoo_keepers', { id: 70 }, 400, '23502'],
    ['a failed check', '/zoo_tickets', { price: -1 }, 400, '23514'],
    ['another type', '/zoo_keepers', { id: 'x', name: 'x' }, 400, '22P02'],
    ['too long a value', '/zoo_licences', { keeper_id: 3, code: 'far too long' }, 400, '22001'],
    ['a character that no text holds', '/zoo_keepers', '{"id":71,"name":"\\u0000"}', 400, '22P05'],
    ['half a surrogate pair', '/zoo_keepers', '{"id":71,"name":"\\ud800"}', 400, '22P02'],
  ])('the database error of %s is returned with its code', async (_, target, body, status, code) => {
    const answer = await ask('POST', target, { body });
    expect(answer).toMatchObject({ status, headers: { 'proxy-status': `PostgREST; error=${code}` }, body: { code } });
    expect(JSON.stringify(answer.body)).not.toMatch(/json_to_record|insert into/i);
  });

  test('a row that violates a policy is rejected with the policy’s error', async () => {
    const { status, error } = await world.client(world.member).from('leads').insert({ customer_id: acme, name: 'x' });
    expect({ status, error }).toEqual({
      status: 403,
      error: {
        code: '42501',
        details: null,
        hint: null,
        message: 'new row violates row-level security policy for table "leads"',
      },
    });
  });

  test('a table without privileges cannot be changed', async () => {
    expect(await world.request('DELETE', '/zoo_keepers?id=eq.1')).toEqual({
      status: 401,
      headers: { 'content-type': json, 'proxy-status': 'PostgREST; error=42501', 'www-authenticate': 'Bearer' },
      body: { code: '42501', details: null, hint: null, message: 'permission denied for table zoo_keepers' },
    });
  });
});
