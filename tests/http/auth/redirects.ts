export type Redirect = {
  status: number;
  /** The address without its query and fragment. */
  at: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
};

/** The redirect of a link, which is not followed further. */
export async function follow(address: URL | string): Promise<Redirect> {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  return readRedirect(status, new URL(headers.get('Location') ?? 'about:blank'));
}

export function readRedirect(status: number, location: URL): Redirect {
  return {
    status,
    at: `${location.origin}${location.pathname}`,
    query: Object.fromEntries(location.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
}

const STEPS = 12;

/** Follows redirects with a new cookie jar, up to the first URL that `isEnd` accepts, which is not requested. */
export async function followRedirects(from: string, isEnd: (address: URL) => boolean): Promise<Redirect> {
  const cookies = new Map<string, string>();
  let address = new URL(from);
  for (let step = 0; step < STEPS; step += 1) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { Cookie } });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('Location');
    if (!location)
      throw new Error(`the redirects ended at ${address} with ${response.status}: ${await response.text()}`);
    address = new URL(location, address);
    if (isEnd(address)) return readRedirect(response.status, address);
  }
  throw new Error(`no end after ${STEPS} steps, at ${address}`);
}
