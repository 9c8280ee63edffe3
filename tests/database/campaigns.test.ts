import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const insertStep = `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, message_content)
  values ($1, $2, $3, 'linkedin_message', $4)`;
const stepValues = (customer: string, number: number, message: string) => [
  world.id(customer),
  world.id(`${customer} campaign`),
  number,
  message,
];
const campaign = () => world.id('acme campaign');

async function addSteps(transaction: Transaction, ...messages: string[]): Promise<void> {
  for (const [index, message] of messages.entries())
    await transaction.query(insertStep, stepValues('acme', index + 2, message));
}

async function steps({ query }: Transaction): Promise<string[]> {
  const rows = await query<{ step: string }>(
    `select step_number || ' ' || message_content as step from public.campaign_steps where campaign_id = $1 order by step_number`,
    [campaign()],
  );
  return rows.map(({ step }) => step);
}

test('a new step comes last, whatever number the caller sends', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await transaction.query(insertStep, stepValues('acme', 2, 'b'));
    await transaction.query(insertStep, stepValues('acme', 1, 'c'));
    await transaction.query(
      `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, message_content)
       values ($1, $2, 9, 'email', 'd'), ($1, $2, 9, 'email', 'e')`,
      [world.id('acme'), campaign()],
    );
    expect(await steps(transaction)).toEqual(['1 ', '2 b', '3 c', '4 d', '5 e']);
  });
});

test('two steps added at once get different numbers', async () => {
  const [one, other] = await Promise.all([world.connect(), world.connect()]);
  await one.query('begin');
  await one.query(insertStep, stepValues('globex', 2, 'one'));
  const second = other.query(`${insertStep} returning step_number`, stepValues('globex', 2, 'other'));
  await one.query('commit');
  expect((await second).rows).toEqual([{ step_number: 3 }]);
  await one.query('delete from public.campaign_steps where campaign_id = $1 and step_number > 1', [
    world.id('globex campaign'),
  ]);
  await Promise.all([one.end(), other.end()]);
});

test('deleting steps leaves no gap in the numbers', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await addSteps(transaction, 'b', 'c', 'd', 'e');
    await transaction.query(`delete from public.campaign_steps where message_content in ('b', 'd')`);
    expect(await steps(transaction)).toEqual(['1 ', '2 c', '3 e']);
  });
});

test('reordering numbers the steps in the order of the list', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await addSteps(transaction, 'b', 'c');
    const rows = await transaction.query<{ id: string }>(
      'select id from public.campaign_steps where campaign_id = $1 order by step_number desc',
      [campaign()],
    );
    const ids = rows.map(({ id }) => id);
    const answered = await transaction.query<{ id: string }>('select id from public.reorder_steps($1, $2)', [
      campaign(),
      ids,
    ]);
    expect(answered.map(({ id }) => id)).toEqual(ids);
    expect(await steps(transaction)).toEqual(['1 c', '2 b', '3 ']);
  });
});

test.each([
  ['lacks a step', (ids: string[]) => ids.slice(1)],
  ['names a step twice', (ids: string[]) => [...ids.slice(1), ids[1]]],
  ['names a step of another campaign', (ids: string[]) => [...ids.slice(1), world.id('globex step')]],
  ['is empty', () => []],
])('reordering rejects a list that %s', async (_, change) => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('member');
    await addSteps(transaction, 'b');
    const rows = await transaction.query<{ id: string }>(
      'select id from public.campaign_steps where campaign_id = $1',
      [campaign()],
    );
    const list = change(rows.map(({ id }) => id));
    expect(await transaction.outcome('select public.reorder_steps($1, $2)', [campaign(), list])).toBe(
      '23514 The list must contain each step of the campaign once',
    );
  });
});

test('only admins and the customer’s members can reorder steps; others get the same error as for a campaign that does not exist', async () => {
  const rejected = '42501 There is no such campaign';
  const expected = ['acme step', 'acme step', rejected, rejected, '42501 permission denied for function reorder_steps'];
  const call = 'select id from public.reorder_steps(:acme campaign, $1)';
  expect(Object.values(await world.outcomes(call, [[world.id('acme step')]]))).toEqual(expected);
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    expect(await outcome('select public.reorder_steps(gen_random_uuid(), $1)', [[]])).toBe(rejected);
  });
});

const launchRejected = '23514 Cannot launch campaign without any steps';
const setStatus = 'update public.campaigns set status = $2 where id = $1 returning customer_id';

test('a campaign without steps cannot be launched and can take any other status (S4.12)', async () => {
  await world.transaction(async ({ actAs, query, outcome }) => {
    await actAs('member');
    await query('delete from public.campaign_steps');
    expect(await outcome(setStatus, [campaign(), 'active'])).toBe(launchRejected);
    for (const status of ['completed', 'paused', 'draft']) {
      expect(await outcome(setStatus, [campaign(), status])).toBe('acme');
    }
    expect(
      await outcome(`insert into public.campaigns (customer_id, name, status) values ($1, 'Now', 'active')`, [
        world.id('acme'),
      ]),
    ).toBe(launchRejected);
  });
});

test('a campaign with a step can take every status', async () => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    for (const status of ['active', 'paused', 'active', 'completed', 'draft', 'active']) {
      expect(await outcome(setStatus, [campaign(), status])).toBe('acme');
    }
  });
});

test('a new campaign is a draft (S4.15)', async () => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('member');
    expect(
      await outcome(`insert into public.campaigns (name, customer_id) values ('New', $1) returning status`, [
        world.id('acme'),
      ]),
    ).toBe('draft');
  });
});
