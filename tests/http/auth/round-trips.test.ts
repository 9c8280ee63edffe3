import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { type Account, call, NO_LIMITS, newEmail, PASSWORD, refresh, signIn, signUp } from './requests.ts';

const READY_FOR_QUERY = 'Z'.charCodeAt(0);

type Proxy = { url: string; roundTrips(): number; close(): Promise<void> };

/** Stands between the server and PostgreSQL, which ends each round trip with ReadyForQuery. */
async function openProxy(databaseUrl: string): Promise<Proxy> {
  const url = new URL(databaseUrl);
  const socket = `.s.PGSQL.${url.port || 5432}`;
  const target = path.join(url.searchParams.get('host') ?? '', socket);
  const directory = await mkdtemp(path.join(tmpdir(), 'leadlight-proxy-'));
  let count = 0;
  const server: Server = createServer((client) => {
    const database = connect(target);
    let unread = Buffer.alloc(0);
    database.on('data', (data) => {
      unread = Buffer.concat([unread, data]);
      while (unread.length >= 5 && unread.length > unread.readInt32BE(1)) {
        if (unread[0] === READY_FOR_QUERY) count += 1;
        unread = unread.subarray(1 + unread.readInt32BE(1));
      }
    });
    database.pipe(client).pipe(database);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
  });
  await once(server.listen(path.join(directory, socket)), 'listening');
  url.searchParams.set('host', directory);
  const close = async () => {
    server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: url.href, roundTrips: () => count, close };
}

let proxy: Proxy;
let server: TestServer;
let account: Account;
beforeAll(async () => {
  const cluster = inject('cluster');
  proxy = await openProxy(cluster.url);
  server = await startServer({ env: NO_LIMITS, cluster: { ...cluster, url: proxy.url } });
  account = await signUp(server);
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
});

/** The fewest of five: an open connection is used, and a sweep of rate limits happens with one request in a hundred. */
async function countRoundTrips(request: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const before = proxy.roundTrips();
    await request();
    counts.push(proxy.roundTrips() - before);
  }
  return Math.min(...counts);
}

const wrongPassword = () => signIn(server, { email: account.email, password: 'wrong password' });
const unknownEmail = () => signIn(server, { email: newEmail(), password: 'wrong password' });
const refreshAgain = async () => {
  const { body } = await refresh(server, account.session.refresh_token);
  account.session = body as Account['session'];
};

test.each([
  ['a sign-in with a password', 6, () => signIn(server, { ...account, password: PASSWORD })],
  ['a sign-in with a wrong password', 3, wrongPassword],
  ['a sign-in with an unknown email', 3, unknownEmail],
  ['a sign-up', 6, () => signUp(server)],
  ['a refresh', 9, refreshAgain],
  ['reading the user', 2, () => call(server, 'GET /user', { token: account.session.access_token })],
])('%s makes %i round trips to the database', async (_, expected, request) => {
  expect(await countRoundTrips(request)).toBe(expected);
});
