// In charge of the way into the cluster: a socket in a private folder, or a port of loopback with a password. Says where it is and what its address is.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, hasAccess } from './account.ts';

/** How a client comes in: as an operating-system user through a socket in a private folder, or by password over loopback. */
export type Endpoint = { kind: 'peer'; folder: string } | { kind: 'password'; port: number; password: string };

/** A new endpoint of a kind; nobody but PostgreSQL and its client learns of it. */
export async function chooseEndpoint(kind: Endpoint['kind'], account: Account | undefined): Promise<Endpoint> {
  return kind === 'peer' ? nameSocketFolder(account) : openPort();
}

/** A Unix socket's path may have 107 bytes at most, so its folder is a short one whatever the data directory is. */
function nameSocketFolder(account: Account | undefined): Endpoint {
  const fits = (folder: string) => Buffer.byteLength(folder) <= 70 && (!account || hasAccess(account, 'w', folder));
  const base = fits(tmpdir()) ? tmpdir() : '/tmp';
  return { kind: 'peer', folder: path.join(base, `leadlight-${randomBytes(6).toString('hex')}`) };
}

/** A port of loopback that was free a moment ago. */
async function openPort(): Promise<Endpoint> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return {
    kind: 'password',
    port: typeof address === 'object' && address ? address.port : 0,
    password: randomBytes(24).toString('base64url'),
  };
}

/** PostgreSQL names the socket's file after this port. */
export const SOCKET_PORT = 5432;

/** The owner's address. Names port and TLS, so that PGPORT and PGSSLMODE, which are meant for another server, have no effect. */
export const ownerUrl = (endpoint: Endpoint): string =>
  endpoint.kind === 'peer'
    ? socketUrl(endpoint.folder)
    : `postgresql://postgres:${endpoint.password}@127.0.0.1:${endpoint.port}/postgres?sslmode=disable`;

export const socketUrl = (folder: string): string =>
  `postgresql://postgres@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}&sslmode=disable`;

/** Whether a folder is one of such a endpoint. */
export const isSocketFolder = (folder: string) => /^leadlight-[0-9a-f]{12}$/.test(path.basename(folder));
