// Reads the code and the link of an email, and follows the link.
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

export type Redirect = {
  status: number;
  /** Without its query and fragment. */
  at: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
};

/** The redirect of a link, which is not followed further. */
export async function follow(address: URL | string): Promise<Redirect> {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  return redirectOf(status, new URL(headers.get('Location') ?? 'about:blank'));
}

export function redirectOf(status: number, location: URL): Redirect {
  return {
    status,
    at: `${location.origin}${location.pathname}`,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
}
