// In charge of a function's way to the rows: the row API with the caller's own token, so that a function never outruns its caller's rights.
import { FunctionError } from './endpoint.ts';

/** Where the row API is: its address (`…/rest/v1`), the project's publishable key, and how to reach it. */
export type RowApi = { url: string; key: string; fetch: (request: Request) => Response | Promise<Response> };

/** Asks for rows, or posts `body` to an rpc. Throws FunctionError for what the row API refuses the caller, Error for what it fails at. */
export type AskRows = (path: string, body?: unknown) => Promise<unknown>;

type Failure = { code?: string; message?: string };

/** Headers of the caller that the row API is to see as well. */
const passedOn = ['authorization', 'x-impersonation-id', 'x-request-id'];

/** The row API as the caller of a request has it. */
export function rowsOf(api: RowApi, request: Request): AskRows {
  const headers = new Headers({ apikey: api.key, 'content-type': 'application/json' });
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const { signal } = request; // what nobody waits for any more is cancelled
  return async (path, body) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const init = { headers, signal, ...sent };
    const response = await api.fetch(new Request(`${api.url}${path}`, init));
    if (response.ok) return response.json();
    throw refusal(response.status, (await response.json().catch(() => ({}))) as Failure);
  };
}

/** PostgreSQL's word for a statement that took longer than it may. */
const OUT_OF_TIME = '57014';

/** What an rpc raises with a status of its own (`PT409`) is meant for the caller; any other failure keeps its words to the log. */
function refusal(status: number, { code = '', message = '' }: Failure): Error {
  if (status === 401) return new FunctionError(401, 'Sign in first: there is no valid token');
  if (status === 503 || code === OUT_OF_TIME)
    return new FunctionError(503, 'The database does not answer at the moment, please try again');
  if (status === 429 || status === 403 || code.startsWith('PT')) return new FunctionError(status, message);
  return new Error(`The row API answered ${status} ${code}: ${message}`);
}
