// Values of wrong type, size or alphabet in every member, parameter and path segment: no status of 500 or more and no stack trace in the log.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type IdentityProvider, openIdentityProvider } from '../../support/identity-provider.ts';
import { ImportClient } from '../../support/import-client.ts';
import { toolOutput } from '../../support/tool.ts';
import { factorRequests } from '../auth/factor-requests.ts';
import { HOME, openProviderWorld, type ProviderWorld } from '../auth/provider-world.ts';
import { newEmail, signUp, sql } from '../auth/requests.ts';
import { type Body, bodies, type Caller, paths, queries } from './endpoints.ts';
import { strangeBodies, strangeJson, strangeParameters, strangeParts } from './strange-values.ts';

let world: ProviderWorld;
let signOn: IdentityProvider;
let directory: string;
const tokens: Record<Caller, string> = { anonymous: '', user: '', leaver: '', service: '', admin: '' };
const ids: Record<string, string> = { none: randomUUID() };

beforeAll(async () => {
  signOn = await openIdentityProvider(`${HOME}/auth/v1/sso/saml/acs`);
  directory = await mkdtemp(path.join(tmpdir(), 'leadlight-values-'));
  const file = path.join(directory, 'acme.xml');
  await writeFile(file, signOn.metadata);
  world = await openProviderWorld({ AUTH_SAML_ACME_METADATA_FILE: file, AUTH_SAML_ACME_DOMAINS: 'acme.test' });
  const { server } = world;
  const account = await signUp(server);
  const admin = await ImportClient.signIn(server);
  tokens.leaver = (await signUp(server)).session.access_token;
  tokens.user = account.session.access_token;
  tokens.service = await toolOutput('service-key', server.databaseUrl);
  tokens.admin = (admin.headers.authorization ?? '').replace('Bearer ', '');
  ids.customer = await admin.newCustomer();
  ids.user = account.user.id;
  ids.victim = (await signUp(server)).user.id;
  ids.factor = (await factorRequests(() => server).enrol(tokens.user)).id;
});
afterAll(async () => {
  await world?.stop();
  await signOn?.close();
  await rm(directory, { recursive: true });
});

let read = 0;
afterEach(() => {
  const output = world.server.output().slice(read);
  read += output.length;
  expect(output.split('\n').filter((line) => /"stack"|"level":50/.test(line))).toEqual([]);
});

const withIds = (text: string) => text.replace(/:([a-z]+)/g, (whole, name) => ids[name] ?? whole);

/** Returns the response's status and checks that it shows no internals. Uses a new connection, since early responses close it. */
async function ask(caller: Caller, target: string, body?: string, type = 'application/json'): Promise<number> {
  const [method = '', url = ''] = target.split(/ (.*)/s);
  const token = tokens[caller];
  const headers = { 'Content-Type': type, ...(token && { Authorization: `Bearer ${token}` }) };
  const sent = request(world.server.url + withIds(url), { method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  expect(text).not.toMatch(/\n\s+at |node_modules|select .* from /);
  return response.statusCode ?? 0;
}

type Try = [what: string, send: () => Promise<number>];

/** Sends all requests and lists those with a status of 500 or more. */
async function expectNoFailure(requests: Try[], atOnce = 6): Promise<void> {
  const failed: string[] = [];
  const left = [...requests];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [what, send] = next;
      const status = await send();
      if (status >= 500) failed.push(`${status} ${what.slice(0, 120)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(failed).toEqual([]);
}

/** The body as JSON with one member replaced. */
function bodyWith(body: Body, member: string, json: string): string {
  const members = Object.entries(body).map(([name, value]) => {
    const own = value === 'fresh' ? newEmail() : typeof value === 'string' ? withIds(value) : value;
    return `${JSON.stringify(name)}:${name === member ? json : JSON.stringify(own)}`;
  });
  return `{${members.join(',')}}`;
}

/** The number of factors is limited, and their names are unique. */
const removeFactors = () => sql(world.server, 'delete from auth.mfa_factors where id <> $1', [ids.factor]);

test.each(bodies)('no value of a member is a server error: as %s, %s, %j', async (caller, target, body) => {
  const isFactor = target.endsWith('/factors');
  const tries = Object.keys(body).flatMap((member) =>
    strangeJson.map(([name, json]): Try => {
      const send = () => ask(caller, target, bodyWith(body, member, json));
      return [`${member}: ${name}`, isFactor ? () => removeFactors().then(send) : send];
    }),
  );
  await expectNoFailure(tries, isFactor ? 1 : 6);
});

test.each(bodies)('no other body is a server error: as %s, %s', async (caller, target) => {
  await expectNoFailure(strangeBodies.map((body) => [body, () => ask(caller, target, body)]));
});

test.each(queries)('no value of a parameter is a server error: as %s, %s, %j', async (caller, target, parameters) => {
  const body = /^(GET|HEAD)/.test(target) ? undefined : '{}';
  const tries = Object.keys(parameters).flatMap((name) => {
    const { [name]: _, ...others } = parameters;
    const forms = [
      ...strangeParameters.map((value) => `${name}=${value}`),
      `${name}=a&${name}=b`,
      name,
      `%00${name}=1`,
    ];
    const query = (form: string) => `${new URLSearchParams(others)}&${form}`;
    return forms.map((form): Try => [form, () => ask(caller, `${target}?${query(form)}`, body)]);
  });
  await expectNoFailure(tries);
});

test.each(paths)('no path segment is a server error: as %s, %s', async (caller, target) => {
  const body = /^(POST|PUT)/.test(target) ? '{}' : undefined;
  await expectNoFailure(strangeParts.map((part) => [part, () => ask(caller, target.replace('{}', part), body)]));
});

test.each(['POST /auth/v1/sso/saml/acs', 'POST /auth/v1/callback'])('no form is a server error: %s', async (target) => {
  const state = randomUUID();
  const forms = ['', '=', '&&&', 'RelayState', `RelayState=${state}`, `state=${state}`];
  for (const name of ['RelayState', 'SAMLResponse', 'state', 'code']) {
    forms.push(...strangeParameters.map((value) => `RelayState=${state}&state=${state}&${name}=${value}`));
    forms.push(`${name}=a&${name}=b`);
  }
  const type = 'application/x-www-form-urlencoded';
  await expectNoFailure(forms.map((form) => [form, () => ask('anonymous', target, form, type)]));
});

test('no JSON body is a server error at any endpoint', async () => {
  const any = fc.tuple(fc.constantFrom(...bodies), fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }));
  await fc.assert(
    fc.asyncProperty(any, async ([[caller, target, body], value, text]) => {
      const members = Object.fromEntries(Object.keys(body).map((name) => [name, value]));
      for (const sent of [value, members, { ...members, email: text, type: text }]) {
        expect(await ask(caller, target, JSON.stringify(sent))).toBeLessThan(500);
      }
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 60 },
  );
});

test.each([
  ['friendly_name', { x: 100, é: 100, '😀': 100 }],
  ['issuer', { x: 64, é: 10, '😀': 5 }], // 64 characters in the URL of the QR code, which contains it twice
])('a factor’s %s is limited to %j characters', async (member, limits) => {
  const enrol = async (value: string) => {
    await removeFactors();
    return ask(
      'user',
      'POST /auth/v1/factors',
      JSON.stringify({ factor_type: 'totp', friendly_name: 'x', [member]: value }),
    );
  };
  expect(Object.keys(limits)).toHaveLength(3);
  for (const [character, max] of Object.entries(limits)) {
    expect([character, await enrol(character.repeat(max))]).toEqual([character, 200]);
    expect([character, await enrol(character.repeat(max + 1))]).toEqual([character, 422]);
  }
  expect(await enrol('x'.repeat(5_000))).toBe(422);
});

test('NUL in a link’s token is 400', async () => {
  for (const query of [
    'token=%00&type=recovery',
    'token=x&type=recovery%00',
    'token=x&type=recovery&redirect_to=%00',
  ]) {
    expect(await ask('anonymous', `GET /auth/v1/verify?${query}`)).toBe(400);
  }
});

test('the accounts in the requests still exist', async () => {
  const rows = await sql(world.server, 'select id from auth.users where id = any ($1)', [[ids.user, ids.victim]]);
  expect(rows).toHaveLength(2);
});
