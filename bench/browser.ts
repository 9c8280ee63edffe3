// Large imports, an export and a bulk action in a real browser. Checks the counts and measures memory and long tasks.
//   npm run bench -- browser [--parts import,interrupted,export,bulk] [--rows 100000,1000000] [--export 500000] [--bulk 100000]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { approveMany } from './browser/bulk.ts';
import { exportApproved } from './browser/export.ts';
import { generate, importCancelled, importOffline, importReloaded, importWhole } from './browser/import.ts';
import { openProfile, signedIn } from './support/browser.ts';
import { administrator, type Leadlight, openLeadlight } from './support/leadlight.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'import,interrupted,export,bulk' },
    rows: { type: 'string', default: '100000,1000000' },
    export: { type: 'string', default: '500000' },
    bulk: { type: 'string', default: '100000' },
  },
});

async function addCustomer({ request, admin: token }: Leadlight, name: string): Promise<string> {
  const [customer] = await request<{ id: string }[]>('/rest/v1/customers', { token, body: { name } });
  return customer?.id ?? '';
}

/** Adds a customer with `count` leads, without triggers. */
async function filledCustomer(leadlight: Leadlight, leads: number, approved: boolean | null): Promise<string> {
  const customer = await addCustomer(leadlight, `${leads} leads`);
  await leadlight.owner.query(
    `insert into public.leads (customer_id, name, email, title, company, location, audience, is_approved, linkedin_profile_url, created_at)
     select $1, 'Lead ' || n, 'lead-' || n || '@example.test', 'Head of Sales', 'Company ' || n % 5000, 'Berlin', 'Founders', $3,
       'https://www.linkedin.com/in/lead-' || n, now() - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [customer, leads, approved],
  );
  return customer;
}

/** A member of another customer. */
async function addMember(leadlight: Leadlight): Promise<{ token: string; customer: string }> {
  const { request, admin: token, signIn } = leadlight;
  const account = { email: 'member@example.test', password: 'bench-password' };
  const customer = await filledCustomer(leadlight, 10_000, null);
  const { user } = await request<{ user: { id: string } }>('/auth/v1/signup', { body: account });
  await request('/rest/v1/user_roles', { token, body: { user_id: user.id, role: 'customer' } });
  const membership = { user_id: user.id, customer_id: customer, accepted_at: new Date() };
  await request('/rest/v1/customer_users', { token, body: membership });
  return { customer, token: await signIn(account.email, account.password) };
}

const directory = mkdtempSync(path.join(tmpdir(), 'leadlight-bench-browser-'));
const leadlight = await openLeadlight({ AUTH_RATE_TOKEN: '1000', AUTH_RATE_SIGNUP: '1000' });
const { owner, url } = leadlight;
const user = await signedIn(url, administrator);
const profile = await openProfile(url, path.join(directory, 'profile'), user);
try {
  const sizes = values.rows.split(',').map(Number);
  const parts: Record<string, () => Promise<void>> = {
    import: async () => {
      for (const rows of sizes) {
        const file = await generate(directory, rows);
        await importWhole(profile, leadlight, file, await addCustomer(leadlight, `Import of ${rows}`));
      }
    },
    interrupted: async () => {
      const file = await generate(directory, Math.min(...sizes));
      for (const [name, interrupt] of Object.entries({ importCancelled, importReloaded, importOffline }))
        await interrupt(await profile.page(), leadlight, file, await addCustomer(leadlight, name));
    },
    export: async () => {
      const customer = await filledCustomer(leadlight, Number(values.export), true);
      await owner.query('vacuum (analyze) public.leads');
      await exportApproved(profile, leadlight, customer);
    },
    bulk: async () => {
      const customer = await filledCustomer(leadlight, Number(values.bulk), null);
      const member = await addMember(leadlight);
      await owner.query('vacuum (analyze) public.leads');
      await approveMany(profile, leadlight, { customer, member });
    },
  };
  for (const part of values.parts.split(',')) await parts[part]?.();
} finally {
  await profile.close();
  await leadlight.close();
  rmSync(directory, { recursive: true, force: true });
}
