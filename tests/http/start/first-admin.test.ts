// An installation without an administrator says so, and ADMIN_EMAIL or create-admin creates one.
import { afterAll, expect, test, vi } from 'vitest';
import { asOwner } from '../../support/cluster.ts';
import { cloneDatabase } from '../../support/database.ts';
import { runTool } from '../../support/tool.ts';
import { ask, atEnd, endAll, newFolder, start } from './start-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

afterAll(endAll);

const HINT =
  'create one with `npm run create-admin -- you@example.com`, or set ADMIN_EMAIL and ADMIN_PASSWORD and start again';
const ADMIN = { ADMIN_EMAIL: 'boss@example.test', ADMIN_PASSWORD: 'the password of the boss' };

async function newDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase();
  atEnd(drop);
  return url;
}

async function startOn(database: string, env: Record<string, string> = {}) {
  const server = start({ DATABASE_URL: database, DATA_DIR: await newFolder(), ...env });
  return { server, url: await server.url };
}

const signsIn = async (url: string, email: string, password: string) =>
  (await ask(url, '/auth/v1/token?grant_type=password', { email, password })).status === 200;

const banAll = (database: string) =>
  asOwner(database, (client) => client.query(`update auth.users set banned_until = now() + interval '1 day'`));

test('without an administrator the log and /config.json say so, until create-admin has created one', async () => {
  const database = await newDatabase();
  const { server, url } = await startOn(database);
  const config = async () => (await ask(url, '/config.json')).body;
  expect(await config()).toEqual({
    supabaseUrl: '/',
    supabaseKey: expect.stringMatching(/^sb_publishable_/),
    needsAdministrator: true,
  });
  await expect.poll(server.output).toContain(`"msg":"no administrator","hint":"${HINT}"`);
  await expect.poll(server.output).toContain(`There is no administrator: ${HINT}.`);
  const created = await runTool('create-admin', [ADMIN.ADMIN_EMAIL], {
    DATABASE_URL: database,
    ADMIN_PASSWORD: ADMIN.ADMIN_PASSWORD,
  });
  expect(created).toEqual({ code: 0, output: 'boss@example.test is an administrator now.' });
  expect(await config()).not.toHaveProperty('needsAdministrator');
  await server.end('SIGTERM');

  const again = await startOn(database);
  await expect.poll(again.server.output).toContain('Stop it with Ctrl-C.');
  expect(again.server.output()).not.toContain('no administrator');
});

test('a banned administrator counts as none, so that ADMIN_EMAIL creates one at the next start', async () => {
  const database = await newDatabase();
  const first = await startOn(database, { ...ADMIN, ADMIN_EMAIL: 'former@example.test' });
  await first.server.end('SIGTERM');
  await banAll(database);
  const { url } = await startOn(database, ADMIN);
  expect(await signsIn(url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).toBe(true);
  expect(await signsIn(url, 'former@example.test', ADMIN.ADMIN_PASSWORD)).toBe(false);
});

test('ADMIN_EMAIL ends the ban of the only administrator', async () => {
  const database = await newDatabase();
  const first = await startOn(database, ADMIN);
  await first.server.end('SIGTERM');
  await banAll(database);
  const { url } = await startOn(database, { ...ADMIN, ADMIN_PASSWORD: 'a new password' });
  expect(await signsIn(url, ADMIN.ADMIN_EMAIL, 'a new password')).toBe(true);
});

test('the administrator of a demo that has ended counts as none', async () => {
  const DATA_DIR = await newFolder();
  const demo = start({ DATA_DIR });
  await demo.url;
  await demo.end('SIGTERM');
  const url = await start({ DATA_DIR, ...ADMIN }).url;
  expect(await signsIn(url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).toBe(true);
  expect((await ask(url, '/config.json')).body).not.toHaveProperty('needsAdministrator');
});
