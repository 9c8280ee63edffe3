import type { Session } from '@supabase/auth-js';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import {
  call,
  errorResponse,
  memoryStorage,
  NO_LIMITS,
  openClient,
  readClaims,
  refresh,
  signUp,
  sql,
} from './requests.ts';

const server = setUpServer({ ...NO_LIMITS, AUTH_REFRESH_REUSE_INTERVAL: '3600' });

const alreadyUsed = errorResponse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');

async function next(token: string): Promise<string> {
  const { status, body } = await refresh(server, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as Session).refresh_token;
}

async function rejectedRefresh(token: string) {
  const { status, body } = await refresh(server, token);
  return { status, body };
}

/** The tokens of a session that are not revoked. */
async function activeTokens(session: Session): Promise<string[]> {
  const rows = await sql<{ token: string }>(
    server,
    'select token from auth.refresh_tokens where session_id = $1 and not revoked',
    [readClaims(session.access_token).session_id],
  );
  return rows.map(({ token }) => token);
}

/** Moves the use of a token back in time. */
const age = (token: string, time = '2 hours') =>
  sql(server, 'update auth.refresh_tokens set updated_at = updated_at - $2::interval where token = $1', [token, time]);

describe('refresh tokens', () => {
  test('a refresh token is exchanged for new tokens of the same session (S7.49)', async () => {
    const { session, user } = await signUp(server);
    const { status, body } = await refresh(server, session.refresh_token);
    const refreshed = body as Session;
    expect(status).toBe(200);
    expect(refreshed).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: user.id } });
    expect(refreshed.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    expect(refreshed.refresh_token).not.toBe(session.refresh_token);
    const before = readClaims(session.access_token);
    expect(readClaims(refreshed.access_token)).toMatchObject({
      session_id: before.session_id,
      amr: before.amr,
      aal: 'aal1',
    });
  });

  test('a refresh token is revoked and becomes the parent of its successor', async () => {
    const { session } = await signUp(server);
    const child = await next(session.refresh_token);
    const rows = await sql(
      server,
      'select token, parent, revoked from auth.refresh_tokens where session_id = $1 order by id',
      [readClaims(session.access_token).session_id],
    );
    expect(rows).toEqual([
      { token: session.refresh_token, parent: null, revoked: true },
      { token: child, parent: session.refresh_token, revoked: false },
    ]);
  });

  test('a refresh token that was just used returns the active token again', async () => {
    const { session } = await signUp(server);
    const child = await next(session.refresh_token);
    expect(await next(session.refresh_token)).toBe(child);
    const grandchild = await next(child);
    expect(await next(session.refresh_token)).toBe(grandchild);
    expect(await next(child)).toBe(grandchild);
    expect(await activeTokens(session)).toEqual([grandchild]);
  });

  test('a refresh token that is the parent of the active one is rejected after the reuse interval, and revokes the session’s tokens', async () => {
    const { session } = await signUp(server);
    const child = await next(session.refresh_token);
    await age(session.refresh_token);
    expect(await rejectedRefresh(session.refresh_token)).toEqual(alreadyUsed);
    expect(await activeTokens(session)).toEqual([]);
    expect(await rejectedRefresh(child)).toEqual(alreadyUsed);
  });

  test('a refresh token used alternately by its owner and a thief is detected at the second’s next refresh', async () => {
    const { session: owner } = await signUp(server);
    const thiefs = owner.refresh_token;
    const first = await next(owner.refresh_token);
    expect(await next(thiefs)).toBe(first); // within the interval the two cannot be distinguished
    const second = await next(first);
    await age(first);
    expect(await rejectedRefresh(first)).toEqual(alreadyUsed);
    expect(await rejectedRefresh(second)).toEqual(alreadyUsed);
  });

  test('a refresh token that is reused late is rejected, and revokes all tokens of the session', async () => {
    const { session } = await signUp(server);
    const child = await next(session.refresh_token);
    const grandchild = await next(child);
    await age(session.refresh_token);
    expect(await rejectedRefresh(session.refresh_token)).toEqual(alreadyUsed);
    expect(await activeTokens(session)).toEqual([]);
    expect(await rejectedRefresh(grandchild)).toEqual(alreadyUsed);
  });

  test('a refresh token that was used more than a day ago is deleted with the next refresh', async () => {
    const { session } = await signUp(server);
    const child = await next(session.refresh_token);
    await age(session.refresh_token, '25 hours');
    const grandchild = await next(child);
    const { session_id: id } = readClaims(session.access_token);
    const stored = await sql(server, 'select token from auth.refresh_tokens where session_id = $1 order by id', [id]);
    expect(stored).toEqual([{ token: child }, { token: grandchild }]);
    expect(await rejectedRefresh(session.refresh_token)).toEqual(
      errorResponse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
    );
    expect(await next(grandchild)).toMatch(/^[a-z0-9]{12}$/);
  });

  test('a refresh token that was used less than a day ago stays stored', async () => {
    const { session } = await signUp(server);
    const child = await next(session.refresh_token);
    await age(session.refresh_token, '23 hours');
    await next(await next(child));
    expect(await rejectedRefresh(session.refresh_token)).toEqual(alreadyUsed);
  });

  test('a refresh token that is reused late does not affect the user’s other sessions', async () => {
    const account = await signUp(server);
    const other = (await call(server, 'POST /token?grant_type=password', { body: account })).body as Session;
    const child = await next(account.session.refresh_token);
    await next(child);
    await age(account.session.refresh_token);
    expect(await rejectedRefresh(account.session.refresh_token)).toEqual(alreadyUsed);
    expect(await next(other.refresh_token)).toMatch(/^[a-z0-9]{12}$/);
  });

  test('a refresh token that is reused within the interval does not extend it', async () => {
    const { session } = await signUp(server);
    await next(await next(session.refresh_token));
    await age(session.refresh_token);
    const [before] = await sql<{ at: string }>(
      server,
      'select updated_at::text as at from auth.refresh_tokens where token = $1',
      [session.refresh_token],
    );
    await sql(server, `update auth.refresh_tokens set updated_at = now() - interval '30 minutes' where token = $1`, [
      session.refresh_token,
    ]);
    await next(session.refresh_token);
    const [after] = await sql<{ recent: boolean }>(
      server,
      `select updated_at > now() - interval '29 minutes' as recent from auth.refresh_tokens where token = $1`,
      [session.refresh_token],
    );
    expect(before).toBeDefined();
    expect(after).toEqual({ recent: false });
  });

  test('a refresh token used by many requests at once returns one successor that works for all', async () => {
    const { session } = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(server, session.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const tokens = new Set(answers.map(({ body }) => (body as Session).refresh_token));
    expect(tokens.size).toBe(1);
  });
});

describe('rejected refreshes', () => {
  test.each([
    ['', { error: 'invalid_request', error_description: 'refresh_token required' }],
    [null, { error: 'invalid_request', error_description: 'refresh_token required' }],
  ])('a refresh is rejected without a token (%j)', async (token, body) => {
    const answer = await call(server, 'POST /token?grant_type=refresh_token', { body: { refresh_token: token } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-sb-error-code')).toBeNull();
    expect(answer.body).toEqual(body);
  });

  test.each(['short', 'ABCDEFGHIJKL', 'abcdefghijk!', 'abcdefghijklm'])(
    'a refresh is rejected for the malformed token %j',
    async (token) => {
      expect(await rejectedRefresh(token)).toEqual(
        errorResponse(400, 'validation_failed', 'Refresh token is not valid'),
      );
    },
  );

  test('a refresh is rejected for a body of more than 16 KiB', async () => {
    const body = { refresh_token: 'abcdefghijkl', padding: 'x'.repeat(16_384) };
    expect(await call(server, 'POST /token?grant_type=refresh_token', { body })).toMatchObject(
      errorResponse(413, 'request_entity_too_large', 'The body is larger than 16384 bytes'),
    );
  });

  test('a refresh is rejected for an unknown token', async () => {
    expect(await rejectedRefresh('abcdefghijkl')).toEqual(
      errorResponse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
    );
  });

  test('a refresh is rejected when the session has ended', async () => {
    const { session } = await signUp(server);
    await call(server, 'POST /logout', { token: session.access_token });
    expect(await rejectedRefresh(session.refresh_token)).toEqual(
      errorResponse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
    );
  });

  test('a refresh is rejected when the token has no session', async () => {
    const { session } = await signUp(server);
    await sql(server, 'update auth.refresh_tokens set session_id = null where token = $1', [session.refresh_token]);
    expect(await rejectedRefresh(session.refresh_token)).toEqual(
      errorResponse(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
    );
  });

  test('a refresh is rejected when the session has expired', async () => {
    const { session } = await signUp(server);
    await sql(server, `update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
      readClaims(session.access_token).session_id,
    ]);
    expect(await rejectedRefresh(session.refresh_token)).toEqual(
      errorResponse(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
    );
  });

  test('a refresh is rejected for a banned user', async () => {
    const { session, user } = await signUp(server);
    await sql(server, `update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [user.id]);
    expect(await rejectedRefresh(session.refresh_token)).toEqual(
      errorResponse(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
    );
  });

  test('a refresh is rejected when the session stays locked too long', async () => {
    const { session } = await signUp(server);
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from auth.sessions where id = $1 for update', [
      readClaims(session.access_token).session_id,
    ]);
    const answer = await refresh(server, session.refresh_token);
    await holder.query('rollback');
    await holder.end();
    expect(answer).toMatchObject(
      errorResponse(503, 'conflict', 'Too many concurrent token refresh requests on the same session'),
    );
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(await next(session.refresh_token)).toMatch(/^[a-z0-9]{12}$/);
  });
});

describe('refreshes by auth-js', () => {
  test('auth-js refreshes and fires TOKEN_REFRESHED (S4.19)', async () => {
    const { client, events, close } = openClient(server);
    await client.initialize();
    await client.signInWithPassword(await signUp(server));
    const before = (await client.getSession()).data.session;
    const { data, error } = await client.refreshSession();
    close();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(events).toContain('TOKEN_REFRESHED');
  });

  test('auth-js continues after a lost response', async () => {
    const lost: string[] = [];
    const { client, events, close } = openClient(server, {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (!String(input).includes('grant_type=refresh_token') || lost.length > 0) return response;
        lost.push(((await response.json()) as Session).refresh_token);
        throw new TypeError('fetch failed');
      },
    });
    await client.initialize();
    await client.signInWithPassword(await signUp(server));
    const { data, error } = await client.refreshSession();
    close();
    expect(error).toBeNull();
    expect([data.session?.refresh_token]).toEqual(lost);
    expect(events).not.toContain('SIGNED_OUT');
    expect(await next(data.session?.refresh_token ?? '')).toMatch(/^[a-z0-9]{12}$/);
  });

  test('auth-js stays signed in in two tabs that refresh at once, and at their later refreshes', async () => {
    const storage = memoryStorage();
    const tabs = [1, 2].map(() => openClient(server, { storage, storageKey: 'shared' }));
    const [one, other] = tabs.map(({ client }) => client);
    if (!one || !other) throw new Error('no tabs');
    await one.signInWithPassword(await signUp(server));
    for (let turn = 0; turn < 3; turn += 1) {
      const answers = await Promise.all([one.refreshSession(), other.refreshSession()]);
      // a tab discards its response if the other has stored one meanwhile
      const errors = answers.flatMap(({ error }) => (error ? [error.name] : []));
      expect([[], ['AuthRefreshDiscardedError']]).toContainEqual(errors);
      const { session } = (await one.getSession()).data;
      expect(await activeTokens(session as Session)).toEqual([session?.refresh_token]);
    }
    for (const { close, events } of tabs) {
      close();
      expect(events).not.toContain('SIGNED_OUT');
    }
  });

  test('auth-js keeps a session with a valid access token when its refresh is rejected (S4.21)', async () => {
    const { client, events, close } = openClient(server);
    await client.initialize();
    await client.signInWithPassword(await signUp(server));
    const session = (await client.getSession()).data.session;
    await sql(server, 'delete from auth.refresh_tokens where token = $1', [session?.refresh_token]);
    const { error } = await client.refreshSession();
    close();
    expect(error).toMatchObject({ name: 'AuthApiError', code: 'refresh_token_not_found', status: 400 });
    expect(events).not.toContain('SIGNED_OUT');
  });

  test('auth-js drops an expired session when its refresh is rejected, and fires SIGNED_OUT (S4.21)', async () => {
    const { client, events, close } = openClient(server);
    await client.initialize();
    const { session } = await signUp(server);
    await sql(server, 'delete from auth.refresh_tokens where token = $1', [session.refresh_token]);
    const expired = [
      { alg: 'ES256', typ: 'JWT' },
      { ...readClaims(session.access_token), exp: 1 },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const { error } = await client.setSession({
      access_token: `${expired.join('.')}.${session.access_token.split('.')[2]}`,
      refresh_token: session.refresh_token,
    });
    close();
    expect(error).toMatchObject({ code: 'refresh_token_not_found' });
    expect(events).toContain('SIGNED_OUT');
  });
});
