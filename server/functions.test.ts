import type { Context } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';
import { functionsApi } from './functions.ts';
import { readClient } from './http/client.ts';

const token = `x.${btoa(JSON.stringify({ sub: 'ann' }))}.x`;

const unused = {
  serviceKey: async () => '',
  authApi: () => new Response(null, { status: 500 }),
  trustedProxies: 1,
  anonymousRate: 1,
  isPublicDemo: false,
  siteUrl: 'http://localhost',
  sendMail: async () => false,
};

test('a function queries the row API with its caller’s token, and its requests count for the caller’s address', async () => {
  const received: [address: string | null, url: string, authorization: string | null][] = [];
  const rowApi = async (c: Context, { url, headers }: Request) => {
    received.push([readClient(c, 1).address, url, headers.get('authorization')]);
    return Response.json([]);
  };
  const log = pino({ level: 'silent' });
  const api = functionsApi({ ...unused, rowApi, log });
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' };
  const response = await api.request('/send-invitation', { method: 'POST', headers });
  expect([response.status, await response.json()]).toEqual([
    403,
    { error: 'Only an administrator can send invitations' },
  ]);
  const path = '/user_roles?select=role&role=eq.admin&user_id=eq.ann';
  expect(received).toEqual([['203.0.113.9', `http://localhost${path}`, `Bearer ${token}`]]);
});

test('the code of a review link is no failure on a server without a mail server, which stores the email', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const rowApi = async (_: Context, { url }: Request) =>
    Response.json(
      url.endsWith('begin_review_code')
        ? [
            {
              status: 200,
              wait_seconds: 0,
              email: 'bea@acme.test',
              code: '123456',
              customer_name: 'Acme',
              sender_name: 'Ada',
            },
          ]
        : [],
    );
  const api = functionsApi({ ...unused, rowApi, log });
  const body = JSON.stringify({ action: 'send_code', token: 'a' });
  const response = await api.request('/review-link', { method: 'POST', body });
  expect([response.status, await response.json(), lines]).toEqual([200, { sent: true }, []]);
});
