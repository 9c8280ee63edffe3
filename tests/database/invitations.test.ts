import { expect, test } from 'vitest';
import { callers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

/** The stranger's invitation to Acme. */
async function readToken({ actAs, query }: Transaction, customer = 'acme'): Promise<string> {
  await actAs('owner');
  const rows = await query<{ token: string }>('select token from public.invitations where customer_id = $1', [
    world.id(customer),
  ]);
  return rows[0]?.token ?? '';
}

const accept = 'select public.accept_invitation($1)';

test('inserting an invitation returns a token of 64 hexadecimal digits and an expiry in seven days (S3.25)', async () => {
  await world.transaction(async ({ actAs, query }) => {
    await actAs('admin');
    const insert = `insert into public.invitations (customer_id, email, invited_by) values ($1, $2, auth.uid())
      returning token, extract(epoch from expires_at - now())::int / 86400 as days, accepted_at`;
    const [first] = await query(insert, [world.id('acme'), 'a@example.test']);
    const [second] = await query(insert, [world.id('acme'), 'a@example.test']);
    expect(first).toEqual({ token: expect.stringMatching(/^[0-9a-f]{64}$/), days: 7, accepted_at: null });
    expect(second?.token).not.toBe(first?.token);
  });
});

test('the server’s setting determines for how many days an invitation is valid (S3.25)', async () => {
  await world.transaction(async ({ actAs, query }) => {
    await query('update private.settings set invitation_days = 2');
    await actAs('admin');
    const rows = await query(
      `insert into public.invitations (customer_id, email) values ($1, 'a@example.test')
       returning extract(epoch from expires_at - now())::int / 86400 as days`,
      [world.id('acme')],
    );
    expect(rows).toEqual([{ days: 2 }]);
  });
});

test('a caller with the token can read that one invitation, signed in or not (S6.29)', async () => {
  await world.transaction(async (transaction) => {
    const token = await readToken(transaction);
    for (const caller of callers) {
      await transaction.actAs(caller);
      expect(await transaction.query('select * from public.read_invitation($1)', [token])).toEqual([
        { customer_name: 'acme', email: 'stranger@example.test', expires_at: expect.any(Date), is_accepted: false },
      ]);
      for (const other of ['', '%', token.slice(1), token.toUpperCase(), null]) {
        expect(await transaction.query('select * from public.read_invitation($1)', [other])).toEqual([]);
      }
    }
  });
});

test('accepting creates membership, role and date, and the user then sees the customer (S6.28, S6.30)', async () => {
  await world.transaction(async (transaction) => {
    const token = await readToken(transaction);
    await transaction.actAs('stranger');
    expect(await transaction.outcome(accept, [token])).toBe('acme');
    expect(await transaction.outcome('select id from public.customers')).toBe('acme');
    expect(await transaction.outcome('select role from public.user_roles')).toBe('customer');
    expect(
      await transaction.query(
        'select is_active, accepted_at is not null as accepted, customer_id from public.customer_users',
      ),
    ).toEqual([{ is_active: true, accepted: true, customer_id: world.id('acme') }]);
    expect(await transaction.query('select is_accepted from public.read_invitation($1)', [token])).toEqual([
      { is_accepted: true },
    ]);
  });
});

test('accepting again changes nothing, also after an admin ended the membership (S6.30)', async () => {
  await world.transaction(async (transaction) => {
    const token = await readToken(transaction);
    await transaction.actAs('stranger');
    await transaction.query(accept, [token]);
    expect(await transaction.outcome(accept, [token])).toBe('acme');
    await transaction.actAs('admin');
    await transaction.query('delete from public.customer_users where user_id = $1', [world.id('stranger')]);
    await transaction.actAs('stranger');
    expect(await transaction.outcome(accept, [token])).toBe('acme');
    expect(await transaction.outcome('select customer_id from public.customer_users')).toBe('none');
  });
});

test('a removed member can accept a new invitation', async () => {
  await world.transaction(async (transaction) => {
    const token = await readToken(transaction);
    await transaction.actAs('stranger');
    await transaction.query(accept, [token]);
    await transaction.actAs('admin');
    await transaction.query('delete from public.customer_users where user_id = $1', [world.id('stranger')]);
    const [row] = await transaction.query<{ token: string }>(
      `insert into public.invitations (customer_id, email) values ($1, 'stranger@example.test') returning token`,
      [world.id('acme')],
    );
    await transaction.actAs('stranger');
    expect(await transaction.outcome(accept, [row?.token])).toBe('acme');
    expect(await transaction.outcome('select is_active from public.customer_users')).toBe('true');
  });
});

const rejected: [name: string, caller: 'stranger' | 'member', change: string, error: string][] = [
  ['for another email', 'member', '', '42501 This invitation is for another email address'],
  [
    'that another user accepted',
    'stranger',
    'update public.invitations set accepted_at = now()',
    'P0001 This invitation has already been used',
  ],
  [
    'that has expired',
    'stranger',
    'update public.invitations set expires_at = now()',
    'P0001 This invitation has expired',
  ],
  ['that was deleted', 'stranger', 'delete from public.invitations', 'P0001 Invalid invitation link'],
  ['without a session', 'stranger', 'delete from auth.sessions', '42501 Sign in to accept the invitation'],
];

test.each(rejected)(
  'accepting an invitation %s is an error and writes nothing (S4.17, S6.30)',
  async (_, caller, change, error) => {
    await world.transaction(async (transaction) => {
      const token = await readToken(transaction);
      if (change) await transaction.query(change);
      await transaction.actAs(caller);
      expect(await transaction.outcome(accept, [token])).toBe(error);
      await transaction.actAs('owner');
      expect(
        await transaction.outcome(
          `select count(*) from public.customer_users where user_id = $1 and customer_id = $2`,
          [world.id('stranger'), world.id('acme')],
        ),
      ).toBe('0');
    });
  },
);

test('an anonymous caller cannot accept', async () => {
  await world.transaction(async (transaction) => {
    const token = await readToken(transaction);
    await transaction.actAs('anonymous');
    expect(await transaction.outcome(accept, [token])).toBe('42501 permission denied for function accept_invitation');
  });
});

test('emails are compared without regard to case', async () => {
  await world.transaction(async (transaction) => {
    const token = await readToken(transaction);
    await transaction.query(`update public.invitations set email = 'Stranger@Example.TEST' where token = $1`, [token]);
    await transaction.actAs('stranger');
    expect(await transaction.outcome(accept, [token])).toBe('acme');
  });
});
