import { expect, test } from 'vitest';
import type { Config } from './config.ts';
import { webApp } from './web-app.ts';

const headersOf = async (siteUrl?: string) =>
  (await webApp({ SITE_URL: siteUrl } as Config).request('/robots.txt')).headers;

test.each([
  ['https://leads.example.test', 'max-age=31536000'],
  ['http://leads.example.test', null],
  [undefined, null],
])('the Strict-Transport-Security header of %s is %j', async (siteUrl, expected) => {
  expect((await headersOf(siteUrl)).get('strict-transport-security')).toBe(expected);
});

test('pages cannot be framed, send no referrer, and have no access to camera, microphone and location', async () => {
  const headers = await headersOf();
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=()');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});
