// In charge of hashing passwords: off the main thread, few at a time, and the same work whether or not there is anything to compare with.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import { isTooLongToHash } from './credentials.ts';
import { openWorkQueue } from './work-queue.ts';

const COST = 10;

/** Half of the processors, and never the whole thread pool (4), which signatures and files need too. */
const ABREAST = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));

const inTurn = openWorkQueue({ abreast: ABREAST, waiting: 256 });

/** A bcrypt hash (cost 10). Rejects with QueueFull when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, { cost: COST }));

/** The hash of a random password that was not kept, of the cost above: a constant cannot fail to be made. */
const DECOY = '$2b$10$ZuKwhy61PcINzKpaZ.nAsOeh5ys9JdClDzaqJzgogSJlSHeC.ZTuu';

/** Whether the password made the hash; false without a hash, after the same work. Rejects with QueueFull when too many wait. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await inTurn(() => verify(password, stored || DECOY));
  return matches && Boolean(stored) && !isTooLongToHash(password);
}
