// Measures memory of the tab and the server, and long tasks, during long work.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Profile, readTimings, resetTimings } from '../support/browser.ts';

/** In MB: the page's heap, private memory of the tab's process with its workers, the server's process. */
type Memory = { heap: number; tab: number; server: number };

export type Work = {
  profile: Profile;
  /** The server's process id. */
  server: number;
  begin: (page: Page) => Promise<unknown>;
  isDone: (page: Page) => Promise<boolean>;
};

export type Measured = {
  seconds: number;
  before: Memory;
  peak: Memory;
  after: Memory;
  /** The page's long tasks in milliseconds, longest first. */
  tasks: number[];
};

const EVERY_MS = 500;
/** Rarely, since each measurement allocates in the page's heap. */
const heapInterval = (elapsed: number) => Math.max(1_500, elapsed / 20);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // already ended
  }
}

const sizeOf = (pid: number | string, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024;

const parentOf = (pid: number) => Number(/PPid:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0);

function isBelow(pid: number, root: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === root) return true;
  return false;
}

/** Private memory of the browser's largest tab. */
function tabOf(browser: number): number {
  const tabs = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && readProc(pid, 'cmdline').includes('--type=renderer') && isBelow(Number(pid), browser),
  );
  return Math.max(0, ...tabs.map((pid) => sizeOf(pid, 'RssAnon')));
}

async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

/** Runs work on a page and measures it. */
export async function measureWork({ profile, server, begin, isDone }: Work): Promise<Measured> {
  const processMemory = () => ({ tab: tabOf(profile.pid), server: sizeOf(server, 'VmRSS') });
  const readMemory = async (): Promise<Memory> => ({ heap: await heapOf(await profile.page()), ...processMemory() });
  const before = await readMemory();
  const peak = { ...before };
  const updatePeak = (current: Partial<Memory>) => {
    for (const key of ['heap', 'tab', 'server'] as const) peak[key] = Math.max(peak[key], current[key] ?? 0);
  };
  await resetTimings(await profile.page());
  const start = performance.now();
  await begin(await profile.page());
  let done = false;
  while (!done) {
    await profile.disconnect();
    const until = performance.now() + heapInterval(performance.now() - start);
    while (performance.now() < until) {
      await wait(EVERY_MS);
      updatePeak(processMemory());
    }
    done = await isDone(await profile.page());
    if (!done) updatePeak({ heap: await heapOf(await profile.page()) });
  }
  const seconds = (performance.now() - start) / 1000;
  const { longTasks } = await readTimings(await profile.page());
  const tasks = longTasks.map(({ duration }) => duration).sort((one, other) => other - one);
  return { seconds, before, peak, after: await readMemory(), tasks };
}

const format = ({ heap, tab, server }: Memory) => [heap, tab, server].map((size) => size.toFixed(0)).join(' / ');

/** The measurements as text. */
export function summarize({ before, peak, after, tasks }: Measured): string {
  const long = tasks.filter((duration) => duration > 100);
  return [
    `  heap / tab / server in MB: ${format(before)} before, ${format(peak)} at most, ${format(after)} after`,
    `  tasks over 100 ms: ${long.length}; the longest ${tasks.slice(0, 3).map(Math.round).join(', ') || 'under 50'} ms`,
  ].join('\n');
}
