// Chromium for benchmarks: sessions of signed-in users and the timings that a page reports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { ensureChromium, findChromium } from '../../tools/chromium.ts';

export type Credentials = { email: string; password: string };

/** The storage state of a signed-in user. */
export type SignedIn = Exclude<NonNullable<Parameters<Browser['newContext']>[0]>['storageState'], string | undefined>;

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const display = { locale: 'en-GB', viewport: { width: 1440, height: 900 } };

export async function openBrowser(): Promise<Browser> {
  ensureChromium();
  return chromium.launch({ executablePath: findChromium(), args });
}

export async function signedIn(url: string, credentials: Credentials): Promise<SignedIn> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) };
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, init);
  if (!response.ok) throw new Error(`${credentials.email} could not sign in: ${response.status}`);
  const item = { name: 'supabase.auth.token', value: await response.text() };
  return { cookies: [], origins: [{ origin: url, localStorage: [item] }] };
}

/** Opens a page with an empty cache that records its timings. */
export async function openPage(
  browser: Browser,
  url: string,
  storageState?: SignedIn,
  device: BrowserContextOptions = display,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...device, storageState });
  const page = await context.newPage();
  await page.addInitScript(recordTimings);
  return page;
}

/** A browser with a profile on disk and one page. */
export type Profile = {
  pid: number;
  page(): Promise<Page>;
  /** Disconnects from the browser until the next `page()`: while inspected it stores all response bodies, which would be measured. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
};

export async function openProfile(url: string, directory: string, user: SignedIn): Promise<Profile> {
  ensureChromium();
  const program = findChromium() ?? chromium.executablePath();
  const profileArgs = [
    '--headless',
    '--remote-debugging-port=0',
    '--window-size=1440,900',
    `--user-data-dir=${directory}`,
  ];
  const started = spawn(program, [...args, ...profileArgs], { stdio: 'ignore' });
  const portFile = path.join(directory, 'DevToolsActivePort');
  while (!existsSync(portFile)) await new Promise((resolve) => setTimeout(resolve, 100));
  const [port] = readFileSync(portFile, 'utf8').split('\n');
  let attached: Browser | undefined;

  const attach = async () => {
    attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = attached.contexts();
    if (!context) throw new Error('The browser has no profile');
    await context.addInitScript(recordTimings);
    return context;
  };
  const disconnect = async () => {
    await attached?.close();
    attached = undefined;
  };
  const context = await attach();
  await context.setStorageState(user);
  const first = context.pages()[0] ?? (await context.newPage());
  await first.goto(url);
  return {
    pid: started.pid ?? 0,
    page: async () => {
      const known = attached?.contexts()[0] ?? (await attach());
      const page = known.pages().find((one) => one.url().startsWith(url));
      if (!page) throw new Error('The page is gone');
      return page;
    },
    disconnect,
    close: async () => {
      await attach();
      const inspector = await attached?.newBrowserCDPSession();
      await inspector?.send('Browser.close'); // the program may be a script; killing it would leave the browser running
      if (started.exitCode === null) await once(started, 'exit');
    },
  };
}

/** In milliseconds since navigation. */
export type PageTimings = {
  firstPaint: number;
  largestPaint: number;
  longTasks: { start: number; duration: number }[];
  /** From the event to the next paint. An interaction is a press, tap or key, not a movement of the pointer. */
  events: { name: string; duration: number; isInteraction: boolean }[];
};

function recordTimings() {
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
  page.evaluate(() => (window as unknown as { timings: PageTimings }).timings);

/** Clears the recorded tasks and events. */
export const resetTimings = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { timings } = window as unknown as { timings: PageTimings };
    timings.longTasks = [];
    timings.events = [];
  });
