// The pages and interactions of the demo that are measured.
import type { Browser, Page } from '@playwright/test';
import { openBrowser, openPage, readTimings, resetTimings, signedInToDemo } from '../../tests/support/browser.ts';
import { fieldMedian, quantile } from '../../tests/support/load.ts';
import { openDemo } from '../../tests/support/server.ts';
import { openDemoGuest } from './demo-guest.ts';

type DemoUser = 'admin' | 'customer' | 'guest' | null;
/** A path of a user, with a name. `:token` stands for that of a review link. */
type DemoPage = readonly [name: string, path: string, user: DemoUser];
/** An action on a page that has finished loading. */
type Interaction = readonly [...DemoPage, run: (page: Page) => Promise<unknown>];

const PAGES: DemoPage[] = [
  ['sign-in', '/auth', null],
  ['dashboard', '/dashboard', 'customer'],
  ['leads', '/leads', 'customer'],
  ['companies', '/companies', 'customer'],
  ['copy', '/copy', 'customer'],
  ['settings', '/settings', 'customer'],
  ['admin dashboard', '/admin', 'admin'],
  ['admin leads', '/admin/leads', 'admin'],
  ['admin customers', '/admin/customers', 'admin'],
  ['admin users', '/admin/users', 'admin'],
  ['admin copy', '/admin/copy', 'admin'],
  ['import wizard', '/admin/leads?upload=1', 'admin'],
  ['review code', '/review/:token', null],
  ['review', '/review/:token', 'guest'],
];

const INTERACTIONS: Interaction[] = [
  [
    'approve a lead',
    '/leads',
    'customer',
    (page) => page.getByRole('button', { name: 'Approve', pressed: false }).first().click(),
  ],
  ['type in the search', '/leads', 'customer', (page) => page.keyboard.press('/').then(() => page.keyboard.press('a'))],
  [
    'open a campaign',
    '/copy',
    'customer',
    (page) => page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click(),
  ],
  [
    'select a lead',
    '/admin/leads',
    'admin',
    (page) => page.getByRole('table', { name: 'Leads' }).getByRole('checkbox').nth(1).click(),
  ],
  [
    'open the import wizard',
    '/admin/leads',
    'admin',
    (page) => page.getByRole('button', { name: 'Upload Leads' }).click(),
  ],
];

/** Maximum milliseconds to the largest paint, and of blocking time. */
const GOALS = { paint: (user: DemoUser) => (user ? 1100 : 900), blocking: 150 };
const SETTLED_MS = 1000;
/** A task blocks the page for its time beyond this. */
const LONG_TASK_MS = 50;

type PageOptions = { times: number; slowdown: number; only: string };

export async function openDemoPages({ times, slowdown, only }: PageOptions) {
  const server = await openDemo();
  const { token, guest } = await openDemoGuest(server);
  const users = { ...(await signedInToDemo(server.url)), guest };
  const browser = await openBrowser();
  const open = ([, path, user]: DemoPage | Interaction) =>
    openSettled(browser, server.url, {
      path: path.replace(':token', token),
      slowdown,
      storage: user ? users[user] : undefined,
    });
  const isWanted = ([name]: DemoPage | Interaction) => name.includes(only);
  const repeat = async <Result>(measure: () => Promise<Result>): Promise<Result[]> => {
    const results: Result[] = [];
    for (let time = 0; time < times; time += 1) results.push(await measure());
    return results;
  };
  return {
    measurePages: async () => {
      console.log(`milliseconds, medians of ${times}, processor slowed down ${slowdown} times`);
      row('page', 'first', 'largest', '(least)', 'goal', 'blocking', 'goal', 'work', 'requests', 'code');
      for (const target of PAGES.filter(isWanted)) {
        const loads = await repeat(async () => load(await open(target)));
        const median = (of: keyof (typeof loads)[number]) => Math.round(fieldMedian(loads, of));
        const [largest, blocking] = [median('largestPaint'), median('blocking')];
        const least = Math.round(Math.min(...loads.map((one) => one.largestPaint)));
        const [paint, blocked] = [against(largest, GOALS.paint(target[2])), against(blocking, GOALS.blocking)];
        row(
          target[0],
          median('firstPaint'),
          largest,
          `(${least})`,
          paint,
          blocking,
          blocked,
          median('work'),
          median('requests'),
          `${median('code')} kB`,
        );
      }
    },
    measureInteractions: async () => {
      row('interaction', 'to paint', 'worst');
      for (const target of INTERACTIONS.filter(isWanted)) {
        const delays = await repeat(async () => interact(await open(target), target[3]));
        row(target[0], quantile(delays, 0.5), Math.max(...delays));
      }
    },
    close: async () => {
      await browser.close();
      await server.end();
    },
  };
}

type Slowed = { path: string; slowdown: number; storage: Parameters<typeof openPage>[2] };

async function openSettled(browser: Browser, url: string, { path, slowdown, storage }: Slowed): Promise<OpenPage> {
  const page = await openPage(browser, url, storage);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(path);
  await settle(page);
  return { page, devtools };
}

type OpenPage = { page: Page; devtools: Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>> };

/** Waits until there were no requests and no long tasks for a while. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (let tasks = -1, before = -2; tasks !== before; ) {
    before = tasks;
    await page.waitForTimeout(SETTLED_MS);
    tasks = (await readTimings(page)).longTasks.length;
  }
}

async function load({ page, devtools }: OpenPage) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const { firstPaint, largestPaint, longTasks } = await readTimings(page);
  const work = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  const resources = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries.map(({ name, responseEnd, encodedBodySize }) => ({ name, responseEnd, size: encodedBodySize }));
  });
  const requests = resources.length;
  const code = resources // compressed, until the largest paint
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd < largestPaint)
    .reduce((sum, { size }) => sum + size / 1000, 0);
  await page.context().close();
  const blocking = longTasks
    .filter(({ start, duration }) => start + duration > firstPaint)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - LONG_TASK_MS), 0);
  return { firstPaint, largestPaint, blocking, work, requests, code };
}

async function interact({ page }: OpenPage, run: Interaction[3]) {
  await resetTimings(page);
  await run(page);
  await settle(page);
  const { events } = await readTimings(page);
  const durations = events.filter(({ isInteraction }) => isInteraction).map(({ duration }) => duration);
  await page.context().close();
  return Math.max(16, ...durations); // durations below 16 ms are not reported
}

const row = (name: string, ...cells: (string | number)[]) =>
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(10)).join(''));
const against = (number: number, goal: number) => (number > goal ? `over ${goal}` : `≤ ${goal}`);
