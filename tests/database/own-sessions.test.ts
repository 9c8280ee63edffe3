import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const phone = '00000000-0000-4000-8000-00000000000f';

/** Adds a session of the member on a phone, last used an hour ago. */
async function openAnother({ query }: Transaction) {
  await query(
    `insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, refreshed_at)
     values ($1, $2, 'aal1', 'Phone/1', '192.0.2.7', now() - interval '2 days', (now() - interval '1 hour') at time zone 'utc')`,
    [phone, world.id('member')],
  );
}

/** The outcome of a statement for each caller; the member has two sessions. */
const outcomes = (statement: string, values: unknown[] = []) =>
  world.outcomes(statement, values, { prepare: openAnother });

test('users see their own sessions and no others', async () => {
  expect(await outcomes('select id from public.my_sessions()')).toEqual({
    admin: 'admin',
    member: 'member new',
    neighbour: 'neighbour',
    stranger: 'stranger',
    anonymous: '42501 permission denied for function my_sessions',
  });
});

test('the current session comes first; each has the device, the address and the time of its last use', async () => {
  await world.transaction(async (transaction) => {
    await openAnother(transaction);
    await transaction.actAs('member');
    const sessions = await transaction.query(
      `select id, user_agent, address, is_current, active_at = now() - interval '1 hour' as an_hour_ago from public.my_sessions()`,
    );
    expect(sessions[0]).toMatchObject({ id: world.id('member'), is_current: true });
    expect(sessions[1]).toEqual({
      id: phone,
      user_agent: 'Phone/1',
      address: '192.0.2.7',
      is_current: false,
      an_hour_ago: true,
    });
  });
});

test('a session can be ended by its user only', async () => {
  expect(await outcomes('select public.end_my_session($1)', [phone])).toEqual({
    admin: 'false',
    member: 'true',
    neighbour: 'false',
    stranger: 'false',
    anonymous: '42501 permission denied for function end_my_session',
  });
});

test('an ended session is deleted, and ending it again returns false', async () => {
  await world.transaction(async (transaction) => {
    await openAnother(transaction);
    await transaction.actAs('member');
    await transaction.query('select public.end_my_session($1)', [phone]);
    expect(await transaction.outcome('select id from public.my_sessions()')).toBe('member');
    expect(await transaction.outcome('select public.end_my_session($1)', [phone])).toBe('false');
  });
});

test('without the account’s second factor no session can be seen or ended', async () => {
  await world.transaction(async (transaction) => {
    await openAnother(transaction);
    await transaction.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [world.id('member')],
    );
    await transaction.actAs('member');
    expect(await transaction.outcome('select id from public.my_sessions()')).toBe('none');
    expect(await transaction.outcome('select public.end_my_session($1)', [phone])).toBe('false');
    await transaction.actAs('member', { claims: { aal: 'aal2' } });
    expect(await transaction.outcome('select public.end_my_session($1)', [phone])).toBe('true');
  });
});
