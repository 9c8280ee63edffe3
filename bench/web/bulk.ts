// A bulk approval of all matching leads: cancelled and resumed, while another user reads their list.
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { apiCall, startLoad } from '../../tests/support/load.ts';
import type { Leadlight } from '../../tests/support/server.ts';
import { type LargeWork, LONG } from './large-work.ts';

/** Reads the first page of another customer's list until the returned function is called. */
function measureReads({ url }: Leadlight, customer: string, token: string) {
  const path = `/rest/v1/leads?select=id,name,title,company,audience,is_approved,created_at&customer_id=in.(${customer})&order=created_at.desc,id.desc&limit=50`;
  const next = () => ({ name: 'page', call: apiCall(token, 'GET', path), pauseMs: 200 });
  const reading = startLoad({ bases: [url], workers: [customer], next });
  return async () => {
    const result = await reading.stop();
    return `${result.quantile(0.5).toFixed(1)} ms, p95 ${result.quantile(0.95).toFixed(1)} ms (${result.durations.length} samples)`;
  };
}

async function countApproved({ owner }: Leadlight, customer: string): Promise<number> {
  const text = 'select count(*)::int as count from public.leads where customer_id = $1 and is_approved';
  return (await owner.query(text, [customer])).rows[0].count;
}

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Approving leads' });

async function approveAll(page: Page, customer: string): Promise<void> {
  await page.goto(new URL(`/admin/leads?customer=${customer}`, page.url()).href);
  await page.getByRole('button', { name: 'Approve All (Filtered)' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: /^Approve [\d,]+ leads$/ }).click(LONG);
  await progress(page).waitFor(LONG);
}

/** The text of the final toast. */
async function toastText(page: Page): Promise<string> {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first();
  await toast.waitFor(LONG);
  return (await toast.textContent()) ?? '';
}

export async function approveMany(work: LargeWork, leads: number): Promise<void> {
  const { leadlight } = work;
  const [customer, other] = [await leadlight.addCustomer(`${leads} leads`), await leadlight.addCustomer('Other')];
  await leadlight.addLeads(customer, leads);
  await leadlight.addLeads(other, 10_000);
  const member = { email: 'member@example.test', password: 'bench-password' };
  const { access_token: token } = await leadlight.addMember(other, member);
  const idleReads = measureReads(leadlight, other, token);
  await wait(5_000);
  console.log(`bulk: another user's list, idle: ${await idleReads()}`);

  const page = await work.page();
  await approveAll(page, customer);
  while (!/^[1-9]/.test((await progress(page).getAttribute('aria-valuetext')) ?? '')) await page.waitForTimeout(100);
  const start = performance.now();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const cancelled = await toastText(page);
  const before = await countApproved(leadlight, customer);
  console.log(
    `cancelled after ${Math.round(performance.now() - start)} ms: “${cancelled}”, ${before} approved in the database`,
  );

  await page.reload();
  const concurrentReads = measureReads(leadlight, other, token);
  const { seconds, summary } = await work.measure(
    (at) => approveAll(at, customer),
    async (at) => !(await progress(at).isVisible()),
  );
  const shown = await toastText(await work.page());
  const approved = await countApproved(leadlight, customer);
  const pace = Math.round((approved - before) / seconds).toLocaleString('en');
  console.log(`approved: “${shown}”, ${approved} of ${leads} in the database; ${pace} rows per second`);
  console.log(`  another user's list meanwhile: ${await concurrentReads()}\n${summary}`);
}
