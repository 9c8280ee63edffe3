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
import { addCustomer, addMember, filledCustomer } from './support/customers.ts';
import { administrator, openLeadlight } from './support/leadlight.ts';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'import,interrupted,export,bulk' },
    rows: { type: 'string', default: '100000,1000000' },
    export: { type: 'string', default: '500000' },
    bulk: { type: 'string', default: '100000' },
  },
});

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
      const account = { email: 'member@example.test', password: 'bench-password' };
      const other = await filledCustomer(leadlight, 10_000, null);
      await addMember(leadlight, other, account);
      const member = { customer: other, token: await leadlight.signIn(account.email, account.password) };
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
