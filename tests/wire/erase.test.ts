import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportClient } from '../support/import-client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { runTool } from '../support/tool.ts';
import { NO_LIMITS, signUp, sql } from './auth/calls.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: NO_LIMITS });
});
afterAll(() => server.stop());

const erase = (...args: string[]) => runTool('erase', args, { DATABASE_URL: server.databaseUrl });

/** In how many rows of any table an address stands. */
async function mentions(email: string): Promise<number> {
  const tables = await sql<{ name: string }>(
    server,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public', 'private')`,
  );
  const counts = tables.map(async ({ name }) => {
    const [found] = await sql<{ count: number }>(
      server,
      `select count(*)::int from ${name} t where position(lower($1) in lower(t::text)) > 0`,
      [email],
    );
    return found?.count ?? 0;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

test('a person who asks to be forgotten stands nowhere any more, and nobody else is touched', async () => {
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const admin = await ImportClient.signIn(server);
  const customer = await admin.newCustomer();
  const csv = `Name,Email\nAda,${ada.email.toUpperCase()}\nBob,${bob.email}\n,${ada.email}\nCy,${ada.email} or ${bob.email}\n`;
  await admin.send({
    customerId: customer,
    fileName: 'people.csv',
    importType: 'leads',
    columnMapping: { Name: 'name', Email: 'email' },
    csvData: csv,
  });
  for (const { email } of [ada, bob])
    await sql(server, 'insert into invitations (customer_id, email) values ($1, $2)', [customer, email]);
  const before = await mentions(bob.email);
  expect(await mentions(ada.email)).toBeGreaterThan(5);

  const looked = await erase(ada.email);
  expect(looked).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^Kept of .*: leads \(1\), refused rows of imports \(2\), answers to imports \(1\), invitations \(1\), accounts \(1\)\n/,
    ),
  });
  expect(await mentions(ada.email)).toBeGreaterThan(5);
  expect((await erase(ada.email, '--yes')).said).toMatch(/^Erased of /);
  expect(await mentions(ada.email)).toBe(0);
  expect(await mentions(bob.email)).toBe(before - 2); // the refused row that named both, and the answer that did
  expect((await erase(ada.email)).said).toMatch(/: nothing$/);
});

test('the last administrator is not erased', async () => {
  const { code, said } = await erase('admin@example.test', '--yes');
  expect([code, said]).toEqual([1, expect.stringMatching(/^Leadlight: /)]);
  expect(await mentions('admin@example.test')).toBeGreaterThan(0);
});

test('what is no address is told so', async () => {
  expect(await erase('ada')).toEqual({ code: 1, said: expect.stringContaining('say whom') });
});
