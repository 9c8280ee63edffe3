import { expect, type Page } from '@playwright/test';

/** Ends the session of a page on the server, as another device does. */
export const endSession = (page: Page) =>
  page.evaluate(async () => {
    const { access_token: token } = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers });
  });

/** Ends the session of a page and presses a button at once, before another request of the page is answered that it has ended. */
export async function pressWithEndedSession(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();
  await endSession(page);
  await page.evaluate((text) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
    if (!button) throw new Error(`There is no button '${text}'`);
    button.click();
  }, name);
}

/** Signs in again over a page that was kept. */
export async function signInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
}
