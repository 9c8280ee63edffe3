// Backup and restore by the two commands, beside a running server.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { makeFormerDatabase } from '../support/former-database.ts';
import { launch } from '../support/server.ts';
import { setUpServer } from '../support/set-up.ts';
import { runTool, startTool, waitForExit } from '../support/tool.ts';
import { NO_LIMITS, readClaims, refresh, signIn, signUp } from './auth/requests.ts';

let folder: string;
/** A backup of the new server, with its admin only. */
let sound: string;
const databases: string[] = [];

const server = setUpServer(NO_LIMITS);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-backup-'));
  sound = path.join(folder, 'sound.backup');
  await run('backup', server.databaseUrl, sound);
});
afterAll(async () => {
  await asOwner(inject('cluster').url, async (client) => {
    for (const name of databases) await client.query(`drop database ${name} with (force)`);
  });
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const name = `leadlight_restored_${randomBytes(4).toString('hex')}`;
  await asOwner(inject('cluster').url, (client) =>
    client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`),
  );
  databases.push(name);
  return inDatabase(inject('cluster').url, name);
}

const run = (tool: 'backup' | 'restore', databaseUrl: string, file: string) =>
  runTool(tool, [file], { DATABASE_URL: databaseUrl });

const expectRejected = async (databaseUrl: string, file: string, why: string) =>
  expect(await run('restore', databaseUrl, file)).toEqual({ code: 1, output: expect.stringContaining(why) });

/** The number of rows and a checksum of every table. */
const readContent = (url: string) =>
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

/** PostgreSQL's estimate of the number of leads; -1 if unknown. */
const readEstimate = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ estimate: number }>(
      `select reltuples as estimate from pg_class where oid = 'public.leads'::regclass`,
    );
    return rows[0]?.estimate;
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

/** Adds a customer with leads whose texts need escaping in a dump. */
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

/** Writes a backup without rows and with a changed head (its first line). */
async function withHead(name: string, change: (head: Head) => Partial<Head>, backup = sound) {
  const [line = ''] = gunzipSync(await readFile(backup))
    .toString()
    .split('\n', 1);
  const head = JSON.parse(line) as Head;
  const file = path.join(folder, name);
  const changed = JSON.stringify({ ...head, ...change(head) });
  await writeFile(file, gzipSync(`${changed}\n{"rows":0,"sequences":[]}\n`));
  return { file, head };
}

test('a restored backup has the same content, and sessions stay valid', async () => {
  const account = await signUp(server);
  await fill();
  const file = path.join(folder, 'whole.backup');
  await writeFile(`${file}.part`, 'of one that was killed', { mode: 0o644 });
  expect(await run('backup', server.databaseUrl, file)).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d+ rows written to /),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const url = await emptyDatabase();
  expect(await run('restore', url, file)).toEqual({ code: 0, output: expect.stringMatching(/^\d+ rows restored\./) });
  expect(await readContent(url)).toEqual(await readContent(server.databaseUrl));
  expect(await readEstimate(url)).toBe(ODD.length);

  const restored = launch({ DATABASE_URL: url, DATA_DIR: folder, ...NO_LIMITS });
  try {
    const other = { ...server, url: await restored.url };
    expect((await signIn(other, account)).status).toBe(200);
    const { status, body } = await refresh(other, account.session.refresh_token);
    expect(status).toBe(200);
    expect(readClaims((body as { access_token: string }).access_token).sub).toBe(account.user.id);
  } finally {
    await restored.end('SIGTERM');
  }
});

test('a backup taken during writes is consistent', async () => {
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

test('a truncated, damaged, foreign or newer file is rejected and leaves the database empty', async () => {
  const bytes = await readFile(sound);
  const [cut, none] = [path.join(folder, 'cut.backup'), path.join(folder, 'none.backup')];
  await writeFile(cut, bytes.subarray(0, bytes.length / 2));
  await writeFile(none, 'not a backup');
  const { file: later } = await withHead('later.backup', ({ own = [] }) => ({ own: [...own, '99'] }));
  const url = await emptyDatabase();
  await expectRejected(url, cut, 'it is incomplete or damaged');
  await expectRejected(url, none, 'it is incomplete or damaged');
  await expectRejected(url, later, 'The backup has migration 99, which this version of Leadlight does not know');
  expect((await run('restore', url, sound)).code).toBe(0);
});

test('an older backup restores its own schema; a database in use or with a later schema is rejected', async () => {
  const { file: older, head } = await withHead('older.backup', ({ own }) => ({ own: own?.slice(0, 1) }));
  expect(head.own?.length).toBeGreaterThan(1);
  const url = await emptyDatabase();
  expect((await run('restore', url, older)).code).toBe(0);
  await asOwner(url, (client) => client.query(`insert into customers (name) values ('Northwind')`));
  await expectRejected(url, sound, 'holds accounts or customers already: restore into an empty one');
  const applied = await asOwner(url, (client) => client.query('select from supabase_migrations.own_migrations'));
  expect(applied.rowCount).toBe(1);

  const current = await cloneDatabase();
  await expectRejected(current.url, older, 'has a later schema than the backup: restore into an empty one');
  await current.drop();
});

test('a backup of the schema before the initial migration is restored into that one; an older backup is rejected', async () => {
  const former = await makeFormerDatabase(inject('cluster').url);
  const file = path.join(folder, 'former.backup');
  expect((await run('backup', former.url, file)).code).toBe(0);
  const url = await emptyDatabase();
  const { file: some } = await withHead(
    'some.backup',
    ({ migrations }) => ({ migrations: migrations.slice(0, -1) }),
    file,
  );
  await expectRejected(url, some, 'The backup is older than this version can restore: restore it with commit ');
  expect((await run('restore', url, file)).code).toBe(0);
  expect(await readContent(url)).toEqual(await readContent(former.url));
  await former.drop();
});

test('nothing is restored into the database of a running server, even an empty one', async () => {
  const clone = await cloneDatabase();
  const running = launch({ DATABASE_URL: clone.url, DATA_DIR: folder, DEMO: 'off' });
  try {
    await running.url;
    await expectRejected(clone.url, sound, 'A server runs on this database: stop it first.');
  } finally {
    await running.end('SIGTERM');
  }
  expect((await run('restore', clone.url, sound)).code).toBe(0);
  await clone.drop();
});

test('a backup that cannot be written names the file and the reason; an interrupted one leaves no file', async () => {
  const nowhere = path.join(folder, 'missing', 'a.backup');
  const { code, output } = await run('backup', server.databaseUrl, nowhere);
  expect([code, output]).toEqual([1, expect.stringMatching(/^Leadlight: .*a\.backup cannot be written \(ENOENT.*$/)]);

  const before = await readdir(folder);
  const file = path.join(folder, 'interrupted.backup');
  await asOwner(server.databaseUrl, async (client) => {
    await client.query('begin; lock table leads in access exclusive mode');
    const tool = startTool('backup', [file], { DATABASE_URL: server.databaseUrl });
    await vi.waitFor(() => access(`${file}.part`), { timeout: 20_000 });
    tool.kill('SIGINT');
    expect(await once(tool, 'close')).toEqual([null, 'SIGINT']);
  });
  expect(await readdir(folder)).toEqual(before);
});

test('backup and restore work through pipes', async () => {
  const clone = await cloneDatabase();
  const from = startTool('backup', ['-'], { DATABASE_URL: server.databaseUrl });
  const into = startTool('restore', ['-'], { DATABASE_URL: clone.url });
  from.stdout.pipe(into.stdin);
  expect(await waitForExit(into)).toEqual({ code: 0, output: expect.stringMatching(/^\d+ rows restored\./) });
  expect(await readContent(clone.url)).toEqual(await readContent(server.databaseUrl));
  await clone.drop();
});
