// An impersonating administrator's changes are recorded under their own account, with the impersonation in the header.
import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../support/set-up.ts';
import { acme, globex, openWorld } from './rest/world.ts';

let adminId: string;
let impersonation: { id: string; admin_id: string };

const world = setUp(openWorld);
beforeAll(async () => {
  const { data } = await world
    .client(world.admin)
    .from('impersonations')
    .insert({ customer_id: acme })
    .select('id, admin_id')
    .single()
    .throwOnError();
  impersonation = data as typeof impersonation;
  adminId = impersonation.admin_id;
});

const requestHeaders = (token: string) => ({
  apikey: world.server.publishableKey,
  Authorization: `Bearer ${token}`,
  'x-impersonation-id': impersonation.id,
});
const within = (token = world.admin) =>
  new PostgrestClient(`${world.server.url}/rest/v1`, { headers: requestHeaders(token) });

/** The latest activity of these tables. */
async function lastActivity(...subjects: string[]) {
  const { data } = await world
    .client(world.admin)
    .from('activity')
    .select('actor_id, impersonation_id, customer_id, action, subject, row_count')
    .in('subject', subjects)
    .order('created_at', { ascending: false })
    .limit(subjects.length)
    .throwOnError();
  return data;
}

const byAdmin = (action: string, subject: string, row_count = 1) => ({
  actor_id: adminId,
  impersonation_id: impersonation.id,
  customer_id: acme,
  action,
  subject,
  row_count,
});

test('an approval and a deletion are recorded with the impersonation', async () => {
  await within().from('leads').update({ is_approved: true }).eq('customer_id', acme).throwOnError();
  expect(await lastActivity('leads')).toEqual([byAdmin('update', 'leads', 2)]);
  const { data } = await within()
    .from('companies')
    .insert({ customer_id: acme, name: 'Short-lived' })
    .select('id')
    .single()
    .throwOnError();
  await within().from('companies').delete().eq('id', data.id).throwOnError();
  expect(await lastActivity('companies')).toEqual([byAdmin('delete', 'companies')]);
});

test('a campaign, its steps and its launch are recorded with the impersonation', async () => {
  const { data: campaign } = await within()
    .from('campaigns')
    .insert({ customer_id: acme, name: 'Hello' })
    .select('id')
    .single()
    .throwOnError();
  await within()
    .from('campaign_steps')
    .insert({ campaign_id: campaign.id, step_number: 1, step_type: 'linkedin_message' })
    .throwOnError();
  expect(await lastActivity('campaign_steps')).toEqual([byAdmin('insert', 'campaign_steps')]);
  await within().from('campaigns').update({ status: 'active' }).eq('id', campaign.id).throwOnError();
  expect(await lastActivity('campaigns')).toEqual([byAdmin('update', 'campaigns')]);
});

test('an import, its rows and its companies are recorded with the impersonation', async () => {
  const functions = new FunctionsClient(`${world.server.url}/functions/v1`, { headers: requestHeaders(world.admin) });
  const { error } = await functions.invoke('import-csv-data', {
    body: {
      customerId: acme,
      fileName: 'leads.csv',
      importType: 'leads',
      columnMapping: { Name: 'name', Company: 'company' },
      csvData: 'Name,Company\nIda,Ida Works\nOla,Ola Works\n',
    },
  });
  expect(error).toBe(null);
  const recorded = await lastActivity('leads', 'companies', 'imports');
  expect(recorded).toContainEqual(byAdmin('insert', 'imports'));
  expect(recorded).toContainEqual(byAdmin('insert', 'leads', 2));
  expect(recorded).toContainEqual(byAdmin('insert', 'companies', 2));
});

test('a change to another customer is recorded without the impersonation', async () => {
  await within().from('leads').update({ is_approved: true }).eq('customer_id', globex).throwOnError();
  expect(await lastActivity('leads')).toMatchObject([
    { actor_id: adminId, customer_id: globex, impersonation_id: null },
  ]);
});

test('a member who sends an administrator’s impersonation acts as themselves, and cannot start or end one (S6.32)', async () => {
  await within(world.member).from('leads').update({ is_approved: false }).eq('customer_id', acme).throwOnError();
  const [recorded] = await lastActivity('leads');
  expect(recorded).toMatchObject({ customer_id: acme, impersonation_id: null });
  expect(recorded?.actor_id).not.toBe(adminId);

  const begun = await within(world.member).from('impersonations').insert({ customer_id: acme });
  expect(begun).toMatchObject({ status: 403, error: { code: '42501' } });
  const ended = await within(world.member)
    .from('impersonations')
    .update({ ended_at: 'now' })
    .eq('id', impersonation.id)
    .select();
  expect(ended).toMatchObject({ status: 200, data: [] });
  expect((await within(world.member).from('impersonations').select()).data).toEqual([]);
});

test('another origin may send the header to rows and functions', async () => {
  for (const path of ['/rest/v1/leads', '/functions/v1/import-csv-data']) {
    const preflight = await fetch(`${world.server.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-impersonation-id',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-impersonation-id');
  }
});

test('the server returns the state of an impersonation, and after its end nothing is recorded with it', async () => {
  const known = () =>
    within()
      .from('impersonations')
      .select('ended_at, customers(is_active)')
      .eq('id', impersonation.id)
      .gt('expires_at', 'now')
      .maybeSingle()
      .throwOnError();
  expect((await known()).data).toEqual({ ended_at: null, customers: { is_active: true } });
  await within().from('impersonations').update({ ended_at: 'now' }).eq('id', impersonation.id).throwOnError();
  expect((await known()).data).toEqual({ ended_at: expect.any(String), customers: { is_active: true } });
  await within().from('leads').update({ is_approved: null }).eq('customer_id', acme).throwOnError();
  expect(await lastActivity('leads')).toMatchObject([{ actor_id: adminId, impersonation_id: null }]);
  await world.sql(`update public.impersonations set expires_at = now()`);
  expect((await known()).data).toBe(null);
});
