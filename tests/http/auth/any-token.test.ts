import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { call, readClaims, signUp } from './requests.ts';

const server = inject('server');
let token: string;

beforeAll(async () => {
  token = (await signUp(server)).session.access_token;
});

const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** The last character of a part has unused bits, so several characters decode to the same bytes. */
const decoded = (text: string) => Buffer.concat(text.split('.').map((part) => Buffer.from(part, 'base64url')));
const saysTheSame = (other: string) => decoded(other).equals(decoded(token));

/** Bytes that a header may contain. */
const headerText = fc.string({ unit: fc.constantFrom(...'abcXYZ012._-~+/=, "{}:'), minLength: 1 });

/** The token with a part replaced, doubled or removed. */
const mangled = fc.oneof(
  headerText,
  fc
    .tuple(fc.nat(2), fc.oneof(fc.json().map(base64url), headerText, fc.constant('')))
    .map(([part, instead]) => token.split('.').with(part, instead).join('.')),
  fc.tuple(fc.nat(), headerText).map(([position, more]) => {
    const at = position % token.length;
    return token.slice(0, at) + more + token.slice(at + more.length);
  }),
  fc
    .record({
      alg: fc.constantFrom('ES256', 'none', 'HS256', 'ES384', ''),
      kid: fc.jsonValue(),
      crit: fc.jsonValue(),
      jwk: fc.jsonValue(),
    })
    .map((header) => [base64url(JSON.stringify(header)), ...token.split('.').slice(1)].join('.')),
);

test('every changed token is rejected, without a server error', async () => {
  const claims = readClaims(token);
  await fc.assert(
    fc.asyncProperty(mangled, async (any) => {
      fc.pre(any.trim() !== '' && !saysTheSame(any));
      const [user, rows] = await Promise.all([
        call(server, 'GET /user', { token: any }),
        fetch(`${server.url}/rest/v1/user_roles`, { headers: { Authorization: `Bearer ${any}` } }),
      ]);
      expect([401, 403]).toContain(user.status);
      expect(JSON.stringify(user.body)).not.toContain(claims.sub);
      expect(rows.status === 401 || (rows.status === 200 && (await rows.text()) === '[]')).toBe(true);
    }),
  );
  expect((await call(server, 'GET /user', { token })).status).toBe(200);
});
