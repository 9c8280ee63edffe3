import { expect, test } from 'vitest';
import { type Caller, callers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const confirm = 'select public.confirm_invitation_email($1) is not null';
const renew = 'select extract(day from public.renew_invitation($1) - now())';

/** What a statement about Acme's invitation answers each person. */
async function outcomes(statement: string, prepare: (transaction: Transaction, person: Caller) => Promise<unknown>) {
  const found: Record<string, string> = {};
  for (const person of callers) {
    found[person] = await world.transaction(async (transaction) => {
      await prepare(transaction, person);
      await transaction.actAs(person);
      return transaction.outcome(statement, [world.id('acme invitation')]);
    });
  }
  return found;
}

/** A mail of Acme's invitation that the person may send. */
const claimed = (transaction: Transaction, person: Caller) =>
  person === 'anonymous'
    ? Promise.resolve()
    : transaction.query('insert into private.invitation_emails (invitation_id, sender_id) values ($1, $2)', [
        world.id('acme invitation'),
        world.id(person),
      ]);

test('only an admin puts on record that an invitation was mailed', async () => {
  const refused = 'PT403 Only an administrator can send invitations';
  expect(await outcomes(confirm, claimed)).toEqual({
    admin: 'true',
    member: refused,
    neighbour: refused,
    stranger: refused,
    anonymous: '42501 permission denied for function confirm_invitation_email',
  });
});

test('a new invitation counts as not mailed until its mail is confirmed, and only that one', async () => {
  await world.transaction(async (transaction) => {
    const mailed = 'select customer_id from public.invitations where mailed_at is not null';
    expect(await transaction.outcome(mailed)).toBe('none');
    await claimed(transaction, 'admin');
    await transaction.actAs('admin');
    await transaction.query(confirm, [world.id('acme invitation')]);
    expect(await transaction.outcome(mailed)).toBe('acme');
  });
});

test('a mail that nobody, or somebody else, was allowed to send cannot be confirmed', async () => {
  await world.transaction(async (transaction) => {
    await claimed(transaction, 'colleague');
    await transaction.actAs('admin');
    for (const invitation of ['acme invitation', 'globex invitation']) {
      expect(await transaction.outcome(confirm, [world.id(invitation)])).toBe(
        'PT404 There is no such invitation email',
      );
    }
  });
});

test('only an admin renews an invitation', async () => {
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

test('a renewed invitation keeps its link; an accepted one is not renewed', async () => {
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
