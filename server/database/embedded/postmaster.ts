// In charge of the PostgreSQL process: starts it so that it outlives a Ctrl-C but not its parent, stops it in order, and ends one that an earlier parent left behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartFailure } from '../start-failure.ts';
import type { Programs } from './binaries.ts';
import { identityOf } from './claim.ts';
import { asAccount, run } from './cluster.ts';
import { isSocketFolder } from './door.ts';
import type { Home } from './home.ts';

export type Postmaster = {
  /** Resolves when PostgreSQL has ended, whoever ended it. */
  ended: Promise<void>;
  /** Fast shutdown: running statements are cancelled, everything committed is kept. */
  stop(): Promise<void>;
};

/** The shell that starts PostgreSQL keeps the other end of a pipe of this process: when the pipe breaks, however this process ended, it stops PostgreSQL. */
const guard = `
trap '' HUP INT TERM
folder=$1; shift
if [ -n "$folder" ]; then mkdir -m 700 "$folder" || exit 1; fi
exec 3<&0 </dev/null
"$@" 3<&- &
postmaster=$!
{ read -r end; kill -INT $postmaster; } <&3 3<&- 2>/dev/null &
watch=$!
exec 3<&-
wait $postmaster; status=$?
kill -KILL $watch 2>/dev/null
if [ -n "$folder" ]; then rm -rf "$folder"; fi
exit $status`;

/** Starts PostgreSQL and waits until it accepts connections, recovery included. `folder`, the socket's, lives as long as it does. Throws StartFailure. */
export async function startPostmaster(
  home: Home,
  programs: Programs,
  cluster: string,
  folder: string,
  log: Logger,
): Promise<Postmaster> {
  for (let attempt = 0; ; attempt++) {
    const started = await attemptStart(home, programs, cluster, folder, log);
    if (typeof started === 'object') return started;
    const waitsForOldBackends = started.includes('shared memory block') && attempt < 100;
    if (!waitsForOldBackends) throw new StartFailure(`PostgreSQL did not start in ${cluster}: ${started}`);
    await delay(200);
  }
}

async function attemptStart(
  home: Home,
  programs: Programs,
  cluster: string,
  folder: string,
  log: Logger,
): Promise<Postmaster | string> {
  const command = [programs('postgres'), '-D', cluster];
  const [program = '', ...options] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', guard, 'sh', folder, ...command];
  const child = spawn(program, options, { ...asAccount(home), detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()).on('error', () => resolve()));
  const refusal = await readiness(child, ended, log);
  if (refusal !== undefined) return refusal;
  return { ended, stop: () => stop(home, programs, cluster, child, ended) };
}

/** Undefined once PostgreSQL is ready, else the reason why it ended. */
function readiness(child: ChildProcess, ended: Promise<void>, log: Logger): Promise<string | undefined> {
  return new Promise((resolve) => {
    let reason = 'it ended without a word';
    const isFinal = (line: string) => /(FATAL|PANIC): /.test(line);
    child.on('error', (error) => resolve(error.message));
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        log.debug({ msg: 'postgres', line });
        if (isFinal(line) || !isFinal(reason)) reason = line;
        if (line.includes('ready to accept connections')) resolve(undefined);
      });
    }
    ended.then(() => resolve(reason.replace(/^.*?(FATAL|PANIC): +/, '')));
  });
}

async function stop(
  home: Home,
  programs: Programs,
  cluster: string,
  child: ChildProcess,
  ended: Promise<void>,
): Promise<void> {
  if (process.platform === 'win32' && child.exitCode === null) {
    await run(home, programs('pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w']);
  }
  child.stdin?.end();
  await ended;
}

/** Ends a PostgreSQL that still runs in the cluster. To be called only by the holder of the directory's claim: what runs then has lost its parent. */
export async function stopOrphan(home: Home, programs: Programs, cluster: string, log: Logger): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const [pid = '', , , , socketFolder = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (!pid) return;
  if (isPostmaster(Number(pid), cluster)) {
    log.warn({ msg: 'stopping a PostgreSQL that lost its server', pid: Number(pid) });
    await run(home, programs('pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60']).catch((error) => {
      if (isPostmaster(Number(pid), cluster)) throw error;
    });
  } else rmSync(file, { force: true }); // it was killed, and a stranger may have got its number since
  if (isSocketFolder(socketFolder)) rmSync(socketFolder, { recursive: true, force: true });
}

/** PostgreSQL works in its cluster's folder, which tells it from another process with a number used again. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (identityOf(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}
