// The login `authenticator`, which has no privileges of its own: its URL and its password.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { DatabaseClient } from '../connections/client.ts';
import { openOwner } from './owner.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Returns the URL of the login, and sets its password if it does not match yet. Throws StartFailure.
 *
 * The password is derived from the owner's only, so that all instances, and all databases of the cluster with the same owner, use the same one and no
 * file stores it. An owner without a password signs in by peer or trust authentication; so does the login, which then has no password.
 */
export async function openLogin(ownerUrl: string): Promise<string> {
  const { url, password } = deriveLogin(ownerUrl);
  const rejection = await connectionError(url);
  if (!rejection) return url;
  if (!isAboutPassword(rejection)) {
    throw new StartFailure(
      `The database does not let role authenticator in (${rejection.message}): correct that, then start again.`,
    );
  }
  if (!password) {
    throw new StartFailure(
      "DATABASE_URL has no password and the database does not let role authenticator in the same way: put the owner's password into DATABASE_URL, or map this user to authenticator in pg_hba.conf or pg_ident.conf.",
    );
  }
  const setting = openOwner(ownerUrl)((query) =>
    query(`alter role authenticator password '${scramVerifier(password)}'`),
  );
  const result = await setting.catch((error: Error) => error);
  if (!(await connectionError(url))) return url; // also if another instance has set it at the same time and our statement failed
  if (result instanceof Error) throw result;
  throw new StartFailure(
    'The database does not let role authenticator in with a password: allow it in pg_hba.conf, as for the owner of DATABASE_URL.',
  );
}

/** The URL and password that the login should have. */
export function deriveLogin(ownerUrl: string): { url: string; password: string } {
  const ownerPassword = urlPassword(ownerUrl);
  const password =
    ownerPassword && createHmac('sha256', ownerPassword).update('leadlight authenticator').digest('base64url');
  return { url: withLogin(ownerUrl, 'authenticator', password), password };
}

/** The SCRAM verifier that PostgreSQL stores (RFC 5802), so that no statement or log contains the password. */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`;
}

/** Replaces user and password of a URL. */
export function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  for (const [name, value] of [
    ['user', user],
    ['password', password],
  ] as const) {
    address.searchParams.delete(name);
    if (address.hostname === '' && value) address.searchParams.set(name, value); // a URL without a host cannot have a user before it
  }
  if (address.hostname === '') return address.href;
  address.username = user;
  address.password = password;
  return address.href;
}

/** Replaces host and port of a URL, for a pooler. */
export function atServer(url: string, hostAndPort: string): string {
  const address = new URL(url);
  for (const name of ['host', 'port']) address.searchParams.delete(name);
  address.host = hostAndPort;
  return address.href;
}

function urlPassword(url: string): string {
  const { password, searchParams } = new URL(url);
  return searchParams.get('password') ?? decodeURIComponent(password);
}

/** Connects once; returns the error, if any. */
async function connectionError(connectionString: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether another password may help. For other errors, such as too many connections, the password stays, because poolers may know it. */
const isAboutPassword = ({ code = '', message }: Error & { code?: string }) =>
  /^28/.test(code) || message.startsWith('SASL');
