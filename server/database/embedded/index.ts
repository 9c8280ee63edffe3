// In charge of the embedded PostgreSQL: one cluster in one folder, started with this process and ended with it. The rest of the server sees a connection string.
import type { Logger } from 'pino';
import { systemHome } from './account.ts';
import { findPrograms, type Programs } from './binaries.ts';
import { configureCluster, makeCluster, run, type Settings } from './cluster.ts';
import { type Home, prepareHome } from './data-dir.ts';
import { claim } from './data-dir-lock.ts';
import { chooseDoor, type Door, ownerUrl } from './listen-endpoint.ts';
import { startPostmaster, stopOrphan } from './postmaster.ts';

export type EmbeddedOptions = {
  directory: string;
  log: Logger;
  /** `password` is for systems without peer authentication; a new password at each start, kept in memory only. */
  door?: Door['kind'];
  /** False only for data that may be lost, as that of tests. */
  durable?: boolean;
  settings?: Settings;
};

export type Embedded = {
  /** The owner's address of database `postgres`. */
  url: string;
  home: Home;
  /** Resolves when PostgreSQL has been stopped; rejects with StartFailure, which says why, when it has ended by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** Starts the cluster of a directory and makes it first where there is none. Throws StartFailure for what a person can put right. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true, door: kind = process.platform === 'win32' ? 'password' : 'peer' } = options;
  const home = prepareHome(options.directory, log);
  const release = claim(home.directory);
  try {
    const programs = findPrograms(home.account ? systemHome : home.directory, home.account, log);
    const cluster = await makeCluster(home, programs, durable);
    await stopOrphan(home, programs, cluster, log);
    const door = await chooseDoor(kind, home.account);
    configureCluster(home, cluster, door, {
      shared_buffers: '128MB',
      random_page_cost: 1.1, // today's disks find any page about as fast as the next one
      max_connections: 100,
      ...(durable ? {} : careless),
      ...options.settings,
    });
    if (door.kind === 'password') await setPassword(home, programs, cluster, door.password);
    const postmaster = await startPostmaster(home, programs, cluster, door.kind === 'peer' ? door.folder : '', log);
    const stop = () => postmaster.stop().finally(release);
    return { url: ownerUrl(door), home, ended: postmaster.ended, stop };
  } catch (error) {
    release();
    throw error;
  }
}

const careless: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Single-user mode takes the statement from a pipe, so that the password is in no file, argument or variable. */
const setPassword = (home: Home, programs: Programs, cluster: string, password: string) =>
  run(
    home,
    programs('postgres'),
    ['--single', '-D', cluster, 'postgres'],
    `alter role postgres password '${password}'\n`,
  );
