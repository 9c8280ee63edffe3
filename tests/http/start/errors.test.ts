// A server that cannot start prints one line with the problem and what to do.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { asOwner } from '../../support/cluster.ts';
import { cloneDatabase } from '../../support/database.ts';
import { ask, atEnd, emptyDatabase, endAll, newFolder, start } from './start-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 }); // a first start creates a database, up to four starts in a test

afterEach(endAll);

test('a database that is not UTF8 is rejected', async () => {
  const DATABASE_URL = await emptyDatabase(`encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  const server = start({ DATA_DIR: await newFolder(), DATABASE_URL });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toBe(
    "Leadlight: The database is encoded in SQL_ASCII, not UTF8: make one with `create database leadlight encoding 'UTF8' template template0` and name it in DATABASE_URL.\n",
  );
});

test('a migration that was changed after it was applied is rejected', async () => {
  const clone = await cloneDatabase();
  atEnd(clone.drop);
  await asOwner(clone.url, (client) =>
    client.query(`update supabase_migrations.schema_migrations set checksum = 'other' where name = 'initial'`),
  );
  const server = start({ DATA_DIR: await newFolder(), DATABASE_URL: clone.url });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toMatch(
    /^Leadlight: \d+_initial\.sql was changed after this database had applied it: restore the file and put the change into a new migration\.\n$/,
  );
});

test('a port in use is reported', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  atEnd(() => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as { port: number };
  const server = start({ DATA_DIR: await newFolder(), PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toBe(
    `Leadlight: Port ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT to a free port.\n`,
  );
});

test('a redirect pattern without a scheme is reported', async () => {
  const DATABASE_URL = await emptyDatabase();
  const server = start({
    DATA_DIR: await newFolder(),
    DATABASE_URL,
    AUTH_REDIRECT_URLS: 'https://a.test/**, b.test/**',
  });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toBe(
    "Leadlight: AUTH_REDIRECT_URLS: 'b.test/**' is not of the form scheme://host/path\n",
  );
});

test('a pooler that does not respond is reported', async () => {
  const DATABASE_URL = await emptyDatabase();
  const server = start({ DATA_DIR: await newFolder(), DATABASE_URL, DATABASE_POOLER: '127.0.0.1:1' });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toBe(
    'Leadlight: Requests cannot go through the pooler at 127.0.0.1:1 (connect ECONNREFUSED 127.0.0.1:1): start it, let it look up the login in the database (auth_query), or correct DATABASE_POOLER.\n',
  );
});

test('a data directory in use is reported, and the other server continues', async () => {
  const DATA_DIR = await newFolder();
  const first = start({ DATA_DIR, DEMO: 'off' });
  const url = await first.url;
  const second = start({ DATA_DIR, DEMO: 'off' });
  expect(await second.ended).toBe(1);
  expect(second.errorOutput()).toBe(
    `Leadlight: The data directory ${DATA_DIR} is in use by another Leadlight server (process ${first.process.pid}): stop that one, or name another folder in DATA_DIR.\n`,
  );
  expect((await ask(url, '/readyz')).status).toBe(200);
});

test('a data directory that cannot be written is reported', async () => {
  const file = path.join(await newFolder(), 'file');
  await writeFile(file, '');
  const server = start({ DATA_DIR: path.join(file, 'data') });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toMatch(
    /^Leadlight: The data directory .+ cannot be written \(ENOTDIR.*\): name another folder in DATA_DIR\.\n$/,
  );
});

test.each([
  [
    { DATABASE_URL: 'postgresql://owner:secret@127.0.0.1:1/leads' },
    'Leadlight: The database at 127.0.0.1:1/leads cannot be used (connect ECONNREFUSED 127.0.0.1:1): start it, or correct DATABASE_URL.\n',
  ],
  [{ DATABASE_POOLER: '127.0.0.1:6432' }, 'Leadlight: DATABASE_POOLER: requires DATABASE_URL\n'],
  [
    { ADMIN_EMAIL: 'boss@example.test' },
    'Leadlight: The first admin needs both: set ADMIN_EMAIL and ADMIN_PASSWORD.\n',
  ],
])('the server ends with one line about the setting %j', async (env, line) => {
  const server = start({ DATA_DIR: await newFolder(), ...(env as Record<string, string>) });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toBe(line);
});

test('every invalid variable is reported in one line', async () => {
  const server = start({ DATA_DIR: await newFolder(), PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toMatch(/^Leadlight: PORT: .+; LOG_LEVEL: .+\n$/);
});
