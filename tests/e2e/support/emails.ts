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
