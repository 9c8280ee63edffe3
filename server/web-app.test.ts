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

test.each([
  '/.well-known/oauth-protected-resource',
  '/.well-known/',
  '/.well-known/a/b',
  '/.env',
  '/%2Ewell-known/x',
  '/sitemap%2Exml',
  '/missing.svg',
  '/.git/config',
  '/leads/.well-known/x',
  '/sitemap.xml',
  '/wp-login.php',
  '/leads/page.JSON',
  '/a/b.js.map',
  '/assets/missing.js',
])('the unknown path %s is not the app’s page', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await webApp({} as Config).request(path, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8']);
  }
});

test.each([
  '/',
  '/leads',
  '/nowhere',
  '/invite/a-b_c',
  '/leads?file=a.json',
  '/report/1',
  '/a.b/c',
  '/well-known/x',
  '/a.',
])('the path %s is the app’s page', async (path) => {
  const response = await webApp({} as Config).request(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
});
