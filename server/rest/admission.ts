// Attributes a row request to a caller, and bounds its body, its response and its use of a connection.
import type { Context } from 'hono';
import type { CallerRequest } from '../database/connections/rows.ts';
import type { Caller } from '../database/connections/scheduler.ts';
import { clientNetwork, nodeResponse, readClient } from '../http/client.ts';
import type { TokenIdentity } from '../jwt.ts';
import { bodyLimits, connectionLimits, responseLimits } from '../limits.ts';
import { MemoryBudget } from '../memory-budget.ts';
import { RateLimiter } from '../rate-limiter.ts';
import {
  responseTooLarge,
  tooManyAnonymous,
  tooManyBodies,
  tooManyOwnBodies,
  tooManyOwnResponses,
  tooManyResponses,
} from './errors.ts';
import type { BodyLimits } from './request/payload.ts';

export type AdmissionOptions = {
  /** Whether an account has a role. One without counts as a guest. */
  hasRole: (id: string) => Promise<boolean> | boolean;
  trustedProxies: number;
  /** Requests without a token of one address within five minutes. */
  anonymousRate: number;
  /** Whether visitors share accounts, so that each address counts as a user. */
  isShared?: boolean;
};

export type Admitted = {
  body: BodyLimits;
  /** Passed to `DatabasePool.request`. */
  counted: Required<Pick<CallerRequest, 'caller' | 'signal' | 'received'>>;
  /** Keeps the response in the memory budget until the client has received it, and closes the connection after a timeout. */
  send(): void;
  /** Call it when the request has been handled, successfully or not. */
  end(): void;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function openAdmission({ hasRole, trustedProxies, anonymousRate, isShared = false }: AdmissionOptions) {
  const bodies = new MemoryBudget(bodyLimits.rowsTogether);
  const responses = new MemoryBudget(responseLimits.together);
  const anonymous = new RateLimiter({ tries: anonymousRate, seconds: 300 });

  async function callerFor({ role, claims: { sub } }: TokenIdentity, c: Context, request: Request): Promise<Caller> {
    if (role === 'service_role' && request === c.req.raw) return { kind: 'service' };
    const address = clientNetwork(readClient(c, trustedProxies));
    const isUser = role === 'authenticated' && sub && UUID.test(sub) && (await hasRole(sub));
    return isUser ? { kind: 'user', id: isShared ? address : sub } : { kind: 'guest', address };
  }

  /**
   * Admits a request of the client of `c`, or one that a function sends for it, which counts for the client also with the service key. Throws RestError
   * for an address with too many anonymous requests.
   */
  return async function admit(c: Context, request: Request, identity: TokenIdentity): Promise<Admitted> {
    const caller = await callerFor(identity, c, request);
    const wait = identity.role === 'anon' && caller.kind === 'guest' ? anonymous.take(caller.address) : 0;
    if (wait > 0) throw tooManyAnonymous(wait);
    const holder = caller.kind === 'user' ? caller.id : caller.kind === 'guest' ? caller.address : caller.kind;
    const [body, response] = [bodies.open(holder), responses.open(holder)];
    const largest = caller.kind === 'guest' ? bodyLimits.anonymousRows : bodyLimits.jsonArguments;
    let size = 0;
    let isSent = false;
    return {
      body: {
        largest,
        reserve: body.take,
        overBudget: () => (body.isBlockedByOwn() ? tooManyOwnBodies() : tooManyBodies()),
      },
      counted: {
        caller,
        signal: request.signal,
        received: (bytes) => {
          size += bytes;
          if (size > responseLimits.one) throw responseTooLarge(responseLimits.one);
          if (!response.take(bytes)) throw response.isBlockedByOwn() ? tooManyOwnResponses() : tooManyResponses();
        },
      },
      send: () => {
        const outgoing = nodeResponse(c);
        if (!outgoing || outgoing.closed || size <= responseLimits.small) return;
        isSent = true;
        const late = setTimeout(() => outgoing.destroy(), connectionLimits.response);
        outgoing.once('close', () => {
          clearTimeout(late);
          response.release();
        });
      },
      end: () => {
        body.release();
        if (!isSent) response.release();
      },
    };
  };
}
