// Writes that must fail: into another customer, out of one's own, and to one's own rights.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isAdmin, isAnonymous, type Role, roles } from './roles.ts';
import { claimsOfUser, openSigner, seconds } from './signing.ts';
import { world } from './world.ts';

const others = roles.filter((role) => !isAdmin(role));
const users = others.filter((role) => !isAnonymous(role));

/** Sends the request as each role in turn and checks that nothing changes. Returns the distinct outcomes. */
async function attempt(senders: readonly Role[], request: string, body?: unknown, prefer = 'return=representation') {
  const before = await world.digest();
  const outcomes = new Set<string>();
  for (const role of senders) {
    const own = JSON.parse(
      JSON.stringify(body ?? null).replaceAll(':own', world.id(isAnonymous(role) ? 'stranger' : role)),
    );
    const target = request.replace(':own', world.id(isAnonymous(role) ? 'stranger' : role));
    const { status, body: answer } = await world.request(role, named(target), {
      ...(body !== undefined && { body: world.withIds(own) }),
      headers: { prefer },
    });
    outcomes.add(`${status} ${answer?.message ?? JSON.stringify(answer)}`);
  }
  expect(await world.digest()).toBe(before);
  return [...outcomes].sort();
}

/** Replaces `:globex lead` and the like by ids. */
const named = (target: string) => target.replace(/:([a-z]+(?: [a-z]+)?)/g, (_, name: string) => world.id(name));

const policy = (table: string) => `new row violates row-level security policy for table "${table}"`;

describe('writes into another customer', () => {
  const row = { name: 'x', customer_id: ':globex' };

  test('one row of another customer among many: none is written', async () => {
    const rows = [{ ...row, customer_id: ':acme' }, row];
    expect(await attempt(['member'], 'POST /rest/v1/campaigns', rows)).toEqual([`403 ${policy('campaigns')}`]);
  });

  test('a member cannot write into another customer with ?columns or with missing=default', async () => {
    const target = 'POST /rest/v1/campaigns?columns=name,customer_id';
    expect(await attempt(['member'], target, [{ ...row, id: ':own' }])).toEqual([`403 ${policy('campaigns')}`]);
    expect(await attempt(['member'], 'POST /rest/v1/campaigns', row, 'missing=default')).toEqual([
      `403 ${policy('campaigns')}`,
    ]);
  });

  test('a member cannot write into another customer by an upsert', async () => {
    for (const resolution of ['resolution=merge-duplicates', 'resolution=ignore-duplicates']) {
      const outcomes = await Promise.all([
        attempt(['member'], 'POST /rest/v1/campaigns?on_conflict=id', { ...row, id: ':globex campaign' }, resolution),
        attempt(['member'], 'POST /rest/v1/leads?on_conflict=id', { ...row, id: ':globex lead' }, resolution),
        attempt(['member'], 'POST /rest/v1/customers?on_conflict=id', { id: ':globex', name: 'x' }, resolution),
      ]);
      for (const [outcome] of outcomes) expect(outcome).toMatch(/^403 /);
    }
  });

  test('a member cannot write into another customer by adding a step to another customer’s campaign or moving one there', async () => {
    const step = { campaign_id: ':globex campaign', step_number: 1, step_type: 'email' };
    expect(await attempt(['member'], 'POST /rest/v1/campaign_steps', step)).toEqual([
      `403 ${policy('campaign_steps')}`,
    ]);
    expect(await attempt(['member'], 'POST /rest/v1/campaign_steps', { ...step, customer_id: ':globex' })).toEqual([
      `403 ${policy('campaign_steps')}`,
    ]);
    expect(await attempt(['member'], 'POST /rest/v1/campaign_steps', { ...step, customer_id: ':acme' })).toEqual([
      '409 insert or update on table "campaign_steps" violates foreign key constraint "campaign_steps_campaign_id_fkey"',
    ]);
    expect(await attempt(['member'], 'PATCH /rest/v1/campaign_steps', { campaign_id: ':globex campaign' })).toEqual([
      '403 permission denied for table campaign_steps',
    ]);
  });

  test.each([
    ['leads', ':acme lead', ':globex'],
    ['leads', ':globex lead', ':acme'],
    ['companies', ':acme company', ':globex'],
    ['companies', ':globex company', ':acme'],
    ['campaigns', ':acme campaign', ':globex'],
    ['campaigns', ':globex campaign', ':acme'],
    ['customer_users', ':acme membership', ':globex'],
  ])(
    'a member cannot write into another customer by moving in %s the row %s to %s',
    async (table, from, customer_id) => {
      const outcomes = await attempt(others, `PATCH /rest/v1/${table}?id=eq.${from}`, { customer_id });
      for (const outcome of outcomes) expect(outcome).toMatch(/^(40[13] |200 \[\]$)/);
    },
  );

  test('a member cannot write into another customer by choosing an id', async () => {
    const campaign = { ...row, customer_id: ':acme', id: ':globex campaign' };
    const added = { ...campaign, id: randomUUID() };
    const denied = ['403 permission denied for table campaigns'];
    expect(await attempt(['member'], 'POST /rest/v1/campaigns', campaign)).toEqual(denied);
    expect(await attempt(['member'], 'POST /rest/v1/campaigns', added)).toEqual(denied);
  });
});

describe('rights of users', () => {
  test.each([
    ['POST /rest/v1/user_roles', { user_id: ':own', role: 'admin' }],
    ['POST /rest/v1/user_roles?on_conflict=user_id,role', { user_id: ':own', role: 'admin' }],
    ['PATCH /rest/v1/user_roles?user_id=eq.:own', { role: 'admin' }],
    ['PATCH /rest/v1/user_roles?role=eq.admin', { user_id: ':own' }],
    ['DELETE /rest/v1/user_roles?role=eq.admin', undefined],
    ['POST /rest/v1/customer_users', { user_id: ':own', customer_id: ':globex' }],
    [
      'POST /rest/v1/customer_users',
      { user_id: ':own', customer_id: ':globex', is_active: true, invited_by: ':admin' },
    ],
    ['PATCH /rest/v1/customer_users?user_id=eq.:own', { is_active: true, accepted_at: '2026-01-01' }],
    ['PATCH /rest/v1/customer_users?user_id=eq.:own', { role: 'approver' }],
    ['PATCH /rest/v1/customers?id=eq.:initech', { is_active: true }],
    ['POST /rest/v1/invitations', { customer_id: ':globex', email: 'stranger@example.test' }],
    ['PATCH /rest/v1/invitations', { email: 'stranger@example.test' }],
    ['POST /rest/v1/impersonations', { customer_id: ':globex' }],
    ['PATCH /rest/v1/profiles?id=eq.:neighbour', { full_name: 'x' }],
    ['POST /rest/v1/rpc/accept_invitation', { token: ':globex token' }],
  ])('users cannot raise their own rights: %s %j', async (request, body) => {
    const outcomes = await attempt(
      others.filter((role) => role !== 'neighbour'),
      request,
      body,
    );
    for (const outcome of outcomes) expect(outcome).toMatch(/^(40[13] |200 \[\]$|400 .*invitation)/);
  });

  test('users cannot raise their own rights by account metadata', async () => {
    const metadata = { role: 'admin', is_admin: true, customer_id: world.id('globex') };
    for (const role of users) {
      for (const body of [
        { data: metadata },
        { app_metadata: metadata },
        { data: {}, role: 'service_role', aud: 'x' },
      ]) {
        const { status, body: user } = await world.request(role, 'PUT /auth/v1/user', { body });
        if (status === 200) expect(user).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
        if (status === 200) expect(user.app_metadata.role).toBeUndefined();
        else expect([role, 401, 403]).toContain(role === 'departed' ? role : status);
      }
      expect((await world.request(role, 'GET /rest/v1/invitations')).body).toEqual([]);
      expect((await world.request(role, 'POST /rest/v1/rpc/system_version', { body: {} })).status).toBe(403);
    }
  });

  test('users cannot raise their own rights by the body of a sign-up', async () => {
    const body = {
      email: 'climber@example.test',
      password: 'a good password',
      role: 'service_role',
      app_metadata: { role: 'admin' },
      data: { role: 'admin', customer_id: world.id('globex') },
    };
    const { body: session } = await world.request('stranger', 'POST /auth/v1/signup', { body });
    const token = session.access_token;
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect([claims.role, claims.aal, claims.app_metadata.role]).toEqual(['authenticated', 'aal1', undefined]);
    for (const table of ['user_roles', 'customers', 'leads', 'customer_users']) {
      expect((await world.request('stranger', `GET /rest/v1/${table}`, { token })).body).toEqual([]);
    }
  });
});

describe('last admin', () => {
  const last = '400 The last admin cannot be removed';

  test('the last admin cannot be removed through user_roles', async () => {
    const gone = ['colleague', 'departed', 'halfway'].map((name) => world.id(name));
    const removal = await world.request('admin', `DELETE /rest/v1/user_roles?role=eq.admin&user_id=in.(${gone})`);
    expect(removal.status).toBe(204);
    const own = `/rest/v1/user_roles?user_id=eq.${world.id('admin')}`;
    expect(await attempt(['admin'], `DELETE ${own}`)).toEqual([last]);
    expect(await attempt(['admin'], `PATCH ${own}`, { role: 'customer' })).toEqual([last]);
    expect(await attempt(['admin'], 'DELETE /rest/v1/user_roles')).toEqual([last]);
    expect(await attempt(['admin'], 'PATCH /rest/v1/user_roles?role=eq.admin', { role: 'customer' })).toEqual([last]);
  });

  test('the last admin cannot be deleted by the service role', async () => {
    const { sign } = await openSigner(world.server);
    const token = await sign({ role: 'service_role', exp: seconds() + 60 });
    const { status } = await world.request('admin', `DELETE /auth/v1/admin/users/${world.id('admin')}`, { token });
    expect(status).toBe(409);
    expect((await world.request('admin', 'GET /rest/v1/user_roles?role=eq.admin')).body).toHaveLength(1);
  });

  test('an admin can remove their own role once there is another admin', async () => {
    const role = { user_id: world.id('colleague'), role: 'admin' };
    expect((await world.request('admin', 'POST /rest/v1/user_roles', { body: role })).status).toBe(201);
    const own = `DELETE /rest/v1/user_roles?user_id=eq.${world.id('admin')}`;
    expect((await world.request('admin', own)).status).toBe(204);
    expect((await world.request('admin', 'GET /rest/v1/leads')).body).toEqual([]);
    const { sign } = await openSigner(world.server);
    const token = await sign(claimsOfUser(world.id('colleague')));
    expect((await world.request('admin', 'GET /rest/v1/leads', { token })).body).toHaveLength(3);
  });
});
