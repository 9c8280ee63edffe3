import type { MiddlewareHandler } from 'hono';
import { readBytes, UnreadBody } from '#domain/request-body.ts';
import { partyOf } from '../client.ts';
import { bodyLimits } from '../limits.ts';
import { MemoryBudget, type Reservation } from '../memory-budget.ts';
import type { AuthEnv } from './context.ts';
import { AuthError, tooManyRequests } from './errors.ts';

/**
 * Limits the size of a body and of all bodies together. Until the response, a request reserves the bytes of its
 * Content-Length or, without one, those that arrive.
 */
export function limitBodies(): MiddlewareHandler<AuthEnv> {
  const bodies = new MemoryBudget(bodyLimits.accountsTogether);
  return async (c, next) => {
    if (!c.req.raw.body) return next();
    const reservation = bodies.open(partyOf(c.var.client));
    try {
      c.req.raw = await reserve(c.req.raw, reservation);
      await next();
    } catch (error) {
      const failure = errorOf(error);
      if (failure) c.header('Connection', 'close'); // the rest of the body is not read, so the connection cannot be reused
      throw failure ?? error;
    } finally {
      reservation.release();
    }
  };
}

/** Returns the request, with its body in memory where the length was unknown. Throws UnreadBody. */
async function reserve(request: Request, reservation: Reservation): Promise<Request> {
  const length = request.headers.has('transfer-encoding') ? null : request.headers.get('content-length');
  if (length === null) {
    const body = await readBytes(request, bodyLimits.accounts, reservation.take);
    return new Request(request, { body: body as Uint8Array<ArrayBuffer> });
  }
  if (Number(length) > bodyLimits.accounts) throw new UnreadBody('too large');
  if (!reservation.take(Number(length))) throw new UnreadBody('over budget');
  return request;
}

function errorOf(error: unknown): AuthError | undefined {
  if (!(error instanceof UnreadBody)) return undefined;
  if (error.reason === 'over budget') return tooManyRequests();
  if (error.reason === 'cut short') return new AuthError(400, 'bad_json', 'The body ended before it was complete');
  return new AuthError(413, 'request_entity_too_large', `The body is larger than ${bodyLimits.accounts} bytes`);
}
