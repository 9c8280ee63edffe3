// Start, kill and restart of the server with its embedded database, as by `npm start`.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, atEnd, emptyDatabase, endAll, newFolder, start } from './start-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 }); // a first start creates a database, up to four starts in a test

afterEach(endAll);

const signIn = (url: string, email: string, password: string) =>
  ask(url, '/auth/v1/token?grant_type=password', { email, password });

const readPostmaster = (directory: string) =>
  Number.parseInt(readFileSync(path.join(directory, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** A zombie counts as ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Most of these tests need no demo, which takes as long to make as the database. */
const withoutDemo = async () => ({ DATA_DIR: await newFolder(), DEMO: 'off' });

const demoAdmin = ['admin@leadlight.example', 'leadlight'] as const;

test('the first start creates a database with a demo, and the next one uses it', async () => {
  const DATA_DIR = await newFolder();
  const first = start({ DATA_DIR });
  const url = await first.url;
  expect((await ask(url, '/config.json')).body.demo).toEqual([
    { email: 'admin@leadlight.example', password: 'leadlight', role: 'admin' },
    { email: 'customer@leadlight.example', password: 'leadlight', role: 'customer' },
  ]);
  expect((await ask(url, '/auth/v1/signup', { email: 'ada@example.test', password: 'lovelace' })).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.errorOutput()).toBe('');

  const second = start({ DATA_DIR });
  expect((await signIn(await second.url, 'ada@example.test', 'lovelace')).status).toBe(200);
  expect((await signIn(await second.url, ...demoAdmin)).status).toBe(200);
});

test('PG* variables in the environment do not affect the embedded database', async () => {
  const DATA_DIR = await newFolder();
  const server = start({
    DATA_DIR,
    PGHOST: '192.0.2.1',
    PGPORT: '6543',
    PGSSLMODE: 'require',
    PGUSER: 'x',
    PGDATABASE: 'x',
  });
  expect((await signIn(await server.url, ...demoAdmin)).status).toBe(200);
});

test('the demo’s accounts are banned while SITE_URL is set', async () => {
  const DATA_DIR = await newFolder();
  const demo = start({ DATA_DIR });
  await demo.url;
  await demo.end('SIGTERM');

  const real = start({ DATA_DIR, SITE_URL: 'https://leads.example.test' });
  expect((await ask(await real.url, '/config.json')).body).not.toHaveProperty('demo');
  expect(await signIn(await real.url, ...demoAdmin)).toMatchObject({
    status: 400,
    body: { error_code: 'user_banned' },
  });
  await real.end('SIGTERM');

  const again = start({ DATA_DIR });
  expect((await signIn(await again.url, ...demoAdmin)).status).toBe(200);
});

test('a server that is killed repeatedly loses no acknowledged write', async () => {
  const env = await withoutDemo();
  const emails = ['one@example.test', 'two@example.test', 'three@example.test'];
  for (const email of emails) {
    const server = start(env);
    expect((await ask(await server.url, '/auth/v1/signup', { email, password: 'password' })).status).toBe(200);
    const postmaster = readPostmaster(env.DATA_DIR);
    await server.end('SIGKILL');
    await expect.poll(() => isRunning(postmaster), { timeout: 60_000 }).toBe(false);
  }
  const server = start(env);
  for (const email of emails) expect((await signIn(await server.url, email, 'password')).status).toBe(200);
});

test.runIf(process.platform === 'linux')(
  'a PostgreSQL left by a killed server is stopped by the next start',
  async () => {
    const env = await withoutDemo();
    const server = start(env);
    expect(
      (await ask(await server.url, '/auth/v1/signup', { email: 'ada@example.test', password: 'lovelace' })).status,
    ).toBe(200);
    const orphan = readPostmaster(env.DATA_DIR);
    await killGuards(orphan);
    await server.end('SIGKILL');
    expect(isRunning(orphan)).toBe(true);

    const next = start(env);
    expect((await signIn(await next.url, 'ada@example.test', 'lovelace')).status).toBe(200);
    expect(isRunning(orphan)).toBe(false);
  },
);

/** Kills the shells that watch PostgreSQL: its parent and the parent's other child. */
async function killGuards(postmaster: number): Promise<void> {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${postmaster}/status`, 'utf8'))?.[1]);
  const others = (await childProcesses(parent)).filter((child) => child !== postmaster);
  for (const pid of [parent, ...others]) process.kill(pid, 'SIGKILL');
}

const childProcesses = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);

test.runIf(process.platform === 'linux')(
  'a killed backend is logged, and a killed PostgreSQL ends the server with the reason',
  async () => {
    const env = await withoutDemo();
    const server = start(env);
    const url = await server.url;
    const postmaster = readPostmaster(env.DATA_DIR);
    process.kill((await childProcesses(postmaster))[0] ?? 0, 'SIGKILL');
    await expect
      .poll(server.output, { timeout: 60_000 })
      .toMatch(/"level":40.*"msg":"postgres","alarm":"[^"]+ was terminated by signal 9: Killed"/);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    process.kill(postmaster, 'SIGKILL');
    expect(await server.ended).toBe(1);
    expect(server.errorOutput()).toBe(
      'Leadlight: The embedded database has ended (it was killed by signal 9): start the server again, no data is lost.\n',
    );
  },
);

test('SIGINT to the whole process group is an orderly stop', async () => {
  const env = await withoutDemo();
  const server = start(env, { ownGroup: true });
  await server.url;
  process.kill(-(server.process.pid ?? 0), 'SIGINT');
  expect(await server.end('SIGINT')).toBe(0);
  expect(server.errorOutput()).toBe('');
  const log = server.output();
  expect(log).toContain('"msg":"stopped"');
  expect(log).not.toContain('has ended');
  expect(log).not.toContain('"msg":"postgres"');
});

test('two instances that start at once on one empty database agree on the keys', async () => {
  const DATABASE_URL = await emptyDatabase();
  const instances = [await newFolder(), await newFolder()].map((DATA_DIR) => start({ DATA_DIR, DATABASE_URL }));
  const configs = await Promise.all(
    instances.map(async (instance) => (await ask(await instance.url, '/config.json')).body),
  );
  expect(configs[0]).toEqual(configs[1]);
  expect(configs[0]).not.toHaveProperty('demo');
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
});

test.runIf(process.getuid?.() === 0)(
  'root privileges are dropped, and data that other users cannot reach are stored below /var/lib',
  async () => {
    const below = await newFolder(homedir());
    await mkdir(path.join(below, 'project'));
    const server = start({ DATA_DIR: path.join(below, 'project', '.data'), DEMO: 'off' });
    expect((await ask(await server.url, '/readyz')).status).toBe(200);
    const log = server.output();
    const directory = /"dataDirectory":"([^"]+)"/.exec(log)?.[1] ?? '';
    atEnd(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }), 'last');
    expect(directory).toMatch(/^\/var\/lib\/leadlight\/project-[0-9a-f]{8}$/);
    expect(log).toContain('"msg":"using another data directory"');
    expect(await readFile(`/proc/${server.process.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m);
  },
);
