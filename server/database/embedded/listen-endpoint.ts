// Where the cluster listens: a Unix socket in a private directory, or a loopback port with a password.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasAccess, type SystemAccount } from './account.ts';
import { processIdentity, readIfPresent } from './data-dir-lock.ts';

/** Peer authentication over a Unix socket, or a password over loopback. */
export type ListenAddress = { kind: 'peer'; folder: string } | { kind: 'password'; port: number; password: string };

/** Chooses a random socket directory, or a free port and a password. */
export async function chooseListenAddress(
  kind: ListenAddress['kind'],
  account: SystemAccount | undefined,
): Promise<ListenAddress> {
  return kind === 'peer' ? nameSocketFolder(account) : openPort();
}

/** The path of a Unix socket is limited to 107 bytes, so it cannot be below the data directory. */
function nameSocketFolder(account: SystemAccount | undefined): ListenAddress {
  const fits = (folder: string) => Buffer.byteLength(folder) <= 70 && (!account || hasAccess(account, 'w', folder));
  const base = fits(tmpdir()) ? tmpdir() : '/tmp';
  return { kind: 'peer', folder: path.join(base, `leadlight-${randomBytes(6).toString('hex')}`) };
}

async function openPort(): Promise<ListenAddress> {
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

/** Part of the file name of the socket. */
export const SOCKET_PORT = 5432;

/** The owner's URL. Includes port and sslmode, so that PGPORT and PGSSLMODE have no effect. */
export const ownerUrl = (endpoint: ListenAddress): string =>
  endpoint.kind === 'peer'
    ? socketUrl(endpoint.folder)
    : `postgresql://postgres:${endpoint.password}@127.0.0.1:${endpoint.port}/postgres?sslmode=disable`;

const socketUrl = (folder: string): string =>
  `postgresql://postgres@localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(folder)}&sslmode=disable`;

/** Whether a folder is a socket directory of ours. */
export const isSocketFolder = (folder: string) => /^leadlight-[0-9a-f]{12}$/.test(path.basename(folder));

/** Returns the owner's URL of a running cluster; undefined if no server runs, or if it listens with a password. */
export function findRunning(directory: string): string | undefined {
  const [, , , , socketFolder] = readIfPresent(path.join(directory, 'postgres', 'postmaster.pid')).split('\n');
  const [holder = ''] = readIfPresent(path.join(directory, 'lock')).split('\n');
  if (!holder || processIdentity(Number.parseInt(holder, 10)) !== holder || !socketFolder) return undefined;
  return socketUrl(socketFolder);
}
