// A backup and its way back, as a person does it: by the two commands, beside a running server.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { launch, startServer, type TestServer } from '../support/server.ts';
import { runTool } from '../support/tool.ts';
import { claimsOf, NO_LIMITS, refresh, signIn, signUp } from './auth/calls.ts';

let server: TestServer;
let folder: string;
const made: string[] = [];

beforeAll(async () => {
  server = await startServer({ env: NO_LIMITS });
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-backup-'));
});
afterAll(async () => {
  await server.stop();
  await asOwner(inject('cluster').url, async (client) => {
    for (const name of made) await client.query(`drop database ${name} with (force)`);
  });
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const name = `leadlight_restored_${randomBytes(4).toString('hex')}`;
  await asOwner(inject('cluster').url, (client) =>
    client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`),
  );
  made.push(name);
  return inDatabase(inject('cluster').url, name);
}

const run = (tool: 'backup' | 'restore', databaseUrl: string, file: string) =>
  runTool(tool, [file], { DATABASE_URL: databaseUrl });

/** How many rows every table has, and a sum of all that they hold. */
const contentOf = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('auth', 'private', 'public') order by 1`,
    );
    const content: Record<string, unknown> = {};
    for (const { name } of rows) {
      const sum = `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`;
      content[name] = (await client.query(sum)).rows[0];
    }
    return content;
  });

/** How many leads PostgreSQL plans for; -1 is that it does not know. */
const guessOf = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ guess: number }>(
      `select reltuples as guess from pg_class where oid = 'public.leads'::regclass`,
    );
    return rows[0]?.guess;
  });

const ODD = [
  'tab\there',
  'back\\slash',
  '\\.',
  'two\nlines',
  'CR\rLF\r\n',
  'Łódź \u2028 😀',
  '"quoted", \'too\'',
  '\\N',
];

/** A customer with leads whose text has whatever a dump may stumble over. */
async function fill(): Promise<string> {
  return asOwner(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into customers (name) values ('Northwind') returning id`,
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      'insert into leads (customer_id, name, title) select $1, name, name from unnest($2::text[]) name',
      [id, ODD],
    );
    return id;
  });
}

type Head = { own?: string[]; migrations: string[] };

/** A copy of a backup whose head, the first line, says something else; without its rows where nothing is to be loaded. */
async function withHead(from: string, to: string, change: (head: Head) => Partial<Head>, rows?: 'no rows') {
  const text = gunzipSync(await readFile(from)).toString();
  const end = text.indexOf('\n');
  const head = JSON.parse(text.slice(0, end)) as Head;
  const rest = rows ? '{"rows":0,"sequences":[]}\n' : text.slice(end + 1);
  const file = path.join(folder, to);
  await writeFile(file, gzipSync(`${JSON.stringify({ ...head, ...change(head) })}\n${rest}`));
  return { file, head };
}

test('what is backed up and restored is what it was, and people go on with their sessions', async () => {
  const account = await signUp(server);
  await fill();
  const file = path.join(folder, 'whole.backup');
  expect(await run('backup', server.databaseUrl, file)).toEqual({
    code: 0,
    said: expect.stringMatching(/^\d+ rows are in /),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const url = await emptyDatabase();
  expect(await run('restore', url, file)).toEqual({ code: 0, said: expect.stringMatching(/^\d+ rows are back\./) });
  expect(await contentOf(url)).toEqual(await contentOf(server.databaseUrl));
  expect(await guessOf(url)).toBe(ODD.length);

  const restored = launch({ DATABASE_URL: url, DATA_DIR: folder, ...NO_LIMITS });
  try {
    const other = { ...server, url: await restored.url };
    expect((await signIn(other, account)).status).toBe(200);
    const { status, body } = await refresh(other, account.session.refresh_token);
    expect(status).toBe(200);
    expect(claimsOf((body as { access_token: string }).access_token).sub).toBe(account.user.id);
  } finally {
    await restored.end('SIGTERM');
  }
});

test('a backup that is taken while people write holds one moment', async () => {
  const customer = await fill();
  const writer = new pg.Client({ connectionString: server.databaseUrl });
  await writer.connect();
  const writing = { on: true, pairs: 0 };
  const pairs = async () => {
    for (; writing.on; writing.pairs += 1) {
      const name = `pair ${randomUUID()}`;
      await writer.query(
        `with one as (insert into companies (customer_id, name) values ('${customer}', '${name}')) insert into leads (customer_id, name) values ('${customer}', '${name}')`,
      );
    }
  };
  const done = pairs();
  const file = path.join(folder, 'moment.backup');
  expect((await run('backup', server.databaseUrl, file)).code).toBe(0);
  writing.on = false;
  await done;
  await writer.end();

  const url = await emptyDatabase();
  expect((await run('restore', url, file)).code).toBe(0);
  const { rows } = await asOwner(url, (client) =>
    client.query<{ leads: number; companies: number }>(
      `select (select count(*)::int from leads where name like 'pair %') as leads, (select count(*)::int from companies where name like 'pair %') as companies`,
    ),
  );
  expect(rows[0]?.leads).toBe(rows[0]?.companies);
  expect(writing.pairs).toBeGreaterThan(0);
});

test('a file that was cut off, damaged or is none leaves the database empty and says so', async () => {
  const whole = path.join(folder, 'sound.backup');
  await run('backup', server.databaseUrl, whole);
  const bytes = await readFile(whole);
  const url = await emptyDatabase();
  const cases = {
    'cut.backup': [bytes.subarray(0, bytes.length / 2), 'it was cut off or damaged'],
    'none.backup': [Buffer.from('a letter'), 'it was cut off or damaged'],
  } as const;
  for (const [name, [content, why]] of Object.entries(cases)) {
    const file = path.join(folder, name);
    await writeFile(file, content);
    expect(await run('restore', url, file)).toEqual({ code: 1, said: expect.stringContaining(why) });
  }
  expect((await run('restore', url, whole)).code).toBe(0);
  expect(await run('restore', url, whole)).toEqual({
    code: 1,
    said: expect.stringContaining('holds accounts or customers already'),
  });
});

test('a backup names our own scripts too; of one that does not, the first is meant', async () => {
  const whole = path.join(folder, 'own.backup');
  await run('backup', server.databaseUrl, whole);
  const older = await withHead(whole, 'older-head.backup', () => ({ own: undefined }));
  expect(older.head.own).toEqual(['1']);
  expect((await run('restore', await emptyDatabase(), older.file)).code).toBe(0);

  const later = await withHead(whole, 'later-head.backup', () => ({ own: ['1', '2'] }), 'no rows');
  expect(await run('restore', await emptyDatabase(), later.file)).toEqual({
    code: 1,
    said: expect.stringContaining('The backup has migration 2, which this version of Leadlight does not know'),
  });
});

test('a database that is in use, or of a later shape, is refused as it was', async () => {
  const whole = path.join(folder, 'newer.backup');
  await run('backup', server.databaseUrl, whole);
  const shorter = (head: Head) => ({ migrations: head.migrations.slice(0, -3) });
  const { file: older, head } = await withHead(whole, 'older.backup', shorter, 'no rows');
  const url = await emptyDatabase();
  expect((await run('restore', url, older)).code).toBe(0);
  await asOwner(url, (client) => client.query(`insert into customers (name) values ('Northwind')`));
  expect(await run('restore', url, whole)).toEqual({
    code: 1,
    said: expect.stringContaining('holds accounts or customers already'),
  });
  const applied = await asOwner(url, (client) => client.query('select from supabase_migrations.schema_migrations'));
  expect(applied.rowCount).toBe(head.migrations.length - 3);

  const current = await cloneDatabase();
  const refused = await run('restore', current.url, older);
  await current.drop();
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('of a later shape than the backup: restore into') });
});

test('beneath a server that runs, be its database as empty as it may, nothing is restored', async () => {
  const file = path.join(folder, 'beneath.backup');
  await run('backup', server.databaseUrl, file);
  const clone = await cloneDatabase();
  const running = launch({ DATABASE_URL: clone.url, DATA_DIR: folder, DEMO: 'off' });
  try {
    await running.url;
    expect(await run('restore', clone.url, file)).toEqual({
      code: 1,
      said: 'Leadlight: A server runs on this database: stop it first.',
    });
  } finally {
    await running.end('SIGTERM');
  }
  expect((await run('restore', clone.url, file)).code).toBe(0);
  await clone.drop();
});
