// In charge of doing heavy work a few at a time, first come, first served. Refuses what would wait behind too many.

/** The queue has no place left: the work was not begun. */
export class QueueFull extends Error {}

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `abreast` works run and at most `waiting` wait; one more rejects with QueueFull. */
export function openWorkQueue({ abreast, waiting }: { abreast: number; waiting: number }): WorkQueue {
  const queue: (() => void)[] = [];
  let running = 0;

  const takePlace = (): Promise<void> => {
    if (running < abreast) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.length >= waiting) return Promise.reject(new QueueFull(`${waiting} are waiting already`));
    return new Promise((resolve) => queue.push(resolve));
  };
  const leavePlace = () => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };

  return async (work) => {
    await takePlace();
    try {
      return await work();
    } finally {
      leavePlace();
    }
  };
}
