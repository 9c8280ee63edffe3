import { expect, type Page } from '@playwright/test';

/** Ends the session of a page on the server, as another device does. */
export const endSession = (page: Page) =>
  page.evaluate(async () => {
    const { access_token: token } = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers });
  });

/** Signs in again over a page that was kept. */
export async function signInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
}
