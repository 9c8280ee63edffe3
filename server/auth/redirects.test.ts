import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedRedirect, readRedirectPattern, withCode, withParameters } from './redirects.ts';

const site = 'https://leads.example.test';
const patterns = ['https://*.preview.example.test/**', 'https://app.example.test/after', 'leadlight://callback'];

describe('allowed redirects', () => {
  test.each([
    ['https://leads.example.test', true],
    ['https://leads.example.test/invite/x?y=1#z', true],
    ['HTTPS://LEADS.example.TEST:443/', true],
    ['http://leads.example.test/', false],
    ['https://leads.example.test:8443/', false],
    ['https://leads.example.test./', false],
    ['https://leads.example.test.evil.test/', false],
    ['https://leads.example.test@evil.test/', false],
    ['https://user:secret@leads.example.test/', false],
    ['//evil.test', false],
    ['/dashboard', false],
    ['javascript:alert(1)', false],
    ['data:text/html,hello', false],
    ['blob:https://leads.example.test/1', false],
    ['https:\\\\evil.test', false],
    ['https://evil.test\\.preview.example.test/', false],
    ['https://evil.test/ https://leads.example.test', false],
    ['https://leads.example\t.test/', false],
    [' https://leads.example.test/', false],
    ['https://leads.example.test/\u0000', false],
    ['http://127.0.0.1:5173/auth', true],
    ['http://[::1]:3000/', true],
    ['http://127.0.0.1.evil.test/', false],
    ['ftp://127.0.0.1/', false],
    ['https://one.preview.example.test/a/b', true],
    ['https://ONE.Preview.Example.test/a/b?c=d#e', true],
    ['https://one.preview.example.test:443/', true],
    ['https://one.preview.example.test:8443/', false],
    ['https://one.two.preview.example.test/a', false],
    ['https://one.preview.example.test./a', false],
    ['https://.preview.example.test/a', false],
    ['https://one_two.preview.example.test/a', false],
    ['https://evil.test/.preview.example.test/', false],
    ['https://evil.test?.preview.example.test/', false],
    ['https://evil.test#.preview.example.test/', false],
    ['https://evil%2Etest?.preview.example.test/', false],
    ['https://evil%2etest#.preview.example.test/', false],
    ['https://evil\u3002test?.preview.example.test/', false],
    ['https://evil\uff0etest#.preview.example.test/', false],
    ['https://evil\uff61test/.preview.example.test/', false],
    ['https://2130706433?.preview.example.test/', false],
    ['https://[::1]?.preview.example.test/', false],
    ['https://evil@one.preview.example.test/', false],
    ['https://:x@one.preview.example.test/', false],
    ['https://app.example.test/after?x=1', true],
    ['https://app.example.test/after#x', true],
    ['https://app.example.test/before/../after', true],
    ['https://app.example.test/before/%2e%2e/after', true],
    ['https://app.example.test/afterwards', false],
    ['https://app.example.test/after/..', false],
    ['https://app.example.test/%61fter', false],
    ['leadlight://callback', true],
    ['leadlight://callback?code=1#x', true],
    ['LeadLight://callback', true],
    ['leadlight://callback/other', false],
    ['leadlight://callback.evil.test', false],
    ['leadlight://evil@callback', false],
    ['leadlight:callback', false],
    ['', false],
  ])('a redirect goes only to the site, to loopback or to a URL that matches a pattern, %s: %j', (address, allowed) => {
    expect(isAllowedRedirect(address, site, patterns)).toBe(allowed);
  });
});

test('parameters go into the fragment and, where requested, also into the query', () => {
  const parameters = { error: 'access_denied' };
  expect(withParameters(`${site}/auth?a=1#old`, parameters)).toBe(`${site}/auth?a=1#error=access_denied&sb=`);
  expect(withParameters(`${site}/auth`, parameters, { inQuery: true })).toBe(
    `${site}/auth?error=access_denied#error=access_denied&sb=`,
  );
  expect(withCode(`${site}/auth?code=old&a=1`, 'new')).toBe(`${site}/auth?code=new&a=1`);
});

/** URLs that look allowed. */
const crafted = fc
  .array(
    fc.constantFrom(
      'https://',
      'http://',
      '//',
      'leads.example.test',
      'evil.test',
      'evil',
      'test',
      '127.0.0.1',
      '2130706433',
      '0x7f',
      '[::1]',
      '[::ffff:7f00:1]',
      'app.example.test',
      '/after',
      '.preview',
      '.preview.example.test',
      '.example.test',
      '@',
      ':',
      '\\',
      '/',
      '?',
      '#',
      '%2f',
      '%40',
      '%2E',
      '%00',
      '\u3002',
      '\uff0e',
      '\u00ad',
      '\t',
      '.',
      'javascript:',
      'blob:',
      'leadlight:',
      'a',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('no URL is allowed that a browser would open on another host', () => {
  const homes = /^(leads\.example\.test|app\.example\.test|[a-z\d-]+\.preview\.example\.test|127(\.\d+){3}|\[::1\])$/;
  fc.assert(
    fc.property(fc.oneof(crafted, fc.webUrl(), fc.string()), (address) => {
      if (!isAllowedRedirect(address, site, patterns)) return;
      const { protocol, hostname } = new URL(address, 'https://victim.example');
      if (protocol !== 'leadlight:') expect(hostname).toMatch(homes);
      expect(protocol).toBeOneOf(['https:', 'http:', 'leadlight:']);
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 2000 },
  );
});

test.each([
  ['https://*.test', 'https://a.test', true],
  ['https://*.test', 'https://A.TEST/', true],
  ['https://*.test', 'https://a.b.test', false],
  ['https://*.test', 'https://a.test/x', false],
  ['https://*.test', 'http://a.test', false],
  ['https://app*.test', 'https://app.test', true],
  ['https://app*.test', 'https://app-7.test', true],
  ['https://**.test', 'https://a.b.test', true],
  ['https://**.test', 'https://a.b/c.test', false],
  ['https://**.example.test/**', 'https://example.test.evil.test/x', false],
  ['https://**', 'https://a.test/b/c', true],
  ['https://**', 'https://127.0.0.1/', false],
  ['https://**', 'https://0x7f.1/', false],
  ['https://**', 'https://2130706433/', false],
  ['https://**', 'https://[::1]/', false],
  ['https://*.*.*.*', 'https://10.0.0.1/', false],
  ['https://*.*.*.*', 'https://a.b.c.d/', true],
  ['https://10.0.0.1', 'https://10.0.0.1/', true],
  ['http://[0:0::1]:3000/**', 'http://[::1]:3000/x', true],
  ['https://a?.test', 'https://ab.test', true],
  ['https://a?.test', 'https://a..test', false],
  ['https://a?.test', 'https://a.test', false],
  ['https://a.test', 'https://aXtest', false],
  ['https://Bücher.test/**', 'https://xn--bcher-kva.test/x', true],
  ['https://*.bücher.test', 'https://a.bücher.test', true],
  ['https://a.test:443', 'https://a.test', true],
  ['https://a.test', 'https://a.test:443', true],
  ['https://a.test:8443/**', 'https://a.test:8443/x', true],
  ['https://a.test:8443/**', 'https://a.test/x', false],
  ['http://localhost:*/**', 'http://localhost:5173/x', true],
  ['http://localhost:*/**', 'http://localhost/x', true],
  ['https://a.test/*/c', 'https://a.test/b/c', true],
  ['https://a.test/*/c', 'https://a.test/b/b/c', false],
  ['https://a.test/*', 'https://a.test/b.c', false],
  ['https://a.test/**', 'https://a.test/b/c.d', true],
  ['https://a.test/ü', 'https://a.test/ü', true],
  ['https://a.test/b', 'https://a.test/b?c=d#e', true],
  ['myapp://callback', 'myapp://callback?code=1', true],
  ['myapp://callback', 'MYAPP://callback', true],
  ['myapp://callback', 'myapp://callback/', false],
  ['myapp://callback/**', 'myapp://callback/a/b', true],
  ['myapp://**', 'myapp://callback/a/b', true],
  ['myapp://**', 'myapp://call%2Eback/', false],
  ['myapp:callback', 'myapp:callback?code=1', true],
  ['com.example.app:/oauth', 'com.example.app:/oauth', true],
  ['exp://192.168.1.5:8081/--/auth', 'exp://192.168.1.5:8081/--/auth', true],
])('the pattern %s allows %s: %j', (pattern, address, allowed) => {
  expect(readRedirectPattern(pattern)?.(new URL(address))).toBe(allowed);
});

test.each([
  '',
  '**',
  '*',
  '//a.test',
  'a.test/**',
  '*://a.test',
  'http*://a.test',
  'https://',
  'https:a.test',
  'https:///a',
  'https://a@b.test',
  'https://a.test/#/x',
  'https://a.test:x',
])('%j is not a valid pattern', (pattern) => {
  expect(readRedirectPattern(pattern)).toBeUndefined();
});
