import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const addProfile = (email: string | null, metadata: unknown) =>
  world.transaction(async ({ query }) => {
    const [user] = await query<{ id: string }>(
      'insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $1, $2) returning id',
      [email, metadata],
    );
    const rows = await query('select email, full_name from public.profiles where id = $1', [user?.id]);
    return rows[0];
  });

test.each([
  ['a@example.test', { full_name: 'Ada Lovelace' }, 'Ada Lovelace'],
  ['a@example.test', { full_name: '  Ada   Lovelace ' }, 'Ada Lovelace'],
  ['a@example.test', { full_name: ' ' }, null],
  ['a@example.test', {}, null],
  ['a@example.test', null, null],
  ['a@example.test', { full_name: { nested: true } }, '{"nested": true}'],
  [null, {}, null],
])('signing up as %s with %j creates the profile', async (email, metadata, fullName) => {
  expect(await addProfile(email, metadata)).toEqual({ email: email ?? '', full_name: fullName });
});

test('a profile follows its account’s email and name, except that a name set in the profile stays until the account’s name changes', async () => {
  await world.transaction(async ({ actAs, query }) => {
    const profile = async () =>
      (await query('select email, full_name from public.profiles where id = $1', [world.id('stranger')]))[0];
    const change = (set: string) => query(`update auth.users set ${set} where id = $1`, [world.id('stranger')]);

    await change(`email = 'new@example.test'`);
    expect(await profile()).toEqual({ email: 'new@example.test', full_name: 'The stranger' });
    await actAs('stranger');
    await query(`update public.profiles set full_name = 'Own Name'`);
    await actAs('owner');
    await change(`raw_user_meta_data = raw_user_meta_data || '{"theme": "dark"}'`);
    expect(await profile()).toEqual({ email: 'new@example.test', full_name: 'Own Name' });
    await change(`raw_user_meta_data = raw_user_meta_data || '{"full_name": "Given Name"}'`);
    expect(await profile()).toEqual({ email: 'new@example.test', full_name: 'Given Name' });
  });
});

test('deleting an account softly deletes its roles and memberships', async () => {
  await world.transaction(async ({ query, outcome }) => {
    await query('update auth.users set deleted_at = now() where id = $1', [world.id('member')]);
    expect(await outcome('select id from public.profiles')).toBe('admin colleague member neighbour stranger');
    expect(await outcome('select user_id from public.user_roles')).toBe('admin colleague neighbour');
    expect(await outcome('select user_id from public.customer_users')).toBe('neighbour');
  });
});

test('deleting an account deletes its profile, roles and memberships', async () => {
  await world.transaction(async ({ query, outcome }) => {
    await query('delete from auth.users where id = $1', [world.id('member')]);
    expect(await outcome('select id from public.profiles')).toBe('admin colleague neighbour stranger');
    expect(await outcome('select user_id from public.user_roles')).toBe('admin colleague neighbour');
    expect(await outcome('select user_id from public.customer_users')).toBe('neighbour');
  });
});

const lastAdmin = '23514 The last admin cannot be removed';

test.each([
  [`delete from public.user_roles where role = 'admin'`],
  [`update public.user_roles set role = 'customer' where role = 'admin'`],
  [`delete from auth.users where id in (select user_id from public.user_roles where role = 'admin')`],
  [`update auth.users set deleted_at = now() where id in (select user_id from public.user_roles where role = 'admin')`],
])('the last admin cannot be removed by %s', async (text) => {
  await world.transaction(async ({ outcome }) => {
    expect(await outcome(text)).toBe(lastAdmin);
  });
});

test('an admin can give up the role while another admin remains', async () => {
  await world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    const leave = `delete from public.user_roles where user_id = auth.uid() returning user_id`;
    expect(await outcome(leave)).toBe('admin');
    await actAs('colleague');
    expect(await outcome(leave)).toBe(lastAdmin);
  });
});

test.each([
  [`now() + interval '1 hour'`, lastAdmin],
  [`now() - interval '1 hour'`, 'admin'],
])('beside an admin who is banned until %s, removing the other one results in %s', async (end, result) => {
  await world.transaction(async ({ query, outcome }) => {
    await query(`update auth.users set banned_until = ${end} where id = $1`, [world.id('colleague')]);
    const remove = 'delete from public.user_roles where user_id = $1 returning user_id';
    expect(await outcome(remove, [world.id('admin')])).toBe(result);
  });
});

test('when two admins remove each other at once, one remains', async () => {
  const [one, other] = await Promise.all([world.connect(), world.connect()]);
  const remove = 'delete from public.user_roles where user_id = $1';
  try {
    await one.query('begin');
    await one.query(remove, [world.id('admin')]);
    const second = other.query(remove, [world.id('colleague')]).catch((error: Error) => error);
    await one.query('commit');
    expect(await second).toMatchObject({ message: 'The last admin cannot be removed' });
  } finally {
    await one.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [world.id('admin')]);
    await Promise.all([one.end(), other.end()]);
  }
});
