import { expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const confirm = 'select public.confirm_invitation_email($1) is not null';
const renew = 'select extract(day from public.renew_invitation($1) - now())';

const outcomes = (statement: string, prepare: (transaction: Transaction, caller: Caller) => Promise<unknown>) =>
  world.outcomes(statement, [world.id('acme invitation')], { prepare });

/** Begins an email of Acme's invitation, as `begin_invitation_email` records it. */
const beginEmail = (transaction: Transaction, caller: Caller) =>
  caller === 'anonymous'
    ? Promise.resolve()
    : transaction.query('insert into private.invitation_emails (invitation_id, sender_id) values ($1, $2)', [
        world.id('acme invitation'),
        world.id(caller),
      ]);

test('only an admin can confirm that an invitation was emailed', async () => {
  const rejected = 'PT403 Only an administrator can send invitations';
  expect(await outcomes(confirm, beginEmail)).toEqual({
    admin: 'true',
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function confirm_invitation_email',
  });
});

test('a new invitation has no mailed_at until its email is confirmed', async () => {
  await world.transaction(async (transaction) => {
    const mailed = 'select customer_id from public.invitations where mailed_at is not null';
    expect(await transaction.outcome(mailed)).toBe('none');
    await beginEmail(transaction, 'admin');
    await transaction.actAs('admin');
    await transaction.query(confirm, [world.id('acme invitation')]);
    expect(await transaction.outcome(mailed)).toBe('acme');
  });
});

test('an email that was not begun, or begun by another admin, cannot be confirmed', async () => {
  await world.transaction(async (transaction) => {
    await beginEmail(transaction, 'colleague');
    await transaction.actAs('admin');
    for (const invitation of ['acme invitation', 'globex invitation']) {
      expect(await transaction.outcome(confirm, [world.id(invitation)])).toBe(
        'PT404 There is no such invitation email',
      );
    }
  });
});

test('only an admin can renew an invitation', async () => {
  expect(
    await outcomes(renew, (transaction) => transaction.query('update public.invitations set expires_at = now()')),
  ).toEqual({
    admin: '7',
    member: 'null',
    neighbour: 'null',
    stranger: 'null',
    anonymous: '42501 permission denied for function renew_invitation',
  });
});

test('renewing keeps the invitation’s link; an accepted invitation cannot be renewed', async () => {
  await world.transaction(async (transaction) => {
    const token = 'select token from public.invitations where customer_id = $1';
    const before = await transaction.outcome(token, [world.id('acme')]);
    await transaction.actAs('admin');
    await transaction.query(renew, [world.id('acme invitation')]);
    expect(await transaction.outcome(token, [world.id('acme')])).toBe(before);
    await transaction.query('update public.invitations set accepted_at = now()');
    expect(await transaction.outcome(renew, [world.id('acme invitation')])).toBe('null');
  });
});
