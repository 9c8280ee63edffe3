// The embedded PostgreSQL: one cluster in the data directory, which runs as long as this process.
import type { Logger } from 'pino';
import { SYSTEM_DATA_DIR } from './account.ts';
import { findPrograms } from './binaries.ts';
import { type Cluster, configureCluster, createCluster, type PostgresSettings, run } from './cluster.ts';
import { type DataDir, prepareDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { requireSpace } from './disk.ts';
import { chooseListenAddress, type ListenAddress, ownerUrl } from './listen-endpoint.ts';
import { startPostmaster, stopOrphan } from './postmaster.ts';

export type EmbeddedOptions = {
  directory: string;
  log: Logger;
  /** `password` is for systems without peer authentication; it is new at each start and only in memory. */
  endpoint?: ListenAddress['kind'];
  /** False for data that may be lost, in tests. */
  durable?: boolean;
  settings?: PostgresSettings;
};

export type Embedded = {
  /** The owner's URL of database `postgres`. */
  url: string;
  dataDir: DataDir;
  /** Resolves when PostgreSQL has been stopped; rejects with StartFailure if it has ended unexpectedly. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** Starts the cluster of a directory, and creates it if there is none. Throws StartFailure. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true, endpoint: kind = process.platform === 'win32' ? 'password' : 'peer' } = options;
  const dataDir = prepareDataDir(options.directory, log);
  requireSpace(dataDir.directory);
  const release = lockDataDir(dataDir.directory);
  try {
    const programs = findPrograms(dataDir.account ? SYSTEM_DATA_DIR : dataDir.directory, dataDir.account, log);
    const cluster = await createCluster(dataDir, programs, durable);
    await stopOrphan(cluster, log);
    const endpoint = await chooseListenAddress(kind, dataDir.account);
    configureCluster(cluster, endpoint, {
      shared_buffers: '128MB',
      random_page_cost: 1.1, // for SSDs
      max_connections: 100,
      ...(durable ? {} : notDurable),
      ...options.settings,
    });
    if (endpoint.kind === 'password') await setPassword(cluster, endpoint.password);
    const postmaster = await startPostmaster(cluster, endpoint.kind === 'peer' ? endpoint.folder : '', log);
    const stop = () => postmaster.stop().finally(release);
    return { url: ownerUrl(endpoint), dataDir, ended: postmaster.ended, stop };
  } catch (error) {
    release();
    throw error;
  }
}

const notDurable: PostgresSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Single-user mode reads the statement from a pipe, so that the password is in no file, argument or environment variable. */
const setPassword = (cluster: Cluster, password: string) =>
  run(
    cluster,
    'postgres',
    ['--single', '-D', cluster.folder, 'postgres'],
    `alter role postgres password '${password}'\n`,
  );
