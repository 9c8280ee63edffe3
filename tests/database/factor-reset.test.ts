import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, persons, type Stage, type World } from './roles.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', $2, $3, now(), now())`;

/** The member has a verified factor and another half set up, the neighbour one half set up. */
async function protect({ query }: Stage) {
  await query(factor, [world.id('member'), 'verified', 'Phone']);
  await query(factor, [world.id('member'), 'unverified', 'Tablet']);
  await query(factor, [world.id('neighbour'), 'unverified', 'Phone']);
}

const reset = 'select public.reset_second_factor($1)';
const list = 'select public.users_with_second_factor($1)';

/** The outcome of a statement for each person. */
async function outcomes(
  statement: string,
  values: unknown[],
  claims: Partial<Record<Person, Record<string, unknown>>> = {},
) {
  const found: Record<string, string> = {};
  for (const person of persons) {
    found[person] = await world.play(async (stage) => {
      await protect(stage);
      await stage.become(person, { claims: claims[person] ?? {} });
      return stage.outcome(statement, values);
    });
  }
  return found;
}

test('only an admin resets a second factor', async () => {
  const refused = 'PT403 Only an administrator can reset a second factor';
  const claims = { member: { aal: 'aal2' } };
  expect(await outcomes(reset, [world.id('member')], claims)).toEqual({
    admin: '1',
    member: refused,
    neighbour: refused,
    stranger: refused,
    anonymous: '42501 permission denied for function reset_second_factor',
  });
});

test('only an admin sees who has a second factor, and one half set up is none', async () => {
  const refused = 'PT403 Only an administrator can see who has a second factor';
  const people = ['admin', 'member', 'neighbour'].map((name) => world.id(name));
  expect(await outcomes(list, [people], { member: { aal: 'aal2' } })).toEqual({
    admin: 'member',
    member: refused,
    neighbour: refused,
    stranger: refused,
    anonymous: '42501 permission denied for function users_with_second_factor',
  });
});

test('a reset takes the factors and the sessions of that person alone, and is on record', async () => {
  await world.play(async (stage) => {
    await protect(stage);
    await stage.become('admin');
    await stage.query(reset, [world.id('member')]);
    expect(
      await stage.query('select actor_id, action, subject, row_count, row_ids from public.activity'),
    ).toContainEqual({
      actor_id: world.id('admin'),
      action: 'delete',
      subject: 'second_factor',
      row_count: 1,
      row_ids: [world.id('member')],
    });
    await stage.become('owner');
    expect(await stage.outcome('select user_id from auth.mfa_factors')).toBe('neighbour');
    const left = await stage.outcome('select user_id from auth.sessions');
    expect(left.split(' ')).toEqual(['admin', 'colleague', 'neighbour', 'stranger']);
  });
});

test('a reset ends the pending sign-ins of that user alone', async () => {
  await world.play(async (stage) => {
    await protect(stage);
    const flow = `insert into auth.flow_state (id, user_id, provider_type, authentication_method, auth_code)
      values (gen_random_uuid(), $1, 'house', 'oauth', gen_random_uuid())`;
    for (const name of ['member', 'neighbour'] as const) await stage.query(flow, [world.id(name)]);
    await stage.become('admin');
    await stage.query(reset, [world.id('member')]);
    await stage.become('owner');
    expect(await stage.outcome('select user_id from auth.flow_state')).toBe('neighbour');
  });
});

test('a second reset finds nothing, ends no session and records nothing', async () => {
  await world.play(async (stage) => {
    await stage.become('admin');
    const before = await stage.outcome('select count(*) from public.activity');
    expect(await stage.outcome(reset, [world.id('member')])).toBe('0');
    expect(await stage.outcome('select count(*) from public.activity')).toBe(before);
    await stage.become('member');
    expect(await stage.outcome('select customer_id from public.leads')).toBe('acme');
  });
});

test('an admin who has a second factor resets others’ only with it', async () => {
  await world.play(async (stage) => {
    await stage.query(factor, [world.id('admin'), 'verified', 'Phone']);
    await stage.become('admin');
    expect(await stage.outcome(reset, [world.id('member')])).toBe(
      'PT403 Only an administrator can reset a second factor',
    );
    await stage.become('admin', { claims: { aal: 'aal2' } });
    expect(await stage.outcome(reset, [world.id('member')])).toBe('0');
  });
});
