import { expect, test } from 'vitest';
import { foreignPartOf } from './local-only.ts';

test.each([
  ['localhost:3000', undefined],
  ['LocalHost', undefined],
  ['127.0.0.1:3000', undefined],
  ['127.1.2.3', undefined],
  ['[::1]:3000', undefined],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
])('the host %s and the origin %s are this machine’s', (host, origin) => {
  expect(foreignPartOf({ host, origin })).toBeUndefined();
});

test.each([
  ['evil.example'],
  ['evil.example:3000'],
  ['localhost.evil.example'],
  ['127.0.0.1.nip.io:3000'],
  ['127.0.0.1@evil.example'],
  ['localhost.'],
  ['127.0.0.256.example'],
  ['192.168.1.4:3000'],
  ['0.0.0.0:3000'],
  ['[::2]:3000'],
  ['[::1'],
  ['localhost:3000, evil.example'],
  ['localhost:x'],
  [''],
  [undefined],
])('the host %j is foreign', (host) => {
  expect(foreignPartOf({ host, origin: undefined })).toBe(`the host '${host ?? ''}'`);
});

test.each([
  'https://evil.example',
  'http://evil.example:3000',
  'http://localhost:4000',
  'http://127.0.0.1:3000',
  'https://localhost:3000',
  'http://localhost',
  'http://localhost:3000/',
  'null',
  '',
])('on localhost:3000 the origin %j is foreign', (origin) => {
  expect(foreignPartOf({ host: 'localhost:3000', origin })).toBe(`the origin '${origin}'`);
});
