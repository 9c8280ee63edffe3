// A kind of work: what was acknowledged, and the one item in flight when the server was killed.
import { ask, type CallOptions, NoAnswer, type Session } from './caller.ts';
import type { Subject } from './subject.ts';

/** The context of a round: server, database, administrator and a new customer. */
export type Scene = { url: string; subject: Subject; admin: Session; customerId: string };

/** `unknown` is the item without a response. */
export type Ledger<Thing> = { done: Thing[]; unknown: Thing | undefined; rejections: string[] };

/** Runs until the server ends; then the next server checks it. `check` returns a sentence for each fault. */
export type Work<Thing> = {
  name: string;
  /** The items, prepared before the round starts. */
  things(scene: Scene): Promise<Iterable<Thing>>;
  request(thing: Thing, scene: Scene): CallOptions & { path: string };
  /** Reads the response. */
  learn?(thing: Thing, body: unknown): void;
  check(ledger: Ledger<Thing>, scene: Scene): Promise<string[]>;
};

/** Processes the items in turn. An error response is recorded, and its item counts as unknown. */
export async function perform<Thing>(work: Work<Thing>, things: Iterable<Thing>, scene: Scene): Promise<Ledger<Thing>> {
  const ledger: Ledger<Thing> = { done: [], unknown: undefined, rejections: [] };
  for (const thing of things) {
    const { path, ...options } = work.request(thing, scene);
    ledger.unknown = thing;
    try {
      const { status, body } = await ask(scene.url, path, options);
      if (status === 503) return ledger; // the database was cut off first
      if (status >= 300) {
        ledger.rejections.push(`${work.name}: ${path.slice(0, 60)} answered ${status} ${JSON.stringify(body)}`);
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

/** Every acknowledged item must be complete, and the unknown one complete or absent. */
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
