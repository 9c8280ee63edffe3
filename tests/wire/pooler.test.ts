// A door in front of the database stands for PgBouncer, which the trust tries themselves: whether requests take it, and what a server says that may not go through it.
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { launch, startServer } from '../support/server.ts';
import { runTool } from '../support/tool.ts';
import { signUp } from './auth/requests.ts';

type Door = { address: string; entered(): number; close(): void };

/** Leads on to where the database listens, to another of its databases where one is named. */
async function openDoor(databaseUrl: string, other?: string): Promise<Door> {
  const { pathname, searchParams, port } = new URL(databaseUrl);
  const socket = `${searchParams.get('host')}/.s.PGSQL.${port || 5432}`;
  let entered = 0;
  const server: Server = createServer((client) => {
    entered += 1;
    const database = connect(socket);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
    database.pipe(client);
    client.once('data', (first) => {
      const told = first.toString('latin1').replace(pathname.slice(1), other ?? pathname.slice(1));
      database.write(Buffer.from(told, 'latin1'));
      client.pipe(database);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: at } = server.address() as { port: number };
  return { address: `127.0.0.1:${at}`, entered: () => entered, close: () => server.close() };
}

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let door: Door;
beforeAll(async () => {
  clone = await cloneDatabase();
  door = await openDoor(clone.url);
});
afterAll(async () => {
  door.close();
  await clone.drop();
});

test('rows go through it, accounts straight to PostgreSQL, and the doctor finds it well', async () => {
  const env = { DATABASE_URL: clone.url, DATABASE_POOLER: door.address };
  const server = await startServer({ env });
  const before = door.entered();
  const { session } = await signUp(server);
  expect(door.entered()).toBe(before);
  const rows = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
    headers: { Authorization: `Bearer ${session.access_token}` },
  });
  expect(rows.status).toBe(200);
  expect(door.entered()).toBeGreaterThan(before);
  expect((await runTool('doctor', [], env)).said).toContain(`✓ pooler: ${door.address} accepts requests`);
  await server.stop();
});

test('what a client that leaves has asked for is cancelled through it', async () => {
  const server = await startServer({ env: { DATABASE_URL: clone.url, DATABASE_POOLER: door.address } });
  const { session } = await signUp(server);
  const ask = (signal?: AbortSignal) =>
    fetch(`${server.url}/rest/v1/campaigns`, { headers: { Authorization: `Bearer ${session.access_token}` }, signal });
  expect((await ask()).status).toBe(200);
  await asOwner(clone.url, async (owner) => {
    await owner.query('begin; lock table public.campaigns');
    const waits = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
    const waiting = (count: number) => expect.poll(async () => (await owner.query(waits)).rowCount).toBe(count);
    const controller = new AbortController();
    const answer = ask(controller.signal).catch((error: Error) => error.name);
    await waiting(1);
    controller.abort();
    expect(await answer).toBe('AbortError');
    await waiting(0);
  });
  expect((await ask()).status).toBe(200);
  await server.stop();
});

test('one that leads to another database is refused, and the doctor says so', async () => {
  const other = await cloneDatabase();
  const elsewhere = await openDoor(clone.url, new URL(other.url).pathname.slice(1));
  const env = { DATABASE_URL: clone.url, DATABASE_POOLER: elsewhere.address };
  const errorResponse = `Requests cannot go through the pooler at ${elsewhere.address} (it leads to another database than DATABASE_URL)`;
  const server = launch(env);
  server.url.catch(() => {});
  expect(await server.ended).toBe(1);
  expect(server.complaints()).toContain(errorResponse);
  const { code, said } = await runTool('doctor', [], env);
  expect([code, said]).toEqual([1, expect.stringContaining(`✗ pooler: ${errorResponse}`)]);
  elsewhere.close();
  await other.drop();
});
