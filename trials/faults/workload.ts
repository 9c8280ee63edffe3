import { type Reply, type RequestOptions, type Session, send } from '../../tests/support/client.ts';
import type { FaultTarget } from './target.ts';

/** A round: the running server, an administrator's session and a new customer. */
export type Round = { url: string; target: FaultTarget; admin: Session; customerId: string };

/** `inFlight` is the item whose response never arrived. */
export type Progress<Item> = { acknowledged: Item[]; inFlight: Item | undefined; errors: string[] };

/** Requests sent until the server is killed, and their check after its restart. */
export type Workload<Item> = {
  name: string;
  /** Prepares the items before the round starts. */
  items(round: Round): Promise<Iterable<Item>>;
  request(item: Item, round: Round): RequestOptions & { path: string };
  onResponse?(item: Item, body: unknown): void;
  /** Returns a sentence for each fault. */
  check(progress: Progress<Item>, round: Round): Promise<string[]>;
};

/** Sends one item after the other until a request fails. The failed item stays in flight. */
export async function runWorkload<Item>(
  workload: Workload<Item>,
  items: Iterable<Item>,
  round: Round,
): Promise<Progress<Item>> {
  const progress: Progress<Item> = { acknowledged: [], inFlight: undefined, errors: [] };
  for (const item of items) {
    const { path, ...options } = workload.request(item, round);
    progress.inFlight = item;
    const reply: Reply | undefined = await send(round.url + path, options).catch(() => undefined);
    if (!reply || reply.status === 503) return progress; // the server or the database was killed
    if (reply.status >= 300) {
      const body = JSON.stringify(reply.body);
      progress.errors.push(`${workload.name}: ${path.slice(0, 60)} returned ${reply.status} ${body}`);
      return progress;
    }
    workload.onResponse?.(item, reply.body);
    progress.acknowledged.push(item);
    progress.inFlight = undefined;
  }
  return progress;
}

/**
 * A check of the state of each item, which is `complete`, `absent` or what is wrong: acknowledged items must be complete, the item in flight complete
 * or absent, and complete after `again`, the request that repeats it.
 */
export const checkStates =
  <Item>(
    stateOf: (item: Item, round: Round) => Promise<string>,
    again?: Workload<Item>['request'],
  ): Workload<Item>['check'] =>
  async ({ acknowledged, inFlight }, round) => {
    const faults: string[] = [];
    for (const item of acknowledged) {
      const state = await stateOf(item, round);
      if (state !== 'complete') faults.push(`acknowledged, but ${state}: ${JSON.stringify(item)}`);
    }
    if (inFlight === undefined) return faults;
    const state = await stateOf(inFlight, round);
    if (state !== 'complete' && state !== 'absent') faults.push(`half done (${state}): ${JSON.stringify(inFlight)}`);
    if (!again) return faults;
    const { path, ...options } = again(inFlight, round);
    const { status } = await send(round.url + path, options);
    const repeated = await stateOf(inFlight, round);
    if (status !== 200 || repeated !== 'complete') faults.push(`sent again: ${status}, then ${repeated}`);
    return faults;
  };
