// In charge of a client that knows what it was told: an answer that came through whole, or none.

export type Answer = { status: number; body: unknown };

/** The server was gone before its answer was there: what was asked may be done or not. */
export class NoAnswer extends Error {}

export type Asking = { method?: string; body?: unknown; token?: string };

/** One request. Throws NoAnswer. */
export async function ask(url: string, path: string, { method, body, token }: Asking = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  } catch (error) {
    throw new NoAnswer((error as Error).message);
  }
}

export type Session = { access_token: string; refresh_token: string };

/** A session by sign-in, or by sign-up. Throws Error for any refusal. */
export async function enter(
  url: string,
  way: 'signup' | 'token?grant_type=password',
  account: object,
): Promise<Session> {
  const { status, body } = await ask(url, `/auth/v1/${way}`, { body: account });
  if (status !== 200) throw new Error(`${way} answered ${status} ${JSON.stringify(body)}`);
  return body as Session;
}
