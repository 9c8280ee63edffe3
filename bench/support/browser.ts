// Chromium for benchmarks, with a signed-in user and the page's own task timings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium, findChromium } from '../../tools/chromium.ts';

export type Credentials = { email: string; password: string };

/** The storage state of a signed-in user. */
export type SignedIn = Exclude<NonNullable<Parameters<Browser['newContext']>[0]>['storageState'], string | undefined>;

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const seen = { locale: 'en-GB', viewport: { width: 1440, height: 900 } };

export async function openBrowser(): Promise<Browser> {
  ensureChromium();
  return chromium.launch({ executablePath: findChromium(), args });
}

export async function signedIn(url: string, credentials: Credentials): Promise<SignedIn> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) };
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, init);
  if (!answer.ok) throw new Error(`${credentials.email} could not sign in: ${answer.status}`);
  const item = { name: 'supabase.auth.token', value: await answer.text() };
  return { cookies: [], origins: [{ origin: url, localStorage: [item] }] };
}

/** A page of a context of its own, so with nothing in its cache, that notes its tasks, paints and presses from the start. */
export async function openPage(browser: Browser, url: string, storageState?: SignedIn): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...seen, storageState });
  const page = await context.newPage();
  await page.addInitScript(note);
  return page;
}

/** A browser with a profile on disk and one page. */
export type Profile = {
  pid: number;
  page(): Promise<Page>;
  /** Disconnects from the browser until the next `page()`: while inspected it stores all response bodies, which would be measured. */
  leave(): Promise<void>;
  close(): Promise<void>;
};

export async function openProfile(url: string, directory: string, user: SignedIn): Promise<Profile> {
  ensureChromium();
  const program = findChromium() ?? chromium.executablePath();
  const own = ['--headless', '--remote-debugging-port=0', '--window-size=1440,900', `--user-data-dir=${directory}`];
  const started = spawn(program, [...args, ...own], { stdio: 'ignore' });
  const portFile = path.join(directory, 'DevToolsActivePort');
  while (!existsSync(portFile)) await new Promise((resolve) => setTimeout(resolve, 100));
  const [port] = readFileSync(portFile, 'utf8').split('\n');
  let attached: Browser | undefined;

  const attach = async () => {
    attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = attached.contexts();
    if (!context) throw new Error('The browser has no profile');
    await context.addInitScript(note);
    return context;
  };
  const leave = async () => {
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
    leave,
    close: async () => {
      await attach();
      const inspector = await attached?.newBrowserCDPSession();
      await inspector?.send('Browser.close'); // the program may be a script that leaves the browser behind when it is ended
      if (started.exitCode === null) await once(started, 'exit');
    },
  };
}

/** In milliseconds since navigation. */
export type Noted = {
  firstPaint: number;
  largestPaint: number;
  longTasks: { start: number; duration: number }[];
  /** From a press to the next paint. */
  presses: { name: string; duration: number }[];
};

function note() {
  const noted: Noted = { firstPaint: 0, largestPaint: 0, longTasks: [], presses: [] };
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.largestPaint = startTime;
  });
  observe('longtask', ({ startTime, duration }) => noted.longTasks.push({ start: startTime, duration }));
  observe('event', ({ name, duration }) => noted.presses.push({ name, duration }), { durationThreshold: 16 });
  Object.assign(window, { noted });
}

/** What the page has noted so far. */
export const notedBy = (page: Page): Promise<Noted> =>
  page.evaluate(() => (window as unknown as { noted: Noted }).noted);

/** Forgets what was noted of tasks and presses. */
export const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted };
    noted.longTasks = [];
    noted.presses = [];
  });
