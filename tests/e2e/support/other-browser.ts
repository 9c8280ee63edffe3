// A second browser, which shares nothing with the first.
import type { Browser, Page } from '@playwright/test';

/** Does the work in a page of another browser. */
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
