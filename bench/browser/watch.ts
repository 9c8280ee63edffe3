// In charge of what long work costs: memory of the tab and of the server while it goes on, and tasks that kept the page from answering.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { forget, notedBy } from '../support/browser.ts';

/** In MB: the page's own objects, the whole process of the tab with its workers, the server's process. */
type Memory = { heap: number; tab: number; server: number };

export type Watched<Result> = {
  result: Result;
  seconds: number;
  before: Memory;
  peak: Memory;
  after: Memory;
  /** The longest tasks of the page in milliseconds, the longest first. */
  tasks: number[];
};

const EVERY_MS = 500;
const MB = 1024 * 1024;

/** Resident memory of a process. */
function residentOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Does some work on a page and watches it. */
export async function watch<Result>(page: Page, server: number, work: () => Promise<Result>): Promise<Watched<Result>> {
  const devtools = await page.context().newCDPSession(page);
  const browser = await page.context().browser()?.newBrowserCDPSession();
  await devtools.send('Performance.enable');
  const look = async (): Promise<Memory> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const processes = (await browser?.send('SystemInfo.getProcessInfo'))?.processInfo ?? [];
    const tabs = processes.filter(({ type }) => type === 'renderer').map(({ id }) => residentOf(id));
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
    return { heap: heap / MB, tab: Math.max(0, ...tabs), server: residentOf(server) };
  };
  const settled = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return look();
  };

  const before = await settled();
  const peak = { ...before };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = look().then((memory) => {
      for (const what of ['heap', 'tab', 'server'] as const) peak[what] = Math.max(peak[what], memory[what]);
    });
  }, EVERY_MS);
  await forget(page);
  const start = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - start) / 1000;
    const tasks = (await notedBy(page)).longTasks.map(({ duration }) => duration).sort((one, other) => other - one);
    return { result, seconds, before, peak, after: await settled(), tasks };
  } finally {
    clearInterval(timer);
    await looking.catch(() => {});
  }
}

const shown = ({ heap, tab, server }: Memory) => [heap, tab, server].map((size) => size.toFixed(0)).join(' / ');

/** What was watched, in words. */
export function costs({ before, peak, after, tasks }: Watched<unknown>): string {
  const long = tasks.filter((duration) => duration > 100);
  return [
    `  heap / tab / server in MB: ${shown(before)} before, ${shown(peak)} at most, ${shown(after)} after`,
    `  tasks over 100 ms: ${long.length}; the longest ${tasks.slice(0, 3).map(Math.round).join(', ') || 'under 50'} ms`,
  ].join('\n');
}
