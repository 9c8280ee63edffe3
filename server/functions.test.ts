import type { Context } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';
import { functionsApi } from './functions.ts';
import { readClient } from './http/client.ts';

const token = `x.${btoa(JSON.stringify({ sub: 'ann' }))}.x`;

test('a function queries the row API with its caller’s token, and its requests count for the caller’s address', async () => {
  const received: [address: string | null, url: string, authorization: string | null][] = [];
  const rowApi = async (c: Context, { url, headers }: Request) => {
    received.push([readClient(c, 1).address, url, headers.get('authorization')]);
    return Response.json([]);
  };
  const log = pino({ level: 'silent' });
  const unused = {
    authApi: () => new Response(null, { status: 500 }),
    serviceKey: async () => '',
    trustedProxies: 1,
    anonymousRate: 1,
    isPublicDemo: false,
  };
  const api = functionsApi({ ...unused, rowApi, log, sendMail: async () => false, siteUrl: 'http://localhost' });
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' };
  const response = await api.request('/send-invitation', { method: 'POST', headers });
  expect([response.status, await response.json()]).toEqual([
    403,
    { error: 'Only an administrator can send invitations' },
  ]);
  const path = '/user_roles?select=role&role=eq.admin&user_id=eq.ann';
  expect(received).toEqual([['203.0.113.9', `http://localhost${path}`, `Bearer ${token}`]]);
});
