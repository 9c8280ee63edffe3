// A server and a browser for large work, and the memory and long tasks that it takes.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { readTimings, recordTimings, resetTimings, signedIn } from '../../tests/support/browser.ts';
import { browserOptions, ensureChromium } from '../../tests/support/chromium.ts';
import { ADMIN } from '../../tests/support/client.ts';
import { listProcesses, memoryUse, readCommand, readParent } from '../../tests/support/processes.ts';
import { startProgram } from '../../tests/support/program.ts';
import { type Leadlight, openLeadlight } from '../../tests/support/server.ts';
import { newFolder } from '../../tests/support/temporary-files.ts';

export type LargeWork = {
  leadlight: Leadlight;
  /** A folder for temporary files. */
  folder: string;
  /** The administrator's page. */
  page(): Promise<Page>;
  /** Runs work on the page, and measures it. */
  measure(begin: (page: Page) => Promise<unknown>, isDone: (page: Page) => Promise<boolean>): Promise<Measured>;
  close(): Promise<void>;
};

export type Measured = { seconds: number; summary: string };

/** Memory in MB: the page's heap, private memory of the tab's process with its workers, the server's process. */
type Memory = { heap: number; tab: number; server: number };

/** The timeout of long work. */
export const LONG = { timeout: 20 * 60_000 };

const EVERY_MS = 500;
/** Rarely, since each measurement allocates in the page's heap. */
const heapInterval = (elapsed: number) => Math.max(1_500, elapsed / 20);

export async function openLargeWork(): Promise<LargeWork> {
  const folder = newFolder('bench-web');
  const leadlight = await openLeadlight();
  const profile = await openProfile(leadlight.url, path.join(folder, 'profile'));
  return {
    leadlight,
    folder,
    page: profile.page,
    measure: (begin, isDone) => measure(profile, leadlight.pid, { begin, isDone }),
    close: async () => {
      await profile.close();
      await leadlight.end();
    },
  };
}

type Profile = Awaited<ReturnType<typeof openProfile>>;

/** A browser with a profile on disk and one page of the administrator. */
async function openProfile(url: string, directory: string) {
  ensureChromium();
  const { executablePath = chromium.executablePath(), args } = browserOptions();
  const profileArgs = [
    '--headless',
    '--remote-debugging-port=0',
    '--window-size=1440,900',
    `--user-data-dir=${directory}`,
  ];
  const portFile = path.join(directory, 'DevToolsActivePort');
  const program = await startProgram(executablePath, [...args, ...profileArgs], {}, async () => existsSync(portFile));
  const [port] = readFileSync(portFile, 'utf8').split('\n');
  let attached: Browser | undefined;
  const attach = async () => {
    attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = attached.contexts();
    if (!context) throw new Error('The browser has no profile');
    await context.addInitScript(recordTimings);
    return context;
  };
  const context = await attach();
  await context.setStorageState(await signedIn(url, ADMIN));
  await (context.pages()[0] ?? (await context.newPage())).goto(url);
  return {
    pid: program.pid,
    page: async (): Promise<Page> => {
      const known = attached?.contexts()[0] ?? (await attach());
      const page = known.pages().find((one) => one.url().startsWith(url));
      if (!page) throw new Error('The page is gone');
      return page;
    },
    /** Disconnects from the browser until the next `page()`: while inspected it stores all response bodies, which would be measured. */
    disconnect: async () => {
      await attached?.close();
      attached = undefined;
    },
    close: async () => {
      await attach();
      const inspector = await attached?.newBrowserCDPSession();
      await inspector?.send('Browser.close'); // the program may be a script; killing it would leave the browser running
      await program.stop();
    },
  };
}

function isBelow(pid: number, root: number): boolean {
  for (let at = pid; at > 1; at = readParent(at)) if (at === root) return true;
  return false;
}

/** Private memory of the browser's largest tab. */
const tabMemory = (browser: number) =>
  Math.max(
    0,
    ...listProcesses()
      .filter((pid) => readCommand(pid).includes('--type=renderer') && isBelow(pid, browser))
      .map((pid) => memoryUse(pid, 'RssAnon')),
  );

async function readHeap(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

type MeasuredWork = { begin: (page: Page) => Promise<unknown>; isDone: (page: Page) => Promise<boolean> };

async function measure(profile: Profile, server: number, { begin, isDone }: MeasuredWork): Promise<Measured> {
  const processMemory = () => ({ tab: tabMemory(profile.pid), server: memoryUse(server) });
  const readMemory = async (): Promise<Memory> => ({ heap: await readHeap(await profile.page()), ...processMemory() });
  const before = await readMemory();
  const peak = { ...before };
  const updatePeak = (current: Partial<Memory>) => {
    for (const key of ['heap', 'tab', 'server'] as const) peak[key] = Math.max(peak[key], current[key] ?? 0);
  };
  await resetTimings(await profile.page());
  const start = performance.now();
  await begin(await profile.page());
  for (let done = false; !done; ) {
    await profile.disconnect();
    const until = performance.now() + heapInterval(performance.now() - start);
    while (performance.now() < until) {
      await wait(EVERY_MS);
      updatePeak(processMemory());
    }
    done = await isDone(await profile.page());
    if (!done) updatePeak({ heap: await readHeap(await profile.page()) });
  }
  const seconds = (performance.now() - start) / 1000;
  const { longTasks } = await readTimings(await profile.page());
  return { seconds, summary: summarize({ before, peak, after: await readMemory() }, longTasks) };
}

function summarize(memory: Record<'before' | 'peak' | 'after', Memory>, longTasks: { duration: number }[]): string {
  const [before, peak, after] = [memory.before, memory.peak, memory.after].map(({ heap, tab, server }) =>
    [heap, tab, server].map((size) => size.toFixed(0)).join(' / '),
  );
  const tasks = longTasks.map(({ duration }) => Math.round(duration)).sort((one, other) => other - one);
  return [
    `  heap / tab / server in MB: ${before} before, ${peak} at most, ${after} after`,
    `  tasks over 100 ms: ${tasks.filter((duration) => duration > 100).length}; the longest ${tasks.slice(0, 3).join(', ') || 'under 50'} ms`,
  ].join('\n');
}
