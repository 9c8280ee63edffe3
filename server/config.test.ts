import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each(['0', '90', 'soon'])('AUTH_TOKEN_LIFE=%s is rejected', (AUTH_TOKEN_LIFE) => {
  expect(() => readConfig({ AUTH_TOKEN_LIFE })).toThrow(/^AUTH_TOKEN_LIFE: /);
});

test('a token that clients would refresh at every request is rejected with the reason', () => {
  expect(() => readConfig({ AUTH_TOKEN_LIFE: '90' })).toThrow(
    /^AUTH_TOKEN_LIFE: must be more than 90 seconds: clients refresh a token 90 seconds before it expires$/,
  );
  expect(readConfig({ AUTH_TOKEN_LIFE: '91' }).AUTH_TOKEN_LIFE).toBe(91);
});

test.each([
  [
    'Acme: Leads <l@acme.example>',
    'is a list or a group of addresses: quote the name, as in "Acme: Leads" <l@acme.example>',
  ],
  ['Leadlight', 'has no email address: write it as in Leadlight <leads@example.com>'],
])('a MAIL_FROM of %s is rejected with what to write', (MAIL_FROM, reason) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow(`MAIL_FROM: '${MAIL_FROM}' ${reason}`);
});

test.each(['DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])('a public demo with %s does not start', (name) => {
  const values = { DATABASE_URL: 'postgresql://db/x', ADMIN_EMAIL: 'a@example.test', ADMIN_PASSWORD: 'password' };
  const env = { DEMO: 'public', [name]: values[name as keyof typeof values] };
  expect(() => readConfig(env)).toThrow(
    `${name}: cannot be set with DEMO=public, whose accounts and embedded database are reset every hour`,
  );
});

test('a public demo has no mail server, sign-up, providers or limit of wrong passwords per account', () => {
  const env = {
    SMTP_URL: 'smtp://mail.example',
    AUTH_OIDC_GOOGLE_CLIENT_ID: 'id',
    AUTH_OIDC_GOOGLE_CLIENT_SECRET: 'secret',
  };
  expect(readConfig(env)).toMatchObject({ SMTP_URL: 'smtp://mail.example', AUTH_RATE_ACCOUNT: 30 });
  expect(readConfig(env).oidc).toHaveLength(1);
  expect(readConfig({ ...env, DEMO: 'public' })).toMatchObject({
    SMTP_URL: undefined,
    AUTH_DISABLE_SIGNUP: true,
    AUTH_RATE_ACCOUNT: 1_000_000,
    oidc: [],
    saml: [],
  });
});
