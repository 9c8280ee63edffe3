// In charge of the browser of a bench: Chromium, a person signed in there, and what the page tells of its own tasks.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium, findChromium } from '../../tools/chromium.ts';

export type Credentials = { email: string; password: string };

/** What a browser keeps of a person who has signed in there. */
export type SignedIn = Exclude<NonNullable<Parameters<Browser['newContext']>[0]>['storageState'], string | undefined>;

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const seen = { locale: 'en-GB', viewport: { width: 1440, height: 900 } };

export async function openBrowser(): Promise<Browser> {
  ensureChromium();
  return chromium.launch({ executablePath: findChromium(), args });
}

/** A browser with a profile on disk, as people have it: what a page writes to a file lies there and not in memory. */
export async function openProfile(url: string, directory: string, person: SignedIn): Promise<BrowserContext> {
  ensureChromium();
  const options = { executablePath: findChromium(), args, baseURL: url, ...seen };
  const profile = await chromium.launchPersistentContext(directory, options);
  await profile.setStorageState(person);
  await profile.addInitScript(note);
  return profile;
}

export async function signedIn(url: string, credentials: Credentials): Promise<SignedIn> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) };
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, asked);
  if (!answer.ok) throw new Error(`${credentials.email} could not sign in: ${answer.status}`);
  const kept = { name: 'supabase.auth.token', value: await answer.text() };
  return { cookies: [], origins: [{ origin: url, localStorage: [kept] }] };
}

/** A page of a context of its own, so with nothing in its cache, that notes its tasks, paints and presses from the start. */
export async function openPage(browser: Browser, url: string, storageState?: SignedIn): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...seen, storageState });
  const page = await context.newPage();
  await page.addInitScript(note);
  return page;
}

/** In milliseconds since the page was asked for. */
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
