import { expect, it } from 'vitest';
import { checkNewPassword, checkPassword } from './rules.ts';

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
