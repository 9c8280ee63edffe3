// Answers the rejected requests of one client one after another: a flood of them, each of little work, would otherwise delay every other request.
import { setTimeout as delay } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { clientNetwork } from '../http/client.ts';
import type { AuthEnv } from './context.ts';

/** The time between two rejections of one client: a single one waits for nothing. */
const APART_MS = 20;

/** A rejection that would wait longer is answered at once, so that one client has at most 500 of them waiting. */
const MAX_WAIT_MS = 10_000;

/** Rejections of all clients that wait. More are answered at once. */
const MAX_WAITING = 5_000;

export type Pace = (client: string) => Promise<void>;

/** Resolves at the client's next turn. `now` and `wait` are in milliseconds. */
export function openPace(
  now = () => performance.now(),
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Pace {
  /** When the next turn of each client begins, the longest unused client first. */
  const turns = new Map<string, number>();
  let waiting = 0;
  return async (client) => {
    const time = now();
    for (const [other, begins] of turns) {
      if (begins > time) break;
      turns.delete(other);
    }
    const turn = turns.get(client) ?? time;
    if (turn > time + MAX_WAIT_MS || waiting >= MAX_WAITING) return;
    turns.delete(client);
    turns.set(client, turn + APART_MS);
    if (turn <= time) return;
    waiting += 1;
    await wait(turn - time);
    waiting -= 1;
  };
}

/** Delays responses with status 429 until the client's next turn. */
export function paceRejections(pace = openPace()): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status === 429) await pace(clientNetwork(c.var.client));
  };
}
