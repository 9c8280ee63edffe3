import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', $2, $3, now(), now())`;

/** Gives the member a verified and an unverified factor, and the neighbour an unverified one. */
async function protect({ query }: Transaction) {
  await query(factor, [world.id('member'), 'verified', 'Phone']);
  await query(factor, [world.id('member'), 'unverified', 'Tablet']);
  await query(factor, [world.id('neighbour'), 'unverified', 'Phone']);
}

const reset = 'select public.reset_second_factor($1)';
const list = 'select public.users_with_second_factor($1)';

const outcomes = (statement: string, values: unknown[], claims = {}) =>
  world.outcomes(statement, values, { prepare: protect, claims });

test('only an admin can reset a second factor', async () => {
  const rejected = 'PT403 Only an administrator can reset a second factor';
  const claims = { member: { aal: 'aal2' } };
  expect(await outcomes(reset, [world.id('member')], claims)).toEqual({
    admin: '1',
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function reset_second_factor',
  });
});

test('only an admin can list users with a second factor; unverified factors do not count', async () => {
  const rejected = 'PT403 Only an administrator can see who has a second factor';
  const users = ['admin', 'member', 'neighbour'].map((name) => world.id(name));
  expect(await outcomes(list, [users], { member: { aal: 'aal2' } })).toEqual({
    admin: 'member',
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function users_with_second_factor',
  });
});

test('a reset deletes the factors and sessions of that user only, and is recorded', async () => {
  await world.transaction(async (transaction) => {
    await protect(transaction);
    await transaction.actAs('admin');
    await transaction.query(reset, [world.id('member')]);
    expect(
      await transaction.query('select actor_id, action, subject, row_count, row_ids from public.activity'),
    ).toContainEqual({
      actor_id: world.id('admin'),
      action: 'delete',
      subject: 'second_factor',
      row_count: 1,
      row_ids: [world.id('member')],
    });
    await transaction.actAs('owner');
    expect(await transaction.outcome('select user_id from auth.mfa_factors')).toBe('neighbour');
    const left = await transaction.query('select user_id from auth.sessions');
    expect(left).not.toContainEqual({ user_id: world.id('member') });
    expect(left).toContainEqual({ user_id: world.id('neighbour') });
  });
});

test('a reset ends the pending sign-ins of that user only', async () => {
  await world.transaction(async (transaction) => {
    await protect(transaction);
    const flow = `insert into auth.flow_state (id, user_id, provider_type, authentication_method, auth_code)
      values (gen_random_uuid(), $1, 'provider', 'oauth', gen_random_uuid())`;
    for (const name of ['member', 'neighbour'] as const) await transaction.query(flow, [world.id(name)]);
    await transaction.actAs('admin');
    await transaction.query(reset, [world.id('member')]);
    await transaction.actAs('owner');
    expect(await transaction.outcome('select user_id from auth.flow_state')).toBe('neighbour');
  });
});

test('a second reset returns 0, ends no session and records nothing', async () => {
  await world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    const before = await transaction.outcome('select count(*) from public.activity');
    expect(await transaction.outcome(reset, [world.id('member')])).toBe('0');
    expect(await transaction.outcome('select count(*) from public.activity')).toBe(before);
    await transaction.actAs('member');
    expect(await transaction.outcome('select customer_id from public.leads')).toBe('acme');
  });
});

test('an admin with a second factor can reset others only after using it', async () => {
  await world.transaction(async (transaction) => {
    await transaction.query(factor, [world.id('admin'), 'verified', 'Phone']);
    await transaction.actAs('admin');
    expect(await transaction.outcome(reset, [world.id('member')])).toBe(
      'PT403 Only an administrator can reset a second factor',
    );
    await transaction.actAs('admin', { claims: { aal: 'aal2' } });
    expect(await transaction.outcome(reset, [world.id('member')])).toBe('0');
  });
});
