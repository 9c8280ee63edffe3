// A review link of the demo, and the session of its guest.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SignedIn } from '../../tests/support/browser.ts';
import { openSession, type RequestOptions, send } from '../../tests/support/client.ts';
import type { Server } from '../../tests/support/server.ts';

const EMAIL = 'guest@review.example';

/** Makes a link to all that the demo's customer has, and signs its guest in with the emailed code. Returns its token and the storage of the guest. */
export async function openDemoGuest({ url, env }: Server): Promise<{ token: string; guest: SignedIn }> {
  const signIn = (name: string) =>
    openSession(url, 'token?grant_type=password', { email: `${name}@leadlight.example`, password: 'leadlight' });
  const { supabaseKey } = (await request(`${url}/config.json`)) as { supabaseKey: string };
  const call = (body: unknown) =>
    request(`${url}/functions/v1/review-link`, { body, headers: { apikey: supabaseKey } });
  const { access_token: memberToken } = await signIn('customer');
  const [customer] = (await request(`${url}/rest/v1/customers?select=id&limit=1`, { token: memberToken })) as {
    id: string;
  }[];
  const { access_token: adminToken } = await signIn('admin');
  const values = { customer_id: customer?.id, email: EMAIL, with_campaigns: true, role: 'approver' };
  const link = await request(`${url}/rest/v1/rpc/create_review_link`, { body: values, token: adminToken });
  const { token } = link as { token: string };
  await call({ action: 'send_code', token });
  const session = await call({ action: 'redeem', token, code: await readCode(env.DATA_DIR) });
  const item = { name: `leadlight.review.${token}`, value: JSON.stringify(session) };
  return { token, guest: { cookies: [], origins: [{ origin: url, localStorage: [item] }] } };
}

/** The code of the only email in the outbox. */
async function readCode(folder = ''): Promise<string | undefined> {
  const outbox = path.join(folder, 'outbox');
  const [name = ''] = await readdir(outbox);
  return /^\d{6}$/m.exec((await readFile(path.join(outbox, name), 'utf8')).replaceAll('\r', ''))?.[0];
}

async function request(url: string, options?: RequestOptions): Promise<unknown> {
  const { status, body } = await send(url, options);
  if (status >= 300) throw new Error(`${url} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
