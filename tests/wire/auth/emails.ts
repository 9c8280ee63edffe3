// In charge of reading the messages of /auth/v1 as their reader does: the code, the link, and where the link leads.
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

export type Arrival = {
  status: number;
  /** Without its query and fragment. */
  at: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
};

/** Where a browser that follows an address is sent. */
export async function follow(address: URL | string): Promise<Arrival> {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  return arrivalAt(status, new URL(headers.get('Location') ?? 'about:blank'));
}

export function arrivalAt(status: number, location: URL): Arrival {
  return {
    status,
    at: `${location.origin}${location.pathname}`,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
}
