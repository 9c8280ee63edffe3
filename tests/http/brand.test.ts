// The brand of the agency: in the configuration of the app, as a file, and in emails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, send, type TestClient } from '../support/client.ts';
import { setUpMailingServer } from '../support/set-up.ts';
import { NO_LIMITS } from './auth/requests.ts';

let client: TestClient;
const { server, mailServer } = setUpMailingServer({ ...NO_LIMITS, SITE_URL: 'https://leads.example.test' });
beforeAll(async () => {
  client = await openClient(server.url, server.databaseUrl);
});
afterAll(() => client?.owner.end());

const bytes = Buffer.from('89504e470d0a1a0a0000000d494844523c7363726970743e', 'hex');
const brand = { name: 'Kiln & Co', accent: '#0b5cad', sender_name: 'Kiln Outreach', footer: 'Kiln, Leeds' };

const save = (logo?: string) =>
  client.request('/rest/v1/rpc/save_brand', { token: client.admin, body: { ...brand, ...(logo && { logo }) } });
const readConfig = async () => (await send(`${server.url}/config.json`)).body as { brand?: { logo_hash: string } };

test('the brand is in the configuration of the app once it is saved, and nowhere before', async () => {
  expect(await readConfig()).not.toHaveProperty('brand');
  expect((await fetch(`${server.url}/brand/${'a'.repeat(64)}`)).status).toBe(404);
  await save(bytes.toString('base64'));
  await expect.poll(async () => (await readConfig()).brand).toMatchObject({ ...brand, logo_type: 'image/png' });
});

test('the logo is an image at the address of its hash, never a page, and an earlier address leads to it', async () => {
  await save(bytes.toString('base64'));
  await expect.poll(async () => (await readConfig()).brand?.logo_hash).toMatch(/^[0-9a-f]{64}$/);
  const path = `/brand/${(await readConfig()).brand?.logo_hash}`;
  const answer = await fetch(server.url + path);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const earlier = await fetch(`${server.url}/brand/${'a'.repeat(64)}`, { redirect: 'manual' });
  expect([earlier.status, earlier.headers.get('location')]).toEqual([302, path]);
});

test('the logo is served to everybody of two hundred who ask at once', async () => {
  const logo = Buffer.concat([bytes, Buffer.alloc(190_000, 7)]);
  const former = (await readConfig()).brand?.logo_hash;
  await save(logo.toString('base64'));
  await expect.poll(async () => (await readConfig()).brand?.logo_hash).not.toBe(former);
  const path = `/brand/${(await readConfig()).brand?.logo_hash}`;
  const read = async () => {
    const answer = await fetch(server.url + path);
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  };
  expect(await Promise.all(Array.from({ length: 200 }, read))).toEqual(Array(200).fill([200, logo.length]));
});

test('emails of accounts and invitations have the brand, and replies to an invitation go to its sender', async () => {
  await save(bytes.toString('base64'));
  await expect.poll(async () => (await readConfig()).brand).toBeDefined();
  await send(`${server.url}/auth/v1/recover`, { body: { email: 'admin@example.test' } });
  const recovery = await mailServer.waitForEmail('admin@example.test');
  expect(recovery.from).toEqual({ name: 'Kiln Outreach', address: 'no-reply@localhost' });
  expect(recovery.html).toContain('src="https://leads.example.test/brand/');
  expect(recovery.text).toContain('Kiln, Leeds');

  const customerId = await client.addCustomer('Northwind');
  const [stored] = await client.request<{ token: string; expires_at: string }[]>(
    '/rest/v1/invitations?select=token,expires_at',
    {
      token: client.admin,
      body: { customer_id: customerId, email: 'grace@example.test' },
    },
  );
  const body = {
    email: 'grace@example.test',
    customerName: 'Northwind',
    inviterName: 'Ada',
    token: stored?.token,
    expiresAt: stored?.expires_at,
  };
  await client.request('/functions/v1/send-invitation', { token: client.admin, body });
  const invitation = await mailServer.waitForEmail('grace@example.test');
  expect(invitation.html).toContain('Join Northwind on Kiln &amp; Co');
  expect(invitation.replyTo).toEqual([{ name: '', address: 'admin@example.test' }]);
});
