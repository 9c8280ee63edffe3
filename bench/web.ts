// Time to load each page of the demo, and to respond to interactions, in Chromium with an empty cache and the CPU slowed down four times.
// On a busy machine the minimum is the best estimate; `work`, the CPU time of the page's main thread, hardly changes.
//   npm run bench -- web [--times 5] [--slowdown 4] [--only leads]
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { openBrowser, openPage, readTimings, resetTimings, type SignedIn, signedIn } from './support/browser.ts';
import { openDemo, quantile } from './support/leadlight.ts';
import { type DemoUser, type Interaction, interactions, type MeasuredPage, pages } from './web/pages.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
});
const SETTLED_MS = 1000;
/** A task blocks the page for its time beyond this. */
const LONG_TASK_MS = 50;

type Users = Record<'admin' | 'customer', SignedIn>;
type Context = { browser: Browser; url: string; users: Users };

async function open({ browser, url, users }: Context, { path, user }: { path: string; user: DemoUser }) {
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
    tasks = (await readTimings(page)).longTasks.length;
  }
}

async function load(context: Context, target: MeasuredPage) {
  const { page, devtools } = await open(context, target);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const { firstPaint, largestPaint, longTasks } = await readTimings(page);
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  const requests = await page.evaluate(() => performance.getEntriesByType('resource').length);
  await page.context().close();
  const blocking = longTasks
    .filter(({ start, duration }) => start + duration > firstPaint)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - LONG_TASK_MS), 0);
  return { firstPaint, largestPaint, blocking, work, requests };
}

async function interactOnce(context: Context, target: Interaction) {
  const { page } = await open(context, target);
  await resetTimings(page);
  await target.run(page);
  await settle(page);
  const { events } = await readTimings(page);
  const durations = events.filter(({ isInteraction }) => isInteraction).map(({ duration }) => duration);
  await page.context().close();
  return Math.max(16, ...durations); // durations below 16 ms are not reported
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
  const context = { browser, url, users: { admin: await userOf('admin'), customer: await userOf('customer') } };
  console.log(`milliseconds, medians of ${values.times}, processor slowed down ${values.slowdown} times`);
  row('page', 'first', 'largest', '(least)', 'goal', 'blocking', 'goal', 'work', 'requests');
  for (const target of pages.filter(isWanted)) {
    const loads = await times(() => load(context, target));
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
  row('interaction', 'to paint', 'worst');
  for (const target of interactions.filter(isWanted)) {
    const delays = await times(() => interactOnce(context, target));
    row(target.name, quantile(delays, 0.5), Math.max(...delays));
  }
} finally {
  await browser.close();
  await close();
}
