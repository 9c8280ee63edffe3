// A PostgreSQL cluster from the machine's packages. Runs as user postgres if this process is root.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.ts';

export type Native = {
  /** Connects as the owner. */
  url: string;
  postmaster(): number;
  start(): void;
  /** `immediate` is a crash: nothing more is written, and the next start recovers. */
  stop(mode: 'fast' | 'immediate'): void;
};

const packages = '/usr/lib/postgresql';

type NativeOptions = { version?: string; settings?: Record<string, string> };

/** Creates and starts a cluster in an empty folder, by default of the newest version. Throws if PostgreSQL is not installed. */
export async function openNative(folder: string, native: NativeOptions = {}): Promise<Native> {
  const options = ['-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '-U', 'postgres'];
  return openCluster(folder, (run, cluster) => run('initdb', ['-D', cluster, ...options]), native);
}

type Run = (program: string, options: string[]) => void;

async function openCluster(
  folder: string,
  make: (run: Run, cluster: string) => void,
  { version: wanted, settings: ownSettings = {} }: NativeOptions = {},
): Promise<Native> {
  const versions = existsSync(packages) ? readdirSync(packages).toSorted((a, b) => Number(b) - Number(a)) : [];
  const version = wanted ?? versions[0];
  if (!version) throw new Error(`No PostgreSQL in ${packages}: install one, or use --database embedded`);
  const account = folderAccount(folder);
  const cluster = path.join(folder, 'data');
  const port = await freePort();
  const run: Run = (program, options) => {
    const command = path.join(packages, version, 'bin', program);
    const { status, stderr } = spawnSync(command, options, {
      ...account,
      cwd: folder,
      env: { ...process.env, HOME: folder }, // libpq of a node reads certificates there
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${program} ${options.join(' ')} failed: ${stderr}`);
  };
  make(run, cluster);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...ownSettings };
  const settings = [`-p ${port}`, ...Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)].join(' ');
  const native: Native = {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    postmaster: () => Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10),
    start: () => run('pg_ctl', ['-D', cluster, '-w', '-s', '-l', path.join(folder, 'log'), '-o', settings, 'start']),
    stop: (mode) => run('pg_ctl', ['-D', cluster, '-w', '-s', '-m', mode, 'stop']),
  };
  native.start();
  return native;
}

/** Gives a folder to user postgres, whom programs run as, if this process is root. */
export function folderAccount(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const postgresId = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [postgresId('-u'), postgresId('-g')];
  chownSync(folder, uid, gid);
  return { uid, gid };
}

export function isRunning(native: Native): boolean {
  try {
    return process.kill(native.postmaster(), 0);
  } catch {
    return false;
  }
}
