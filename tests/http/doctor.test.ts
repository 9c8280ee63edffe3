import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailServer } from '../support/mail-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { runTool } from '../support/tool.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-doctor-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function look(env: Record<string, string>) {
  const { code, output } = await runTool('doctor', [], { DATA_DIR: folder, ...env });
  return { code, says: output.split('\n').filter((line) => !line.startsWith(' ')) };
}

test('a correct setup passes every check', async () => {
  const mailServer = await openMailServer();
  const { code, says } = await look({
    DATABASE_URL: server.databaseUrl,
    SMTP_URL: mailServer.url,
    SITE_URL: 'https://leads.example.test',
  });
  await mailServer.close();
  expect(says.filter((line) => !line.startsWith('✓ ') && line !== '' && !line.includes('web app'))).toEqual([]);
  expect(says).toContain('✓ migrations: all applied');
  expect(says).toContain('✓ administrators: 1');
  const isBuilt = existsSync(path.resolve(import.meta.dirname, '../../dist/web/index.html'));
  expect(says.filter((line) => line.includes('web app'))).toEqual([expect.stringMatching(isBuilt ? /^✓ / : /^✗ /)]);
  expect(code).toBe(isBuilt ? 0 : 1);
});

test('every problem is named, without showing passwords', async () => {
  const { code, says } = await look({
    DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/none',
    SMTP_URL: 'smtp://me:hidden@127.0.0.1:1',
  });
  expect(code).toBe(1);
  expect(says.join('\n')).toMatch(/✗ database: does not answer[\s\S]*✗ mail: 127\.0\.0\.1:1 accepts no emails/);
  expect(says.join('\n')).not.toContain('hidden');
  const unmade = path.join(folder, 'unmade');
  expect(await look({ DATA_DIR: unmade })).toMatchObject({
    code: 1,
    says: expect.arrayContaining(['✗ database: does not exist yet']),
  });
  expect(existsSync(unmade)).toBe(false);
  expect(await look({ PORT: 'x', STATEMENT_TIMEOUT: '-1' })).toMatchObject({
    code: 1,
    says: expect.arrayContaining([
      expect.stringMatching(/^✗ environment: PORT/),
      expect.stringMatching(/^✗ environment: STATEMENT_TIMEOUT/),
    ]),
  });
});

test.each([
  ['backup', []],
  ['erase', ['ann@example.test', '--yes']],
  ['service-key', []],
  ['rotate-keys', []],
  ['create-admin', ['ann@example.test']],
])('%s does not create a missing database', async (tool, args) => {
  const DATA_DIR = path.join(folder, 'mistaken');
  const file = tool === 'backup' ? [path.join(folder, 'none.backup')] : args;
  const { code, output } = await runTool(tool, file, { DATA_DIR, ADMIN_PASSWORD: 'a good password' });
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^Leadlight: There is no database in .+: set DATA_DIR or DATABASE_URL as the server has it/),
  ]);
  expect(existsSync(DATA_DIR)).toBe(false);
});
