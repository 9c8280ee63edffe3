import type { Email } from 'postal-mime';

export function codeIn(message: Email): string {
  const [code] = message.text?.match(/^\d{6}$/m) ?? [];
  if (!code) throw new Error(`no code in ${message.text}`);
  return code;
}

/** The page that the button of an email opens. */
export function pageIn(message: Email): URL {
  const [link] = message.text?.match(/https?:\S+\/auth\/confirm#\S+/) ?? [];
  if (!link) throw new Error(`no link in ${message.text}`);
  return new URL(link);
}

/** The request of the page's button as GoTrue's link, `GET /verify`, which is answered in the same way. */
export function linkIn(message: Email): URL {
  const { origin, hash } = pageIn(message);
  return new URL(`/auth/v1/verify?${hash.slice(1)}`, origin);
}
