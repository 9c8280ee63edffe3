import { describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { call, errorResponse, NO_LIMITS, newEmail, PASSWORD, signUp, sql, WORD_CODES } from './requests.ts';

const server = setUpServer(NO_LIMITS);

const version = (date: string) => ({ headers: { 'X-Supabase-Api-Version': date } });

describe('error responses', () => {
  test.each(['2023-12-31', 'yesterday', '2024-02-30'])(
    'an error response for the API version %s has the status as its code',
    async (date) => {
      const { status, headers, body } = await call(server, 'GET /user', version(date));
      expect({ status, body }).toEqual(
        errorResponse(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
      );
      expect(headers.get('x-sb-error-code')).toBe('no_authorization');
      expect(headers.get('X-Supabase-Api-Version')).toBeNull();
    },
  );

  test.each([WORD_CODES, '2026-01-01'])(
    'an error response has a code in words and the version header for API version %s',
    async (date) => {
      const { status, headers, body } = await call(server, 'GET /user', version(date));
      expect(status).toBe(401);
      expect(body).toEqual({ code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' });
      expect(headers.get('x-sb-error-code')).toBe('no_authorization');
      expect(headers.get('X-Supabase-Api-Version')).toBe('2024-01-01');
    },
  );

  test('an error response lists the reasons of a weak password in both formats', async () => {
    const body = { email: newEmail(), password: 'short' };
    const words = await call(server, 'POST /signup', { body, ...version(WORD_CODES) });
    expect(words.status).toBe(422);
    expect(words.headers.get('x-sb-error-code')).toBeNull();
    expect(words.body).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
  });

  test('an error response is in OAuth format for every version where OAuth defines it', async () => {
    const { status, body } = await call(server, 'POST /token?grant_type=refresh_token', {
      body: {},
      ...version(WORD_CODES),
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: 'refresh_token required' },
    });
  });

  test('a success has no version header', async () => {
    const { headers } = await call(server, 'GET /settings', version(WORD_CODES));
    expect(headers.get('X-Supabase-Api-Version')).toBeNull();
  });

  test('an internal failure is hidden and has the error id of the log', async () => {
    const { session } = await signUp(server);
    await sql(server, 'alter table auth.sessions rename to sessions_away');
    const older = await call(server, 'GET /user', { token: session.access_token });
    const words = await call(server, 'GET /user', { token: session.access_token, ...version(WORD_CODES) });
    await sql(server, 'alter table auth.sessions_away rename to sessions');
    const message = 'Unexpected failure, please check server logs for more information';
    expect(older.status).toBe(500);
    expect(older.body).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: message,
      error_id: older.headers.get('X-Request-Id'),
    });
    expect(words.body).toEqual({ code: 'unexpected_failure', message });
  });
});

describe('rejected bodies', () => {
  const send = async (body: unknown) => {
    const answer = await call(server, 'POST /signup', { body });
    return { status: answer.status, body: answer.body };
  };
  const notJson = {
    code: 400,
    error_code: 'bad_json',
    msg: expect.stringMatching(/^Could not parse request body as JSON: ./),
  };

  test.each(['', '{', 'email=a@example.test', '[]', '"text"', '{"email": 5}', '{"data": []}', '{"data": "x"}'])(
    'the body %j is rejected',
    async (body) => {
      expect(await send(body)).toEqual({ status: 400, body: notJson });
    },
  );

  test('a body with text that PostgreSQL cannot store is rejected', async () => {
    const storable = errorResponse(
      400,
      'validation_failed',
      'Text must be well-formed Unicode without the zero character',
    );
    expect(await send('{"email":"a@example.test","password":"pass\\u0000word"}')).toEqual(storable);
    expect(await send('{"data":{"\\u0000":1}}')).toEqual(storable);
    expect(await send('{"data":{"name":"\\ud800"}}')).toEqual(storable);
    expect(await send(`{"data":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`)).toEqual(
      errorResponse(400, 'validation_failed', 'Values must not be nested more than 32 deep'),
    );
  });

  test('a body larger than 1 MiB is rejected', async () => {
    const filler = (length: number) => ({ email: 'a@', password: PASSWORD, data: { filler: 'x'.repeat(length) } });
    expect((await send(filler(1024 * 1024))).body).toMatchObject({ code: 413, error_code: 'request_entity_too_large' });
    expect((await send(filler(1024 * 1000))).body).toMatchObject({ error_code: 'validation_failed' });
  });
});

describe('requests of another origin', () => {
  test('a page of another origin may send requests and read the exposed headers', async () => {
    const { headers } = await call(server, 'GET /settings', { headers: { Origin: 'https://app.example.test' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Expose-Headers')?.split(/, */)).toEqual([
      'X-Total-Count',
      'Link',
      'X-Supabase-Api-Version',
    ]);
  });

  test('a page of another origin gets a preflight response', async () => {
    const { status, headers } = await call(server, 'OPTIONS /user', {
      headers: {
        Origin: 'https://app.example.test',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'apikey,authorization,x-client-info,x-supabase-api-version',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Methods')?.split(/, */)).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
    ]);
    expect(headers.get('Access-Control-Allow-Headers')?.split(/, */)).toEqual([
      'apikey',
      'authorization',
      'x-client-info',
      'x-supabase-api-version',
    ]);
  });

  test('a page of another origin may read error responses', async () => {
    const { status, headers } = await call(server, 'GET /user', { headers: { Origin: 'https://app.example.test' } });
    expect(status).toBe(401);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});
