// The row calls of the specification, section 7, as it writes them, for the persons that they are meant for.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acme, globex, openWorld, type World } from './rest/world.ts';

let world: World;
let adminId: string;
let memberId: string;
const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

beforeAll(async () => {
  world = await openWorld();
  adminId = subjectOf(world.admin);
  memberId = subjectOf(world.member);
});
afterAll(() => world.stop());

const admin = () => world.client(world.admin);
const member = () => world.client(world.member);

/** Leads of Globex made for one test, by their ids. */
async function newLeads(count: number, row: Record<string, unknown> = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({ customer_id: globex, name: randomUUID(), ...row }));
  const { data } = await admin().from('leads').insert(rows).select('id').throwOnError();
  return (data as { id: string }[]).map(({ id }) => id);
}

test('data calls are authenticated: without a token there is not a row', async () => {
  for (const table of ['leads', 'companies', 'customers', 'campaigns', 'campaign_steps', 'profiles', 'user_roles']) {
    expect(await world.client().from(table).select()).toMatchObject({ status: 401, error: { code: '42501' } });
  }
});

describe('who somebody is', () => {
  test('user_roles: select role where user_id matches', async () => {
    expect((await admin().from('user_roles').select('role').eq('user_id', adminId)).data).toEqual([{ role: 'admin' }]);
  });

  test('user_roles: insert {user_id, role}', async () => {
    await admin().from('user_roles').delete().eq('user_id', memberId).throwOnError();
    expect((await admin().from('user_roles').insert({ user_id: memberId, role: 'customer' })).status).toBe(201);
    const { data } = await member().from('user_roles').select('role').eq('user_id', memberId);
    expect(data).toEqual([{ role: 'customer' }]);
  });

  test('customer_users: select customer_id where user_id matches and is_active true', async () => {
    const call = member().from('customer_users').select('customer_id').eq('user_id', memberId).eq('is_active', true);
    expect((await call).data).toEqual([{ customer_id: acme }]);
  });

  test('customer_users: select with profile email and full_name by customer_id', async () => {
    const { data } = await admin()
      .from('customer_users')
      .select('id, profiles(email, full_name)')
      .eq('customer_id', acme);
    expect(data).toEqual([
      { id: expect.any(String), profiles: { email: expect.stringMatching(/^member-/), full_name: null } },
    ]);
  });

  test('customer_users: count by customer and by user where active', async () => {
    const counted = () =>
      admin().from('customer_users').select('*', { count: 'exact', head: true }).eq('is_active', true);
    expect((await counted().eq('customer_id', acme)).count).toBe(1);
    expect((await counted().eq('user_id', memberId)).count).toBe(1);
    expect((await counted().eq('user_id', adminId)).count).toBe(0);
  });

  test('profiles: select all newest first, select full_name by id, count', async () => {
    const all = await admin().from('profiles').select('id').order('created_at', { ascending: false });
    expect(all.data).toEqual([{ id: memberId }, { id: adminId }]);
    const own = await member().from('profiles').select('full_name').eq('id', memberId).single();
    expect(own.data).toEqual({ full_name: null });
    expect((await admin().from('profiles').select('*', { count: 'exact', head: true })).count).toBe(2);
  });
});

describe('leads', () => {
  test('select all, filtered by the effective customers, newest first', async () => {
    const { data } = await member()
      .from('leads')
      .select('name, created_at')
      .in('customer_id', [acme])
      .order('created_at', { ascending: false });
    const leads = data as { name: string; created_at: string }[];
    expect(leads.map(({ name }) => name).sort()).toEqual(['Ada', 'Bob, Jr.', 'Cy']);
    expect(leads.map(({ created_at }) => created_at)).toEqual(
      leads
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    );
  });

  test('update is_approved by id and by a set of 200 ids', async () => {
    const ids = await newLeads(200);
    expect((await admin().from('leads').update({ is_approved: true }).eq('id', ids[0])).status).toBe(204);
    const update = admin().from('leads').update({ is_approved: false }, { count: 'exact' }).in('id', ids);
    expect(await update).toMatchObject({ status: 204, count: 200 });
  });

  test('update audience by a set of 100 ids', async () => {
    const ids = await newLeads(100);
    const update = admin().from('leads').update({ audience: 'Nordics' }, { count: 'exact' }).in('id', ids);
    expect(await update).toMatchObject({ status: 204, count: 100 });
  });

  test('delete by a set of 200 ids', async () => {
    const ids = await newLeads(200);
    expect(await admin().from('leads').delete({ count: 'exact' }).in('id', ids)).toMatchObject({
      status: 204,
      count: 200,
    });
  });

  test('select approved of one customer for the export', async () => {
    const [id] = await newLeads(1, { is_approved: true, name: 'Approved one' });
    const { data } = await admin()
      .from('leads')
      .select('id')
      .eq('is_approved', true)
      .eq('customer_id', globex)
      .eq('id', id);
    expect(data).toEqual([{ id }]);
  });

  test('select audience where not null, of one customer', async () => {
    await newLeads(1, { audience: 'Only here' });
    const { data } = await admin()
      .from('leads')
      .select('audience')
      .not('audience', 'is', null)
      .eq('customer_id', globex);
    expect(data).toContainEqual({ audience: 'Only here' });
    expect(data).not.toContainEqual({ audience: null });
  });

  test('count by customer', async () => {
    const { count } = await admin().from('leads').select('*', { count: 'exact', head: true }).eq('customer_id', acme);
    expect(count).toBe(3);
  });
});

describe('customers', () => {
  test('select all ordered by name, select id and name where is_active, select by id', async () => {
    const all = await admin().from('customers').select('*').order('name');
    expect((all.data as { name: string }[]).map(({ name }) => name)).toEqual(['Acme', 'Globex']);
    const active = await admin().from('customers').select('id, name').eq('is_active', true).order('name');
    expect(active.data).toEqual([
      { id: acme, name: 'Acme' },
      { id: globex, name: 'Globex' },
    ]);
    expect((await admin().from('customers').select('*').eq('id', acme).single()).data).toMatchObject({ name: 'Acme' });
  });

  test('insert {name, created_by}', async () => {
    const insert = admin().from('customers').insert({ name: 'Initech', created_by: adminId }).select().single();
    const { data } = (await insert) as { data: { id: string; name: string; is_active: boolean } };
    expect(data).toMatchObject({ name: 'Initech', is_active: true, created_by: adminId });
    await admin().from('customers').delete().eq('id', data.id).throwOnError();
  });
});

describe('companies', () => {
  test('select, update is_approved by id, count and delete by ids', async () => {
    const rows = Array.from({ length: 200 }, () => ({ customer_id: globex, name: randomUUID() }));
    const { data } = await admin().from('companies').insert(rows).select('id').throwOnError();
    const ids = (data as { id: string }[]).map(({ id }) => id);
    const read = admin()
      .from('companies')
      .select('id')
      .in('customer_id', [globex])
      .order('created_at', { ascending: false });
    expect((await read).data).toHaveLength(200);
    const approval = admin().from('companies').update({ is_approved: true }, { count: 'exact' });
    expect((await approval.in('id', ids)).count).toBe(200);
    const counted = admin().from('companies').select('*', { count: 'exact', head: true }).eq('customer_id', globex);
    expect((await counted).count).toBe(200);
    expect((await admin().from('companies').delete({ count: 'exact' }).in('id', ids)).count).toBe(200);
  });
});

describe('campaigns', () => {
  test('a member’s campaigns and their steps, from the insert to the delete', async () => {
    const { data: made } = await member()
      .from('campaigns')
      .insert({ name: 'Spring', customer_id: acme })
      .select()
      .single();
    const campaign = made as { id: string; status: string };
    expect(campaign.status).toBe('draft');
    const listed = member()
      .from('campaigns')
      .select()
      .in('customer_id', [acme])
      .order('created_at', { ascending: false });
    expect(((await listed).data as { id: string }[])[0]?.id).toBe(campaign.id);

    const step = (step_number: number, step_type: string, subject: string | null) => ({
      campaign_id: campaign.id,
      step_number,
      step_type,
      delay_days: 3,
      message_content: 'Hello',
      subject,
    });
    await member()
      .from('campaign_steps')
      .insert(step(1, 'linkedin_message', null))
      .throwOnError();
    await member()
      .from('campaign_steps')
      .insert(step(2, 'email', 'Hi'))
      .throwOnError();
    const steps = () =>
      member()
        .from('campaign_steps')
        .select('id, step_number, subject')
        .eq('campaign_id', campaign.id)
        .order('step_number');
    const before = (await steps()).data as { id: string; step_number: number }[];
    expect(before.map(({ step_number }) => step_number)).toEqual([1, 2]);

    expect((await member().from('campaign_steps').update({ delay_days: 0 }).eq('id', before[1]?.id)).status).toBe(204);
    expect((await member().from('campaign_steps').delete().eq('id', before[0]?.id)).status).toBe(204);
    expect((await steps()).data).toEqual([{ id: before[1]?.id, step_number: 1, subject: 'Hi' }]);
    expect((await member().from('campaigns').update({ status: 'active' }).eq('id', campaign.id)).status).toBe(204);
  });
});

describe('invitations', () => {
  test('insert {customer_id, email, invited_by} returning token and expires_at, then select by token with the customer’s name', async () => {
    const row = { customer_id: acme, email: 'new@example.test', invited_by: adminId };
    const { data } = await admin().from('invitations').insert(row).select('token, expires_at').single();
    const { token, expires_at } = data as { token: string; expires_at: string };
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const found = await admin().from('invitations').select('email, customers(name)').eq('token', token).single();
    expect(found.data).toEqual({ email: 'new@example.test', customers: { name: 'Acme' } });
    const accepted = admin().from('invitations').update({ accepted_at: new Date().toISOString() }).eq('token', token);
    expect((await accepted).status).toBe(204);
  });
});
