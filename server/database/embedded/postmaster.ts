// In charge of the PostgreSQL process: starts it so that it outlives a Ctrl-C but not its parent, stops it in order, and ends one that an earlier parent left behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartFailure } from '../start-failure.ts';
import { alarmIn } from './alarms.ts';
import type { Programs } from './binaries.ts';
import { asAccount, run } from './cluster.ts';
import type { DataDir } from './data-dir.ts';
import { identityOf } from './data-dir-lock.ts';
import { isSocketFolder } from './listen-endpoint.ts';

export type Postmaster = {
  /** Resolves when PostgreSQL has been stopped; rejects with StartFailure, which says why, when it has ended by itself. */
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
  dataDir: DataDir,
  programs: Programs,
  cluster: string,
  folder: string,
  log: Logger,
): Promise<Postmaster> {
  for (let attempt = 0; ; attempt++) {
    const started = await attemptStart(dataDir, programs, cluster, folder, log);
    if (typeof started === 'object') return started;
    const waitsForOldBackends = started.includes('shared memory block') && attempt < 100;
    if (!waitsForOldBackends) throw new StartFailure(`PostgreSQL did not start in ${cluster}: ${started}`);
    await delay(200);
  }
}

async function attemptStart(
  dataDir: DataDir,
  programs: Programs,
  cluster: string,
  folder: string,
  log: Logger,
): Promise<Postmaster | string> {
  const command = [programs('postgres'), '-D', cluster];
  const [program = '', ...options] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', guard, 'sh', folder, ...command];
  const child = spawn(program, options, { ...asAccount(dataDir), detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {});
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve).on('error', () => resolve(null)));
  const words = createInterface({ input: child.stderr }).on('line', (line) => log.debug({ msg: 'postgres', line }));
  const refusal = await readiness(child, words, exit);
  if (refusal !== undefined) return refusal;
  const watch = watchOver(words, exit, log);
  const stop = async () => {
    watch.end();
    if (process.platform === 'win32' && child.exitCode === null) {
      await run(dataDir, programs('pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w']);
    }
    child.stdin.end();
    await exit;
  };
  return { ended: watch.ended, stop };
}

/** Undefined once PostgreSQL is ready, else the reason why it ended. */
function readiness(child: ChildProcess, words: Interface, exit: Promise<unknown>): Promise<string | undefined> {
  return new Promise((resolve) => {
    let reason = 'it ended without a word';
    const isFinal = (line: string) => /(FATAL|PANIC): /.test(line);
    child.on('error', (error) => resolve(error.message));
    words.on('line', (line) => {
      if (isFinal(line) || !isFinal(reason)) reason = line;
      if (line.includes('ready to accept connections')) resolve(undefined);
    });
    exit.then(() => resolve(reason.replace(/^.*?(FATAL|PANIC): +/, '')));
  });
}

/** Warns of what alarms until it is told that the end is wanted; an end that nobody wanted is told with its reason. */
function watchOver(words: Interface, exit: Promise<number | null>, log: Logger) {
  let isWanted = false;
  let alarm: string | undefined;
  words.on('line', (line) => {
    const heard = isWanted ? undefined : alarmIn(line);
    if (heard) log.warn({ msg: 'postgres', alarm: heard });
    alarm = heard ?? alarm;
  });
  const ended = exit.then((code) => {
    if (isWanted) return;
    throw new StartFailure(
      `The embedded database has ended (${reasonOf(code, alarm)}): start the server again, its data is kept.`,
    );
  });
  ended.catch(() => {}); // told to whoever listens
  const end = () => {
    isWanted = true;
  };
  return { ended, end };
}

/** The guard's shell adds 128 to the signal that ended PostgreSQL. */
function reasonOf(code: number | null, alarm: string | undefined): string {
  if (code === 0) return 'somebody stopped it';
  if (code !== null && code > 128) return `it was killed by signal ${code - 128}`;
  return alarm ?? `it left with code ${code}`;
}

/** Ends a PostgreSQL that still runs in the cluster. To be called only by the holder of the directory's claim: what runs then has lost its parent. */
export async function stopOrphan(dataDir: DataDir, programs: Programs, cluster: string, log: Logger): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const [pid = '', , , , socketFolder = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (!pid) return;
  if (isPostmaster(Number(pid), cluster)) {
    log.warn({ msg: 'stopping a PostgreSQL that lost its server', pid: Number(pid) });
    await run(dataDir, programs('pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60']).catch((error) => {
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
