// How long does a user with a slow machine wait for a page and for a press? Every page of the demo in Chromium, slowed down four times, with nothing in its cache.
// A machine with other work gives larger times: the least one is the closest to the truth then, and `work`, the time that the page's own thread was at work, hardly changes.
//   npm run bench -- web [--times 5] [--slowdown 4] [--only leads]
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { forget, notedBy, openBrowser, openPage, type SignedIn, signedIn } from './support/browser.ts';
import { openDemo, quantile } from './support/leadlight.ts';
import { type DemoUser, type Opened, opened, type Press, presses } from './web/pages.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
});
const SETTLED_MS = 1000;
/** Blocking is what a task takes beyond this. */
const UNNOTICED_MS = 50;

type Users = Record<'admin' | 'customer', SignedIn>;
type Place = { browser: Browser; url: string; users: Users };

async function open({ browser, url, users }: Place, { path, user }: { path: string; user: DemoUser }) {
  const page = await openPage(browser, url, user ? users[user] : undefined);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) });
  await page.goto(path);
  await settle(page);
  return { page, devtools };
}

/** Waits until there were no requests and no long tasks for a while. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (let tasks = -1, before = -2; tasks !== before; ) {
    before = tasks;
    await page.waitForTimeout(SETTLED_MS);
    tasks = (await notedBy(page)).longTasks.length;
  }
}

async function load(place: Place, target: Opened) {
  const { page, devtools } = await open(place, target);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const { firstPaint, largestPaint, longTasks } = await notedBy(page);
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  const requests = await page.evaluate(() => performance.getEntriesByType('resource').length);
  await page.context().close();
  const blocking = longTasks
    .filter(({ start, duration }) => start + duration > firstPaint)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - UNNOTICED_MS), 0);
  return { firstPaint, largestPaint, blocking, work, requests };
}

async function pressOnce(place: Place, target: Press) {
  const { page } = await open(place, target);
  await forget(page);
  await target.press(page);
  await settle(page);
  const noted = (await notedBy(page)).presses;
  await page.context().close();
  return Math.max(16, ...noted.map(({ duration }) => duration)); // durations below 16 ms are not reported
}

const isWanted = ({ name }: { name: string }) => name.includes(values.only);
const times = async <Result>(measure: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let time = 0; time < Number(values.times); time += 1) results.push(await measure());
  return results;
};
const row = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => (at ? String(cell).padStart(10) : String(cell).padEnd(24))).join(''));
const against = (number: number, goal: number | undefined) =>
  goal === undefined ? '' : number > goal ? `over ${goal}` : `≤ ${goal}`;

const { url, close } = await openDemo();
const browser = await openBrowser();
try {
  const userOf = (name: string) => signedIn(url, { email: `${name}@leadlight.example`, password: 'leadlight' });
  const place = { browser, url, users: { admin: await userOf('admin'), customer: await userOf('customer') } };
  console.log(`milliseconds, medians of ${values.times}, processor slowed down ${values.slowdown} times`);
  row('page', 'first', 'largest', '(least)', 'goal', 'blocking', 'goal', 'work', 'requests');
  for (const target of opened.filter(isWanted)) {
    const loads = await times(() => load(place, target));
    const median = (of: (one: (typeof loads)[number]) => number) => Math.round(quantile(loads.map(of), 0.5));
    const [largest, blocking] = [median((one) => one.largestPaint), median((one) => one.blocking)];
    const { goal } = target;
    row(
      target.name,
      median((one) => one.firstPaint),
      largest,
      `(${Math.round(Math.min(...loads.map((one) => one.largestPaint)))})`,
      against(largest, goal.paint),
      blocking,
      against(blocking, goal.blocking),
      median((one) => one.work),
      median((one) => one.requests),
    );
  }
  row('press', 'to paint', 'worst');
  for (const target of presses.filter(isWanted)) {
    const delays = await times(() => pressOnce(place, target));
    row(target.name, quantile(delays, 0.5), Math.max(...delays));
  }
} finally {
  await browser.close();
  await close();
}
