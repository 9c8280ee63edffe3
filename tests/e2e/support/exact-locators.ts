// Playwright's locators match substrings, ignoring case, unless each call sets `exact: true`; there is no global setting.
import type { Page } from '@playwright/test';

type Locate = (what: unknown, options?: object) => unknown;
type Locators = Record<string, Locate | undefined>;

const BY_TEXT = ['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle'];

/** Makes `exact` true by default in this process. Needs any open page. */
export function makeLocatorsExact(page: Page): void {
  for (const object of [page.mainFrame(), page.locator('html'), page.frameLocator('iframe')]) {
    const prototype: Locators = Object.getPrototypeOf(object);
    for (const name of BY_TEXT) {
      const locate = prototype[name];
      if (!locate) throw new Error(`Playwright's ${object.constructor.name} has no ${name}`);
      prototype[name] = function (this: unknown, what, options) {
        return locate.call(this, what, { exact: true, ...options });
      };
    }
  }
}
