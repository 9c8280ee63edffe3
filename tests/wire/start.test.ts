// Starting, being killed and starting again: the server's own process over its embedded database, as `npm start` runs it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { type Launched, launch } from '../support/server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newFolder(below = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(below, 'leadlight-start-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

function start(env: Record<string, string>, options = {}): Launched {
  const server = launch(env, options);
  cleanups.push(() => server.end('SIGKILL'));
  return server;
}

type Answer = { status: number; body: Record<string, unknown> };

async function ask(url: string, route: string, body?: unknown): Promise<Answer> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string };
  const headers = { apikey: supabaseKey, 'Content-Type': 'application/json' };
  const response = await fetch(
    `${url}${route}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const signIn = (url: string, email: string, password: string) =>
  ask(url, '/auth/v1/token?grant_type=password', { email, password });

const postmasterOf = (directory: string) =>
  Number.parseInt(readFileSync(path.join(directory, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** One that has ended but was not yet waited for by its new parent runs no longer. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const demoAdmin = ['admin@leadlight.example', 'leadlight'] as const;

test('the first start makes a database with a demo, and the next one finds it again', async () => {
  const DATA_DIR = await newFolder();
  const first = start({ DATA_DIR });
  const url = await first.url;
  expect((await ask(url, '/config.json')).body.demo).toEqual([
    { email: 'admin@leadlight.example', password: 'leadlight', role: 'admin' },
    { email: 'customer@leadlight.example', password: 'leadlight', role: 'customer' },
  ]);
  expect((await ask(url, '/auth/v1/signup', { email: 'ada@example.test', password: 'lovelace' })).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.complaints()).toBe('');

  const second = start({ DATA_DIR });
  expect((await signIn(await second.url, 'ada@example.test', 'lovelace')).status).toBe(200);
  expect((await signIn(await second.url, ...demoAdmin)).status).toBe(200);
});

test('the demo’s accounts are shut out as soon as the server has a site of its own, and are let in again without one', async () => {
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

test('a server that is killed again and again loses nothing that it had answered for', async () => {
  const DATA_DIR = await newFolder();
  const emails = ['one@example.test', 'two@example.test', 'three@example.test'];
  for (const email of emails) {
    const server = start({ DATA_DIR });
    expect((await ask(await server.url, '/auth/v1/signup', { email, password: 'password' })).status).toBe(200);
    const postmaster = postmasterOf(DATA_DIR);
    await server.end('SIGKILL');
    await expect.poll(() => isRunning(postmaster), { timeout: 10_000 }).toBe(false);
  }
  const server = start({ DATA_DIR });
  for (const email of emails) expect((await signIn(await server.url, email, 'password')).status).toBe(200);
});

test.runIf(process.platform === 'linux')(
  'a PostgreSQL that outlives its server is stopped by the next start',
  async () => {
    const DATA_DIR = await newFolder();
    const server = start({ DATA_DIR });
    expect(
      (await ask(await server.url, '/auth/v1/signup', { email: 'ada@example.test', password: 'lovelace' })).status,
    ).toBe(200);
    const orphan = postmasterOf(DATA_DIR);
    await killGuards(orphan);
    await server.end('SIGKILL');
    expect(isRunning(orphan)).toBe(true);

    const next = start({ DATA_DIR });
    expect((await signIn(await next.url, 'ada@example.test', 'lovelace')).status).toBe(200);
    expect(isRunning(orphan)).toBe(false);
  },
);

/** The shell that watches over PostgreSQL and the one that waits for it: PostgreSQL's parent and that one's other child. */
async function killGuards(postmaster: number): Promise<void> {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${postmaster}/status`, 'utf8'))?.[1]);
  const others = (await childrenOf(parent)).filter((child) => child !== postmaster);
  for (const pid of [parent, ...others]) process.kill(pid, 'SIGKILL');
}

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);

test.runIf(process.platform === 'linux')(
  'a PostgreSQL that is killed, in part or altogether, is told with the reason',
  async () => {
    const DATA_DIR = await newFolder();
    const server = start({ DATA_DIR });
    const url = await server.url;
    const postmaster = postmasterOf(DATA_DIR);
    process.kill((await childrenOf(postmaster))[0] ?? 0, 'SIGKILL');
    await expect
      .poll(server.output, { timeout: 10_000 })
      .toMatch(/"level":40.*"msg":"postgres","alarm":"[^"]+ was terminated by signal 9: Killed"/);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
    process.kill(postmaster, 'SIGKILL');
    expect(await server.ended).toBe(1);
    expect(server.complaints()).toBe(
      'Leadlight: The embedded database has ended (it was killed by signal 9): start the server again, its data is kept.\n',
    );
  },
);

test('a Ctrl-C, which the terminal sends to every process of the group, is an orderly stop', async () => {
  const DATA_DIR = await newFolder();
  const server = start({ DATA_DIR }, { ownGroup: true });
  await server.url;
  process.kill(-(server.process.pid ?? 0), 'SIGINT');
  expect(await server.end('SIGINT')).toBe(0);
  expect(server.complaints()).toBe('');
  const log = server.output();
  expect(log).toContain('"msg":"stopped"');
  expect(log).not.toContain('has ended');
  expect(log).not.toContain('"msg":"postgres"');
});

test('two copies that start at once on one empty database share the work and agree on the keys', async () => {
  const { url: DATABASE_URL, drop } = await emptyDatabase();
  cleanups.push(drop);
  const copies = [await newFolder(), await newFolder()].map((DATA_DIR) => start({ DATA_DIR, DATABASE_URL }));
  const configs = await Promise.all(copies.map(async (copy) => (await ask(await copy.url, '/config.json')).body));
  expect(configs[0]).toEqual(configs[1]);
  expect(configs[0]).not.toHaveProperty('demo');
  await Promise.all(copies.map((copy) => copy.end('SIGTERM')));
});

async function emptyDatabase(form = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const clone = await cloneDatabase();
  const name = `${new URL(clone.url).pathname.slice(1)}_empty`;
  await asOwner(clone.url, (client) => client.query(`create database ${name} ${form} template template0`));
  const drop = async () => {
    await asOwner(clone.url, (client) => client.query(`drop database ${name} with (force)`));
    await clone.drop();
  };
  return { url: inDatabase(clone.url, name), drop };
}

test('a database that is not UTF8 is refused', async () => {
  const { url: DATABASE_URL, drop } = await emptyDatabase(`encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  cleanups.push(drop);
  const server = start({ DATA_DIR: await newFolder(), DATABASE_URL });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toBe(
    "Leadlight: The database is encoded in SQL_ASCII, not UTF8: make one with `create database leadlight encoding 'UTF8' template template0` and name it in DATABASE_URL.\n",
  );
});

test('a migration that was changed after it had been applied is refused', async () => {
  const clone = await cloneDatabase();
  cleanups.push(clone.drop);
  await asOwner(clone.url, (client) =>
    client.query(`update supabase_migrations.schema_migrations set checksum = 'other' where name = 'schemas'`),
  );
  const server = start({ DATA_DIR: await newFolder(), DATABASE_URL: clone.url });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toMatch(
    /^Leadlight: \d+_schemas\.sql was changed after this database had applied it: restore the file and put the change into a new migration\.\n$/,
  );
});

test('a port that is taken is one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  cleanups.push(() => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as { port: number };
  const server = start({ DATA_DIR: await newFolder(), PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toBe(
    `Leadlight: Port ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT to a free port.\n`,
  );
});

test('a pooler that does not answer is one line', async () => {
  const { url: DATABASE_URL, drop } = await emptyDatabase();
  cleanups.unshift(drop);
  const server = start({ DATA_DIR: await newFolder(), DATABASE_URL, DATABASE_POOLER: '127.0.0.1:1' });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toBe(
    'Leadlight: Requests cannot go through the pooler at 127.0.0.1:1 (connect ECONNREFUSED 127.0.0.1:1): start it, let it ask the database for the login (auth_query), or correct DATABASE_POOLER.\n',
  );
});

test('a data directory that another server has open is one line, and that server goes on', async () => {
  const DATA_DIR = await newFolder();
  const first = start({ DATA_DIR });
  const url = await first.url;
  const second = start({ DATA_DIR });
  expect(await second.ended).toBe(1);
  expect(second.complaints()).toBe(
    `Leadlight: The data directory ${DATA_DIR} is in use by another Leadlight server (process ${first.process.pid}): stop that one, or name another folder in DATA_DIR.\n`,
  );
  expect((await ask(url, '/readyz')).status).toBe(200);
});

test('a data directory that cannot be written is one line', async () => {
  const file = path.join(await newFolder(), 'file');
  await writeFile(file, '');
  const server = start({ DATA_DIR: path.join(file, 'data') });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toMatch(
    /^Leadlight: The data directory .+ cannot be written \(ENOTDIR.*\): name another folder in DATA_DIR\.\n$/,
  );
});

test.each([
  [
    { DATABASE_URL: 'postgresql://owner:secret@127.0.0.1:1/leads' },
    'Leadlight: The database at 127.0.0.1:1/leads cannot be used (connect ECONNREFUSED 127.0.0.1:1): start it, or correct DATABASE_URL.\n',
  ],
  [{ DATABASE_POOLER: '127.0.0.1:6432' }, 'Leadlight: DATABASE_POOLER: goes with DATABASE_URL only\n'],
  [
    { ADMIN_EMAIL: 'boss@example.test' },
    'Leadlight: The first admin needs both: set ADMIN_EMAIL and ADMIN_PASSWORD.\n',
  ],
])('%j is one line', async (env, line) => {
  const server = start({ DATA_DIR: await newFolder(), ...(env as Record<string, string>) });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toBe(line);
});

test('a bad environment is one line that names each variable', async () => {
  const server = start({ DATA_DIR: await newFolder(), PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toMatch(/^Leadlight: PORT: .+; LOG_LEVEL: .+\n$/);
});

test.runIf(process.getuid?.() === 0)(
  'root gives up its rights, and data that nobody else could reach live below /var/lib',
  async () => {
    const below = await newFolder(homedir());
    await mkdir(path.join(below, 'project'));
    const server = start({ DATA_DIR: path.join(below, 'project', '.data') });
    expect((await ask(await server.url, '/readyz')).status).toBe(200);
    const log = server.output();
    const directory = /"dataDirectory":"([^"]+)"/.exec(log)?.[1] ?? '';
    cleanups.unshift(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    expect(directory).toMatch(/^\/var\/lib\/leadlight\/project-[0-9a-f]{8}$/);
    expect(log).toContain('"msg":"data lives elsewhere"');
    expect(await readFile(`/proc/${server.process.pid}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m);
  },
);
