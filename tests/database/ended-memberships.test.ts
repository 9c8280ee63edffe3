import { describe, expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const accept = 'select public.accept_invitation($1)';
const DEACTIVATED = '42501 Your access to this customer has been deactivated';

/** Invites an email to a customer, as the owner. Returns the token. */
async function invite({ actAs, query }: Transaction, customer: string, email: string): Promise<string> {
  await actAs('owner');
  const [row] = await query<{ token: string }>(
    'insert into public.invitations (customer_id, email) values ($1, $2) returning token',
    [world.id(customer), email],
  );
  return row?.token ?? '';
}

const isOpen = async ({ actAs, query }: Transaction, token: string) => {
  await actAs('owner');
  const [row] = await query<{ open: boolean }>(
    'select expires_at > now() as open from public.invitations where token = $1',
    [token],
  );
  return row?.open;
};

const setActive = `update public.customer_users set is_active = $1 where user_id = $2 and customer_id = $3 returning user_id`;
const deactivate = (transaction: Transaction) =>
  transaction.outcome(setActive, [false, world.id('member'), world.id('acme')]);

describe('deactivation of a member', () => {
  test.each<[Caller, string, boolean]>([
    ['admin', 'member', false],
    ['service', 'member', false],
    ['member', 'none', true],
    ['neighbour', 'none', true],
    ['stranger', 'none', true],
    ['anonymous', '42501 permission denied for table customer_users', true],
  ])('the %s deactivates a member: %s; an open invitation of the member stays open: %s', async (who, outcome, open) => {
    await world.transaction(async (transaction) => {
      const token = await invite(transaction, 'acme', 'MEMBER@example.test');
      await transaction.actAs(who);
      expect(await deactivate(transaction)).toBe(outcome);
      expect(await isOpen(transaction, token)).toBe(open);
    });
  });

  test('deactivating a member expires no accepted invitation and none to another email or customer', async () => {
    await world.transaction(async (transaction) => {
      const others = [
        await invite(transaction, 'acme', 'stranger@example.test'),
        await invite(transaction, 'globex', 'member@example.test'),
      ];
      const used = await invite(transaction, 'acme', 'member@example.test');
      await transaction.query('update public.invitations set accepted_at = now() where token = $1', [used]);
      await transaction.actAs('admin');
      await deactivate(transaction);
      for (const token of [...others, used]) expect(await isOpen(transaction, token)).toBe(true);
    });
  });

  test.each([
    ['deactivating', 'update public.customer_users set is_active = false where user_id = $1'],
    ['removing', 'delete from public.customer_users where user_id = $1'],
  ])('%s expires an open invitation of the member', async (_, end) => {
    await world.transaction(async (transaction) => {
      const token = await invite(transaction, 'acme', 'member@example.test');
      await transaction.actAs('admin');
      await transaction.query(end, [world.id('member')]);
      await transaction.actAs('member');
      expect(await transaction.outcome(accept, [token])).toBe('P0001 This invitation has expired');
      expect(await transaction.outcome('select customer_id from public.leads')).toBe('none');
    });
  });

  test('deleting an account or a customer works with open invitations', async () => {
    await world.transaction(async (transaction) => {
      await invite(transaction, 'acme', 'member@example.test');
      await transaction.query('delete from auth.users where id = $1', [world.id('member')]);
      await transaction.query('delete from public.customers where id = $1', [world.id('acme')]);
      expect(await transaction.outcome('select customer_id from public.invitations')).toBe('globex');
    });
  });
});

describe('reactivation by an invitation', () => {
  test('neither a renewed invitation nor one to an email that the member changed to later reactivates a member', async () => {
    await world.transaction(async (transaction) => {
      const token = await invite(transaction, 'acme', 'second@example.test');
      await deactivate(transaction);
      await transaction.query(`update auth.users set email = 'second@example.test' where id = $1`, [
        world.id('member'),
      ]);
      await transaction.actAs('member');
      expect(await transaction.outcome(accept, [token])).toBe(DEACTIVATED);
      await transaction.actAs('owner');
      expect(
        await transaction.outcome('select is_active from public.customer_users where user_id = $1', [
          world.id('member'),
        ]),
      ).toBe('false');
      expect(await transaction.outcome('select accepted_at from public.invitations where token = $1', [token])).toBe(
        'null',
      );
    });
  });

  test('an active member can accept another invitation', async () => {
    await world.transaction(async (transaction) => {
      const token = await invite(transaction, 'acme', 'member@example.test');
      await transaction.actAs('member');
      expect(await transaction.outcome(accept, [token])).toBe('acme');
      expect(await transaction.outcome('select is_active from public.customer_users')).toBe('true');
    });
  });

  test('deactivating a member who is accepting an invitation causes no deadlock', async () => {
    const [one, other] = await Promise.all([world.connect(), world.connect()]);
    const claims = JSON.stringify({ sub: world.id('member'), session_id: world.id('member'), aal: 'aal1' });
    try {
      const { rows } = await one.query(
        `insert into public.invitations (customer_id, email) values ($1, 'member@example.test') returning token`,
        [world.id('acme')],
      );
      await other.query('begin');
      await other.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      await one.query('begin');
      await one.query('select from public.customer_users where user_id = $1 for update', [world.id('member')]);
      const accepted = other.query(accept, [rows[0].token]).catch((error: Error) => error.message);
      await one.query(setActive, [false, world.id('member'), world.id('acme')]);
      await one.query('commit');
      expect(await accepted).toBe('This invitation has expired');
    } finally {
      await other.end();
      await one.query('update public.customer_users set is_active = true where user_id = $1', [world.id('member')]);
      await one.query(`delete from public.invitations where email = 'member@example.test'`);
      await one.end();
    }
  });
});

describe('invitations of a deactivated member', () => {
  const rejected = '23514 member@example.test is a deactivated member of this customer: reactivate the user instead';
  const insert = `insert into public.invitations (customer_id, email) values ($1, 'Member@example.test') returning customer_id`;

  test('a deactivated member cannot be invited by a new invitation, or by renewing or changing the email of one', async () => {
    await world.transaction(async (transaction) => {
      const token = await invite(transaction, 'acme', 'member@example.test');
      const other = await invite(transaction, 'acme', 'other@example.test');
      await deactivate(transaction);
      await transaction.actAs('admin');
      expect(await transaction.outcome(insert, [world.id('acme')])).toBe(rejected.replace('member@', 'Member@'));
      const [{ id } = { id: '' }] = await transaction.query<{ id: string }>(
        'select id from public.invitations where token = $1',
        [token],
      );
      expect(await transaction.outcome('select public.renew_invitation($1)', [id])).toBe(rejected);
      expect(
        await transaction.outcome(`update public.invitations set email = 'member@example.test' where token = $1`, [
          other,
        ]),
      ).toBe(rejected);
    });
  });

  test('a deactivated member can be invited to another customer, and to the same one once reactivated', async () => {
    await world.transaction(async (transaction) => {
      await deactivate(transaction);
      await transaction.actAs('admin');
      expect(await transaction.outcome(insert, [world.id('globex')])).toBe('globex');
      await transaction.query(setActive, [true, world.id('member'), world.id('acme')]);
      expect(await transaction.outcome(insert, [world.id('acme')])).toBe('acme');
    });
  });
});
