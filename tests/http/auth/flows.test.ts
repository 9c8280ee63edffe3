import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { factorRequests } from './factor-requests.ts';
import { addProviderUser, arrive, departureUrl, openProviderWorld } from './provider-world.ts';
import { call, errorResponse, newEmail, signUp, sql } from './requests.ts';

const world = setUp(() => openProviderWorld({ TRUST_PROXY: '1', AUTH_RATE_FLOWS: '3' }));

const { enrol, startChallenge } = factorRequests(() => world.server);

let clients = 0;
const newClient = () => ({ 'X-Forwarded-For': `198.51.100.${++clients}` });
const authorize = (headers: Record<string, string>) =>
  call(world.server, 'GET /authorize?provider=example&skip_http_redirect=true', { headers });

async function insertFlow(provider: string, age: string): Promise<string> {
  const id = randomUUID();
  await sql(
    world.server,
    `insert into auth.flow_state (id, provider_type, authentication_method, created_at) values ($1, $2, 'x', now() - $3::interval)`,
    [id, provider, age],
  );
  return id;
}

describe('abandoned flows', () => {
  test.each([
    ['at a provider', () => authorize(newClient())],
    [
      'by an email',
      async () => {
        const { email } = await signUp(world.server);
        const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
        return call(world.server, 'POST /recover', { body: { email, ...pkce } });
      },
    ],
  ])('abandoned flows are deleted when one begins %s', async (_, begin) => {
    const left = [
      await insertFlow('email', '49 hours'),
      await insertFlow('example', '31 minutes'),
      await insertFlow('sso:x', '31 minutes'),
    ];
    const open = [await insertFlow('email', '47 hours'), await insertFlow('example', '19 minutes')];
    expect((await begin()).status).toBe(200);
    const idsLeft = async () => {
      const rows = await sql<{ id: string }>(world.server, 'select id from auth.flow_state where id = any ($1)', [
        [...left, ...open],
      ]);
      return rows.map(({ id }) => id).sort();
    };
    await expect.poll(idsLeft).toEqual([...open].sort());
    await sql(world.server, 'delete from auth.flow_state');
  });

  test('an abandoned flow is deleted with its email when a newer one is sent', async () => {
    const { email, user } = await signUp(world.server);
    const flows = async () =>
      (await sql(world.server, 'select from auth.flow_state where user_id = $1', [user.id])).length;
    const tokens = async () =>
      (
        await sql<{ token_hash: string }>(
          world.server,
          'select token_hash from auth.one_time_tokens where user_id = $1',
          [user.id],
        )
      )[0]?.token_hash;
    const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
    await call(world.server, 'POST /recover', { body: { email, ...pkce } });
    await expect.poll(tokens).toMatch(/^pkce_/);
    const first = await tokens();
    await call(world.server, 'POST /recover', { body: { email, ...pkce } });
    await expect.poll(async () => (await tokens()) !== first).toBe(true);
    expect(await flows()).toBe(1);
  });
});

test('challenges that expired an hour ago are deleted with a new challenge', async () => {
  const { session } = await signUp(world.server);
  const factor = await enrol(session.access_token);
  const old = await startChallenge(session.access_token, factor.id);
  await sql(world.server, `update auth.mfa_challenges set created_at = now() - interval '61 minutes'`);
  const other = await signUp(world.server);
  await startChallenge(other.session.access_token, (await enrol(other.session.access_token)).id);
  expect(await sql(world.server, 'select from auth.mfa_challenges where id = $1', [old])).toEqual([]);
});

describe('the unfinished flows of a client', () => {
  const tooMany = errorResponse(429, 'over_request_rate_limit', 'Request rate limit reached');

  test('the unfinished flows of a client are limited by AUTH_RATE_FLOWS, for each client', async () => {
    const headers = newClient();
    for (let turn = 0; turn < 3; turn += 1) expect((await authorize(headers)).status).toBe(200);
    const { status, body } = await authorize(headers);
    expect({ status, body }).toEqual(tooMany);
    expect((await authorize(newClient())).status).toBe(200);
  });

  test('the unfinished flows of a client are counted by hash, so that the table stores no address', async () => {
    await authorize({ 'X-Forwarded-For': '203.0.113.77' });
    const rows = await sql<{ flow: string }>(world.server, 'select flow::text from auth.flow_state flow');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  });

  test('the unfinished flows of a client do not include finished and expired ones', async () => {
    const headers = newClient();
    const begin = async () => ((await authorize(headers)).body as { url?: string }).url;
    await begin();
    await begin();
    const subject = addProviderUser(world, { email: newEmail(), email_verified: true });
    const response = await fetch(departureUrl(world, subject), { redirect: 'manual', headers });
    expect((await authorize(headers)).status).toBe(429);
    await arrive(world, response.headers.get('Location') ?? '');
    expect((await authorize(headers)).status).toBe(200);
    expect((await authorize(headers)).status).toBe(429);
    await sql(world.server, `update auth.flow_state set created_at = created_at - interval '16 minutes'`);
    expect((await authorize(headers)).status).toBe(200);
  });
});
