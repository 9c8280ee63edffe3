import type { ResendParams } from '@supabase/auth-js';
import { describe, expect, inject, test } from 'vitest';
import { openClient, signUp } from './requests.ts';

const server = inject('server');

describe('errors in auth-js', () => {
  test('auth-js reports an error for a resend without an email or phone (S5.41)', async () => {
    const { client, close } = openClient(server);
    for (const body of [{ type: 'signup' }, { type: 'sms' }, {}]) {
      const { error } = await client.resend(body as unknown as ResendParams);
      expect(error).toMatchObject({
        name: 'AuthInvalidCredentialsError',
        message: 'You must provide either an email or phone number and a type',
      });
    }
    close();
  });

  test('auth-js reports an error for a resend without a type, with the server’s message (S5.41)', async () => {
    const { client, close } = openClient(server);
    const { error } = await client.resend({ email: 'ada@example.test' } as unknown as ResendParams);
    close();
    expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'validation_failed' });
  });

  test('auth-js reports an error for a token with changed claims, by the published keys (S8.47)', async () => {
    const { session } = await signUp(server);
    const [head = '', , signature = ''] = session.access_token.split('.');
    const claims = { sub: 'another user', role: 'service_role', exp: Math.floor(Date.now() / 1000) + 60 };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    const { client, close } = openClient(server);
    const { data, error } = await client.getClaims(forged);
    close();
    expect(data).toBeNull();
    expect(error).toMatchObject({ name: 'AuthInvalidJwtError', message: 'Invalid JWT signature' });
  });
});
