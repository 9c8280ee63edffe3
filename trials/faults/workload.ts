import { NoResponse, type RequestOptions, type Session, send } from './client.ts';
import type { Target } from './target.ts';

/** A round: the running server, an administrator's session and a new customer. */
export type Round = { url: string; target: Target; admin: Session; customerId: string };

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
    try {
      const { status, body } = await send(round.url, path, options);
      if (status === 503) return progress; // the database was killed first
      if (status >= 300) {
        progress.errors.push(`${workload.name}: ${path.slice(0, 60)} returned ${status} ${JSON.stringify(body)}`);
        return progress;
      }
      workload.onResponse?.(item, body);
      progress.acknowledged.push(item);
      progress.inFlight = undefined;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      return progress;
    }
  }
  return progress;
}

/** Acknowledged items must be complete; the item in flight must be complete or absent. */
export async function findFaults<Item>(
  { acknowledged, inFlight }: Progress<Item>,
  stateOf: (item: Item) => Promise<'complete' | 'absent' | string>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const item of acknowledged) {
    const state = await stateOf(item);
    if (state !== 'complete') faults.push(`acknowledged, but ${state}: ${JSON.stringify(item)}`);
  }
  if (inFlight !== undefined) {
    const state = await stateOf(inFlight);
    if (state !== 'complete' && state !== 'absent') faults.push(`half done (${state}): ${JSON.stringify(inFlight)}`);
  }
  return faults;
}
