import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';

/** The six-digit code of an email. */
export function codeIn(email: Email): string {
  const [code] = email.text?.match(/^\d{6}$/m) ?? [];
  if (!code) throw new Error(`no code in ${email.text}`);
  return code;
}

/** The URL of an email's button. */
export function linkIn(email: Email): string {
  const [link] = email.text?.match(/https?:\/\/\S+/) ?? [];
  if (!link) throw new Error(`no link in ${email.text}`);
  return link;
}

/** Opens the link of an email, and presses the button of its page. */
export async function followLink(page: Page, email: Email): Promise<void> {
  await page.goto(linkIn(email));
  await page.getByRole('main').getByRole('button').click();
}

/** Sends the request of the button on a link's page. */
export async function confirmByLink(email: Email): Promise<void> {
  const { origin, hash } = new URL(linkIn(email));
  const body = new URLSearchParams(hash.slice(1));
  const { status, headers } = await fetch(`${origin}/auth/v1/verify/link`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const outcome = headers.get('Location') ?? '';
  if (status !== 303 || outcome.includes('error')) throw new Error(`the link answered ${status} ${outcome}`);
}
