// Hashes and verifies passwords, off the main thread and few at a time. Verifying takes the same work whether or not there is a hash.
import { availableParallelism } from 'node:os';
import { compare, hash } from 'bcrypt';
import { isTooLongToHash, passwordWeakness } from '../credentials.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { openWorkQueue } from '../work-queue.ts';

const COST = 10;

/** Half of the processors, and never the whole thread pool (4), which signatures and files need too. */
const CONCURRENCY = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));

const queue = openWorkQueue({ concurrency: CONCURRENCY, waiting: 256 });

/** The requester of the server itself and of the service key. */
export const SERVICE = 'service';

/** Throws validation_failed or weak_password. */
export function requireAcceptablePassword(password: string): void {
  if (isTooLongToHash(password)) throw validationFailed('Password cannot be longer than 72 characters');
  const weakness = passwordWeakness(password);
  if (!weakness) return;
  const { message, reasons } = weakness;
  throw new AuthError(422, 'weak_password', message, { weak_password: { reasons } });
}

/** A bcrypt hash; `requester` is the client or the account that it is for. Rejects with QueueFull. */
export const hashPassword = (password: string, requester: string): Promise<string> =>
  queue(requester, () => hash(password, COST));

/** The hash of a password that the service key sets. Throws validation_failed or weak_password. */
export function hashNewPassword(password: string): Promise<string> {
  requireAcceptablePassword(password);
  return hashPassword(password, SERVICE);
}

/** The hash of a random password, with the cost above. A constant, because creating one could fail. */
const DUMMY_HASH = '$2b$10$ZuKwhy61PcINzKpaZ.nAsOeh5ys9JdClDzaqJzgogSJlSHeC.ZTuu';

/** Whether the password matches the hash; false without a hash, after the same work. Rejects with QueueFull. */
export async function verifyPassword(
  password: string,
  storedHash: string | null | undefined,
  requester: string,
): Promise<boolean> {
  const bcryptHash = (storedHash || DUMMY_HASH).replace(/^\$2y\$/, '$2b$'); // PHP's name for the same algorithm
  const matches = await queue(requester, () => compare(password, bcryptHash));
  return matches && Boolean(storedHash) && !isTooLongToHash(password);
}
