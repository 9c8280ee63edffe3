// Breaks PostgreSQL under a running server. Checks the responses meanwhile, lost rows and the time to recover.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN, openSession } from '../../tests/support/client.ts';
import { queryAsOwner } from '../../tests/support/cluster.ts';
import { isRunning, type Native, openNative } from '../../tests/support/native-postgres.ts';
import { signal } from '../../tests/support/processes.ts';
import { openServer } from '../../tests/support/server.ts';
import { newFolder } from '../../tests/support/temporary-files.ts';
import { type Figures, startCallers } from './background-load.ts';
import { LIMITS } from './target.ts';

type Outage = Figures & { name: string; recoveryMs: number };

type World = { native: Native; folder: string };

const backends = `from pg_stat_activity where usename = 'authenticator'`;

const pidsOf = async ({ native }: World) =>
  (await queryAsOwner<{ pid: number }>(native.url, `select pid ${backends}`)).map(({ pid }) => pid);

/** Each breaks PostgreSQL for a while and repairs it. */
const outageKinds: Record<string, (world: World) => Promise<void>> = {
  restarted: async ({ native }) => {
    native.stop('fast');
    await wait(1_000);
    native.start();
  },
  'crashed and restarted': async ({ native }) => {
    native.stop('immediate');
    await wait(1_000);
    native.start();
  },
  'all connections terminated, 20 times': async ({ native }) => {
    for (let time = 0; time < 20; time += 1) {
      await queryAsOwner(native.url, `select pg_terminate_backend(pid) ${backends}`);
      await wait(100);
    }
  },
  'all backends frozen': async (world) => {
    const pids = await pidsOf(world);
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await wait(6_000);
    for (const pid of pids) signal(pid, 'SIGCONT');
  },
  'frozen, and no new connections': async (world) => {
    const pids = await pidsOf(world);
    const postmaster = world.native.postmaster();
    signal(postmaster, 'SIGSTOP');
    for (const pid of pids) signal(pid, 'SIGTERM');
    await wait(8_000);
    signal(postmaster, 'SIGCONT');
  },
};

const diskFull = async ({ native, folder }: World) => {
  const ballast = path.join(folder, 'ballast');
  fillDisk(ballast);
  await wait(6_000);
  rmSync(ballast);
  if (!isRunning(native)) native.start(); // PostgreSQL shuts down when it cannot write its WAL; a supervisor restarts it
};

const LIMIT_MS = 20_000;

/** Runs all outages in turn against one server, prints their figures and returns the faults. The full disk needs permission to mount a small one. */
export async function runOutages(): Promise<string[]> {
  const folder = newFolder('outages');
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).status === 0;
  if (!isMounted) console.log('Cannot mount a small disk: skipping the full disk.');
  const native = await openNative(folder);
  const server = await openServer({ DATABASE_URL: native.url, STATEMENT_TIMEOUT: '2', DATABASE_POOL: '8', ...LIMITS });
  const outages: Outage[] = [];
  try {
    const { access_token: token } = await openSession(server.url, 'token?grant_type=password', ADMIN);
    for (const [name, fail] of Object.entries({ ...outageKinds, ...(isMounted && { 'disk full': diskFull }) })) {
      outages.push(await runOutage(name, { url: server.url, token, native, fail: () => fail({ native, folder }) }));
    }
    const errorOutput = server.errorOutput();
    if (errorOutput) outages.at(-1)?.faults.push(`the server wrote to standard error: ${errorOutput}`);
  } finally {
    await server.end();
    native.stop('fast');
    if (isMounted) spawnSync('umount', [folder]);
  }
  console.table(Object.fromEntries(outages.map(({ name, faults: _, ...figures }) => [name, figures])));
  return outages.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
}

type OutageOptions = { url: string; token: string; native: Native; fail(): Promise<void> };

async function runOutage(name: string, { url, token, native, fail }: OutageOptions): Promise<Outage> {
  const insert = 'insert into public.customers (name) values ($1) returning id';
  const [customer] = await queryAsOwner<{ id: string }>(native.url, insert, [name]);
  const load = startCallers(url, { token, customerId: customer?.id ?? '' });
  await wait(500);
  await fail();
  const repaired = performance.now();
  const recovered = await load.waitForSuccess(LIMIT_MS);
  const recoveryMs = Math.round(performance.now() - repaired);
  const { acknowledged, faults, ...figures } = await load.end();
  const leads = 'select name from public.leads where customer_id = $1';
  const rows = await queryAsOwner<{ name: string }>(native.url, leads, [customer?.id]);
  const stored = new Set(rows.map((row) => row.name));
  const lost = acknowledged.filter((row) => !stored.has(row)).length;
  if (lost > 0) faults.push(`${lost} acknowledged rows are lost`);
  if (!recovered) faults.push(`did not recover within ${LIMIT_MS / 1000} seconds`);
  return { name, ...figures, recoveryMs, faults };
}

/** Writes until the disk is full. */
function fillDisk(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(size);
      try {
        while (writeSync(handle, block) === size);
      } catch {
        // full to within this block
      }
    }
  } finally {
    closeSync(handle);
  }
}
