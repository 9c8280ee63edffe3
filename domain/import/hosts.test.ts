import { expect, test } from 'vitest';
import { domainOfWebsite, parseDomain, webAddress } from './hosts.ts';

test.each<[string, string | null]>([
  ['https://acme.example', 'https://acme.example'],
  ['HTTP://Acme.example/A?b#c', 'HTTP://Acme.example/A?b#c'],
  ['acme.example/about us', 'https://acme.example/about us'],
  ['www.acme.example', 'https://www.acme.example'],
  ['www.example', 'https://www.example'],
  ['example.com:8080', 'https://example.com:8080'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['https://bücher.example/ä', 'https://bücher.example/ä'],
  ['https://me:pw@acme.example', 'https://me:pw@acme.example'],
  ['10.0.0.1', 'https://10.0.0.1'],
  ['12', null],
  ['nowhere', null],
  ['not a url', null],
  ['not a url.example', null],
  ['http://localhost', null],
  ['localhost:3000', null],
  ['https://acme.example.', 'https://acme.example.'],
  ['https://acme.example..', null],
  ['https://.example', null],
  ['https://acme..example', null],
  ['ftp://acme.example', null],
  ['javascript:alert(1)', null],
  ['mailto:a@acme.example', null],
  ['https:acme.example', null],
  ['https://acme.example:99999', null],
  ['info@acme.example', null],
  ['"acme.example"', null],
  ['www,acme.example', null],
  ['*.acme.example', null],
  ['https://', null],
])('the address %j is stored as %j', (text, address) => {
  expect(webAddress(text)).toBe(address);
});

test.each<[string, string | null]>([
  ['Acme.EXAMPLE', 'acme.example'],
  ['https://WWW.Acme.example:8443/about?x=1#y', 'acme.example'],
  ['acme.example?x=1', 'acme.example'],
  ['acme.example#y', 'acme.example'],
  ['mail.acme.example', 'mail.acme.example'],
  ['linkedin.com', 'linkedin.com'],
  ['www.localhost', null],
  ['localhost', null],
  ['ada@acme.example', null],
  ['acme.example.', 'acme.example'],
  ['acme.example..', null],
  ['acme corp.example', null],
  ['acme.example;acme.de', null],
  ['*.acme.example', null],
  ['https://', null],
])('the domain %j is %j', (text, domain) => {
  expect(parseDomain(text)).toBe(domain);
});

test.each<[string, string | null]>([
  ['https://acme.example.', 'acme.example'],
  ['https://yahoo.nl', null],
  ['https://www.hotmail.com.au', null],
  ['http://live.jp', null],
  ['kakao.com', null],
  ['https://www.myshopify.com', null],
  ['https://acme.myshopify.com', 'acme.myshopify.com'],
  ['https://uk.com', null],
  ['https://acme.uk.com', 'acme.uk.com'],
  ['https://www.xing.com/companies/acme', null],
  ['https://de.yelp.com/biz/acme', null],
  ['https://www.etsy.com/shop/acme', null],
  ['https://www.northdata.com/Acme', null],
  ['https://notxing.com', 'notxing.com'],
  ['https://www.Acme.example/x', 'acme.example'],
  ['https://shop.acme.example:443', 'shop.acme.example'],
  ['https://www.linkedin.com/company/x', null],
  ['https://de.linkedin.com/company/x', null],
  ['https://sites.google.com/x', null],
  ['https://x.com', null],
  ['https://notx.com', 'notx.com'],
  ['https://acme.notion.site', null],
])('the website %j belongs to the domain %j', (address, domain) => {
  expect(domainOfWebsite(address)).toBe(domain);
});
