// In charge of what a kind of work leaves to be checked: what was acknowledged, and the one thing that was under way when the server died.
import { type Asking, ask, NoAnswer, type Session } from './caller.ts';
import type { Subject } from './subject.ts';

/** The surroundings of a round: the server as it runs now, its database, the administrator, a customer of the round's own. */
export type Scene = { url: string; subject: Subject; admin: Session; customerId: string };

/** `unknown` is the thing whose answer never came. */
export type Ledger<Thing> = { done: Thing[]; unknown: Thing | undefined; refusals: string[] };

/** One kind of work: done until the server is gone, then looked at by the next server. `check` answers a sentence for each thing that is not as promised. */
export type Work<Thing> = {
  name: string;
  /** What is to be done; made ready before the clock of the round begins to run. */
  things(scene: Scene): Promise<Iterable<Thing>>;
  request(thing: Thing, scene: Scene): Asking & { path: string };
  /** Reads what an answer brings. */
  learn?(thing: Thing, body: unknown): void;
  check(ledger: Ledger<Thing>, scene: Scene): Promise<string[]>;
};

/** Does one thing after the other; a refusal is noted, and what it refused counts as unknown. */
export async function perform<Thing>(work: Work<Thing>, things: Iterable<Thing>, scene: Scene): Promise<Ledger<Thing>> {
  const ledger: Ledger<Thing> = { done: [], unknown: undefined, refusals: [] };
  for (const thing of things) {
    const { path, ...asking } = work.request(thing, scene);
    ledger.unknown = thing;
    try {
      const { status, body } = await ask(scene.url, path, asking);
      if (status === 503) return ledger; // the database was cut off first
      if (status >= 300) {
        ledger.refusals.push(`${work.name}: ${path.slice(0, 60)} answered ${status} ${JSON.stringify(body)}`);
        return ledger;
      }
      work.learn?.(thing, body);
      ledger.done.push(thing);
      ledger.unknown = undefined;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return ledger;
    }
  }
  return ledger;
}

/** Each of what was acknowledged has to pass, and what is unknown to be whole or absent. */
export async function judge<Thing>(
  { done, unknown }: Ledger<Thing>,
  stateOf: (thing: Thing) => Promise<'whole' | 'absent' | string>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const thing of done) {
    const state = await stateOf(thing);
    if (state !== 'whole') faults.push(`acknowledged, but ${state}: ${JSON.stringify(thing)}`);
  }
  if (unknown !== undefined) {
    const state = await stateOf(unknown);
    if (state !== 'whole' && state !== 'absent') faults.push(`half done (${state}): ${JSON.stringify(unknown)}`);
  }
  return faults;
}
