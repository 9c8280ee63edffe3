// Calls the row API and the accounts' API with the service key, for what a caller without an account may ask a function to do.
import { FunctionError } from './endpoint.ts';

/** The project's URL, its service key, and how to send a request. */
export type ServiceApi = {
  url: string;
  key: () => string | Promise<string>;
  fetch: (request: Request) => Response | Promise<Response>;
};

/** Sends a body to a path such as `/rest/v1/rpc/take_job`, and resolves with the body of the response. Throws FunctionError 429 or 503 for a limit or the load of the server, otherwise ServiceError. */
export type ServiceClient = <Result>(path: string, body: unknown) => Promise<Result>;

export class ServiceError extends Error {
  readonly status: number;
  constructor(path: string, status: number, body: string) {
    super(`${path} answered ${status}: ${body}`);
    this.status = status;
  }
}

/** Posts a body with the service key, and with these headers. */
export async function postAsService(
  api: ServiceApi,
  path: string,
  body: unknown,
  { headers = [], ...init }: { headers?: [string, string][]; signal?: AbortSignal } = {},
): Promise<Response> {
  const key = await api.key();
  const own = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers: [...headers, ...Object.entries(own)], body: JSON.stringify(body), ...init };
  return api.fetch(new Request(`${api.url}${path}`, sent));
}

/** The headers that identify the client of a request, which sessions and limits are about. */
const FORWARDED_HEADERS = ['user-agent', 'x-forwarded-for', 'x-request-id'];

/** Opens both APIs for a request of a client. Aborting that request cancels what it started. */
export function openServiceClient(api: ServiceApi, { headers: requestHeaders, signal }: Request): ServiceClient {
  const forwarded = FORWARDED_HEADERS.flatMap((name): [string, string][] => {
    const value = requestHeaders.get(name);
    return value ? [[name, value]] : [];
  });
  return async <Result>(path: string, body: unknown) => {
    const response = await postAsService(api, path, body, { signal, headers: forwarded });
    if (!response.ok) throw errorFor(path, response, await response.text());
    return (await response.json()) as Result;
  };
}

function errorFor(path: string, { status, headers }: Response, body: string): Error {
  const retryAfter = Number(headers.get('retry-after')) || undefined;
  if (status === 429) return new FunctionError(429, 'Too many requests: try again later', retryAfter);
  if (status === 503) return new FunctionError(503, 'The server is busy. Try again in a moment.', retryAfter);
  return new ServiceError(path, status, body);
}
