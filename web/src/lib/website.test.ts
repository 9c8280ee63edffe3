import { expect, test } from 'vitest';
import { websiteLink } from './website.ts';

test.each([
  ['https://www.acme.example/about', null, 'https://www.acme.example/about', 'acme.example'],
  ['http://acme.example', null, 'http://acme.example/', 'acme.example'],
  ['acme.example', null, 'https://acme.example/', 'acme.example'],
  ['acme.example:8443/x', null, 'https://acme.example:8443/x', 'acme.example'],
  [' ', 'acme.example', 'https://acme.example/', 'acme.example'],
  ['javascript:alert(1)', 'acme.example', 'https://acme.example/', 'acme.example'],
  ['https://WWW.Acme.Example', null, 'https://www.acme.example/', 'acme.example'],
])('%j with the domain %j leads to %s', (website, domain, href, label) => {
  expect(websiteLink({ website, domain })).toEqual({ href, label });
});

test.each([
  [null, null],
  ['', '  '],
  ['javascript:alert(1)', null],
  ['mailto:ada@acme.example', null],
  ['ftp://acme.example', null],
  ['nowhere', null],
  ['not an address', null],
])('%j with the domain %j is no website', (website, domain) => {
  expect(websiteLink({ website, domain })).toBeNull();
});
