import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { openWorld, type RequestOptions } from './world.ts';

const world = setUp(openWorld);

const json = 'application/json; charset=utf-8';
const shown = { prefer: 'return=representation' };
const ask = (method: string, target: string, options: RequestOptions = {}) =>
  world.request(method, target, { token: world.admin, ...options });
const tickets = async () => (await ask('GET', '/zoo_tickets?select=holder,price&order=id')).body;

beforeAll(() => world.sql('truncate public.zoo_tickets restart identity'));

describe('inserts', () => {
  test('an insert of one row returns no representation', async () => {
    expect(await ask('POST', '/zoo_tickets', { body: { holder: 'Ann' } })).toEqual({
      status: 201,
      headers: { 'content-range': '*/*' },
      body: '',
    });
  });

  test('an insert of one row returns its Location', async () => {
    expect(
      await ask('POST', '/zoo_tickets', { body: { holder: 'Ben' }, headers: { prefer: 'return=headers-only' } }),
    ).toEqual({
      status: 201,
      headers: {
        'content-range': '*/*',
        location: '/zoo_tickets?id=eq.2',
        'preference-applied': 'return=headers-only',
      },
      body: '',
    });
  });

  test('an insert of one row returns embedded resources', async () => {
    const answer = await ask('POST', '/zoo_animals?select=id,zoo_keepers(name)', {
      body: { id: 9, name: 'Owl', keeper_id: 2 },
      headers: shown,
    });
    expect(answer).toEqual({
      status: 201,
      headers: { 'content-range': '*/*', 'content-type': json, 'preference-applied': 'return=representation' },
      body: [{ id: 9, zoo_keepers: { name: 'Lou' } }],
    });
  });

  test('an insert of many rows stores null for a missing key, or its default with missing=default', async () => {
    const rows = [{ holder: 'Cid', price: 1 }, { price: 2 }];
    const client = world.client(world.admin);
    expect((await client.from('zoo_tickets').insert(rows).select('holder,price')).data).toEqual([
      { holder: 'Cid', price: 1 },
      { holder: null, price: 2 },
    ]);
    const filled = await client
      .from('zoo_tickets')
      .insert([{ holder: 'Dot' }, { price: 3 }], { defaultToNull: false, count: 'exact' })
      .select('holder,price');
    expect({ data: filled.data, count: filled.count, status: filled.status }).toEqual({
      data: [
        { holder: 'Dot', price: 7 },
        { holder: 'unknown', price: 3 },
      ],
      count: 2,
      status: 201,
    });
  });

  test('an insert can be of rows of defaults only, and of no rows', async () => {
    const two = await ask('POST', '/zoo_tickets?select=holder,price', { body: [{}, {}], headers: shown });
    expect(two).toMatchObject({
      status: 201,
      body: [
        { holder: 'unknown', price: 7 },
        { holder: 'unknown', price: 7 },
      ],
    });
    expect(await ask('POST', '/zoo_tickets', { body: [], headers: shown })).toMatchObject({ status: 201, body: [] });
  });

  test('every type is stored and returned', async () => {
    const animal = {
      id: 10,
      name: 'Naïve "Ø"',
      keeper_id: null,
      parent_id: null,
      weight: 0.000001,
      mood: 'calm',
      data: { a: [1, null, 'ü'] },
      tags: ['x,y', '{z}', '"'],
      awake: '[1,4)',
      words: "'owl'",
      'favourite food': '',
    };
    const answer = await ask('POST', '/zoo_animals', { body: animal, headers: shown });
    expect(answer).toMatchObject({ status: 201, body: [animal] });
  });

  test('two rows for a single-object request are rejected and rolled back', async () => {
    const accept = 'application/vnd.pgrst.object+json';
    const before = await tickets();
    const rejected = await ask('POST', '/zoo_tickets', {
      body: [{ price: 1 }, { price: 2 }],
      headers: { ...shown, accept },
    });
    expect(rejected).toMatchObject({ status: 406, body: { code: 'PGRST116', details: 'The result contains 2 rows' } });
    expect(await tickets()).toEqual(before);
    const one = await ask('POST', '/zoo_tickets?select=price', { body: { price: 4 }, headers: { ...shown, accept } });
    expect(one).toMatchObject({ status: 201, body: { price: 4 } });
  });

  test('an insert without the select privilege cannot return all columns', async () => {
    expect(await ask('POST', '/zoo_secrets', { body: { id: 1, secret: 's' } })).toMatchObject({ status: 201 });
    expect(await ask('POST', '/zoo_secrets?select=id', { body: { id: 2, secret: 's' }, headers: shown })).toMatchObject(
      { status: 201, body: [{ id: 2 }] },
    );
    expect(await ask('POST', '/zoo_secrets', { body: { id: 3, secret: 's' }, headers: shown })).toMatchObject({
      status: 403,
      body: { code: '42501' },
    });
  });
});

describe('upserts', () => {
  const licence = (keeper_id: number, code: string) => ({ keeper_id, code });
  const upsert = (resolution: string, body: unknown, more = 'return=representation') =>
    ask('POST', '/zoo_licences', { body, headers: { prefer: `resolution=${resolution}-duplicates,${more}` } });

  test('an upsert merges by the primary key', async () => {
    expect(await upsert('merge', [licence(1, 'L-9'), licence(2, 'L-2')])).toEqual({
      status: 201,
      headers: {
        'content-range': '*/*',
        'content-type': json,
        'preference-applied': 'resolution=merge-duplicates, return=representation',
      },
      body: [licence(1, 'L-9'), licence(2, 'L-2')],
    });
  });

  test('an upsert returns 200 if nothing was inserted', async () => {
    expect(await upsert('merge', [licence(1, 'L-8')])).toMatchObject({ status: 200, body: [licence(1, 'L-8')] });
    expect(await upsert('merge', [licence(1, 'L-7')], 'count=exact')).toMatchObject({
      status: 200,
      headers: { 'content-range': '*/1' },
      body: '',
    });
  });

  test('an upsert ignores existing rows', async () => {
    expect(await upsert('ignore', [licence(1, 'L-0'), licence(3, 'L-3')])).toMatchObject({
      status: 201,
      body: [licence(3, 'L-3')],
    });
  });

  test('an upsert uses on_conflict, and rejects columns without a unique constraint', async () => {
    const client = world.client(world.admin).from('zoo_licences');
    const { data } = await client.upsert(licence(1, 'L-5'), { onConflict: 'keeper_id' }).select();
    expect(data).toEqual([licence(1, 'L-5')]);
    const { error, status } = await client.upsert(licence(1, 'L-5'), { onConflict: 'code' });
    expect({ status, code: error?.code }).toEqual({ status: 400, code: '42P10' });
  });

  test('an upsert of a row with its key only leaves it unchanged', async () => {
    const visit = { visitor_id: 1, animal_id: 1 };
    const answer = await ask('POST', '/zoo_visits', {
      body: visit,
      headers: { prefer: 'resolution=merge-duplicates,return=representation' },
    });
    expect(answer).toMatchObject({ status: 200, body: [visit] });
  });
});
