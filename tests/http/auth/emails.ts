import type { Email } from 'postal-mime';

export function codeIn(message: Email): string {
  const [code] = message.text?.match(/^\d{6}$/m) ?? [];
  if (!code) throw new Error(`no code in ${message.text}`);
  return code;
}

export function linkIn(message: Email): URL {
  const [link] = message.text?.match(/https?:\S+\/auth\/v1\/verify\S+/) ?? [];
  if (!link) throw new Error(`no link in ${message.text}`);
  return new URL(link);
}
