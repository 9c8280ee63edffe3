import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, persons, type Stage, type World } from './roles.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Invitation = { id: string; token: string; email: string; customer: string; expires_at: string };

/** The invitation of the stranger to Acme, its end as the row API writes it. */
async function invitationOf({ become, query }: Stage): Promise<Invitation> {
  await become('owner');
  const [row] = await query<Invitation>(
    `select id, token, email, 'acme' as customer, to_jsonb(expires_at) #>> '{}' as expires_at
     from public.invitations where customer_id = $1`,
    [world.id('acme')],
  );
  if (!row) throw new Error('Acme has no invitation');
  return row;
}

const claim = (stage: Stage, { token, email, customer, expires_at }: Invitation) =>
  stage.outcome('select public.begin_invitation_email($1, $2, $3, $4)', [token, email, customer, expires_at]);

test('only an admin may have an invitation mailed', async () => {
  const found: Record<string, string> = {};
  for (const person of persons) {
    found[person] = await world.play(async (stage) => {
      const invitation = await invitationOf(stage);
      await stage.become(person);
      return claim(stage, invitation);
    });
  }
  const refused = 'PT403 Only an administrator can send invitations';
  expect(found).toEqual({
    admin: 'acme invitation',
    member: refused,
    neighbour: refused,
    stranger: refused,
    anonymous: '42501 permission denied for function begin_invitation_email',
  });
});

const changes: [name: string, change: Partial<Invitation>, outcome: string][] = [
  ['another token', { token: 'f'.repeat(64) }, 'PT404 There is no such invitation'],
  ['another address', { email: 'other@example.test' }, 'PT404 There is no such invitation'],
  ['another customer', { customer: 'globex' }, 'PT404 There is no such invitation'],
  ['another end', { expires_at: '2031-01-01T00:00:00Z' }, 'PT404 There is no such invitation'],
  ['the address in capitals', { email: 'STRANGER@EXAMPLE.TEST' }, 'acme invitation'],
];

test.each(changes)('a mail with %s', async (_, change, outcome) => {
  await world.play(async (stage) => {
    const invitation = await invitationOf(stage);
    await stage.become('admin');
    expect(await claim(stage, { ...invitation, ...change })).toBe(outcome);
  });
});

test('an end that has been through a date of JavaScript is still the invitation’s', async () => {
  await world.play(async (stage) => {
    const invitation = await invitationOf(stage);
    await stage.become('admin');
    const expires_at = new Date(invitation.expires_at).toISOString();
    expect(await claim(stage, { ...invitation, expires_at })).toBe('acme invitation');
  });
});

test.each([
  ['accepted', 'accepted_at = now()', 'PT409 This invitation has already been used'],
  ['past its end', `expires_at = now() - interval '1 second'`, 'PT409 This invitation has expired'],
])('an invitation that is %s is not mailed', async (_, change, refusal) => {
  await world.play(async (stage) => {
    await stage.query(`update public.invitations set ${change}`);
    const invitation = await invitationOf(stage);
    await stage.become('admin');
    expect(await claim(stage, invitation)).toBe(refusal);
  });
});

const tooMany = 'PT429 Too many invitation emails within an hour: try again later';

test('an invitation is mailed five times an hour', async () => {
  await world.play(async (stage) => {
    const invitation = await invitationOf(stage);
    await stage.become('admin');
    for (let mail = 1; mail <= 5; mail += 1) expect(await claim(stage, invitation)).toBe('acme invitation');
    expect(await claim(stage, invitation)).toBe(tooMany);
    await stage.become('owner');
    await stage.query(`update private.invitation_emails set sent_at = sent_at - interval '61 minutes'`);
    await stage.become('admin');
    expect(await claim(stage, invitation)).toBe('acme invitation');
  });
});

test('an admin has sixty invitations an hour mailed, also where they were taken back since', async () => {
  await world.play(async (stage) => {
    const invitation = await invitationOf(stage);
    await stage.query('insert into private.invitation_emails (sender_id) select $1 from generate_series(1, 60)', [
      world.id('admin'),
    ]);
    await stage.become('admin');
    expect(await claim(stage, invitation)).toBe(tooMany);
    await stage.become('colleague');
    expect(await claim(stage, invitation)).toBe('acme invitation');
  });
});
