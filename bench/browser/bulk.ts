// A bulk approval of all matching leads: cancelled and resumed, while another user reads their list.
import type { Page } from '@playwright/test';
import type { Profile } from '../support/browser.ts';
import { type Leadlight, quantile } from '../support/leadlight.ts';
import { measureWork, summarize } from './measure-work.ts';

export type Bulk = { customer: string; member: { token: string; customer: string } };

const EVERY_MS = 200;
const LONG = { timeout: 20 * 60_000 };

/** Reads the first page of another customer's list until the returned function is called, which summarizes the durations. */
function measureReads({ request }: Leadlight, { token, customer }: Bulk['member']) {
  const durations: number[] = [];
  const stop = new AbortController();
  const path = `/rest/v1/leads?select=id,name,title,company,audience,is_approved,created_at&customer_id=in.(${customer})&order=created_at.desc,id.desc&limit=50`;
  const reading = (async () => {
    while (!stop.signal.aborted) {
      const start = performance.now();
      await request(path, { token });
      durations.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return async () => {
    stop.abort();
    await reading;
    return `${quantile(durations, 0.5).toFixed(1)} ms, p95 ${quantile(durations, 0.95).toFixed(1)} ms (${durations.length} samples)`;
  };
}

async function approvedOf({ owner }: Leadlight, customer: string): Promise<{ approved: number; all: number }> {
  const { rows } = await owner.query(
    'select count(*) filter (where is_approved)::int as approved, count(*)::int as "all" from public.leads where customer_id = $1',
    [customer],
  );
  return rows[0];
}

async function approveAll(page: Page, customer: string): Promise<void> {
  await page.goto(new URL(`/admin/leads?customer=${customer}`, page.url()).href);
  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: /^Approve [\d,]+ leads$/ }).click(LONG);
  await page.getByRole('progressbar', { name: 'Approving leads' }).waitFor(LONG);
}

/** The text of the final toast. */
async function toastText(page: Page): Promise<string> {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first();
  await toast.waitFor(LONG);
  return (await toast.textContent()) ?? '';
}

export async function approveMany(profile: Profile, leadlight: Leadlight, { customer, member }: Bulk): Promise<void> {
  const idleReads = measureReads(leadlight, member);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  console.log(`bulk: another user's list, idle: ${await idleReads()}`);

  const page = await profile.page();
  await approveAll(page, customer);
  const bar = page.getByRole('progressbar', { name: 'Approving leads' });
  while (!/^[1-9]/.test((await bar.getAttribute('aria-valuetext')) ?? '')) await page.waitForTimeout(100);
  const start = performance.now();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const cancelled = await toastText(page);
  const { approved } = await approvedOf(leadlight, customer);
  console.log(
    `cancelled after ${Math.round(performance.now() - start)} ms: “${cancelled}”, ${approved} approved in the database`,
  );

  await page.reload();
  const concurrentReads = measureReads(leadlight, member);
  const before = approved;
  const measured = await measureWork({
    profile,
    server: leadlight.pids.server,
    begin: (at) => approveAll(at, customer),
    isDone: async (at) => !(await at.getByRole('progressbar', { name: 'Approving leads' }).isVisible()),
  });
  const shown = await toastText(await profile.page());
  const { approved: done, all } = await approvedOf(leadlight, customer);
  const pace = Math.round((done - before) / measured.seconds).toLocaleString('en');
  console.log(`approved: “${shown}”, ${done} of ${all} in the database; ${pace} rows per second`);
  console.log(`  another user's list meanwhile: ${await concurrentReads()}\n${summarize(measured)}`);
}
