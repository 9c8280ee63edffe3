// Headers with arbitrary values, once and twice: no status of 500 or more and no stack trace in the log.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { NO_LIMITS } from '../auth/requests.ts';
import { openConnection, readStatuses } from './raw-connection.ts';

const server = setUpServer({ ...NO_LIMITS, TRUST_PROXY: '1' });

let read = 0;
afterEach(() => {
  const output = server.output().slice(read);
  read += output.length;
  expect(output.split('\n').filter((line) => /"stack"|"level":50/.test(line))).toEqual([]);
});

/** Sends one request with verbatim headers; returns the statuses of its responses. */
async function sendRaw(target: string, headers: string[], body = ''): Promise<number[]> {
  const text = [`${target} HTTP/1.1`, ...headers, 'Connection: close', '', body].join('\r\n');
  return readStatuses(await openConnection(server, text).closed);
}

test.each([
  [['Host: a.example', 'Host: b.example']],
  [['Host: localhost', 'Host: localhost']],
  [['Host: localhost', 'host: evil.example']],
  [['Host: a', 'Host:']],
  [['Host: a.example, b.example']],
  [['Host: a/b']],
  [['Host: user@example.test']],
  [['Host: a b']],
  [['Host: [::1']],
  [['Host: a:99999']],
  [['Host: a%00b']],
  [[]],
])('%j is 400 at every path', async (hosts) => {
  for (const path of ['/', '/healthz', '/config.json', '/auth/v1/settings', '/rest/v1/leads', '/functions/v1/x']) {
    expect([path, await sendRaw(`GET ${path}`, hosts)]).toEqual([path, [400]]);
  }
});

const targets = ['GET /auth/v1/user', 'GET /auth/v1/verify?token=x&type=recovery', 'GET /rest/v1/leads', 'GET /'];
const values = [
  '',
  'Bearer \xff',
  '"',
  'a'.repeat(4_000),
  '%00',
  'fe80::1%eth0',
  'bytes=0-1',
  '2024-01-01',
  '__proto__',
];

test.each([
  ...['Authorization', 'apikey', 'X-Forwarded-For', 'X-Supabase-Api-Version', 'redirect_to', 'Referer', 'Origin'],
  ...['User-Agent', 'X-Request-Id', 'X-Client-Info', 'Prefer', 'Accept', 'Range', 'Accept-Profile', 'X-JWT-AUD'],
  ...['X-Impersonation-Id', 'Access-Control-Request-Method', 'If-None-Match', 'Accept-Encoding', 'Content-Type'],
])('%s with any value, once and twice, is no server error', async (name) => {
  const failed: string[] = [];
  for (const target of targets) {
    for (const value of values) {
      for (const headers of [[`${name}: ${value}`], [`${name}: ${value}`, `${name}: x`]]) {
        const statuses = await sendRaw(target, ['Host: localhost', ...headers]);
        if (statuses.length !== 1 || statuses.some((status) => status >= 500))
          failed.push(`${target} ${headers} ${statuses}`);
      }
    }
  }
  expect(failed).toEqual([]);
});

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4Extended(),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.,% fF[]') }),
);
const agent = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 600,
});

test('a sign-in with any address and user agent succeeds', async () => {
  const body = JSON.stringify({ email: 'admin@example.test', password: 'admin-password' });
  await fc.assert(
    fc.asyncProperty(address, agent, async (from, program) => {
      const headers = [`X-Forwarded-For: ${from}`, `User-Agent: ${program}`, `Content-Length: ${body.length}`];
      expect(await sendRaw('POST /auth/v1/token?grant_type=password', ['Host: localhost', ...headers], body)).toEqual([
        200,
      ]);
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 20 },
  );
});
