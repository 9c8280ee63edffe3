import { expect, test } from 'vitest';
import { providerAccount } from './identities.ts';

const claims = { sub: '1', iss: 'https://id.example.test', email: 'Ada@Example.test' };

test.each([
  ['example', { email_verified: true }, true],
  ['example', { email_verified: 'true' }, true],
  ['example', { email_verified: 1 }, false],
  ['example', { email_verified: false }, false],
  ['example', {}, false],
  ['azure', { email_verified: true }, false],
  ['azure', { xms_edov: true }, true],
  ['azure', { xms_edov: '1' }, true],
  ['azure', { xms_edov: false }, false],
])('the email of %s with %j is verified: %j', (provider, more, verified) => {
  const account = providerAccount(provider, { ...claims, ...more });
  expect(account).toMatchObject({ email: 'ada@example.test', isEmailVerified: verified });
  expect(account.data.email_verified).toBe(verified);
});

test.each([[undefined], [''], ['not an email'], [7]])('%j is not an email, even if marked as verified', (email) => {
  const account = providerAccount('example', { ...claims, email, email_verified: true });
  expect(account).toMatchObject({ email: null, isEmailVerified: false });
});

test('long claims are truncated', () => {
  const long = 'x'.repeat(100_000);
  const { data, subject } = providerAccount('example', { ...claims, name: long, picture: `https://x.test/${long}` });
  expect(data).toMatchObject({
    sub: '1',
    email: 'ada@example.test',
    name: 'x'.repeat(200),
    full_name: 'x'.repeat(200),
  });
  expect(data).not.toHaveProperty('picture');
  expect(subject).toBe('1');
});

test('name and picture are stored under both of their names', () => {
  const { data } = providerAccount('example', {
    ...claims,
    name: 'Ada',
    picture: 'https://x.test/a.png',
    role: 'admin',
  });
  expect(data).toEqual({
    sub: '1',
    provider_id: '1',
    iss: claims.iss,
    email: 'ada@example.test',
    email_verified: false,
    phone_verified: false,
    name: 'Ada',
    full_name: 'Ada',
    picture: 'https://x.test/a.png',
    avatar_url: 'https://x.test/a.png',
  });
});
