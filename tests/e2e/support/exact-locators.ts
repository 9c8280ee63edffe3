// Playwright's locators match a text by a substring and without regard to case unless each call says `exact: true`; there is no setting for it.
import type { Page } from '@playwright/test';

type Locate = (what: unknown, options?: object) => unknown;
type Locators = Record<string, Locate | undefined>;

const BY_TEXT = ['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle'];

/** Makes locators match whole texts, case included, in this process: `exact` is true by default. Takes any open page. */
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
