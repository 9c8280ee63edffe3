// Turns a function into an HTTP endpoint: methods, CORS, body limits, error responses.
import type { ZodType } from 'zod';
import { jsonExcess } from '../../domain/http/json-excess.ts';
import { readBytes, type UnreadBody } from '../../domain/http/request-body.ts';

/** An error with its status and, after a limit, the seconds until another request may succeed; the message is the `error` of the response. */
export class FunctionError extends Error {
  readonly status: number;
  readonly retryAfter: number;
  constructor(status: number, message: string, retryAfter = status === 503 ? 1 : 60) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-impersonation-id',
  'access-control-max-age': '86400',
};

/**
 * Responds to preflight requests, accepts POST only, and responds with the result of `work` as JSON, a stream as CSV, or with `{ error }` for a FunctionError.
 * Any other error is passed to `report` and the response is 500 without its message.
 */
export function endpoint(work: (request: Request) => Promise<unknown>, report: (error: unknown) => void) {
  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: crossOrigin });
    try {
      if (request.method !== 'POST') throw new FunctionError(405, `Method ${request.method} is not allowed: use POST`);
      const result = await work(request);
      return result instanceof ReadableStream ? respondWithFile(result) : respond(200, result);
    } catch (error) {
      if (error instanceof FunctionError) return respond(error.status, { error: error.message }, error.retryAfter);
      if (request.signal.aborted) return new Response(null, { status: 499 }); // the client has disconnected and its request was cancelled
      report(error);
      return respond(500, { error: 'Something went wrong. Try again in a moment.' });
    }
  };
}

/** Reads a JSON body. Throws FunctionError: 413 if it is larger than `largest` bytes, 400 if it is not valid or names the first field that `schema` rejects. */
export async function readJson<Body>(request: Request, largest: number, schema: ZodType<Body>): Promise<Body> {
  const bytes = await readBytes(request, largest).catch((error: UnreadBody) => {
    if (error.reason === 'too large') throw new FunctionError(413, `The body is too large: at most ${largest} bytes`);
    throw new FunctionError(400, 'The body ended before it was complete');
  });
  const text = new TextDecoder().decode(bytes);
  const excess = jsonExcess(text);
  if (excess) throw new FunctionError(400, `The body ${excess}`);
  return parseBody(parsedJson(text), schema);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FunctionError(400, 'The body is not JSON');
  }
}

/** The messages of a schema end the sentence '<field> must be …'. Throws FunctionError 400. */
export function parseBody<Body>(json: unknown, schema: ZodType<Body>): Body {
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  const [issue] = error.issues;
  const [field] = issue?.path ?? [];
  throw new FunctionError(
    400,
    field === undefined ? 'The body must be a JSON object' : `${String(field)} must be ${issue?.message}`,
  );
}

const respondWithFile = (stream: ReadableStream) =>
  new Response(stream, {
    headers: { ...crossOrigin, 'cache-control': 'no-store', 'content-type': 'text/csv; charset=utf-8' },
  });

function respond(status: number, body: unknown, retryAfter = 1): Response {
  return Response.json(body, {
    status,
    headers: {
      ...crossOrigin,
      'cache-control': 'no-store',
      ...(status === 405 && { allow: 'POST, OPTIONS' }),
      ...((status === 429 || status === 503) && { 'retry-after': String(retryAfter) }),
    },
  });
}
