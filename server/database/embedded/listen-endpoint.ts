// In charge of the way into the cluster: a socket in a private folder, or a port of loopback with a password. Says where it is and what its address is.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, may } from './account.ts';

/** How a client comes in: as an operating-system user through a socket in a private folder, or by password over loopback. */
export type Door = { kind: 'peer'; folder: string } | { kind: 'password'; port: number; password: string };

/** A new door of a kind; nobody but PostgreSQL and its client learns of it. */
export async function chooseDoor(kind: Door['kind'], account: Account | undefined): Promise<Door> {
  return kind === 'peer' ? nameSocketFolder(account) : openPort();
}

/** A Unix socket's path may have 107 bytes at most, so its folder is a short one whatever the data directory is. */
function nameSocketFolder(account: Account | undefined): Door {
  const fits = (folder: string) => Buffer.byteLength(folder) <= 70 && (!account || may(account, 'w', folder));
  const base = fits(tmpdir()) ? tmpdir() : '/tmp';
  return { kind: 'peer', folder: path.join(base, `leadlight-${randomBytes(6).toString('hex')}`) };
}

/** A port of loopback that was free a moment ago. */
async function openPort(): Promise<Door> {
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
export const ownerUrl = (door: Door): string =>
  door.kind === 'peer'
    ? socketUrl(door.folder)
    : `postgresql://postgres:${door.password}@127.0.0.1:${door.port}/postgres?sslmode=disable`;

export const socketUrl = (folder: string): string =>
  `postgresql://postgres@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}&sslmode=disable`;

/** Whether a folder is one of such a door. */
export const isSocketFolder = (folder: string) => /^leadlight-[0-9a-f]{12}$/.test(path.basename(folder));
