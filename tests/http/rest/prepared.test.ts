// Prepared statements: with few connections and this many statements, each is used both cached and evicted.
import { expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { openWorld } from './world.ts';

const world = setUp(() => openWorld({ DATABASE_POOL: '8' }));

const read = async (query: string, token = world.admin) => {
  const { status, body } = await world.request('GET', `/zoo_animals?${query}`, { token });
  return { status, body };
};

test('more statements than the cache holds return the right rows, evicted ones too', async () => {
  const shapes = Array.from({ length: 250 }, (_, number) => `shape_${number}`);
  for (const alias of [...shapes, ...shapes.slice(0, 5)]) {
    expect(await read(`select=${alias}:name&id=eq.1`)).toEqual({ status: 200, body: [{ [alias]: 'Elephant' }] });
  }
});

test('the same statement runs with each user’s own rights', async () => {
  const leads = async (token?: string) => (await world.request('GET', '/leads?select=id', { token })).body;
  for (let round = 0; round < 4; round += 1) {
    expect(await leads(world.admin)).toHaveLength(5);
    expect(await leads(world.member)).toHaveLength(3);
    expect(await leads()).toMatchObject({ code: '42501' });
  }
});

test('a failed statement can be run again', async () => {
  const sell = (price: number) =>
    world.request('POST', '/zoo_tickets', { token: world.admin, body: { holder: 'Ada', price } });
  for (let round = 0; round < 6; round += 1) {
    expect(await sell(-1)).toMatchObject({ status: 400, body: { code: '23514' } });
    expect((await sell(1)).status).toBe(201);
    expect((await read('id=eq.none')).status).toBe(400);
    expect((await read('select=id&id=eq.1')).status).toBe(200);
  }
});

test('a changed table is read with its new types', async () => {
  const mice = () => read('id=eq.3&select=name,weight');
  for (let round = 0; round < 4; round += 1) expect((await mice()).body).toEqual([{ name: 'Mouse', weight: 0.02 }]);
  await world.sql(
    `drop view public.zoo_heavy; alter table public.zoo_animals alter column weight type text; notify pgrst`,
  );
  for (let round = 0; round < 4; round += 1) expect((await mice()).body).toEqual([{ name: 'Mouse', weight: '0.02' }]);
});
