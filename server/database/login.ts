// In charge of the server's own login `authenticator`: what its address is and that it may come in. It has no right of its own.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client } from './client.ts';
import { ownerOf } from './owner.ts';
import { StartFailure } from './start-failure.ts';

/**
 * The address that requests use, from the owner's; the login's password is set where it does not fit yet. Throws StartFailure.
 *
 * The password is derived from the owner's and from nothing else, so that copies of the server and other databases of the same cluster (which must have the same owner, because the login is the cluster's) agree on it, and no file keeps it.
 * An owner without a password comes in because the server knows the operating system's user (peer) or trusts the way (trust); the login then comes the same way, and has no
 * password that anyone could guess.
 */
export async function openLogin(ownerUrl: string): Promise<string> {
  const { url, password } = loginOf(ownerUrl);
  const refusal = await refusalAt(url);
  if (!refusal) return url;
  if (!isAboutPassword(refusal)) {
    throw new StartFailure(
      `The database does not let role authenticator in (${refusal.message}): mend that, then start again.`,
    );
  }
  if (!password) {
    throw new StartFailure(
      "DATABASE_URL has no password and the database does not let role authenticator in the same way: put the owner's password into DATABASE_URL, or map this user to authenticator in pg_hba.conf or pg_ident.conf.",
    );
  }
  const setting = ownerOf(ownerUrl)((query) => query(`alter role authenticator password '${scramVerifier(password)}'`));
  const failure = await setting.then(
    () => undefined,
    (error: Error) => error,
  );
  if (!(await refusalAt(url))) return url; // also where another copy has set it at the same moment, which refuses ours
  if (failure) throw failure;
  throw new StartFailure(
    'The database does not let role authenticator in with a password: allow it in pg_hba.conf, as for the owner of DATABASE_URL.',
  );
}

/** The login's address and password, whether it comes in by them or not. */
export function loginOf(ownerUrl: string): { url: string; password: string } {
  const ownerPassword = passwordOf(ownerUrl);
  const password =
    ownerPassword && createHmac('sha256', ownerPassword).update('leadlight authenticator').digest('base64url');
  return { url: withLogin(ownerUrl, 'authenticator', password), password };
}

/** What PostgreSQL itself would store for a password (RFC 5802), so that no statement and no log ever holds the plain one. */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`;
}

/** The same server, database and options for another role. */
export function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  for (const [name, value] of [
    ['user', user],
    ['password', password],
  ] as const) {
    address.searchParams.delete(name);
    if (address.hostname === '' && value) address.searchParams.set(name, value); // a URL without a host has no room before it
  }
  if (address.hostname === '') return address.href;
  address.username = user;
  address.password = password;
  return address.href;
}

/** The same login, database and options at another server: a pooler that stands before it, say. */
export function atServer(url: string, hostAndPort: string): string {
  const address = new URL(url);
  for (const name of ['host', 'port']) address.searchParams.delete(name);
  address.host = hostAndPort;
  return address.href;
}

function passwordOf(url: string): string {
  const { password, searchParams } = new URL(url);
  return searchParams.get('password') ?? decodeURIComponent(password);
}

/** Why the login does not come in; undefined where it does. */
async function refusalAt(connectionString: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A refusal that another password may end: not that there is no room, say, for poolers may know the password that is set. */
const isAboutPassword = ({ code = '', message }: Error & { code?: string }) =>
  /^28/.test(code) || message.startsWith('SASL');
