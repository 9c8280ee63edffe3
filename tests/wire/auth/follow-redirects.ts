// In charge of a browser's way over a provider: follows each redirect with its cookies until the address that ends the way.
import { type Arrival, arrivalAt } from './emails.ts';

const STEPS = 12;

/** Follows redirects from an address, with a cookie jar of its own, up to the first that `isEnd` names; that one is not opened. */
export async function followRedirects(from: string, isEnd: (address: URL) => boolean): Promise<Arrival> {
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
    if (!location) throw new Error(`the way ended at ${address} with ${response.status}: ${await response.text()}`);
    address = new URL(location, address);
    if (isEnd(address)) return arrivalAt(response.status, address);
  }
  throw new Error(`no end after ${STEPS} steps, at ${address}`);
}
