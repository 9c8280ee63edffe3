import { expect, it } from 'vitest';
import { checkNewPassword, checkPassword, checkPasswordChange } from './rules.ts';

it.each([
  ['secret', {}],
  ['secre', { password: 'Password must be at least 6 characters' }],
  ['', { password: 'Password must be at least 6 characters' }],
])('the password %j gives the errors %j', (password, errors) => {
  expect(checkPassword({ password })).toEqual(errors);
});

it.each([
  ['secret', 'secret', {}],
  ['secre', 'secre', { password: 'Password must be at least 6 characters' }],
  ['secret', 'secreT', { repeated: 'Passwords do not match' }],
])('a new password %j repeated as %j gives the errors %j', (password, repeated, errors) => {
  expect(checkNewPassword({ password, repeated })).toEqual(errors);
});

const values = { verification: 'old secret', password: 'secret', repeated: 'secret' };

it.each([
  ['with the current password', values, 'password', {}],
  ['without it', { ...values, verification: '' }, 'password', { verification: 'Enter your current password' }],
  ['without the code', { ...values, verification: ' ' }, 'code', { verification: 'Enter the code from the email' }],
  ['where there is no password yet', { ...values, verification: '' }, 'none', {}],
  ['with two that differ', { ...values, repeated: 'Secret' }, 'password', { repeated: 'Passwords do not match' }],
] as const)('changing the password %s', (_, given, method, errors) => {
  expect(checkPasswordChange(given, method)).toEqual(errors);
});
