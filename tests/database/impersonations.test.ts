import { expect, test } from 'vitest';
import { type Caller, setUpWorld } from './world.ts';

const world = setUpWorld();

const begin = 'insert into public.impersonations (customer_id) values ($1) returning customer_id';
const policy = '42501 new row violates row-level security policy for table "impersonations"';

const beginners: [who: Caller, outcome: string][] = [
  ['admin', 'acme'],
  ['colleague', 'acme'],
  ['member', policy],
  ['neighbour', policy],
  ['stranger', policy],
  ['anonymous', '42501 permission denied for table impersonations'],
  ['service', '42501 permission denied for table impersonations'],
];

test.each(beginners)('starting an impersonation as the %s gives %s', async (who, outcome) => {
  await world.transaction(async (transaction) => {
    await transaction.actAs(who);
    expect(await transaction.outcome(begin, [world.id('acme')])).toBe(outcome);
  });
});

test('an impersonation expires after 60 minutes, whatever the caller sends', async () => {
  await world.transaction(async ({ actAs, query, outcome }) => {
    await actAs('admin');
    expect(
      await query(
        `insert into public.impersonations (customer_id) values ($1)
         returning admin_id, (expires_at - started_at)::text as lasts, ended_at`,
        [world.id('acme')],
      ),
    ).toEqual([{ admin_id: world.id('admin'), lasts: '01:00:00', ended_at: null }]);
    expect(
      await outcome(`insert into public.impersonations (customer_id, expires_at) values ($1, 'infinity')`, [
        world.id('acme'),
      ]),
    ).toBe('42501 permission denied for table impersonations');
  });
});

test('no impersonation starts for an inactive customer, or by a former admin', async () => {
  await world.transaction(async ({ actAs, query, outcome }) => {
    await query('update public.customers set is_active = false where id = $1', [world.id('acme')]);
    await query('delete from public.user_roles where user_id = $1', [world.id('colleague')]);
    await actAs('admin');
    expect(await outcome(begin, [world.id('acme')])).toBe(policy);
    await actAs('colleague');
    expect(await outcome(begin, [world.id('globex')])).toBe(policy);
  });
});

test('an admin can end their own impersonation once, at the server’s time, and not a colleague’s (S6.32)', async () => {
  for (const sent of ['now', '2100-01-01', '2000-01-01', 'infinity']) {
    await world.transaction(async ({ actAs, query, outcome }) => {
      const end = `update public.impersonations set ended_at = '${sent}' where customer_id = $1 returning customer_id`;
      await actAs('admin');
      expect(await outcome(end, [world.id('globex')])).toBe('none');
      expect(await outcome(end, [world.id('acme')])).toBe('acme');
      expect(await outcome(end, [world.id('acme')])).toBe('none');
      expect(
        await query('select ended_at = now() as now from public.impersonations where ended_at is not null'),
      ).toEqual([{ now: true }]);
    });
  }
});

test('deleting a customer deletes its impersonations and keeps their activity', async () => {
  await world.transaction(async ({ actAs, query }) => {
    await actAs('admin', { headers: { 'x-impersonation-id': world.id('acme impersonation') } });
    await query('update public.leads set is_approved = true where customer_id = $1', [world.id('acme')]);
    await query('delete from public.customers where id = $1', [world.id('acme')]);
    await actAs('owner');
    expect(await query('select customer_id from public.impersonations')).toEqual([{ customer_id: world.id('globex') }]);
    expect(
      await query(
        `select customer_name, impersonation_id from public.activity where subject = 'leads' and action = 'update'`,
      ),
    ).toEqual([{ customer_name: 'acme', impersonation_id: world.id('acme impersonation') }]);
  });
});
