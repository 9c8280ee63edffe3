// The row requests of section 7 of the specification. Each test also has rows that the request must not return.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';
import { acme, globex, openWorld } from './rest/world.ts';

let adminId: string;
let memberId: string;
/** An active member of Globex, where the member is an inactive one. */
let neighbourId: string;

const world = setUp(openWorld);
beforeAll(async () => {
  adminId = subjectId(world.admin);
  memberId = subjectId(world.member);
  neighbourId = await signUp(`neighbour-${randomUUID()}@example.test`, 'Nell Neighbour');
  await world.sql(`insert into public.customer_users (user_id, customer_id, accepted_at, is_active) values
    ('${neighbourId}', '${globex}', now(), true), ('${memberId}', '${globex}', now(), false)`);
});

const subjectId = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

async function signUp(email: string, fullName: string): Promise<string> {
  const response = await fetch(`${world.server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: world.server.publishableKey },
    body: JSON.stringify({ email, password: 'correct horse', data: { full_name: fullName } }),
  });
  const { user } = (await response.json()) as { user: { id: string } };
  return user.id;
}

const admin = () => world.client(world.admin);
const member = () => world.client(world.member);

async function newCustomer(): Promise<string> {
  const { data } = await admin()
    .from('customers')
    .insert({ name: `Customer ${randomUUID()}` })
    .select('id')
    .single()
    .throwOnError();
  return data.id;
}

/** Adds rows to a customer's leads or companies, the first one the newest; returns their ids. */
async function add(table: 'leads' | 'companies', customer: string, rows: Record<string, unknown>[]): Promise<string[]> {
  const start = Date.parse('2026-03-01T00:00:00Z');
  const timed = rows.map((row, index) => ({
    customer_id: customer,
    name: `Row ${index + 1}`,
    created_at: new Date(start - index * 1000).toISOString(),
    ...row,
  }));
  // The oldest is inserted first, so that the order of insertion differs from the requested one.
  const { data } = await admin().from(table).insert(timed.toReversed()).select('id').throwOnError();
  return (data as { id: string }[]).map(({ id }) => id).toReversed();
}

const emptyRows = (count: number) => Array.from({ length: count }, () => ({}));

/** The stored values of a customer in one column, the newest row first. */
async function stored(table: 'leads' | 'companies', customer: string, column: string): Promise<unknown[]> {
  const { data } = await admin()
    .from(table)
    .select()
    .eq('customer_id', customer)
    .order('created_at', { ascending: false })
    .throwOnError();
  return (data as Record<string, unknown>[]).map((row) => row[column]);
}

test('no row is returned without a token (S7.1)', async () => {
  for (const table of [
    'user_roles',
    'customer_users',
    'leads',
    'companies',
    'customers',
    'profiles',
    'invitations',
    'campaigns',
    'campaign_steps',
  ]) {
    expect(await world.client().from(table).select()).toMatchObject({
      status: 401,
      data: null,
      error: { code: '42501' },
    });
  }
});

describe('user_roles', () => {
  test('an admin selects the role where user_id matches (S6.1, S7.2)', async () => {
    await admin().from('user_roles').insert({ user_id: neighbourId, role: 'customer' }).throwOnError();
    const readRoles = (id: string) => admin().from('user_roles').select('role').eq('user_id', id);
    expect((await readRoles(adminId)).data).toEqual([{ role: 'admin' }]);
    expect((await readRoles(neighbourId)).data).toEqual([{ role: 'customer' }]);
  });

  test('an admin inserts a role of a user (S7.3)', async () => {
    await admin().from('user_roles').delete().eq('user_id', memberId).throwOnError();
    expect((await admin().from('user_roles').insert({ user_id: memberId, role: 'customer' })).status).toBe(201);
    const { data } = await member().from('user_roles').select('role').eq('user_id', memberId);
    expect(data).toEqual([{ role: 'customer' }]);
  });
});

describe('customer_users', () => {
  test('users select customer_id where user_id matches and is_active is true (S4.30, S7.4)', async () => {
    for (const caller of [admin(), member()]) {
      const call = caller.from('customer_users').select('customer_id').eq('user_id', memberId).eq('is_active', true);
      expect((await call).data).toEqual([{ customer_id: acme }]);
    }
  });

  test('an admin selects memberships of a customer with the profile’s email and full_name (S7.5)', async () => {
    const ofCustomer = (id: string) =>
      admin()
        .from('customer_users')
        .select('id, profiles(email, full_name)')
        .eq('customer_id', id)
        .eq('is_active', true);
    const row = (email: RegExp, full_name: string | null) => ({
      id: expect.any(String),
      profiles: { email: expect.stringMatching(email), full_name },
    });
    expect((await ofCustomer(acme)).data).toEqual([row(/^member-/, null)]);
    expect((await ofCustomer(globex)).data).toEqual([row(/^neighbour-/, 'Nell Neighbour')]);
  });

  test('active memberships are counted by customer and by user (S7.6)', async () => {
    const counted = (column: string, id: string) =>
      admin().from('customer_users').select('*', { count: 'exact', head: true }).eq('is_active', true).eq(column, id);
    expect((await counted('customer_id', acme)).count).toBe(1);
    expect((await counted('customer_id', globex)).count).toBe(1); // of two memberships
    expect((await counted('user_id', memberId)).count).toBe(1); // of two memberships
    expect((await counted('user_id', adminId)).count).toBe(0);
  });

  test('an admin inserts a membership with inviter and date (S7.7)', async () => {
    const customer = await newCustomer();
    const accepted_at = '2026-02-03T04:05:06+00:00';
    const row = { user_id: neighbourId, customer_id: customer, invited_by: adminId, accepted_at };
    expect((await admin().from('customer_users').insert(row)).status).toBe(201);
    const { data } = await admin().from('customer_users').select().eq('customer_id', customer);
    expect(data).toMatchObject([{ ...row, is_active: true }]);
  });
});

describe('leads', () => {
  test('leads of the effective customers, or of one of them, are selected newest first (S7.8)', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    await add('leads', first, [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    await add('leads', second, [{ name: 'D', created_at: '2026-04-01T00:00:00Z' }]);
    const all = () =>
      admin().from('leads').select('name').in('customer_id', [first, second]).order('created_at', { ascending: false });
    expect((await all()).data).toEqual(['D', 'A', 'B', 'C'].map((name) => ({ name })));
    expect((await all().eq('customer_id', first)).data).toEqual(['A', 'B', 'C'].map((name) => ({ name })));
  });

  test('a member reads only the own customer’s leads, whichever customers are requested', async () => {
    const all = await member().from('leads').select('name').in('customer_id', [acme, globex]).order('name');
    expect(all.data).toEqual(['Ada', 'Bob, Jr.', 'Cy'].map((name) => ({ name })));
  });

  test('is_approved of leads is updated by id and by a set of ids (S7.9)', async () => {
    const customer = await newCustomer();
    const ids = await add('leads', customer, emptyRows(201));
    expect((await admin().from('leads').update({ is_approved: true }).eq('id', ids[0])).status).toBe(204);
    expect((await stored('leads', customer, 'is_approved')).slice(0, 2)).toEqual([true, null]);
    const update = admin().from('leads').update({ is_approved: false }, { count: 'exact' }).in('id', ids.slice(0, 200));
    expect(await update).toMatchObject({ status: 204, count: 200 });
    expect(await stored('leads', customer, 'is_approved')).toEqual([...Array(200).fill(false), null]);
  });

  test('the audience of leads is updated by a set of 100 ids (S7.10)', async () => {
    const customer = await newCustomer();
    const ids = await add('leads', customer, emptyRows(101));
    const update = admin()
      .from('leads')
      .update({ audience: 'Nordics' }, { count: 'exact' })
      .in('id', ids.slice(0, 100));
    expect(await update).toMatchObject({ status: 204, count: 100 });
    expect(await stored('leads', customer, 'audience')).toEqual([...Array(100).fill('Nordics'), null]);
  });

  test('leads are deleted by a set of 200 ids (S7.11)', async () => {
    const customer = await newCustomer();
    const ids = await add('leads', customer, emptyRows(201));
    const deletion = admin().from('leads').delete({ count: 'exact' }).in('id', ids.slice(0, 200));
    expect(await deletion).toMatchObject({ status: 204, count: 200 });
    expect(await stored('leads', customer, 'id')).toEqual([ids[200]]);
  });

  test('approved leads of one customer or of all are selected for the export (S7.12)', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()];
    const decided = [{ is_approved: true }, { is_approved: false }, { is_approved: null }];
    const [approved, rejected, pending] = await add('leads', own, decided);
    const [elsewhere] = await add('leads', other, [{ is_approved: true }]);
    const select = () => admin().from('leads').select('id').eq('is_approved', true);
    expect((await select().eq('customer_id', own)).data).toEqual([{ id: approved }]);
    const ids = ((await select()).data as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([approved, elsewhere]));
    expect(ids.filter((id) => id === rejected || id === pending)).toEqual([]);
  });

  test('audiences of one customer or of all are selected where not null (S7.13)', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()];
    await add('leads', own, [{ audience: 'Only here' }, { audience: null }]);
    await add('leads', other, [{ audience: 'Elsewhere' }]);
    const select = () => admin().from('leads').select('audience').not('audience', 'is', null);
    expect((await select().eq('customer_id', own)).data).toEqual([{ audience: 'Only here' }]);
    const audiences = ((await select()).data as { audience: string | null }[]).map(({ audience }) => audience);
    expect(audiences).toEqual(expect.arrayContaining(['Only here', 'Elsewhere']));
    expect(audiences).not.toContain(null);
  });

  test('leads are counted by customer (S7.14)', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()];
    await add('leads', own, emptyRows(3));
    await add('leads', other, emptyRows(2));
    const count = (id: string) =>
      admin().from('leads').select('*', { count: 'exact', head: true }).eq('customer_id', id);
    expect([(await count(own)).count, (await count(other)).count]).toEqual([3, 2]);
  });
});

describe('companies', () => {
  test('companies of the effective customers, or of one of them, are selected newest first (S7.15)', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    await add('companies', first, [{ name: 'A' }, { name: 'B' }]);
    await add('companies', second, [{ name: 'C', created_at: '2026-04-01T00:00:00Z' }]);
    const all = () =>
      admin()
        .from('companies')
        .select('name')
        .in('customer_id', [first, second])
        .order('created_at', { ascending: false });
    expect((await all()).data).toEqual(['C', 'A', 'B'].map((name) => ({ name })));
    expect((await all().eq('customer_id', first)).data).toEqual(['A', 'B'].map((name) => ({ name })));
  });

  test('is_approved of companies is updated by id and by a set of ids (S7.16, S7.17)', async () => {
    const customer = await newCustomer();
    const ids = await add('companies', customer, emptyRows(201));
    expect((await admin().from('companies').update({ is_approved: true }).eq('id', ids[0])).status).toBe(204);
    expect((await stored('companies', customer, 'is_approved')).slice(0, 2)).toEqual([true, null]);
    const update = admin()
      .from('companies')
      .update({ is_approved: false }, { count: 'exact' })
      .in('id', ids.slice(0, 200));
    expect(await update).toMatchObject({ status: 204, count: 200 });
    expect(await stored('companies', customer, 'is_approved')).toEqual([...Array(200).fill(false), null]);
  });

  test('companies are deleted by a set of 200 ids (S7.18)', async () => {
    const customer = await newCustomer();
    const ids = await add('companies', customer, emptyRows(201));
    const deletion = admin().from('companies').delete({ count: 'exact' }).in('id', ids.slice(0, 200));
    expect(await deletion).toMatchObject({ status: 204, count: 200 });
    expect(await stored('companies', customer, 'id')).toEqual([ids[200]]);
  });

  test('companies are counted by customer (S7.19)', async () => {
    const [own, other] = [await newCustomer(), await newCustomer()];
    await add('companies', own, emptyRows(3));
    await add('companies', other, emptyRows(2));
    const count = (id: string) =>
      admin().from('companies').select('*', { count: 'exact', head: true }).eq('customer_id', id);
    expect([(await count(own)).count, (await count(other)).count]).toEqual([3, 2]);
  });
});

describe('customers', () => {
  test('all customers are selected ordered by name (S7.20)', async () => {
    await admin().from('customers').insert({ name: 'Aardvark & Co' }).throwOnError(); // the last that was added, the first by name
    const { data } = await admin().from('customers').select('*').order('name');
    const customers = data as { name: string; is_active: boolean; created_by: string | null; created_at: string }[];
    const names = customers.map(({ name }) => name).filter((name) => !name.startsWith('Customer '));
    expect(names).toEqual(['Aardvark & Co', 'Acme', 'Globex']);
    expect(Object.keys(customers[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'name', 'is_active', 'created_by', 'created_at']),
    );
  });

  test('id and name of customers are selected where is_active (S7.21)', async () => {
    const former = await newCustomer();
    await admin().from('customers').update({ is_active: false }).eq('id', former).throwOnError();
    const active = await admin().from('customers').select('id, name').eq('is_active', true).order('name');
    const rows = active.data as { id: string }[];
    expect(rows).toContainEqual({ id: acme, name: 'Acme' });
    expect(rows.map(({ id }) => id)).not.toContain(former);
  });

  test('a customer is inserted with {name, created_by} (S7.22)', async () => {
    const insert = admin().from('customers').insert({ name: 'Initech', created_by: adminId }).select().single();
    const { data } = (await insert) as { data: { id: string } };
    expect(data).toMatchObject({ name: 'Initech', is_active: true, created_by: adminId });
    await admin().from('customers').delete().eq('id', data.id).throwOnError();
  });

  test('a customer is selected by id (S7.23)', async () => {
    for (const [id, name] of [
      [acme, 'Acme'],
      [globex, 'Globex'],
    ]) {
      expect((await admin().from('customers').select('*').eq('id', id).single()).data).toMatchObject({ id, name });
    }
  });
});

describe('profiles', () => {
  test('all profiles are selected ordered by created_at descending (S7.24)', async () => {
    const all = await admin().from('profiles').select('id').order('created_at', { ascending: false });
    expect(all.data).toEqual([{ id: neighbourId }, { id: memberId }, { id: adminId }]);
  });

  test('full_name is selected by the id of a profile (S7.25)', async () => {
    const readName = (id: string) => admin().from('profiles').select('full_name').eq('id', id).single();
    expect((await readName(neighbourId)).data).toEqual({ full_name: 'Nell Neighbour' });
    expect((await readName(memberId)).data).toEqual({ full_name: null });
  });

  test('profiles are counted (S7.26)', async () => {
    expect((await admin().from('profiles').select('*', { count: 'exact', head: true })).count).toBe(3);
  });
});

describe('campaigns', () => {
  /** Adds a campaign by the call of the specification; returns its id. */
  async function newCampaign(customer_id: string, name: string): Promise<string> {
    const insert = admin()
      .from('campaigns')
      .insert({ name, customer_id })
      .select('id, name, customer_id, status')
      .single();
    const { data } = (await insert.throwOnError()) as { data: { id: string } };
    expect(data).toEqual({ id: expect.any(String), name, customer_id, status: 'draft' });
    return data.id;
  }

  test('a campaign is inserted with {name, customer_id} (S7.31)', async () => {
    const id = await newCampaign(acme, 'Spring');
    expect((await member().from('campaigns').select('name').eq('id', id)).data).toEqual([{ name: 'Spring' }]);
  });

  test('campaigns of one customer_id or a list are selected newest first (S7.30)', async () => {
    const [first, second, third] = [await newCustomer(), await newCustomer(), await newCustomer()];
    for (const [customer, name] of [
      [first, 'Old'],
      [second, 'Elsewhere'],
      [first, 'New'],
      [third, 'Not requested'],
    ] as const) {
      await newCampaign(customer, name);
    }
    const select = () => admin().from('campaigns').select('name').order('created_at', { ascending: false });
    expect((await select().eq('customer_id', first)).data).toEqual(['New', 'Old'].map((name) => ({ name })));
    expect((await select().in('customer_id', [first, second])).data).toEqual(
      ['New', 'Elsewhere', 'Old'].map((name) => ({ name })),
    );
  });

  test('the status of a campaign is updated by id (S7.32)', async () => {
    const customer = await newCustomer();
    const [one, other] = [await newCampaign(customer, 'One'), await newCampaign(customer, 'Other')];
    expect((await admin().from('campaigns').update({ status: 'paused' }).eq('id', one)).status).toBe(204);
    const { data } = await admin().from('campaigns').select('id, status').eq('customer_id', customer).order('name');
    expect(data).toEqual([
      { id: one, status: 'paused' },
      { id: other, status: 'draft' },
    ]);
  });

  test('campaign_steps: a member inserts, selects by campaign_id in order, updates and deletes by id (S6.19, S7.33, S7.36, S7.37)', async () => {
    const [campaign, other] = [await newCampaign(acme, 'Steps'), await newCampaign(acme, 'Other steps')];
    const step = (campaign_id: string, step_number: number, step_type: string, subject: string | null) => ({
      campaign_id,
      step_number,
      step_type,
      delay_days: 3,
      message_content: 'Hello',
      subject,
    });
    const written = [step(campaign, 1, 'linkedin_message', null), step(campaign, 2, 'email', 'Hi')];
    for (const row of [...written, step(other, 1, 'linkedin_connection', null)]) {
      expect((await member().from('campaign_steps').insert(row)).status).toBe(201);
    }
    const steps = () => member().from('campaign_steps').select('*').eq('campaign_id', campaign);
    const before = (await steps().order('step_number')).data as { id: string }[];
    expect(before).toMatchObject(written);
    expect((await steps().order('step_number', { ascending: false })).data).toEqual(before.toReversed());

    expect((await member().from('campaign_steps').update({ delay_days: 0 }).eq('id', before[1]?.id)).status).toBe(204);
    expect((await steps().order('step_number')).data).toMatchObject([{ delay_days: 3 }, { delay_days: 0 }]);
    expect((await member().from('campaign_steps').delete().eq('id', before[0]?.id)).status).toBe(204);
    expect((await steps()).data).toMatchObject([{ id: before[1]?.id, step_number: 1, subject: 'Hi', delay_days: 0 }]);
    const { data: untouched } = await member().from('campaign_steps').select('*').eq('campaign_id', other);
    expect(untouched).toMatchObject([{ step_type: 'linkedin_connection', delay_days: 3 }]);
  });
});

describe('invitations', () => {
  const insert = async (email: string) => {
    const row = { customer_id: acme, email, invited_by: adminId };
    const { data } = await admin().from('invitations').insert(row).select('token, expires_at').single().throwOnError();
    return data as { token: string; expires_at: string };
  };

  test('an invitation is inserted with {customer_id, email, invited_by}, and returns token and expires_at (S7.27)', async () => {
    const { token, expires_at } = await insert('first@example.test');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days * 100) / 100).toBe(7);
    const { data } = await admin().from('invitations').select('customer_id, email, invited_by').eq('token', token);
    expect(data).toEqual([{ customer_id: acme, email: 'first@example.test', invited_by: adminId }]);
  });

  test('an invitation is selected by token with the customer’s name (S7.28)', async () => {
    const [{ token }] = [await insert('second@example.test'), await insert('third@example.test')];
    const found = await admin().from('invitations').select('email, customers(name)').eq('token', token);
    expect(found.data).toEqual([{ email: 'second@example.test', customers: { name: 'Acme' } }]);
  });

  test('accepted_at of an invitation is updated (S7.29)', async () => {
    const [one, other] = [await insert('fourth@example.test'), await insert('fifth@example.test')];
    const accepted_at = '2026-02-03T04:05:06+00:00';
    const update = admin().from('invitations').update({ accepted_at }).eq('token', one.token);
    expect((await update).status).toBe(204);
    const acceptance = ({ token }: { token: string }) =>
      admin().from('invitations').select('accepted_at').eq('token', token).single();
    expect((await acceptance(one)).data).toEqual({ accepted_at });
    expect((await acceptance(other)).data).toEqual({ accepted_at: null });
  });
});
