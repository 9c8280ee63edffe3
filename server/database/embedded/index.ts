// In charge of the embedded PostgreSQL: one cluster in one folder, started with this process and ended with it. The rest of the server sees a connection string.
import type { Logger } from 'pino';
import { SYSTEM_DATA_DIR } from './account.ts';
import { findPrograms, type Programs } from './binaries.ts';
import { configureCluster, makeCluster, run, type Settings } from './cluster.ts';
import { type DataDir, prepareDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { chooseEndpoint, type Endpoint, ownerUrl } from './listen-endpoint.ts';
import { startPostmaster, stopOrphan } from './postmaster.ts';

export type EmbeddedOptions = {
  directory: string;
  log: Logger;
  /** `password` is for systems without peer authentication; a new password at each start, kept in memory only. */
  endpoint?: Endpoint['kind'];
  /** False only for data that may be lost, as that of tests. */
  durable?: boolean;
  settings?: Settings;
};

export type Embedded = {
  /** The owner's address of database `postgres`. */
  url: string;
  dataDir: DataDir;
  /** Resolves when PostgreSQL has been stopped; rejects with StartFailure, which says why, when it has ended by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** Starts the cluster of a directory and makes it first where there is none. Throws StartFailure for what a person can put right. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true, endpoint: kind = process.platform === 'win32' ? 'password' : 'peer' } = options;
  const dataDir = prepareDataDir(options.directory, log);
  const release = lockDataDir(dataDir.directory);
  try {
    const programs = findPrograms(dataDir.account ? SYSTEM_DATA_DIR : dataDir.directory, dataDir.account, log);
    const cluster = await makeCluster(dataDir, programs, durable);
    await stopOrphan(dataDir, programs, cluster, log);
    const endpoint = await chooseEndpoint(kind, dataDir.account);
    configureCluster(dataDir, cluster, endpoint, {
      shared_buffers: '128MB',
      random_page_cost: 1.1, // today's disks find any page about as fast as the next one
      max_connections: 100,
      ...(durable ? {} : careless),
      ...options.settings,
    });
    if (endpoint.kind === 'password') await setPassword(dataDir, programs, cluster, endpoint.password);
    const postmaster = await startPostmaster(
      dataDir,
      programs,
      cluster,
      endpoint.kind === 'peer' ? endpoint.folder : '',
      log,
    );
    const stop = () => postmaster.stop().finally(release);
    return { url: ownerUrl(endpoint), dataDir, ended: postmaster.ended, stop };
  } catch (error) {
    release();
    throw error;
  }
}

const careless: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Single-user mode takes the statement from a pipe, so that the password is in no file, argument or variable. */
const setPassword = (dataDir: DataDir, programs: Programs, cluster: string, password: string) =>
  run(
    dataDir,
    programs('postgres'),
    ['--single', '-D', cluster, 'postgres'],
    `alter role postgres password '${password}'\n`,
  );
