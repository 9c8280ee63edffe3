import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { setUpServer } from '../support/set-up.ts';

const METRICS_TOKEN = 'only-prometheus-knows';

let token: string;

const server = setUpServer({ DATABASE_POOL: '8', INVITATION_DAYS: '3', METRICS_TOKEN });
beforeAll(async () => {
  const credentials = JSON.stringify({ email: 'admin@example.test', password: 'admin-password' });
  const url = `${server.url}/auth/v1/token?grant_type=password`;
  const signedIn = await fetch(url, { method: 'POST', body: credentials });
  token = ((await signedIn.json()) as { access_token: string }).access_token;
});

describe('the app', () => {
  test('the app reports liveness and readiness', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'ready',
      rows: { open: expect.any(Number), idle: expect.any(Number), waiting: 0 },
      accounts: { open: expect.any(Number), idle: expect.any(Number), waiting: 0 },
    });
  });

  test('the app is ready while all account connections wait for a lock', async () => {
    const body = JSON.stringify({ email: 'admin@example.test', password: 'admin-password' });
    const headers = { 'Content-Type': 'application/json' };
    const signIn = () => fetch(`${server.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body });
    const waiting = await asOwner(server.databaseUrl, async (owner) => {
      await owner.query('begin; lock table auth.users');
      const signIns = [signIn(), signIn(), signIn()];
      // The worker of the outbox may wait for the lock too.
      const areAllWaiting = async () => {
        const ready = await fetch(`${server.url}/readyz`);
        expect(ready.status).toBe(200);
        const { idle, waiting } = ((await ready.json()) as { accounts: { idle: number; waiting: number } }).accounts;
        return idle === 0 && waiting > 0;
      };
      await expect.poll(areAllWaiting, { timeout: 10_000 }).toBe(true);
      return signIns;
    });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('the app returns the web app’s configuration, without a demo for a real database', async () => {
    const answer = await fetch(`${server.url}/config.json`);
    expect(await answer.json()).toEqual({ supabaseUrl: '/', supabaseKey: server.publishableKey });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(server.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  });

  test.each(['/', '/auth', '/invite/abc', '/admin/customers/1', '/nowhere'])(
    'the app serves the page at %s',
    async (path) => {
      const answer = await fetch(`${server.url}${path}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<title>Leadlight</title>');
    },
  );

  test.each(['/assets/none.js', '/favicon.ico', '/robots.txt'])('the app returns 404 for the file %s', async (path) => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  });

  test('the page of a review link names its own code in place of the app’s', async () => {
    const namedCode = async (path: string) => {
      const answer = await fetch(server.url + path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      const text = await answer.text();
      expect(text).not.toContain('CSP_NONCE');
      return [...text.matchAll(/assets\/(app|review-app|router)-/g)].map(([, name]) => name);
    };
    expect((await namedCode('/leads')).sort()).toEqual(['app', 'router']);
    expect(await namedCode(`/review/${'a'.repeat(64)}`)).toEqual(['review-app']);
    expect(await namedCode('/review/abc/leads?status=to-review')).toEqual(['review-app']);
    expect((await namedCode('/review-preview')).sort()).toEqual(['app', 'router']);
  });

  test('the app gives each page its own nonce and a policy without unsafe directives', async () => {
    const [first, second] = await Promise.all([fetch(`${server.url}/auth`), fetch(`${server.url}/auth`)]);
    const policy = first.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    const page = await first.text();
    expect(page).toContain(`nonce="${nonce}"`);
    expect(second.headers.get('content-security-policy')).not.toContain(nonce);
    expect(policy).toContain("default-src 'none'");
    const [, script = ''] = /<script nonce="[^"]*">(.*?)<\/script>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
    expect(first.headers.get('x-frame-options')).toBe('DENY');
    expect(first.headers.get('strict-transport-security')).toBeNull();
  });

  test.each(['/rest/v1/leads', '/functions/v1/import-csv-data', '/auth/v1/user', '/config.json', '/'])(
    'the app sets a request id and nosniff on every response: %s',
    async (path) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { 'x-request-id': 'from-the-proxy' } });
      expect(answer.headers.get('x-request-id')).toBe('from-the-proxy');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test.each([
    ['GET /rest/v1/customers', 200],
    ['HEAD /rest/v1/customers', 200],
    ['GET /rest/v1/nowhere', 404],
    ['GET /rest/v1/customers?select=nothing', 400],
    ['PUT /rest/v1/customers', 405],
    ['POST /rest/v1/rpc/count_leads', 200],
    ['POST /functions/v1/import-csv-data', 400],
    ['GET /functions/v1/import-csv-data', 405],
    ['POST /functions/v1/nowhere', 404],
    ['GET /auth/v1/user', 200],
    ['GET /auth/v1/nowhere', 404],
  ])('the app forbids caching of authenticated responses: %s is %i', async (target, status) => {
    const [method = '', path = ''] = target.split(' ');
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = method === 'POST' ? '{}' : undefined;
    const answer = await fetch(`${server.url}${path}`, { method, headers, body });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });

  test('the app allows caching of the public keys', async () => {
    const keys = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`);
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
  });

  test('the app shows metrics only with the token', async () => {
    const ask = (token: string) => fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    await fetch(`${server.url}/rest/v1/leads`);
    const metrics = await ask(METRICS_TOKEN);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    const numbers = await metrics.text();
    expect(numbers).toMatch(/http_request_duration_seconds_count\{api="rest",method="GET",status="401"\} [1-9]/);
    expect(numbers).toMatch(/leadlight_database_connections\{pool="rows",state="waiting"\} 0/);
    expect(numbers).toMatch(/leadlight_database_connections\{pool="accounts",state="open"\} [12]/);
    expect(numbers).toMatch(/leadlight_rows_statement_seconds_total\{class="guest"\} 0\.\d+/);
    for (const name of ['running', 'waiting', 'rejected_total']) {
      for (const kind of ['user', 'guest', 'service', 'server']) {
        expect(numbers).toContain(`leadlight_rows_${name}{class="${kind}"} 0`);
      }
    }
    expect(numbers).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/); // no ids
    for (const token of ['only-prometheus-know', 'x', server.publishableKey]) {
      expect(await (await ask(token)).text()).not.toContain('leadlight_');
    }
  });

  test('the app accepts row requests from any origin', async () => {
    const preflight = await fetch(`${server.url}/rest/v1/leads`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,prefer',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,prefer');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD,POST,PATCH,DELETE');
  });
});
