// A TCP proxy stands in for PgBouncer, which `npm run trial -- pooler` tests.
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';
import { launch, startServer } from '../support/server.ts';
import { runTool } from '../support/tool.ts';
import { signUp } from './auth/requests.ts';

type Proxy = {
  address: string;
  /** The statements that the server has sent through it so far. */
  sent(): string;
  close(): void;
};

/** Forwards connections to the database, or to `other` on the same server. */
async function openProxy(databaseUrl: string, other?: string): Promise<Proxy> {
  const { pathname, searchParams, port } = new URL(databaseUrl);
  const socket = `${searchParams.get('host')}/.s.PGSQL.${port || 5432}`;
  let sent = '';
  const server: Server = createServer((client) => {
    const database = connect(socket);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
    database.pipe(client);
    client.once('data', (first) => {
      const startup = first.toString('latin1').replace(pathname.slice(1), other ?? pathname.slice(1));
      database.write(Buffer.from(startup, 'latin1'));
      client.on('data', (more) => {
        sent += more.toString('latin1');
      });
      client.pipe(database);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: at } = server.address() as { port: number };
  return { address: `127.0.0.1:${at}`, sent: () => sent, close: () => server.close() };
}

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let proxy: Proxy;
beforeAll(async () => {
  clone = await cloneDatabase();
  proxy = await openProxy(clone.url);
});
afterAll(async () => {
  proxy.close();
  await clone.drop();
});

test('row requests use the pooler, accounts do not, and the doctor accepts it', async () => {
  const env = { DATABASE_URL: clone.url, DATABASE_POOLER: proxy.address };
  const server = await startServer({ env });
  const { session } = await signUp(server);
  const rows = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
    headers: { Authorization: `Bearer ${session.access_token}` },
  });
  expect(rows.status).toBe(200);
  expect(proxy.sent()).toContain('from "public"."profiles"');
  expect(proxy.sent()).not.toContain('auth.users');
  expect((await runTool('doctor', [], env)).output).toContain(`✓ pooler: ${proxy.address} accepts requests`);
  await server.stop();
});

test('the statement of a disconnected client is cancelled through it', async () => {
  const server = await startServer({ env: { DATABASE_URL: clone.url, DATABASE_POOLER: proxy.address } });
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

test('a pooler for another database is rejected, and the doctor reports it', async () => {
  const other = await cloneDatabase();
  const elsewhere = await openProxy(clone.url, new URL(other.url).pathname.slice(1));
  const env = { DATABASE_URL: clone.url, DATABASE_POOLER: elsewhere.address };
  const errorResponse = `Requests cannot go through the pooler at ${elsewhere.address} (it leads to another database than DATABASE_URL)`;
  const server = launch(env);
  server.url.catch(() => {});
  expect(await server.ended).toBe(1);
  expect(server.errorOutput()).toContain(errorResponse);
  const { code, output } = await runTool('doctor', [], env);
  expect([code, output]).toEqual([1, expect.stringContaining(`✗ pooler: ${errorResponse}`)]);
  elsewhere.close();
  await other.drop();
});
