import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globOf, isAllowedRedirect, withAnswer, withCode } from './redirects.ts';

const site = 'https://leads.example.test';
const patterns = ['https://*.preview.example.test/**', 'https://app.example.test/after', 'leadlight://callback'];

test.each([
  ['https://leads.example.test', true],
  ['https://leads.example.test/invite/x?y=1#z', true],
  ['http://leads.example.test/', false],
  ['https://leads.example.test:8443/', false],
  ['https://leads.example.test.evil.test/', false],
  ['https://leads.example.test@evil.test/', false],
  ['https://user:secret@leads.example.test/', false],
  ['//evil.test', false],
  ['/dashboard', false],
  ['javascript:alert(1)', false],
  ['data:text/html,hello', false],
  ['https:\\\\evil.test', false],
  ['https://evil.test/ https://leads.example.test', false],
  ['http://127.0.0.1:5173/auth', true],
  ['http://[::1]:3000/', true],
  ['http://127.0.0.1.evil.test/', false],
  ['ftp://127.0.0.1/', false],
  ['https://one.preview.example.test/a/b', true],
  ['https://one.two.preview.example.test/a', false],
  ['https://evil.test/.preview.example.test/', false],
  ['https://app.example.test/after?x=1', true],
  ['https://app.example.test/afterwards', false],
  ['leadlight://callback', true],
  ['', false],
])('to %s: %j', (address, allowed) => {
  expect(isAllowedRedirect(address, site, patterns)).toBe(allowed);
});

test.each([
  ['https://*.test', 'https://a.test', true],
  ['https://*.test', 'https://a.b.test', false],
  ['https://**.test', 'https://a.b/c.test', true],
  ['https://a?.test', 'https://ab.test', true],
  ['https://a?.test', 'https://a..test', false],
  ['https://a.test', 'https://aXtest', false],
])('%s matches %s: %j', (pattern, address, matches) => {
  expect(globOf(pattern).test(address)).toBe(matches);
});

test('an answer goes into the fragment, for a flow into the query too', () => {
  const answer = { error: 'access_denied' };
  expect(withAnswer(`${site}/auth?a=1#old`, answer)).toBe(`${site}/auth?a=1#error=access_denied&sb=`);
  expect(withAnswer(`${site}/auth`, answer, { inQuery: true })).toBe(
    `${site}/auth?error=access_denied#error=access_denied&sb=`,
  );
  expect(withCode(`${site}/auth?code=old&a=1`, 'new')).toBe(`${site}/auth?code=new&a=1`);
});

/** Addresses that mean to look allowed. */
const crafty = fc
  .array(
    fc.constantFrom(
      'https://',
      'http://',
      '//',
      'leads.example.test',
      'evil.test',
      '127.0.0.1',
      '[::1]',
      'app.example.test',
      '/after',
      '.preview',
      '.example.test',
      '@',
      ':',
      '\\',
      '/',
      '?',
      '#',
      '%2f',
      '%40',
      '\t',
      '.',
      'javascript:',
      'a',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('no address is allowed that a browser would open anywhere else', () => {
  const homes = /^(leads\.example\.test|app\.example\.test|[\w-]+\.preview\.example\.test|127(\.\d+){3}|\[::1\])$/;
  fc.assert(
    fc.property(fc.oneof(crafty, fc.webUrl(), fc.string()), (address) => {
      if (!isAllowedRedirect(address, site, patterns)) return;
      const { protocol, hostname } = new URL(address, 'https://victim.example');
      if (protocol !== 'leadlight:') expect(hostname).toMatch(homes);
      expect(protocol).toBeOneOf(['https:', 'http:', 'leadlight:']);
    }),
    { numRuns: fc.readConfigureGlobal()?.numRuns ?? 2000 },
  );
});
