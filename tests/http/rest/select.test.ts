import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { openWorld } from './world.ts';

const world = setUp(openWorld);

describe('filters', () => {
  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3]],
    ['id=not.eq.1', [2, 3]],
    ['weight=gte.90.5', [1, 2]],
    ['weight=lt.90.5', [3]],
    ['name=like.*a*', [1, 2]],
    ['name=ilike.*CALF', [2]],
    ['name=match.^[EM]', [1, 3]],
    ['name=imatch.^m', [3]],
    ['name=like(any).{E*,*f}', [1, 2]],
    ['name=like(all).{*a*,*t}', [1]],
    ['id=gt(any).{2,9}', [3]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['name=not.in.("Calf","Mouse")', [1]],
    ['mood=is.null', [3]],
    ['mood=is.not_null', [1, 2]],
    ['mood=not.is.null', [1, 2]],
    ['mood=eq.wild', [2]],
    ['mood=isdistinct.calm', [2, 3]],
    ['tags=cs.{grey}', [1]],
    ['tags=cd.{grey,big,loud}', [1, 2]],
    ['tags=ov.{loud,big}', [1]],
    ['tags=eq.{grey,big}', [1]],
    ['data=cs.{"n":1}', [1]],
    ['awake=cs.[9,10)', [1, 2]],
    ['awake=sl.[12,20)', [2]],
    ['awake=sr.[1,7)', [2]],
    ['awake=nxl.[7,20)', [2]],
    ['awake=nxr.[1,12)', [2]],
    ['awake=adj.[12,13)', [2]],
    ['awake=ov.[13,14)', [1]],
    ['words=fts.elephant', [1]],
    ['words=plfts(english).quick elephants', [1]],
    ['words=phfts(english).quick grey', [1]],
    ['words=wfts(english).elephant -lazy', [1]],
    ['name=fts(english).mice', []],
    ['name=fts(english).mouse', [3]],
    ['data->>s=eq.x', [1]],
    ['data->n=eq.1', [1]],
    ['data->a->b->>1=eq.20', [1]],
    ['data->>s=is.null', [2, 3]],
    ['tags->>0=eq.grey', [1]],
    ['"favourite food"=eq.cheese', [3]],
    ['or=(id.eq.1,and(weight.gt.1,mood.eq.wild))', [1, 2]],
    ['not.or=(id.eq.1,id.eq.2)', [3]],
    ['and=(id.gt.1,or(tags.cs.{grey},name.eq."Mouse"))', [3]],
    ['or=(tags.cs.{grey,big},name.not.like.*o*)', [1, 2]],
    ['id=gt.1&id=lt.3', [2]],
  ])('the filter %s selects its rows', async (filter, ids) => {
    const { status, body } = await world.request('GET', `/zoo_animals?select=id&order=id&${filter}`, {
      token: world.admin,
    });
    expect({ status, body }).toEqual({ status: 200, body: ids.map((id) => ({ id })) });
  });
});

describe('columns and order', () => {
  test.each([
    ['select=title:name,id::text&id=eq.1', [{ title: 'Elephant', id: '1' }]],
    ['select=data->a->b->0,text:data->>s&id=eq.1', [{ b: 10, text: 'x' }]],
    ['select="favourite food"&id=eq.1', [{ 'favourite food': 'hay' }]],
    ['select=id,tags,awake,mood,weight&id=eq.2', [{ id: 2, tags: [], awake: '[8,12)', mood: 'wild', weight: 90.5 }]],
    ['select=id&order=mood.desc.nullslast,id', [{ id: 2 }, { id: 1 }, { id: 3 }]],
    ['select=id&order=mood.nullsfirst', [{ id: 3 }, { id: 1 }, { id: 2 }]],
    ['select=id&order=data->n.nullslast,id.desc', [{ id: 1 }, { id: 3 }, { id: 2 }]],
    ['select=id&order=id&limit=1&offset=1', [{ id: 2 }]],
    ['select=id&limit=0', []],
  ])('the query %s returns its columns in order', async (query, body) => {
    expect(await world.request('GET', `/zoo_animals?${query}`, { token: world.admin })).toMatchObject({
      status: 200,
      body,
    });
  });
});

describe('counts of rows', () => {
  test.each([
    ['/zoo_animals?select=count', [{ count: 3 }]],
    ['/zoo_animals?select=n:count,text:count::text&id=gt.1', [{ n: 2, text: '2' }]],
    ['/zoo_animals?select=count&limit=0', []],
    [
      '/zoo_keepers?select=name,zoo_animals(count)&id=lt.3&order=id',
      [
        { name: 'Kim', zoo_animals: [{ count: 2 }] },
        { name: 'Lou', zoo_animals: [{ count: 0 }] },
      ],
    ],
    [
      '/zoo_keepers?select=name,n:zoo_animals!inner(n:count)&n.id=gt.1&order=id&limit=2',
      [
        { name: 'Kim', n: [{ n: 1 }] },
        { name: 'Lou', n: [{ n: 0 }] },
      ],
    ],
    ['/zoo_animals?select=id,...zoo_keepers(count)&id=eq.3', [{ id: 3, count: 0 }]],
    ['/rpc/zoo_animals_of?keeper=1&select=count', [{ count: 2 }]],
  ])('the count %s is returned', async (target, body) => {
    expect(await world.request('GET', target, { token: world.admin })).toMatchObject({ status: 200, body });
  });

  test('a count of rows has only the rows that the caller can see', async () => {
    const counts = async (token: string) =>
      (await world.client(token).from('customers').select('name,leads(count)')).data;
    expect(await counts(world.member)).toEqual([{ name: 'Acme', leads: [{ count: 3 }] }]);
    expect(await counts(world.admin)).toHaveLength(2);
  });

  test('a count of rows requires the right to read all columns', async () => {
    expect(await world.request('GET', '/zoo_secrets?select=count', { token: world.admin })).toMatchObject({
      status: 403,
      body: { code: '42501', message: 'permission denied for table zoo_secrets' },
    });
  });
});

describe('embedding', () => {
  test.each([
    [
      '/zoo_animals?select=id,zoo_keepers(name)&id=in.(1,3)&order=id',
      [
        { id: 1, zoo_keepers: { name: 'Kim' } },
        { id: 3, zoo_keepers: null },
      ],
    ],
    [
      '/zoo_animals?select=id,keeper:zoo_keepers!inner(name)&order=id',
      [
        { id: 1, keeper: { name: 'Kim' } },
        { id: 2, keeper: { name: 'Kim' } },
      ],
    ],
    ['/zoo_animals?select=id,zoo_keepers()&zoo_keepers=is.null', [{ id: 3 }]],
    ['/zoo_animals?select=id,...zoo_keepers(keeper:name)&id=eq.1', [{ id: 1, keeper: 'Kim' }]],
    ['/zoo_animals?select=id,keeper_id(name)&id=eq.1', [{ id: 1, keeper_id: { name: 'Kim' } }]],
    ['/zoo_animals?select=id,zoo_keepers()&order=zoo_keepers(name).desc.nullsfirst,id&limit=1', [{ id: 3 }]],
    [
      '/zoo_keepers?select=name,zoo_animals(id)&order=id&zoo_animals.order=id.desc&limit=1',
      [{ name: 'Kim', zoo_animals: [{ id: 2 }, { id: 1 }] }],
    ],
    [
      '/zoo_keepers?select=name,zoo_animals(id)&zoo_animals.limit=1&zoo_animals.order=id&id=eq.1',
      [{ name: 'Kim', zoo_animals: [{ id: 1 }] }],
    ],
    [
      '/zoo_visitors?select=name,zoo_animals(name)&id=eq.2&zoo_animals.order=id',
      [{ name: 'Oli', zoo_animals: [{ name: 'Elephant' }, { name: 'Calf' }] }],
    ],
    [
      '/zoo_keepers?select=name,zoo_licences(code)&order=id&limit=2',
      [
        { name: 'Kim', zoo_licences: { code: 'L-1' } },
        { name: 'Lou', zoo_licences: null },
      ],
    ],
    [
      '/zoo_keepers?select=id,zoo_animals!zoo_animals_keeper_id_fkey!inner(id,zoo_visits(zoo_visitors(name)))&zoo_animals.id=eq.2',
      [{ id: 1, zoo_animals: [{ id: 2, zoo_visits: [{ zoo_visitors: { name: 'Oli' } }] }] }],
    ],
    [
      '/zoo_messages?select=id,from:zoo_keepers!sender(name),to:zoo_keepers!zoo_messages_receiver_fkey(name)&id=eq.1',
      [{ id: 1, from: { name: 'Kim' }, to: { name: 'Lou' } }],
    ],
    ['/zoo_animals?select=name,parent_id(name)&id=eq.2', [{ name: 'Calf', parent_id: { name: 'Elephant' } }]],
    ['/zoo_animals?select=name,young:zoo_animals(name)&id=eq.1', [{ name: 'Elephant', young: [{ name: 'Calf' }] }]],
    [
      '/zoo_heavy?select=name,is_heavy,zoo_keepers(name)&order=id&limit=1',
      [{ name: 'Elephant', is_heavy: true, zoo_keepers: { name: 'Kim' } }],
    ],
    [
      '/zoo_keepers?select=name,zoo_heavy(name)&id=eq.1&zoo_heavy.or=(id.eq.1,id.eq.9)',
      [{ name: 'Kim', zoo_heavy: [{ name: 'Elephant' }] }],
    ],
  ])('the query %s embeds its rows', async (target, body) => {
    expect(await world.request('GET', target, { token: world.admin })).toMatchObject({ status: 200, body });
  });
});
