// Limits concurrent work. Requesters take turns, so a requester that submits much delays only itself.

/** The queue is full; the work was not started. */
export class QueueFull extends Error {}

/** `requester` identifies whom the work is for, such as a client address. */
export type WorkQueue = <T>(requester: string, work: () => Promise<T>) => Promise<T>;

type Slot = PromiseWithResolvers<void>;

/**
 * Runs at most `concurrency` works and lets at most `waiting` wait. One more is rejected with QueueFull, or replaces the
 * newest of the requester with the most waiting works.
 */
export function openWorkQueue({ concurrency, waiting }: { concurrency: number; waiting: number }): WorkQueue {
  /** The waiting work by requester, the next one first. */
  const queues = new Map<string, Slot[]>();
  let running = 0;
  let count = 0;

  const evictNewest = (own: number) => {
    const full = new QueueFull(`${waiting} are waiting already`);
    let longest: Slot[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) throw full; // at least one work of that requester stays
    longest.pop()?.reject(full);
    count -= 1;
  };

  const acquireSlot = async (requester: string): Promise<void> => {
    if (running < concurrency) {
      running += 1;
      return;
    }
    const queue = queues.get(requester) ?? [];
    if (count >= waiting) evictNewest(queue.length);
    const slot: Slot = Promise.withResolvers();
    queue.push(slot);
    queues.set(requester, queue);
    count += 1;
    return slot.promise;
  };

  const releaseSlot = () => {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [requester, queue] = next;
    queues.delete(requester);
    const slot = queue.shift();
    count -= 1;
    if (queue.length > 0) queues.set(requester, queue); // behind the other requesters
    slot?.resolve();
  };

  return async (requester, work) => {
    await acquireSlot(requester);
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
