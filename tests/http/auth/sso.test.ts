import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IdentityProvider, newSamlUser, openIdentityProvider } from '../../support/identity-provider.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { readRedirect } from './redirects.ts';
import { call, errorResponse, NO_LIMITS, newEmail, openClient, readClaims, signUp, sql } from './requests.ts';

const HOME = 'http://localhost:4322';

let server: TestServer;
let acme: IdentityProvider;
let directory: string;
beforeAll(async () => {
  acme = await openIdentityProvider(`${HOME}/auth/v1/sso/saml/acs`);
  directory = await mkdtemp(path.join(tmpdir(), 'leadlight-saml-'));
  const file = path.join(directory, 'acme.xml');
  await writeFile(file, acme.metadata);
  const env = { AUTH_SAML_ACME_METADATA_FILE: file, AUTH_SAML_ACME_DOMAINS: 'acme.test, Acme.example' };
  server = await startServer({ env: { ...NO_LIMITS, SITE_URL: HOME, ...env } });
});
afterAll(async () => {
  await server.stop();
  await acme.close();
  await rm(directory, { recursive: true });
});

const newColleague = () => newSamlUser(newEmail().replace('example.test', 'acme.test'));

async function start(body: unknown = { domain: 'acme.test', skip_http_redirect: true }): Promise<string> {
  return ((await call(server, 'POST /sso', { body })).body as { url: string }).url;
}

async function finish(form: Record<string, string>) {
  const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
  return readRedirect(response.status, new URL(response.headers.get('Location') ?? 'about:blank'));
}

const readUser = async (token: string | undefined) =>
  (await call(server, 'GET /user', { token: token ?? '' })).body as Session['user'];

describe('SAML sign-ins', () => {
  test('a SAML sign-in begins by domain (S7.43)', async () => {
    const colleague = newColleague();
    const body = { domain: 'ACME.test', skip_http_redirect: true, redirect_to: `${HOME}/auth` };
    const { status, at, fragment } = await finish(await acme.answer(await start(body), colleague));
    expect({ status, at }).toEqual({ status: 303, at: `${HOME}/auth` });
    expect(readClaims(fragment.access_token ?? '')).toMatchObject({ amr: [{ method: 'sso/saml' }], aal: 'aal1' });
    expect(await readUser(fragment.access_token)).toMatchObject({
      email: colleague.emails[0]?.value,
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ada Lovelace' },
      identities: [{ provider: expect.stringMatching(/^sso:[0-9a-f-]{36}$/), id: colleague.id }],
    });
  });

  test('a SAML sign-in stores the first 200 characters of a long name', async () => {
    const colleague = { ...newColleague(), displayName: 'n'.repeat(9_000) };
    const { fragment } = await finish(await acme.answer(await start(), colleague));
    const name = 'n'.repeat(200);
    expect(await readUser(fragment.access_token)).toMatchObject({ user_metadata: { name, full_name: name } });
  });

  test('a SAML sign-in begins by id, and returns to the same account', async () => {
    const colleague = newColleague();
    const first = await readUser((await finish(await acme.answer(await start(), colleague))).fragment.access_token);
    const [row] = await sql<{ id: string }>(server, `select id from auth.sso_providers where resource_id = 'acme'`);
    const url = await start({ provider_id: row?.id, skip_http_redirect: true });
    const second = await readUser((await finish(await acme.answer(url, colleague))).fragment.access_token);
    expect(second.id).toBe(first.id);
  });

  test('a SAML sign-in works in a PKCE flow through auth-js', async () => {
    const { client, events, close } = openClient(server, { flowType: 'pkce' });
    const colleague = newColleague();
    const { data } = await client.signInWithSSO({ domain: 'acme.test' });
    const { query } = await finish(await acme.answer(data?.url ?? '', colleague));
    const { data: signedIn, error } = await client.exchangeCodeForSession(query.code ?? '');
    close();
    expect(error).toBeNull();
    expect(signedIn.user?.email).toBe(colleague.emails[0]?.value);
    expect(events).toContain('SIGNED_IN');
  });

  test('a SAML sign-in never links to a password account with the same email', async () => {
    const colleague = newColleague();
    const account = await signUp(server, colleague.emails[0]?.value);
    const user = await readUser((await finish(await acme.answer(await start(), colleague))).fragment.access_token);
    expect(user.email).toBe(account.email);
    expect(user.id).not.toBe(account.user.id);
  });

  test('a SAML sign-in leaves changes of email and password to the identity provider', async () => {
    const { fragment } = await finish(await acme.answer(await start(), newColleague()));
    const { status, body } = await call(server, 'PUT /user', {
      token: fragment.access_token ?? '',
      body: { password: 'a password of their own' },
    });
    expect({ status, body }).toEqual(
      errorResponse(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO'),
    );
  });
});

describe('rejected SAML responses', () => {
  const invalid = { error: 'access_denied', error_code: 'saml_assertion_invalid' };

  test('a SAML response is rejected for another service', async () => {
    const form = await acme.answer(await start(), newColleague(), { audience: 'https://other.test' });
    expect((await finish(form)).query).toMatchObject(invalid);
  });

  test('a SAML response is rejected without a signature', async () => {
    const form = await acme.answer(await start(), newColleague(), { signAssertion: false });
    expect((await finish(form)).query).toMatchObject(invalid);
  });

  test('a SAML response is rejected with changed content', async () => {
    const colleague = newColleague();
    const { SAMLResponse, RelayState } = await acme.answer(await start(), colleague);
    const changed = Buffer.from(SAMLResponse, 'base64').toString().replaceAll(colleague.id, 'eve');
    const form = { SAMLResponse: Buffer.from(changed).toString('base64'), RelayState };
    expect((await finish(form)).query).toMatchObject(invalid);
  });

  test('a SAML response is rejected from another provider', async () => {
    const form = await acme.answer(await start(), newColleague(), { issuer: 'https://other.test' });
    expect((await finish(form)).query).toMatchObject(invalid);
  });

  test('a SAML response is rejected with an email of a domain that is not the provider’s', async () => {
    const form = await acme.answer(await start(), newSamlUser('eve@other.test'));
    expect((await finish(form)).query).toMatchObject(invalid);
  });

  test('a SAML response is rejected if it answers another request', async () => {
    const { SAMLResponse } = await acme.answer(await start(), newColleague());
    const { RelayState } = await acme.answer(await start(), newColleague());
    expect((await finish({ SAMLResponse, RelayState })).query).toMatchObject(invalid);
  });

  test('a SAML response is rejected with a signed assertion without InResponseTo', async () => {
    const text = (form: { SAMLResponse: string }) => Buffer.from(form.SAMLResponse, 'base64').toString();
    const { SAMLResponse, RelayState } = await acme.answer(await start(), newColleague());
    const [ours = ''] = text({ SAMLResponse }).match(/InResponseTo="[^"]+"/) ?? [];
    const audience = `${HOME}/auth/v1/sso/saml/metadata`;
    const unasked = text(await acme.answer(`${acme.entityId}/sso?RelayState=x`, newColleague(), { audience }));
    expect(unasked).not.toContain('InResponseTo');
    const wrapped = unasked.replace('<samlp:Response ', `<samlp:Response ${ours} `);
    const form = { SAMLResponse: Buffer.from(wrapped).toString('base64'), RelayState };
    expect((await finish(form)).query).toMatchObject({
      ...invalid,
      error_description: 'SAML Assertion is not valid: the assertion is not in response to our request',
    });
  });

  test('a SAML response that is repeated, late or unsolicited is rejected', async () => {
    const form = await acme.answer(await start(), newColleague());
    expect((await finish(form)).fragment).toHaveProperty('access_token');
    expect((await finish(form)).query).toMatchObject({ error_code: 'flow_state_already_used' });
    const late = await acme.answer(await start(), newColleague());
    await sql(server, `update auth.flow_state set created_at = now() - interval '901 seconds'`);
    expect((await finish(late)).query).toMatchObject({ error_code: 'saml_relay_state_not_found' });
    expect((await finish({ SAMLResponse: form.SAMLResponse })).query).toMatchObject({
      error_code: 'saml_relay_state_not_found',
    });
  });
});

describe('the redirect to an identity provider', () => {
  const either = errorResponse(
    400,
    'validation_failed',
    'A provider_id or a domain needs to be provided, and only one of them',
  );
  const id = '00000000-0000-4000-8000-000000000000';
  test.each([
    [{}, either],
    [{ domain: 'acme.test', provider_id: id }, either],
    [
      { domain: 'other.test' },
      errorResponse(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'),
    ],
    [{ provider_id: id }, errorResponse(404, 'sso_provider_not_found', 'No such SSO provider')],
    [{ provider_id: 'x' }, errorResponse(404, 'sso_provider_not_found', 'No such SSO provider')],
  ])('the redirect to an identity provider is rejected with %j', async (body, as) => {
    const { status, body: answer } = await call(server, 'POST /sso', { body });
    expect({ status, body: answer }).toEqual(as);
  });

  test('the redirect to an identity provider happens at once by default', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso`, {
      method: 'POST',
      redirect: 'manual',
      body: JSON.stringify({ domain: 'acme.test' }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toMatch(new RegExp(`^${acme.entityId}/sso\\?SAMLRequest=`));
  });

  test('the service’s metadata name its entity id and the address for responses', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso/saml/metadata`);
    const xml = await response.text();
    expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(xml).toContain(`entityID="${HOME}/auth/v1/sso/saml/metadata"`);
    expect(xml).toContain(`Location="${HOME}/auth/v1/sso/saml/acs"`);
    expect((await call(server, 'GET /settings')).body).toMatchObject({ saml_enabled: true });
  });
});
