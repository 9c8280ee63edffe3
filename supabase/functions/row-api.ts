// Calls the row API with the caller's own token, so that a function has no more rights than its caller.
import { FunctionError } from './endpoint.ts';

/** The row API's URL (`…/rest/v1`), the project's publishable key, and how to send a request. */
export type RowApi = { url: string; key: string; fetch: (request: Request) => Response | Promise<Response> };

/** Reads rows, or calls a function of the database with `body`. Throws FunctionError for errors that the caller may see, Error for all others. */
export type RowClient = (path: string, body?: unknown) => Promise<unknown>;

type Failure = { code?: string; message?: string };

const FORWARDED_HEADERS = ['authorization', 'x-impersonation-id', 'x-request-id'];

/** Opens the row API for the caller of a request. Aborting that request cancels what it started. */
export function openRowClient(api: RowApi, { headers: requestHeaders, signal }: Request): RowClient {
  const headers = new Headers({ apikey: api.key, 'content-type': 'application/json' });
  for (const name of FORWARDED_HEADERS) {
    const value = requestHeaders.get(name);
    if (value) headers.set(name, value);
  }
  return async (path, body) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await api.fetch(new Request(`${api.url}${path}`, { headers, signal, ...sent }));
    if (response.ok) return response.json();
    throw errorFor(response.status, (await response.json().catch(() => ({}))) as Failure);
  };
}

const STATEMENT_TIMEOUT = '57014';
const DISK_FULL = '53100';

/** A function of the database chooses its own status with `PT409`; its message is meant for the caller. */
function errorFor(status: number, { code = '', message = '' }: Failure): Error {
  if (status === 401) return new FunctionError(401, 'Sign in first: there is no valid token');
  if (code === DISK_FULL) return new FunctionError(status, message);
  if (status === 503 || code === STATEMENT_TIMEOUT)
    return new FunctionError(503, 'The database isn’t responding. Try again in a moment.');
  if (status === 429 || status === 403 || code.startsWith('PT')) return new FunctionError(status, message);
  return new Error(`The row API answered ${status} ${code}: ${message}`);
}

/** Throws FunctionError: 401 without a user's valid token, 403 with `message` for a user who is not an administrator. */
export async function requireAdmin(callRowApi: RowClient, request: Request, message: string): Promise<void> {
  const user = readClaim(request, 'sub');
  if (!user) throw new FunctionError(401, 'Sign in first: there is no valid token');
  const roles = await callRowApi(`/user_roles?select=role&role=eq.admin&user_id=eq.${encodeURIComponent(user)}`);
  if (!Array.isArray(roles) || roles.length === 0) throw new FunctionError(403, message);
}

/** A claim of the caller's token, which the row API verifies; null for a publishable key. */
export function readClaim(request: Request, name: 'sub' | 'email'): string | null {
  const authorization = request.headers.get('authorization') ?? '';
  const [, payload] = /^Bearer [^.\s]+\.([^.\s]+)\.[^.\s]*$/i.exec(authorization) ?? [];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const claim = (claims as Record<string, unknown> | null)?.[name];
    return typeof claim === 'string' ? claim : null;
  } catch {
    return null;
  }
}
