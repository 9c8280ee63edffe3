// Chromium for measurements and screenshots: sessions of signed-in users and the timings that a page reports.
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { browserOptions, ensureChromium } from './chromium.ts';
import { type Account, openSession } from './client.ts';

export async function openBrowser(): Promise<Browser> {
  ensureChromium();
  return chromium.launch(browserOptions());
}

/** The storage state of a signed-in user. */
export type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export async function signedIn(url: string, account: Account): Promise<SignedIn> {
  const session = await openSession(url, 'token?grant_type=password', account);
  const item = { name: 'supabase.auth.token', value: JSON.stringify(session) };
  return { cookies: [], origins: [{ origin: url, localStorage: [item] }] };
}

/** The users of the demo. */
export async function signedInToDemo(url: string): Promise<Record<'admin' | 'customer', SignedIn>> {
  const signInAs = (name: string) => signedIn(url, { email: `${name}@leadlight.example`, password: 'leadlight' });
  return { admin: await signInAs('admin'), customer: await signInAs('customer') };
}

/** Opens a page with an empty cache that records its timings. */
export async function openPage(
  browser: Browser,
  url: string,
  storageState?: SignedIn,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const display = { locale: 'en-GB', viewport: { width: 1440, height: 900 } };
  const context = await browser.newContext({
    baseURL: url,
    ...display,
    ...options,
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await page.addInitScript(recordTimings);
  return page;
}

/** Times in milliseconds since navigation. */
export type PageTimings = {
  firstPaint: number;
  largestPaint: number;
  longTasks: { start: number; duration: number }[];
  /** Each duration is that from the event to the next paint. An interaction is a press, tap or key, not a movement of the pointer. */
  events: { name: string; duration: number; isInteraction: boolean }[];
};

type Recording = { timings: PageTimings };

export function recordTimings() {
  const timings: PageTimings = { firstPaint: 0, largestPaint: 0, longTasks: [], events: [] };
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') timings.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    timings.largestPaint = startTime;
  });
  observe('longtask', ({ startTime, duration }) => timings.longTasks.push({ start: startTime, duration }));
  observe(
    'event',
    (entry) => {
      const { name, duration, interactionId } = entry as PerformanceEntry & { interactionId: number };
      timings.events.push({ name, duration, isInteraction: interactionId > 0 });
    },
    { durationThreshold: 16 },
  );
  Object.assign(window, { timings });
}

export const readTimings = (page: Page): Promise<PageTimings> =>
  page.evaluate(() => (window as unknown as Recording).timings);

/** Clears the recorded tasks and events. */
export const resetTimings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign((window as unknown as Recording).timings, { longTasks: [], events: [] });
  });
