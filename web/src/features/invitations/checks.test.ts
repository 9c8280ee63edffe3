import { describe, expect, it } from 'vitest';
import { checkInvite, checkNewUser, isIncomplete } from './checks.ts';

describe('somebody new', () => {
  const entries = { fullName: 'Ada Lovelace', password: 'secret', repeated: 'secret' };
  it.each([
    ['joins with a name and the same 6 characters twice', entries, {}],
    ['needs a full name', { ...entries, fullName: ' ' }, { fullName: 'Full name is required' }],
    [
      'takes no name of 201 characters',
      { ...entries, fullName: 'n'.repeat(201) },
      { fullName: 'The full name is too long: 201 characters, at most 200' },
    ],
    [
      'needs 6 characters',
      { ...entries, password: 'secre', repeated: 'secre' },
      { password: 'Password must be at least 6 characters' },
    ],
    ['types the same twice', { ...entries, repeated: 'Secret' }, { repeated: 'Passwords do not match' }],
  ])('%s', (_, given, errors) => {
    expect(checkNewUser(given)).toEqual(errors);
  });
});

describe('an invitation', () => {
  const entries = { email: 'ada@example.test', customerId: 'acme' };
  it.each([
    ['is complete', entries, {}, false],
    ['needs an email', { ...entries, email: ' ' }, { email: 'An email is required.' }, true],
    ['needs more than a separator', { ...entries, email: ' ;, ' }, { email: 'An email is required.' }, true],
    ['needs a customer', { ...entries, customerId: '' }, { customerId: 'A customer is required.' }, true],
    ['takes several addresses', { ...entries, email: 'ada@example.test; Bob <bob@example.test>' }, {}, false],
    [
      'needs a whole address',
      { ...entries, email: 'ada' },
      { email: 'Enter complete email addresses: “ada” is none.' },
      false,
    ],
    [
      'needs whole addresses',
      { ...entries, email: 'ada bob@example.test cy@' },
      { email: 'Enter complete email addresses: “ada”, “cy@” are none.' },
      false,
    ],
  ])('%s', (_, given, errors, incomplete) => {
    expect(checkInvite(given)).toEqual(errors);
    expect(isIncomplete(given)).toBe(incomplete);
  });
});
