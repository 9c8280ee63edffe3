// Bounds the body of a request to the accounts, and what all such bodies hold together.
import type { MiddlewareHandler } from 'hono';
import { readBytes, UnreadBody } from '#domain/request-body.ts';
import { clientOf, partyOf } from '../client.ts';
import type { Config } from '../config.ts';
import { bodyLimits } from '../limits.ts';
import { MemoryBudget, type Reservation } from '../memory-budget.ts';
import { AuthError, tooManyTries } from './errors.ts';

/** Holds the bytes that a request says its body has, or as they come where it does not, until it is answered. */
export function limitBodies({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): MiddlewareHandler {
  const bodies = new MemoryBudget(bodyLimits.accountsTogether);
  return async (c, next) => {
    if (!c.req.raw.body) return next();
    const hold = bodies.open(partyOf(clientOf(c, TRUST_PROXY)));
    try {
      await take(c.req.raw, hold, (request) => {
        c.req.raw = request;
      });
      await next();
    } catch (error) {
      const failure = errorOf(error);
      if (failure) c.header('Connection', 'close'); // the rest of the body is never read, so the connection is of no more use
      throw failure ?? error;
    } finally {
      hold.release();
    }
  };
}

/** Throws UnreadBody. */
async function take(request: Request, hold: Reservation, replace: (request: Request) => void): Promise<void> {
  const length = request.headers.has('transfer-encoding') ? null : request.headers.get('content-length');
  if (length === null) {
    const body = await readBytes(request, bodyLimits.accounts, hold.take);
    replace(new Request(request, { body: body as Uint8Array<ArrayBuffer> }));
  } else if (Number(length) > bodyLimits.accounts) throw new UnreadBody('too large');
  else if (!hold.take(Number(length))) throw new UnreadBody('over budget');
}

function errorOf(error: unknown): AuthError | undefined {
  if (!(error instanceof UnreadBody)) return undefined;
  if (error.reason === 'over budget') return tooManyTries();
  if (error.reason === 'cut short') return new AuthError(400, 'bad_json', 'The body ended before it was complete');
  return new AuthError(413, 'request_entity_too_large', `The body is larger than ${bodyLimits.accounts} bytes`);
}
