import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openLogin } from '../setup/login.ts';
import { openOwner } from '../setup/owner.ts';
import { startEmbedded } from './index.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'leadlight-password-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const start = () => startEmbedded({ directory, endpoint: 'password', durable: false, log: pino({ level: 'silent' }) });

function filesWith(text: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(path.join(entry.parentPath, entry.name)).includes(text))
    .map((entry) => entry.name);
}

test('with passwords, owner and login connect over loopback; the password is new at each start and in no file', async () => {
  const first = await start();
  const owner = openOwner(first.url);
  await owner((query) => query('create role authenticator login'));
  const login = await openLogin(first.url);
  const { rows } = await openOwner(login)((query) => query('select current_user as name'));
  expect(rows).toEqual([{ name: 'authenticator' }]);
  const { password } = new URL(first.url);
  await first.stop();
  expect(password).toHaveLength(32);
  expect(filesWith(password)).toEqual([]);
  expect(filesWith(new URL(login).password)).toEqual([]);

  const second = await start();
  await expect(openOwner(second.url.replace(new URL(second.url).password, password))(async () => 0)).rejects.toThrow(
    'password authentication failed',
  );
  expect(await openLogin(second.url)).not.toBe(login);
  await second.stop();
}, 30_000);
