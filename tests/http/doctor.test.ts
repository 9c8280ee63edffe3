import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailServer } from '../support/mail-server.ts';
import { setUpServer } from '../support/set-up.ts';
import { runTool } from '../support/tool.ts';

let folder: string;

const server = setUpServer();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadlight-doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function look(env: Record<string, string>) {
  const { code, output } = await runTool('doctor', [], { DATA_DIR: folder, ...env });
  return { code, says: output.split('\n').filter((line) => !line.startsWith(' ')) };
}

test('a correct setup passes every check', async () => {
  const mailServer = await openMailServer();
  const { code, says } = await look({
    DATABASE_URL: server.databaseUrl,
    SMTP_URL: mailServer.url,
    SITE_URL: server.url,
  });
  await mailServer.close();
  expect(says.filter((line) => !line.startsWith('✓ ') && line !== '' && !line.includes('web app'))).toEqual([
    `! site: ${server.url} is not encrypted`,
  ]);
  expect(says).toEqual(
    expect.arrayContaining([
      '✓ proxy: requests pass 0 proxies that add X-Forwarded-For, TRUST_PROXY is 0',
      '✓ uploads: bodies of 5 MB reach the server',
      '✓ long URLs: 12 KB reach the server',
    ]),
  );
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

/** A proxy that adds X-Forwarded-For and has limits, as nginx has by default. */
async function openProxy(isLimited: boolean) {
  const proxy = createServer((incoming, outgoing) => {
    const isTooLarge = Number(incoming.headers['content-length'] ?? 0) > 1_000_000;
    const isTooLong = (incoming.url ?? '').length > 8_000;
    if (isLimited && (isTooLarge || isTooLong)) return outgoing.writeHead(isTooLarge ? 413 : 414).end('<html>');
    const headers = { ...incoming.headers, 'x-forwarded-for': '192.0.2.1' };
    const forwarded = request(`${server.url}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, server: 'proxy' });
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => {});
    return incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => proxy.close(resolve));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close };
}

test('a change or rejection by a proxy is named', async () => {
  const base = { DATABASE_URL: server.databaseUrl };
  const strict = await openProxy(true);
  expect((await look({ ...base, SITE_URL: strict.url })).says).toEqual(
    expect.arrayContaining([
      '✗ proxy: requests pass 1 proxy that adds X-Forwarded-For, TRUST_PROXY is 0',
      '✗ uploads: a proxy rejects a body of 5 MB (413)',
      '✗ long URLs: a proxy rejects a URL of 12 KB (414)',
    ]),
  );
  await strict.close();
  const fit = await openProxy(false);
  expect((await look({ ...base, SITE_URL: fit.url, TRUST_PROXY: '1' })).says).toEqual(
    expect.arrayContaining([
      '✓ proxy: requests pass 1 proxy that adds X-Forwarded-For, TRUST_PROXY is 1',
      '✓ uploads: bodies of 5 MB reach the server',
    ]),
  );
  expect((await look({ ...base, SITE_URL: fit.url, TRUST_PROXY: '2' })).says).toContain(
    '! proxy: requests pass 1 proxy that adds X-Forwarded-For, TRUST_PROXY is 2',
  );
  await fit.close();
  expect((await look({ ...base, SITE_URL: 'http://127.0.0.1:1' })).says).toContainEqual(
    expect.stringMatching(/^! proxy: http:\/\/127\.0\.0\.1:1 cannot be reached from here/),
  );
});

test('a SITE_URL with a path, or of another server, is named', async () => {
  const base = { DATABASE_URL: server.databaseUrl };
  expect((await look({ ...base, SITE_URL: `${server.url}/leads` })).says).toContain(
    `✗ site: ${server.url}/leads has a path`,
  );
  const other = createServer((_, outgoing) => outgoing.end('hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const SITE_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  expect((await look({ ...base, SITE_URL })).says).toContain(`✗ site: ${SITE_URL} leads to another server`);
  await new Promise((resolve) => other.close(resolve));
});

test('an account that the mail server rejects is named', async () => {
  const mailServer = await openMailServer();
  const SMTP_URL = mailServer.url.replace('//', '//ada:hidden@');
  const { says } = await look({ DATABASE_URL: server.databaseUrl, SMTP_URL });
  expect(says).toContainEqual(expect.stringMatching(/^✗ mail: 127\.0\.0\.1:\d+ accepts no emails/));
  expect(says.join('\n')).not.toContain('hidden');
  await mailServer.close();
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
