export type Reply = { status: number; body: unknown };

/** No complete response arrived: the server may or may not have done the work. */
export class NoResponse extends Error {}

export type RequestOptions = { method?: string; body?: unknown; token?: string };

/** Throws NoResponse. */
export async function send(url: string, path: string, { method, body, token }: RequestOptions = {}): Promise<Reply> {
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
    throw new NoResponse((error as Error).message);
  }
}

export type Session = { access_token: string; refresh_token: string };

/** Signs up or signs in. Throws Error unless the status is 200. */
export async function openSession(
  url: string,
  endpoint: 'signup' | 'token?grant_type=password',
  account: object,
): Promise<Session> {
  const { status, body } = await send(url, `/auth/v1/${endpoint}`, { body: account });
  if (status !== 200) throw new Error(`${endpoint} returned ${status} ${JSON.stringify(body)}`);
  return body as Session;
}
