// In charge of what every function's answer shares: its methods, its headers for other origins, its error shape. Knows no function by name.
import { jsonExcess } from '../../domain/json-excess.ts';
import { readBytes, type UnreadBody } from '../../domain/request-body.ts';

/** A refusal with its status; the message is the answer's `error`. */
export class FunctionError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Endpoint = (request: Request) => Promise<Response>;

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-impersonation-id',
  'access-control-max-age': '86400',
};

/**
 * A function as an endpoint: POST only, preflights answered, `work`'s result as JSON, a FunctionError as `{ error }` with its status.
 * Anything else thrown is reported and answered 500 without its words.
 */
export function endpoint(work: (request: Request) => Promise<unknown>, report: (error: unknown) => void): Endpoint {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: crossOrigin });
    try {
      if (request.method !== 'POST') throw new FunctionError(405, `Method ${request.method} is not allowed: use POST`);
      return answer(200, await work(request));
    } catch (error) {
      if (error instanceof FunctionError) return answer(error.status, { error: error.message });
      if (request.signal.aborted) return new Response(null, { status: 499 }); // its client is gone, and what it asked for was cancelled
      report(error);
      return answer(500, { error: 'Unexpected failure, please try again' });
    }
  };
}

/** The request's body, of so many bytes at most, as JSON. Throws FunctionError: 413 for a larger one, 400 for anything else, and for JSON that is too deep or too wide. */
export async function readJson(request: Request, largest: number): Promise<unknown> {
  const bytes = await readBytes(request, largest).catch((error: UnreadBody) => {
    if (error.reason === 'too large') throw new FunctionError(413, `The body is too large: at most ${largest} bytes`);
    throw new FunctionError(400, 'The body ended before it was complete');
  });
  const text = new TextDecoder().decode(bytes);
  const excess = jsonExcess(text);
  if (excess) throw new FunctionError(400, `The body ${excess}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new FunctionError(400, 'The body is not JSON');
  }
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, {
    status,
    headers: {
      ...crossOrigin,
      'cache-control': 'no-store',
      ...(status === 405 && { allow: 'POST, OPTIONS' }),
      ...(status === 503 && { 'retry-after': '1' }),
    },
  });
}
