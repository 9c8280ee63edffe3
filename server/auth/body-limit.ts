import type { MiddlewareHandler } from 'hono';
import { readBytes, UnreadBody } from '#server/http/request-body.ts';
import { networkOf } from '../http/client.ts';
import { bodyLimits } from '../limits.ts';
import { MemoryBudget } from '../memory-budget.ts';
import type { AuthEnv } from './context.ts';
import { AuthError, tooManyRequests } from './errors.ts';

/**
 * Sets `readText`, which limits the size of a body and of all bodies together: a request reserves the bytes that arrive until its response.
 * An endpoint calls it after its rate limits and authentication; other bodies are not read.
 */
export function limitBodies(): MiddlewareHandler<AuthEnv> {
  const bodies = new MemoryBudget(bodyLimits.accountsTogether);
  return async (c, next) => {
    const reservation = bodies.open(networkOf(c.var.client));
    const read = async () => {
      try {
        return new TextDecoder().decode(await readBytes(c.req.raw, bodyLimits.accounts, reservation.take));
      } catch (error) {
        c.header('Connection', 'close'); // the rest of the body is not read, so the connection cannot be reused
        throw errorOf(error);
      }
    };
    let text: Promise<string> | undefined;
    c.set('readText', () => (text ??= read()));
    try {
      await next();
    } finally {
      reservation.release();
    }
  };
}

function errorOf(error: unknown): unknown {
  if (!(error instanceof UnreadBody)) return error;
  if (error.reason === 'over budget') return tooManyRequests();
  if (error.reason === 'cut short') return new AuthError(400, 'bad_json', 'The body ended before it was complete');
  return new AuthError(413, 'request_entity_too_large', `The body is larger than ${bodyLimits.accounts} bytes`);
}
