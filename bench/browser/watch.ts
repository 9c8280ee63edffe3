// Memory of the tab and the server, and long tasks, during long work.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { forget, notedBy, type Profile } from '../support/browser.ts';

/** In MB: the page's own objects, what the tab's process with its workers has to itself, the server's process. */
type Memory = { heap: number; tab: number; server: number };

export type Work = {
  profile: Profile;
  /** The process of the server. */
  server: number;
  begin: (page: Page) => Promise<unknown>;
  isOver: (page: Page) => Promise<boolean>;
};

export type Watched = {
  seconds: number;
  before: Memory;
  peak: Memory;
  after: Memory;
  /** The longest tasks of the page in milliseconds, the longest first. */
  tasks: number[];
};

const EVERY_MS = 500;
/** Rarely, since each measurement allocates in the page's heap. */
const lookIn = (passed: number) => Math.max(1_500, passed / 20);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended meanwhile
  }
}

const sizeOf = (pid: number | string, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024;

const parentOf = (pid: number) => Number(/PPid:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0);

function isBelow(pid: number, root: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === root) return true;
  return false;
}

/** The largest of the browser's tabs. */
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
export async function watch({ profile, server, begin, isOver }: Work): Promise<Watched> {
  const outside = () => ({ tab: tabOf(profile.pid), server: sizeOf(server, 'VmRSS') });
  const look = async (): Promise<Memory> => ({ heap: await heapOf(await profile.page()), ...outside() });
  const grow = (peak: Memory, seen: Partial<Memory>) => {
    for (const what of ['heap', 'tab', 'server'] as const) peak[what] = Math.max(peak[what], seen[what] ?? 0);
  };
  const before = await look();
  const peak = { ...before };
  await forget(await profile.page());
  const start = performance.now();
  await begin(await profile.page());
  let over = false;
  while (!over) {
    await profile.leave();
    const until = performance.now() + lookIn(performance.now() - start);
    while (performance.now() < until) {
      await wait(EVERY_MS);
      grow(peak, outside());
    }
    over = await isOver(await profile.page());
    if (!over) grow(peak, { heap: await heapOf(await profile.page()) });
  }
  const seconds = (performance.now() - start) / 1000;
  const { longTasks } = await notedBy(await profile.page());
  const tasks = longTasks.map(({ duration }) => duration).sort((one, other) => other - one);
  return { seconds, before, peak, after: await look(), tasks };
}

const shown = ({ heap, tab, server }: Memory) => [heap, tab, server].map((size) => size.toFixed(0)).join(' / ');

/** The measurements as text. */
export function costs({ before, peak, after, tasks }: Watched): string {
  const long = tasks.filter((duration) => duration > 100);
  return [
    `  heap / tab / server in MB: ${shown(before)} before, ${shown(peak)} at most, ${shown(after)} after`,
    `  tasks over 100 ms: ${long.length}; the longest ${tasks.slice(0, 3).map(Math.round).join(', ') || 'under 50'} ms`,
  ].join('\n');
}
