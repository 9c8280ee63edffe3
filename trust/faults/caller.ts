// Requests with a complete response or none.

export type Answer = { status: number; body: unknown };

/** The server ended before its response; the request may have taken effect or not. */
export class NoAnswer extends Error {}

export type CallOptions = { method?: string; body?: unknown; token?: string };

/** One request. Throws NoAnswer. */
export async function ask(url: string, path: string, { method, body, token }: CallOptions = {}): Promise<Answer> {
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

/** Signs in or up. Throws on an error response. */
export async function enter(
  url: string,
  way: 'signup' | 'token?grant_type=password',
  account: object,
): Promise<Session> {
  const { status, body } = await ask(url, `/auth/v1/${way}`, { body: account });
  if (status !== 200) throw new Error(`${way} answered ${status} ${JSON.stringify(body)}`);
  return body as Session;
}
