// Hashes passwords: off the main thread, few at a time and in turns by party, and with the same work whether or not there is anything to compare with.
import { availableParallelism } from 'node:os';
import { compare, hash } from 'bcrypt';
import { isTooLongToHash } from '../credentials.ts';
import { openWorkQueue } from '../work-queue.ts';

const COST = 10;

/** Half of the processors, and never the whole thread pool (4), which signatures and files need too. */
const ABREAST = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));

const inTurn = openWorkQueue({ abreast: ABREAST, waiting: 256 });

/** Whoever asks for the work that is the server's own, or of the service key. */
export const SERVICE = 'service';

/** A bcrypt hash (cost 10); `party` is the client or the account that it is made for. Rejects with QueueFull when too many wait. */
export const hashPassword = (password: string, party: string): Promise<string> =>
  inTurn(party, () => hash(password, COST));

/** The hash of a random password that was not kept, of the cost above: a constant cannot fail to be made. */
const DECOY = '$2b$10$ZuKwhy61PcINzKpaZ.nAsOeh5ys9JdClDzaqJzgogSJlSHeC.ZTuu';

/** Whether the password made the hash; false without a hash, after the same work. Rejects with QueueFull when too many wait. */
export async function isPassword(password: string, stored: string | null | undefined, party: string): Promise<boolean> {
  const bcryptHash = (stored || DECOY).replace(/^\$2y\$/, '$2b$'); // PHP's name for the same algorithm
  const matches = await inTurn(party, () => compare(password, bcryptHash));
  return matches && Boolean(stored) && !isTooLongToHash(password);
}
