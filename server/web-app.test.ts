import { expect, test } from 'vitest';
import type { Config } from './config.ts';
import { webApp } from './web-app.ts';

const answerOf = async (siteUrl?: string) =>
  (await webApp({ SITE_URL: siteUrl } as Config).request('/robots.txt')).headers;

test.each([
  ['https://leads.example.test', 'max-age=31536000'],
  ['http://leads.example.test', null],
  [undefined, null],
])('a site at %s has browsers keep to TLS: %j', async (siteUrl, expected) => {
  expect((await answerOf(siteUrl)).get('strict-transport-security')).toBe(expected);
});

test('no page may be framed, tells where it was left from, or reaches a camera, a microphone or a place', async () => {
  const headers = await answerOf();
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('permissions-policy')).toBe('camera=(), microphone=(), geolocation=()');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});
