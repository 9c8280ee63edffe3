import { expect, test } from 'vitest';
import { clientNetwork, readClientAddress } from './client.ts';

test.each([
  {
    says: 'no proxy is trusted',
    peer: '10.0.0.1',
    forwardedFor: '203.0.113.9',
    trustedProxies: 0,
    address: '10.0.0.1',
  },
  { says: 'one proxy', peer: '10.0.0.1', forwardedFor: '203.0.113.9', trustedProxies: 1, address: '203.0.113.9' },
  {
    says: 'one proxy, a forged hop',
    peer: '10.0.0.1',
    forwardedFor: '1.1.1.1, 203.0.113.9',
    trustedProxies: 1,
    address: '203.0.113.9',
  },
  {
    says: 'two proxies',
    peer: '10.0.0.1',
    forwardedFor: '1.1.1.1, 203.0.113.9, 10.0.0.2',
    trustedProxies: 2,
    address: '203.0.113.9',
  },
  {
    says: 'fewer hops than proxies',
    peer: '10.0.0.1',
    forwardedFor: '203.0.113.9',
    trustedProxies: 2,
    address: '203.0.113.9',
  },
  { says: 'no header', peer: '10.0.0.1', forwardedFor: undefined, trustedProxies: 1, address: '10.0.0.1' },
  { says: 'nonsense', peer: '10.0.0.1', forwardedFor: 'unknown', trustedProxies: 1, address: '10.0.0.1' },
  {
    says: 'IPv4 over IPv6',
    peer: '::ffff:192.0.2.7',
    forwardedFor: undefined,
    trustedProxies: 0,
    address: '192.0.2.7',
  },
  { says: 'IPv6 with a zone', peer: 'fe80::1%eth0', forwardedFor: undefined, trustedProxies: 0, address: 'fe80::1' },
  ...[
    { hop: '203.0.113.9:5678', address: '203.0.113.9' },
    { hop: '[2001:db8::9]:5678', address: '2001:db8::9' },
    { hop: '[2001:db8::9]', address: '2001:db8::9' },
    { hop: '2001:db8::9', address: '2001:db8::9' },
    { hop: '[::ffff:203.0.113.9]:80', address: '203.0.113.9' },
    { hop: '::ffff:203.0.113.9:80', address: '203.0.113.9' },
    { hop: '"[2001:db8::9]:80"', address: '2001:db8::9' },
    { hop: '203.0.113.9:', address: '10.0.0.1' },
  ].map(({ hop, address }) => ({
    says: `the hop ${hop}`,
    peer: '10.0.0.1',
    forwardedFor: `1.1.1.1, ${hop}`,
    trustedProxies: 1,
    address,
  })),
  { says: 'no line at all', peer: undefined, forwardedFor: undefined, trustedProxies: 0, address: null },
])('the address with $says', ({ says: _, address, ...route }) => {
  expect(readClientAddress(route)).toBe(address);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [null, 'unknown'],
])('%j counts as %j', (address, network) => {
  expect(clientNetwork({ address })).toBe(network);
});
