import { describe, expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** The rows that a member of Acme can read of each table, view and function that shows customers' rows. */
const readings: [text: string, withRole: string, without: string][] = [
  ['select id from public.customers', 'acme', 'none'],
  ['select customer_id from public.leads', 'acme', 'none'],
  ['select customer_id from public.companies', 'acme', 'none'],
  ['select customer_id from public.campaigns', 'acme', 'none'],
  ['select campaign_id from public.campaign_steps', 'acme campaign', 'none'],
  ['select customer_id from public.audience_summary', 'acme', 'none'],
  ['select customer_id from public.campaign_counts', 'acme', 'none'],
  ['select customer_id from public.customer_counts', 'acme', 'none'],
  ['select public.audience_names()', 'Founders', 'none'],
  [`select customer_id from public.search_leads('Ada')`, 'acme', 'none'],
  ['select public.count_leads()', '1', '0'],
  ['select public.count_companies()', '1', '0'],
  ['update public.leads set is_approved = true returning customer_id', 'acme', 'none'],
  ['update public.companies set is_approved = true returning customer_id', 'acme', 'none'],
  [`update public.campaigns set name = 'Again' returning customer_id`, 'acme', 'none'],
  ['delete from public.campaign_steps returning campaign_id', 'acme campaign', 'none'],
  [
    `insert into public.campaigns (customer_id, name) values (:acme, 'Mine') returning customer_id`,
    'acme',
    '42501 new row violates row-level security policy for table "campaigns"',
  ],
];

describe('the role customer', () => {
  const openInvitations = async ({ actAs, outcome }: Transaction) => {
    await actAs('owner');
    return outcome('select email from public.invitations where expires_at > now()');
  };
  const removeRole = `delete from public.user_roles where user_id = $1 and role = 'customer' returning user_id`;

  test.each(readings)(
    'a member’s %s returns %s with the role customer, %s without',
    async (statement, withRole, without) => {
      for (const [role, expected] of [
        ['customer', withRole],
        ['none', without],
      ] as const) {
        await world.transaction(async (transaction) => {
          if (role === 'none') await transaction.query(removeRole, [world.id('member')]);
          await transaction.actAs('member');
          expect(await transaction.outcome(world.withIds(statement))).toBe(expected);
        });
      }
    },
  );

  test.each<[Caller, string]>([
    ['admin', 'member'],
    ['service', 'member'],
    ['member', 'none'],
    ['neighbour', 'none'],
    ['stranger', 'none'],
    ['anonymous', '42501 permission denied for table user_roles'],
  ])('the role customer can be removed by the %s: %s', async (who, outcome) => {
    await world.transaction(async (transaction) => {
      await transaction.actAs(who);
      expect(await transaction.outcome(removeRole, [world.id('member')])).toBe(outcome);
    });
  });

  test('the role customer is not required of an admin', async () => {
    await world.transaction(async (transaction) => {
      await transaction.actAs('admin');
      expect(await transaction.outcome('select id from public.customers')).toBe('acme globex');
    });
  });

  test('the role customer shows the same rows when granted again', async () => {
    await world.transaction(async (transaction) => {
      await transaction.actAs('admin');
      await transaction.query(removeRole, [world.id('member')]);
      await transaction.query(`insert into public.user_roles (user_id, role) values ($1, 'customer')`, [
        world.id('member'),
      ]);
      await transaction.actAs('member');
      expect(await transaction.outcome('select id from public.customers')).toBe('acme');
    });
  });

  test.each([
    ['deleting', removeRole],
    ['changing', `update public.user_roles set role = 'admin' where user_id = $1 returning user_id`],
  ])('the role customer %s it expires every open invitation of the user', async (_, statement) => {
    await world.transaction(async (transaction) => {
      await transaction.query(
        world.withIds(
          `insert into public.invitations (customer_id, email) values (:acme, 'Member@example.test'), (:globex, 'member@example.test')`,
        ),
      );
      await transaction.actAs('admin');
      expect(await transaction.outcome(statement, [world.id('member')])).toBe('member');
      expect(await openInvitations(transaction)).toBe('stranger@example.test stranger@example.test');
    });
  });

  test('the role customer removing the role admin expires no invitation', async () => {
    await world.transaction(async (transaction) => {
      await transaction.query(
        world.withIds(`insert into public.invitations (customer_id, email) values (:acme, 'colleague@example.test')`),
      );
      await transaction.actAs('admin');
      await transaction.query(`delete from public.user_roles where user_id = $1 and role = 'admin'`, [
        world.id('colleague'),
      ]);
      expect(await openInvitations(transaction)).toBe(
        'colleague@example.test stranger@example.test stranger@example.test',
      );
    });
  });
});
