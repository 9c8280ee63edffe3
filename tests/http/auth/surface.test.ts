import { beforeAll, describe, expect, inject, test } from 'vitest';
import { call, errorResponse, openClient, signUp } from './requests.ts';

const server = inject('server');
let token: string;
beforeAll(async () => {
  token = (await signUp(server)).session.access_token;
});

describe('reads without a token', () => {
  test('a request without a token reads the public half of the signing keys (S7.58)', async () => {
    const { status, headers, body } = await call(server, 'GET /.well-known/jwks.json');
    const base64url = expect.stringMatching(/^[\w-]{43}$/);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('public, max-age=600');
    expect(body).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: base64url,
          y: base64url,
          kid: base64url,
          alg: 'ES256',
          use: 'sig',
          key_ops: ['verify'],
        },
      ],
    });
  });

  test('a request without a token reads the settings', async () => {
    expect((await call(server, 'GET /settings')).body).toEqual({
      external: { anonymous_users: false, email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    });
  });

  test('a request without a token reads the health of the service', async () => {
    expect((await call(server, 'GET /health')).body).toEqual({
      name: 'Leadlight accounts',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      description: 'Accounts and sessions of Leadlight',
    });
  });
});

const notAvailable = (what: string) =>
  errorResponse(404, 'feature_disabled', `${what} is not available on this server`);
const otpDisabled = errorResponse(422, 'otp_disabled', 'Signups not allowed for otp');
const samlDisabled = errorResponse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
const linkingDisabled = errorResponse(404, 'manual_linking_disabled', 'Manual linking is disabled');
const unsupported = errorResponse(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
const id = '00000000-0000-4000-8000-000000000000';

describe('disabled features', () => {
  test.each([
    ['POST /otp', otpDisabled],
    ['POST /magiclink', otpDisabled],
    ['GET /authorize?provider=google', unsupported],
    ['POST /sso', samlDisabled],
    ['POST /sso/saml/acs', samlDisabled],
    ['GET /oauth/authorize', notAvailable('The OAuth server')],
  ])('a disabled feature responds with an error without a token: %s', async (endpoint, as) => {
    const { status, body } = await call(server, endpoint);
    expect({ status, body }).toEqual(as);
  });

  test.each([
    ['GET /user/identities/authorize?provider=google', linkingDisabled],
    [`DELETE /user/identities/${id}`, linkingDisabled],
    ['POST /passkeys/registration/options', notAvailable('Sign-in by passkey')],
  ])('a disabled feature responds with an error with a token only: %s', async (endpoint, as) => {
    const answer = await call(server, endpoint, { token });
    expect({ status: answer.status, body: answer.body }).toEqual(as);
    const stranger = await call(server, endpoint);
    expect(stranger.body).toMatchObject({ code: 401, error_code: 'no_authorization' });
  });

  test('the error of a disabled feature is one that auth-js understands', async () => {
    const { client, close } = openClient(server);
    const results = [
      await client.signInAnonymously(),
      await client.signInWithOtp({ email: 'ada@example.test' }),
      await client.signInWithSSO({ domain: 'example.test' }),
      await client.signInWithIdToken({ provider: 'google', token: 'x' }),
    ];
    close();
    expect(results.map(({ error }) => error?.code)).toEqual([
      'anonymous_provider_disabled',
      'otp_disabled',
      'saml_provider_disabled',
      'provider_disabled',
    ]);
  });
});

test.each(['GET /nowhere', 'DELETE /user', 'GET /token'])('%s does not exist', async (endpoint) => {
  const { status, headers, body } = await call(server, endpoint, { token });
  const [method, path] = endpoint.split(' ');
  expect(headers.get('Content-Type')).toMatch(/^application\/json/);
  expect({ status, body }).toEqual(errorResponse(404, 'unknown', `There is no ${method} /auth/v1${path}`));
});
