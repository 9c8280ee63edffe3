// Breaks PostgreSQL under a running server. Checks the responses meanwhile, lost rows and the time to recover.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launch } from '../../tests/support/server.ts';
import { startLoad } from './background-load.ts';
import { openSession } from './client.ts';
import { type Native, openNative } from './native-postgres.ts';
import { admin, settings } from './target.ts';

export type Outage = {
  name: string;
  requests: number;
  succeeded: number;
  unavailable: number;
  longestMs: number;
  recoveryMs: number;
  faults: string[];
};

type World = { native: Native; owner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>; folder: string };

const backends = `from pg_stat_activity where usename = 'authenticator'`;

async function pidsOf({ owner }: World): Promise<number[]> {
  const { rows } = await owner((client) => client.query<{ pid: number }>(`select pid ${backends}`));
  return rows.map(({ pid }) => pid);
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // already ended
    }
  }
}

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
  'all connections terminated, 20 times': async ({ owner }) => {
    for (let time = 0; time < 20; time += 1) {
      await owner((client) => client.query(`select pg_terminate_backend(pid) ${backends}`));
      await wait(100);
    }
  },
  'all backends frozen': async (world) => {
    const pids = await pidsOf(world);
    signal(pids, 'SIGSTOP');
    await wait(6_000);
    signal(pids, 'SIGCONT');
  },
  'frozen, and no new connections': async (world) => {
    const pids = await pidsOf(world);
    const postmaster = world.native.postmaster();
    signal([postmaster], 'SIGSTOP');
    signal(pids, 'SIGTERM');
    await wait(8_000);
    signal([postmaster], 'SIGCONT');
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

/** Runs all outages in turn against one server. The full disk needs permission to mount a small one. */
export async function runOutages(): Promise<Outage[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-outages-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).status === 0;
  if (!isMounted) console.log('Cannot mount a small disk: skipping the full disk.');
  const native = await openNative(folder);
  const data = mkdtempSync(path.join(tmpdir(), 'leadlight-outages-data-'));
  const env = { DATABASE_URL: native.url, DATA_DIR: data, STATEMENT_TIMEOUT: '2', DATABASE_POOL: '8' };
  const server = launch({ ...env, ...settings });
  const owner: World['owner'] = async (work) => {
    const client = new pg.Client({ connectionString: native.url });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const outages: Outage[] = [];
  try {
    const url = await server.url;
    const session = await openSession(url, 'token?grant_type=password', admin);
    const all = { ...outageKinds, ...(isMounted && { 'disk full': diskFull }) };
    for (const [name, fail] of Object.entries(all)) {
      outages.push(
        await runOutage(name, { url, token: session.access_token, fail: () => fail({ native, owner, folder }), owner }),
      );
    }
    const errorOutput = server.errorOutput();
    if (errorOutput) outages.at(-1)?.faults.push(`the server wrote to standard error: ${errorOutput}`);
    return outages;
  } finally {
    await server.end('SIGTERM');
    native.stop('fast');
    if (isMounted) spawnSync('umount', [folder]);
    for (const directory of [folder, data]) rmSync(directory, { recursive: true, force: true });
  }
}

type OutageOptions = { url: string; token: string; fail(): Promise<void>; owner: World['owner'] };

async function runOutage(name: string, { url, token, fail, owner }: OutageOptions): Promise<Outage> {
  const [customer] = (
    await owner((client) =>
      client.query<{ id: string }>('insert into public.customers (name) values ($1) returning id', [name]),
    )
  ).rows;
  const load = startLoad(url, { token, customerId: customer?.id ?? '' });
  await wait(500);
  await fail();
  const repaired = performance.now();
  const recovered = await load.waitForSuccess(LIMIT_MS);
  const recoveryMs = Math.round(performance.now() - repaired);
  const { acknowledged, faults, ...figures } = await load.end();
  const { rows } = await owner((client) =>
    client.query<{ name: string }>('select name from public.leads where customer_id = $1', [customer?.id]),
  );
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

function isRunning(native: Native): boolean {
  try {
    return process.kill(native.postmaster(), 0);
  } catch {
    return false;
  }
}
