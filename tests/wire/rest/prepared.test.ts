// Statements stay prepared on their connection; with two connections and all these shapes each is met again, kept or not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ DATABASE_POOL: '8' });
});
afterAll(() => world.stop());

const read = async (query: string, token = world.admin) => {
  const { status, body } = await world.ask('GET', `/zoo_animals?${query}`, { token });
  return { status, body };
};

test('more shapes than are kept are answered right, the first ones again too', async () => {
  const shapes = Array.from({ length: 250 }, (_, number) => `shape_${number}`);
  for (const alias of [...shapes, ...shapes.slice(0, 5)]) {
    expect(await read(`select=${alias}:name&id=eq.1`)).toEqual({ status: 200, body: [{ [alias]: 'Elephant' }] });
  }
});

test('the same statement is answered to each person with their own rights', async () => {
  const leads = async (token?: string) => (await world.ask('GET', '/leads?select=id', { token })).body;
  for (let round = 0; round < 4; round += 1) {
    expect(await leads(world.admin)).toHaveLength(5);
    expect(await leads(world.member)).toHaveLength(3);
    expect(await leads()).toMatchObject({ code: '42501' });
  }
});

test('a statement that fails is answered again, and right once it can be', async () => {
  const sell = (price: number) =>
    world.ask('POST', '/zoo_tickets', { token: world.admin, body: { holder: 'Ada', price } });
  for (let round = 0; round < 6; round += 1) {
    expect(await sell(-1)).toMatchObject({ status: 400, body: { code: '23514' } });
    expect((await sell(1)).status).toBe(201);
    expect((await read('id=eq.none')).status).toBe(400);
    expect((await read('select=id&id=eq.1')).status).toBe(200);
  }
});

test('a table that changes its shape is answered in its new one', async () => {
  const mice = () => read('id=eq.3&select=name,weight');
  for (let round = 0; round < 4; round += 1) expect((await mice()).body).toEqual([{ name: 'Mouse', weight: 0.02 }]);
  await world.sql(
    `drop view public.zoo_heavy; alter table public.zoo_animals alter column weight type text; notify pgrst`,
  );
  for (let round = 0; round < 4; round += 1) expect((await mice()).body).toEqual([{ name: 'Mouse', weight: '0.02' }]);
});
