import { expect, test } from 'vitest';
import { callers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Invitation = { id: string; token: string; email: string; customer: string; expires_at: string };

/** The stranger's invitation to Acme, with its expiry as the row API writes it. */
async function readInvitation({ actAs, query }: Transaction): Promise<Invitation> {
  await actAs('owner');
  const [row] = await query<Invitation>(
    `select id, token, email, 'acme' as customer, to_jsonb(expires_at) #>> '{}' as expires_at
     from public.invitations where customer_id = $1`,
    [world.id('acme')],
  );
  if (!row) throw new Error('Acme has no invitation');
  return row;
}

const claim = (transaction: Transaction, { token, email, customer, expires_at }: Invitation) =>
  transaction.outcome('select public.begin_invitation_email($1, $2, $3, $4)', [token, email, customer, expires_at]);

test('only an admin can begin an invitation email', async () => {
  const found: Record<string, string> = {};
  for (const caller of callers) {
    found[caller] = await world.transaction(async (transaction) => {
      const invitation = await readInvitation(transaction);
      await transaction.actAs(caller);
      return claim(transaction, invitation);
    });
  }
  const rejected = 'PT403 Only an administrator can send invitations';
  expect(found).toEqual({
    admin: 'acme invitation',
    member: rejected,
    neighbour: rejected,
    stranger: rejected,
    anonymous: '42501 permission denied for function begin_invitation_email',
  });
});

const changes: [name: string, change: Partial<Invitation>, outcome: string][] = [
  ['another token', { token: 'f'.repeat(64) }, 'PT404 There is no such invitation'],
  ['another email', { email: 'other@example.test' }, 'PT404 There is no such invitation'],
  ['another customer', { customer: 'globex' }, 'PT404 There is no such invitation'],
  ['another end', { expires_at: '2031-01-01T00:00:00Z' }, 'PT404 There is no such invitation'],
  ['the email in capitals', { email: 'STRANGER@EXAMPLE.TEST' }, 'acme invitation'],
];

test.each(changes)('an email with %s is begun or rejected', async (_, change, outcome) => {
  await world.transaction(async (transaction) => {
    const invitation = await readInvitation(transaction);
    await transaction.actAs('admin');
    expect(await claim(transaction, { ...invitation, ...change })).toBe(outcome);
  });
});

test('an expiry rounded to milliseconds by JavaScript matches the invitation', async () => {
  await world.transaction(async (transaction) => {
    const invitation = await readInvitation(transaction);
    await transaction.actAs('admin');
    const expires_at = new Date(invitation.expires_at).toISOString();
    expect(await claim(transaction, { ...invitation, expires_at })).toBe('acme invitation');
  });
});

test.each([
  ['accepted', 'accepted_at = now()', 'PT409 This invitation has already been used'],
  ['past its end', `expires_at = now() - interval '1 second'`, 'PT409 This invitation has expired'],
])('an invitation that is %s cannot be emailed', async (_, change, error) => {
  await world.transaction(async (transaction) => {
    await transaction.query(`update public.invitations set ${change}`);
    const invitation = await readInvitation(transaction);
    await transaction.actAs('admin');
    expect(await claim(transaction, invitation)).toBe(error);
  });
});

const tooMany = 'PT429 Too many invitation emails within an hour: try again later';

test('an invitation can be emailed five times an hour', async () => {
  await world.transaction(async (transaction) => {
    const invitation = await readInvitation(transaction);
    await transaction.actAs('admin');
    for (let mail = 1; mail <= 5; mail += 1) expect(await claim(transaction, invitation)).toBe('acme invitation');
    expect(await claim(transaction, invitation)).toBe(tooMany);
    await transaction.actAs('owner');
    await transaction.query(`update private.invitation_emails set sent_at = sent_at - interval '61 minutes'`);
    await transaction.actAs('admin');
    expect(await claim(transaction, invitation)).toBe('acme invitation');
  });
});

test('an admin can email sixty invitations an hour, deleted ones included', async () => {
  await world.transaction(async (transaction) => {
    const invitation = await readInvitation(transaction);
    await transaction.query('insert into private.invitation_emails (sender_id) select $1 from generate_series(1, 60)', [
      world.id('admin'),
    ]);
    await transaction.actAs('admin');
    expect(await claim(transaction, invitation)).toBe(tooMany);
    await transaction.actAs('colleague');
    expect(await claim(transaction, invitation)).toBe('acme invitation');
  });
});
