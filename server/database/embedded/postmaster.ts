// The PostgreSQL process: it ignores Ctrl-C, stops when this process ends, and an orphaned one is stopped at the next start.
import { type ChildProcess, spawn } from 'node:child_process';
import { readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartFailure } from '../setup/start-failure.ts';
import { asAccount, type Cluster, run } from './cluster.ts';
import { processIdentity, readIfPresent } from './data-dir-lock.ts';
import { isSocketFolder } from './listen-endpoint.ts';

/** `ended` resolves when PostgreSQL has been stopped, and rejects with StartFailure if it has ended unexpectedly. `stop` cancels running statements. */
type Postmaster = { ended: Promise<void>; stop(): Promise<void> };

/** The shell that starts PostgreSQL reads from a pipe of this process and stops PostgreSQL when the pipe closes, however this process ended. */
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

/** Starts PostgreSQL and waits until it accepts connections. `socketFolder` exists while it runs. Throws StartFailure. */
export async function startPostmaster(cluster: Cluster, socketFolder: string, log: Logger): Promise<Postmaster> {
  for (let attempt = 0; ; attempt++) {
    const started = await attemptStart(cluster, socketFolder, log);
    if (typeof started === 'object') return started;
    const waitsForOldBackends = started.includes('shared memory block') && attempt < 100;
    if (!waitsForOldBackends) throw new StartFailure(`PostgreSQL did not start in ${cluster.folder}: ${started}`);
    await delay(200);
  }
}

async function attemptStart(cluster: Cluster, socketFolder: string, log: Logger): Promise<Postmaster | string> {
  const command = [cluster.programs('postgres'), '-D', cluster.folder];
  const [program = '', ...options] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', guard, 'sh', socketFolder, ...command];
  const account = asAccount(cluster.dataDir);
  const child = spawn(program, options, { ...account, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {});
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve).on('error', () => resolve(null)));
  const output = createInterface({ input: child.stderr }).on('line', (line) => log.debug({ msg: 'postgres', line }));
  const failure = await readiness(child, output, exit);
  if (failure !== undefined) return failure;
  const watch = watchOutput(output, exit, log);
  const stop = async () => {
    watch.end();
    if (process.platform === 'win32' && child.exitCode === null) {
      await run(cluster, 'pg_ctl', ['stop', '-D', cluster.folder, '-m', 'fast', '-w']);
    }
    child.stdin.end();
    await exit;
  };
  return { ended: watch.ended, stop };
}

/** Resolves with undefined when PostgreSQL is ready, or with the reason for its end. */
function readiness(child: ChildProcess, output: Interface, exit: Promise<unknown>): Promise<string | undefined> {
  return new Promise((resolve) => {
    let reason = 'it ended without a message';
    const isFinal = (line: string) => /(FATAL|PANIC): /.test(line);
    child.on('error', (error) => resolve(error.message));
    output.on('line', (line) => {
      if (isFinal(line) || !isFinal(reason)) reason = line;
      if (line.includes('ready to accept connections')) resolve(undefined);
    });
    exit.then(() => resolve(reason.replace(/^.*?(FATAL|PANIC): +/, '')));
  });
}

/** Logs alarms until `end` is called. `ended` rejects if PostgreSQL ends before that. */
function watchOutput(output: Interface, exit: Promise<number | null>, log: Logger) {
  let isStopping = false;
  let alarm: string | undefined;
  output.on('line', (line) => {
    const found = isStopping ? undefined : alarmIn(line);
    if (found) log.warn({ msg: 'postgres', alarm: found });
    alarm = found ?? alarm;
  });
  const ended = exit.then((code) => {
    if (isStopping) return;
    throw new StartFailure(
      `The embedded database has ended (${endReason(code, alarm)}): start the server again, no data is lost.`,
    );
  });
  ended.catch(() => {}); // handled by the caller, if at all
  const end = () => {
    isStopping = true;
  };
  return { ended, end };
}

/** A shell adds 128 to the number of the signal. */
function endReason(code: number | null, alarm: string | undefined): string {
  if (code === 0) return 'it was stopped from outside';
  if (code !== null && code > 128) return `it was killed by signal ${code - 128}`;
  return alarm ?? `it exited with code ${code}`;
}

/** Stops a PostgreSQL that still runs in the cluster. Call it only with the directory locked. */
export async function stopOrphan(cluster: Cluster, log: Logger): Promise<void> {
  const { folder } = cluster;
  const file = path.join(folder, 'postmaster.pid');
  const [pid = '', , , , socketFolder = ''] = readIfPresent(file).split('\n');
  if (!pid) return;
  if (isPostmaster(Number(pid), folder)) {
    log.warn({ msg: 'stopping an orphaned PostgreSQL', pid: Number(pid) });
    await run(cluster, 'pg_ctl', ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '60']).catch((error) => {
      if (isPostmaster(Number(pid), folder)) throw error;
    });
  } else rmSync(file, { force: true }); // it was killed, and another process may have its id
  if (isSocketFolder(socketFolder)) rmSync(socketFolder, { recursive: true, force: true });
}

/** A postmaster's working directory is its cluster, which distinguishes it from another process with the same id. */
function isPostmaster(pid: number, folder: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

const ALARM = /^\S+ \S+ \S+ \[\d+\] (?:PANIC|FATAL|LOG(?=:.*(?:terminated by signal|No space left))): +(.+)/;

/** Ordinary ends of a connection: shutdown, disconnected client, startup or recovery, failed authentication. */
const ORDINARY =
  /^(terminating connection due to administrator command|connection to client lost|the database system is |.*authentication failed|no pg_hba\.conf entry)/;

/** Returns the message of a log line that needs attention; undefined for any other. Never a statement, which PostgreSQL logs on separate lines. */
export function alarmIn(line: string): string | undefined {
  const alarm = ALARM.exec(line)?.[1];
  return alarm === undefined || ORDINARY.test(alarm) ? undefined : alarm;
}
