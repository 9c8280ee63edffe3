import { describe, expect, it } from 'vitest';
import { checkInvite, checkNewUser, isIncomplete } from './checks.ts';

describe('a new user', () => {
  const values = { fullName: 'Ada Lovelace', password: 'secret', repeated: 'secret' };
  it.each([
    ['has a name and a password of 6 characters, typed twice', values, {}],
    ['needs a full name', { ...values, fullName: ' ' }, { fullName: 'Full name is required' }],
    [
      'has a name of at most 200 characters',
      { ...values, fullName: 'n'.repeat(201) },
      { fullName: 'The full name is too long: 201 characters, at most 200' },
    ],
    [
      'has a password of at least 6 characters (S9.8)',
      { ...values, password: 'secre', repeated: 'secre' },
      { password: 'Password must be at least 6 characters' },
    ],
    ['types the same password twice', { ...values, repeated: 'Secret' }, { repeated: 'Passwords do not match' }],
  ])('a new user %s', (_, values, errors) => {
    expect(checkNewUser(values)).toEqual(errors);
  });
});

describe('an invitation', () => {
  const values = { email: 'ada@example.test', customerId: 'acme' };
  it.each([
    ['is complete', values, {}, false],
    ['needs an email (S5.26)', { ...values, email: ' ' }, { email: 'Enter an email' }, true],
    ['needs more than separators', { ...values, email: ' ;, ' }, { email: 'Enter an email' }, true],
    ['needs a customer (S5.26)', { ...values, customerId: '' }, { customerId: 'Select a customer' }, true],
    ['may have several addresses', { ...values, email: 'ada@example.test; Bob <bob@example.test>' }, {}, false],
    ['needs a valid address', { ...values, email: 'ada' }, { email: '“ada” isn’t a valid email address' }, false],
    [
      'needs valid addresses',
      { ...values, email: 'ada bob@example.test cy@' },
      { email: '“ada”, “cy@” aren’t valid email addresses' },
      false,
    ],
  ])('an invitation %s', (_, values, errors, incomplete) => {
    expect(checkInvite(values)).toEqual(errors);
    expect(isIncomplete(values)).toBe(incomplete);
  });
});
