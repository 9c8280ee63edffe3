import { expect, test } from 'vitest';
import { readProviders } from './provider-config.ts';

const read = (env: Record<string, string>) => readProviders(env);

test('a known provider needs a client id only, and may have several', () => {
  expect(read({ AUTH_OIDC_GOOGLE_CLIENT_ID: 'web, ios', AUTH_OIDC_GOOGLE_CLIENT_SECRET: 's' })).toEqual({
    oidc: [{ name: 'google', issuer: 'https://accounts.google.com', clientIds: ['web', 'ios'], clientSecret: 's' }],
    saml: [],
    faults: [],
  });
  expect(read({ AUTH_OIDC_LINKEDIN_OIDC_CLIENT_ID: 'x' }).oidc).toMatchObject([{ name: 'linkedin_oidc' }]);
});

test('any other needs its issuer, over https or on this machine', () => {
  const env = (issuer: string) => ({ AUTH_OIDC_HOUSE_CLIENT_ID: 'x', AUTH_OIDC_HOUSE_ISSUER: issuer });
  expect(read(env('https://id.example.test')).oidc).toMatchObject([{ name: 'house' }]);
  expect(read(env('http://127.0.0.1:4000')).faults).toEqual([]);
  expect(read(env('http://id.example.test')).faults).toEqual([
    "AUTH_OIDC_HOUSE_ISSUER: 'http://id.example.test' must be an https address",
  ]);
  expect(read({ AUTH_OIDC_HOUSE_CLIENT_ID: 'x' }).faults).toEqual([
    'AUTH_OIDC_HOUSE_ISSUER: is needed, for this is none of the known providers',
  ]);
  expect(read({ AUTH_OIDC_GOOGLE_CLIENT_SECRET: 'x' }).faults).toEqual(['AUTH_OIDC_GOOGLE_CLIENT_ID: is needed']);
});

test('a company’s own sign-on needs a file that is there', () => {
  expect(read({ AUTH_SAML_ACME_DOMAINS: 'acme.test' }).faults).toEqual(['AUTH_SAML_ACME_METADATA_FILE: is needed']);
  expect(read({ AUTH_SAML_ACME_METADATA_FILE: '/nowhere/idp.xml' }).faults).toEqual([
    "AUTH_SAML_ACME_METADATA_FILE: '/nowhere/idp.xml' cannot be read (ENOENT)",
  ]);
});
