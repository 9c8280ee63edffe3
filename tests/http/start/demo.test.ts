// The demo's password is public, so while the demo exists only the app's own pages on a loopback host may use the server.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, endAll, newFolder, start } from './start-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 }); // a first start creates a database, up to four starts in a test

afterAll(endAll);

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** One request with headers that fetch would not send. */
function send(url: string, target: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const [method, path] = target.split(' ');
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const signInBody = JSON.stringify({ email: 'admin@leadlight.example', password: 'leadlight' });

const requests: [target: string, body?: string][] = [
  ['GET /'],
  ['GET /config.json'],
  ['GET /healthz'],
  ['GET /readyz'],
  ['GET /metrics'],
  ['GET /assets/none.js'],
  ['GET /auth/v1/settings'],
  ['OPTIONS /auth/v1/token'],
  ['POST /auth/v1/token?grant_type=password', signInBody],
  ['GET /auth/v1/user'],
  ['PUT /auth/v1/user', '{"password":"the password of eve"}'],
  ['POST /auth/v1/recover', '{"email":"admin@leadlight.example"}'],
  ['POST /auth/v1/logout'],
  ['GET /rest/v1/leads'],
  ['OPTIONS /rest/v1/leads'],
  ['POST /rest/v1/rpc/read_invitation', '{"token":"x"}'],
  ['OPTIONS /functions/v1/import-csv-data'],
  ['POST /functions/v1/import-csv-data', '{}'],
];

describe('a server with the demo', () => {
  let url: string;
  beforeAll(async () => {
    url = await start({ DATA_DIR: await newFolder() }).url;
  });

  test('foreign origins, foreign hosts and proxies are rejected at every path, and no account changes', async () => {
    const { host } = new URL(url);
    const own = { Host: host, 'Content-Type': 'application/json' };
    const signedIn = JSON.parse((await send(url, 'POST /auth/v1/token?grant_type=password', own, signInBody)).body);
    const session = { Authorization: `Bearer ${signedIn.access_token}` };
    const user = async () => (await send(url, 'GET /auth/v1/user', { ...own, ...session })).body;
    const before = await user();
    expect(JSON.parse(before).email).toBe('admin@leadlight.example');
    const json = { 'Content-Type': 'application/json' };
    for (const [target, body] of requests) {
      const stranger: Record<string, string>[] = [
        { Host: host, Origin: 'https://evil.example' },
        { Host: host, Origin: 'null' },
        { Host: host, Origin: 'http://localhost:1' },
        { Host: 'evil.example', Origin: 'http://evil.example' },
        { Host: `evil.example:${new URL(url).port}` },
        { Host: host, 'X-Forwarded-For': '192.0.2.1' },
        { Host: host, 'X-Forwarded-Host': 'leads.example' },
        { Host: host, Forwarded: 'for=192.0.2.1' },
        { Host: host, Via: '1.1 proxy' },
      ];
      for (const strange of stranger) {
        const answer = await send(url, target, { ...json, ...session, ...strange }, body);
        expect([target, strange, answer.status]).toEqual([target, strange, 403]);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answer.body).toContain('The demo is for this machine alone');
        expect(answer.body).not.toContain('leadlight.example');
      }
    }
    expect(await user()).toBe(before);
  });

  test('a proxy that adds no header is rejected by its version of HTTP', async () => {
    const { host, hostname, port } = new URL(url);
    const line = connect(Number(port), hostname).setEncoding('utf8');
    line.write(`GET /config.json HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const [answer] = await once(line, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 [\s\S]*a proxy or client that uses HTTP\/1\.0/);
  });

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'a proxy that adds no header is rejected by its account',
    async () => {
      const { hostname, port } = new URL(url);
      const nobody = 65_534;
      const get = 'GET /config.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
      const script = `use IO::Socket::INET; my $s = IO::Socket::INET->new('${hostname}:${port}'); print $s '${get.replaceAll('\r\n', '\'."\\r\\n".\'')}'; print <$s>;`;
      const run = (uid: number) => execFileSync('perl', ['-e', script], { uid, encoding: 'utf8', cwd: '/' });
      expect(run(0)).toMatch(/^HTTP\/1\.1 200 /);
      expect(run(nobody)).toMatch(/^HTTP\/1\.1 403 [\s\S]*a client with the account of a service/);
    },
  );

  test('the app’s own pages are served under each loopback name', async () => {
    const { port } = new URL(url);
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const own = { Host: `${name}:${port}`, 'Content-Type': 'application/json' };
      const headerSets: Record<string, string>[] = [own, { ...own, Origin: `http://${name}:${port}` }];
      for (const headers of headerSets) {
        expect((await send(url, 'GET /config.json', headers)).body).toContain('admin@leadlight.example');
        expect((await send(url, 'POST /auth/v1/token?grant_type=password', headers, signInBody)).status).toBe(200);
      }
    }
    expect((await ask(url, '/auth/v1/settings')).status).toBe(200);
  });

  test('a function can use the row API', async () => {
    const { body } = await ask(url, '/auth/v1/token?grant_type=password', JSON.parse(signInBody));
    const headers = { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/functions/v1/import-csv-data`, { method: 'POST', headers, body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([400, { error: "importType must be 'leads' or 'companies'" }]);
  });
});

test('behind a proxy there is no demo, and any origin is accepted', async () => {
  const url = await start({ DATA_DIR: await newFolder(), TRUST_PROXY: '1' }).url;
  const headers = { Host: 'leads.example', Origin: 'https://elsewhere.example', 'Content-Type': 'application/json' };
  const config = await send(url, 'GET /config.json', headers);
  expect([config.status, JSON.parse(config.body)]).toEqual([
    200,
    expect.not.objectContaining({ demo: expect.anything() }),
  ]);
  const signIn = await send(url, 'POST /auth/v1/token?grant_type=password', headers, signInBody);
  expect([signIn.status, signIn.headers['access-control-allow-origin']]).toEqual([400, '*']);
});
