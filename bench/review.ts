// Reviews all leads of a customer in one go, by keyboard and by swiping on a phone, with the CPU slowed down four times.
// Checks that no decision is lost, and measures the time from each press to the paint that shows the next row.
//   npm run bench -- review [--leads 1000] [--slowdown 4] [--parts keyboard,swipe]
import { type CDPSession, devices, type Page } from '@playwright/test';
import { openBrowser, openPage, readTimings, resetTimings, signedIn } from '../tests/support/browser.ts';
import { quantile } from '../tests/support/load.ts';
import { openLeadlight } from '../tests/support/server.ts';
import { readOptions } from '../tools/read-options.ts';

const values = readOptions({ leads: '1000', slowdown: '4', parts: 'keyboard,swipe' });
const count = Number(values.leads);
const isApproved = (lead: number) => lead % 4 !== 0;
const row = (page: Page, lead: number) => page.locator('main tr[data-index]').filter({ has: toggle(page, lead) });
const toggle = (page: Page, lead: number) => page.getByRole('group', { name: `Approval of Lead ${lead}`, exact: true });

async function reviewByKeys(page: Page): Promise<void> {
  for (let lead = 1; lead <= count; lead += 1) {
    await page.waitForFunction(
      (name) => document.activeElement?.querySelector('[role=group]')?.getAttribute('aria-label') === name,
      `Approval of Lead ${lead}`,
      { polling: 5 },
    );
    await page.keyboard.press(isApproved(lead) ? 'a' : 'r');
  }
}

async function reviewBySwipes(page: Page, touch: CDPSession): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  for (let lead = 1; lead <= count; lead += 1) {
    const box = await row(page, lead).boundingBox();
    if (!box) throw new Error(`Lead ${lead} is not visible`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const by = isApproved(lead) ? 20 : -20;
    await send('touchStart', [{ x, y }]);
    for (let step = 1; step <= 7; step += 1) await send('touchMove', [{ x: x + by * step, y }]);
    await send('touchEnd', []);
    await row(page, lead).waitFor({ state: 'detached' });
  }
}

const leadlight = await openLeadlight();
const browser = await openBrowser();
try {
  for (const part of values.parts.split(',')) {
    const isSwipe = part === 'swipe';
    const customer = await leadlight.addCustomer(part);
    await leadlight.addLeads(customer, count);
    const account = { email: `${part}@example.test`, password: 'bench-password' };
    await leadlight.addMember(customer, account);
    const user = await signedIn(leadlight.url, account);
    const page = await openPage(browser, leadlight.url, user, isSwipe ? devices['Pixel 7'] : {});
    const inspector = await page.context().newCDPSession(page);
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) });
    await page.goto('/leads?status=to-review');
    await row(page, 1).waitFor();
    await resetTimings(page);
    await (isSwipe ? reviewBySwipes(page, inspector) : reviewByKeys(page));
    await page.getByText('All leads are reviewed').waitFor({ timeout: 120_000 });
    const approved = Array.from({ length: count }, (_, at) => isApproved(at + 1)).filter(Boolean).length;
    await page.getByText(`${approved} approved, ${count - approved} rejected.`).waitFor({ timeout: 120_000 });
    const { rows } = await leadlight.owner.query<{ wrong: number }>(
      `select count(*)::int as wrong from public.leads
       where customer_id = $1 and is_approved is distinct from (substr(name, 6)::int % 4 <> 0)`,
      [customer],
    );
    const event = isSwipe ? 'touchend' : 'keydown';
    const waits = (await readTimings(page)).events.filter(({ name }) => name === event).map(({ duration }) => duration);
    const times = [0.5, 0.95, 0.99, 1].map((share) => quantile(waits, share));
    console.log(
      `${part}: ${count} leads, ${rows[0]?.wrong} wrong; ms to the next paint: median, p95, p99, longest ${times.join(', ')}; over 100 ms: ${waits.filter((wait) => wait > 100).length}`,
    );
    if (rows[0]?.wrong !== 0) process.exitCode = 1;
    await page.context().close();
  }
} finally {
  await browser.close();
  await leadlight.end();
}
