// Failures of PostgreSQL under a running server: the responses meanwhile, lost writes and the time to recovery.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { launch } from '../../tests/support/server.ts';
import { enter } from './caller.ts';
import { openLoad } from './load.ts';
import { type Native, openNative } from './native.ts';
import { admin, settings } from './subject.ts';

/** The result of one kind of failure; a fault is a sentence. */
export type Outage = {
  name: string;
  requests: number;
  answered: number;
  told503: number;
  longestMs: number;
  worksAgainMs: number;
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
      // it has ended since
    }
  }
}

/** Each breaks PostgreSQL for a while and repairs it. */
const ways: Record<string, (world: World) => Promise<void>> = {
  'restarted in order': async ({ native }) => {
    native.stop('fast');
    await wait(1_000);
    native.start();
  },
  'crashed and started': async ({ native }) => {
    native.stop('immediate');
    await wait(1_000);
    native.start();
  },
  'all connections cut, 20 times': async ({ owner }) => {
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
  'frozen, and takes no connection': async (world) => {
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
  fill(ballast);
  await wait(6_000);
  rmSync(ballast);
  if (!isThere(native)) native.start(); // without space for its log PostgreSQL ends, and its supervisor restarts it
};

const LIMIT_MS = 20_000;

/** Runs all failures in turn under one server; the full disk only if a small one can be mounted. */
export async function runOutages(): Promise<Outage[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-outages-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).status === 0;
  if (!isMounted) console.log('No small disk can be mounted here: the full disk is left out.');
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
    const session = await enter(url, 'token?grant_type=password', admin);
    const all = { ...ways, ...(isMounted && { 'disk full': diskFull }) };
    for (const [name, fail] of Object.entries(all)) {
      outages.push(
        await suffer(name, { url, token: session.access_token, fail: () => fail({ native, owner, folder }), owner }),
      );
    }
    const said = server.complaints();
    if (said) outages.at(-1)?.faults.push(`the server complained: ${said}`);
    return outages;
  } finally {
    await server.end('SIGTERM');
    native.stop('fast');
    if (isMounted) spawnSync('umount', [folder]);
    for (const left of [folder, data]) rmSync(left, { recursive: true, force: true });
  }
}

type Suffering = { url: string; token: string; fail(): Promise<void>; owner: World['owner'] };

async function suffer(name: string, { url, token, fail, owner }: Suffering): Promise<Outage> {
  const [customer] = (
    await owner((client) =>
      client.query<{ id: string }>('insert into public.customers (name) values ($1) returning id', [name]),
    )
  ).rows;
  const load = openLoad(url, { token, customerId: customer?.id ?? '' });
  await wait(500);
  await fail();
  const mended = performance.now();
  const works = await load.untilAllWork(LIMIT_MS);
  const worksAgainMs = Math.round(performance.now() - mended);
  const { acknowledged, faults, ...figures } = await load.end();
  const { rows } = await owner((client) =>
    client.query<{ name: string }>('select name from public.leads where customer_id = $1', [customer?.id]),
  );
  const stored = new Set(rows.map((row) => row.name));
  const lost = acknowledged.filter((row) => !stored.has(row)).length;
  if (lost > 0) faults.push(`${lost} acknowledged rows are lost`);
  if (!works) faults.push(`it does not work again within ${LIMIT_MS / 1000} seconds`);
  return { name, ...figures, worksAgainMs, faults };
}

/** Fills the disk. */
function fill(file: string): void {
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

function isThere(native: Native): boolean {
  try {
    return process.kill(native.postmaster(), 0);
  } catch {
    return false;
  }
}
