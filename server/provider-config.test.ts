import { expect, test } from 'vitest';
import { readProviders } from './provider-config.ts';

const read = (env: Record<string, string>) => readProviders(env);

test('a well-known provider needs a client id only, and may have several', () => {
  expect(read({ AUTH_OIDC_GOOGLE_CLIENT_ID: 'web, ios', AUTH_OIDC_GOOGLE_CLIENT_SECRET: 's' })).toEqual({
    oidc: [{ name: 'google', issuer: 'https://accounts.google.com', clientIds: ['web', 'ios'], clientSecret: 's' }],
    saml: [],
    problems: [],
  });
  expect(read({ AUTH_OIDC_LINKEDIN_OIDC_CLIENT_ID: 'x' }).oidc).toMatchObject([{ name: 'linkedin_oidc' }]);
});

test('any other provider needs its issuer, over https or on loopback', () => {
  const env = (issuer: string) => ({ AUTH_OIDC_OKTA_CLIENT_ID: 'x', AUTH_OIDC_OKTA_ISSUER: issuer });
  expect(read(env('https://id.example.test')).oidc).toMatchObject([{ name: 'okta' }]);
  expect(read(env('http://127.0.0.1:4000')).problems).toEqual([]);
  expect(read(env('http://id.example.test')).problems).toEqual([
    "AUTH_OIDC_OKTA_ISSUER: 'http://id.example.test' must be an https address",
  ]);
  expect(read({ AUTH_OIDC_OKTA_CLIENT_ID: 'x' }).problems).toEqual([
    'AUTH_OIDC_OKTA_ISSUER: is required for a provider that is not well known',
  ]);
  expect(read({ AUTH_OIDC_GOOGLE_CLIENT_SECRET: 'x' }).problems).toEqual(['AUTH_OIDC_GOOGLE_CLIENT_ID: is required']);
});

test('a SAML provider needs a readable metadata file and its domains', () => {
  expect(read({ AUTH_SAML_ACME_DOMAINS: 'acme.test' }).problems).toEqual(['AUTH_SAML_ACME_METADATA_FILE: is required']);
  const file = { AUTH_SAML_ACME_METADATA_FILE: '/nowhere/idp.xml' };
  expect(read({ ...file, AUTH_SAML_ACME_DOMAINS: 'acme.test' }).problems).toEqual([
    "AUTH_SAML_ACME_METADATA_FILE: '/nowhere/idp.xml' cannot be read (ENOENT)",
  ]);
  for (const AUTH_SAML_ACME_DOMAINS of ['', ' , ']) {
    expect(read({ ...file, AUTH_SAML_ACME_DOMAINS })).toEqual({
      oidc: [],
      saml: [],
      problems: ['AUTH_SAML_ACME_DOMAINS: is required, since the provider could otherwise assert any email'],
    });
  }
  const here = {
    AUTH_SAML_ACME_METADATA_FILE: import.meta.filename,
    AUTH_SAML_ACME_DOMAINS: 'Acme.test, acme.example',
  };
  expect(read(here).saml).toMatchObject([{ name: 'acme', domains: ['acme.test', 'acme.example'] }]);
});
