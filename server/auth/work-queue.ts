// Runs heavy work a few at a time. Parties take turns: whoever brings much waits for it alone.

/** The queue has no place left: the work was not begun. */
export class QueueFull extends Error {}

/** `party` is whoever the work is for, such as an address. */
export type WorkQueue = <T>(party: string, work: () => Promise<T>) => Promise<T>;

type Waiting = PromiseWithResolvers<void>;

/** At most `abreast` works run and at most `waiting` wait. One more rejects with QueueFull, or takes the place of the newest of the party that has the most. */
export function openWorkQueue({ abreast, waiting }: { abreast: number; waiting: number }): WorkQueue {
  /** Of each party; the one whose turn it is comes first. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let count = 0;

  const makeRoom = (own: number) => {
    const full = new QueueFull(`${waiting} are waiting already`);
    let longest: Waiting[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) throw full; // so the longest keeps one at least
    longest.pop()?.reject(full);
    count -= 1;
  };

  const takePlace = async (party: string): Promise<void> => {
    if (running < abreast) {
      running += 1;
      return;
    }
    const queue = queues.get(party) ?? [];
    if (count >= waiting) makeRoom(queue.length);
    const place: Waiting = Promise.withResolvers();
    queue.push(place);
    queues.set(party, queue);
    count += 1;
    return place.promise;
  };

  const leavePlace = () => {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [party, queue] = next;
    queues.delete(party);
    const place = queue.shift();
    count -= 1;
    if (queue.length > 0) queues.set(party, queue); // behind the other parties
    place?.resolve();
  };

  return async (party, work) => {
    await takePlace(party);
    try {
      return await work();
    } finally {
      leavePlace();
    }
  };
}
