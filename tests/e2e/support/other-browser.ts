import type { Browser, Page } from '@playwright/test';

/** Runs `work` with a page of another browser, which shares nothing with the first. */
export async function inOtherBrowser<T>(
  browser: Browser,
  baseURL: string | undefined,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
