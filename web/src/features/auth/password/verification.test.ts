import { expect, it } from 'vitest';
import { checkPasswordChange } from './verification.ts';

const values = { verification: 'old secret', password: 'secret', repeated: 'secret' };

it.each([
  ['with the current password', values, 'password', {}],
  ['without it', { ...values, verification: '' }, 'password', { verification: 'Enter your current password' }],
  ['without the code', { ...values, verification: ' ' }, 'code', { verification: 'Enter the code we emailed you' }],
  ['where there is no password yet', { ...values, verification: '' }, 'none', {}],
  ['with two that differ', { ...values, repeated: 'Secret' }, 'password', { repeated: 'Passwords do not match' }],
] as const)('changing the password %s', (_, given, method, errors) => {
  expect(checkPasswordChange(given, method)).toEqual(errors);
});
