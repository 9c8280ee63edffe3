// Attributes a row request to a caller, and bounds its body, its response and its use of a connection.
import type { Context } from 'hono';
import type { CallerRequest } from '../database/connections/rows.ts';
import type { Caller as Counted } from '../database/connections/scheduler.ts';
import { clientOf, networkOf, outgoingOf } from '../http/client.ts';
import type { Caller } from '../jwt.ts';
import { answerLimits, bodyLimits, connectionLimits } from '../limits.ts';
import { MemoryBudget } from '../memory-budget.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { answerTooLarge, tooManyAnonymous, tooManyAnswers } from './errors.ts';
import type { BodyLimits } from './request/payload.ts';

export type AdmissionOptions = {
  /** Whether an account has a role. One without counts as a guest. */
  hasRole: (id: string) => Promise<boolean> | boolean;
  trustedProxies: number;
  /** Requests without a token of one address within five minutes. */
  anonymousRate: number;
};

export type Admitted = {
  body: BodyLimits;
  /** Passed to `Database.request`. */
  counted: Required<Pick<CallerRequest, 'caller' | 'signal' | 'received'>>;
  /** Keeps the response in the memory budget until the client has received it, and closes the connection after a timeout. */
  send(): void;
  /** Call it when the request has been handled, successfully or not. */
  end(): void;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function openAdmission({ hasRole, trustedProxies, anonymousRate }: AdmissionOptions) {
  const bodies = new MemoryBudget(bodyLimits.rowsTogether);
  const answers = new MemoryBudget(answerLimits.together);
  const anonymous = new RateLimiter({ tries: anonymousRate, seconds: 300 });

  async function countedFor({ role, claims: { sub } }: Caller, c: Context): Promise<Counted> {
    if (role === 'service_role') return { kind: 'service' };
    if (role === 'authenticated' && sub && UUID.test(sub) && (await hasRole(sub))) return { kind: 'user', id: sub };
    return { kind: 'guest', address: networkOf(clientOf(c, trustedProxies)) };
  }

  /** Throws RestError for an address with too many anonymous requests. */
  return async function admit(c: Context, signal: AbortSignal, caller: Caller): Promise<Admitted> {
    const counted = await countedFor(caller, c);
    const wait = caller.role === 'anon' && counted.kind === 'guest' ? anonymous.take(counted.address) : 0;
    if (wait > 0) throw tooManyAnonymous(wait);
    const holder = counted.kind === 'user' ? counted.id : counted.kind === 'guest' ? counted.address : counted.kind;
    const [body, answer] = [bodies.open(holder), answers.open(holder)];
    const largest = counted.kind === 'guest' ? bodyLimits.anonymousRows : bodyLimits.jsonArguments;
    let size = 0;
    let isSent = false;
    return {
      body: { largest, reserve: body.take },
      counted: {
        caller: counted,
        signal,
        received: (bytes) => {
          size += bytes;
          if (size > answerLimits.one) throw answerTooLarge(answerLimits.one);
          if (!answer.take(bytes)) throw tooManyAnswers();
        },
      },
      send: () => {
        const outgoing = outgoingOf(c);
        if (!outgoing || outgoing.closed || size <= answerLimits.small) return;
        isSent = true;
        const late = setTimeout(() => outgoing.destroy(), connectionLimits.answer);
        outgoing.once('close', () => {
          clearTimeout(late);
          answer.release();
        });
      },
      end: () => {
        body.release();
        if (!isSent) answer.release();
      },
    };
  };
}
