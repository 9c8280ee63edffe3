import { describe, expect, it } from 'vitest';
import {
  checkCode,
  checkLogin,
  checkNewPassword,
  checkPassword,
  checkPasswordChange,
  isFirstOfTwoConfirmed,
  plainCode,
} from './checks.ts';

const values = { email: 'ada@example.test', password: 'secret' };

describe('login', () => {
  it.each([
    ['accepts email and password', values, {}],
    ['leaves the form of an email to the backend', { ...values, email: 'ada' }, {}],
    ['leaves a short password to the backend', { ...values, password: 'x' }, {}],
    ['needs an email (S5.12)', { ...values, email: ' ' }, { email: 'Enter your email' }],
    ['needs a password (S5.12)', { ...values, password: '' }, { password: 'Enter your password' }],
  ])('login %s', (_, values, errors) => {
    expect(checkLogin(values)).toEqual(errors);
  });
});

describe('a code', () => {
  it.each([
    ['has six digits', '123456', {}],
    ['may have them in two groups', ' 123 456', {}],
    ['of five digits is invalid', '12345', { code: 'Enter the 6-digit code' }],
    ['with another character is invalid', '12345a', { code: 'Enter the 6-digit code' }],
  ])('a code %s', (_, code, errors) => {
    expect(checkCode({ code })).toEqual(errors);
  });

  it('a code is sent without separators', () => {
    expect(plainCode(' 123-456 ')).toBe('123456');
  });
});

it.each([
  ['secret', {}],
  ['secre', { password: 'Password must be at least 6 characters' }],
  ['', { password: 'Password must be at least 6 characters' }],
])('the password %j gives the errors %j (S5.11, S9.8)', (password, errors) => {
  expect(checkPassword({ password })).toEqual(errors);
});

it.each([
  ['secret', 'secret', {}],
  ['secre', 'secre', { password: 'Password must be at least 6 characters' }],
  ['secret', 'secreT', { repeated: 'Passwords do not match' }],
])('a new password %j repeated as %j gives the errors %j', (password, repeated, errors) => {
  expect(checkNewPassword({ password, repeated })).toEqual(errors);
});

const change = { verification: 'old secret', password: 'secret', repeated: 'secret' };

it.each([
  ['with the current password', change, 'password', {}],
  ['without it', { ...change, verification: '' }, 'password', { verification: 'Enter your current password' }],
  ['without the code', { ...change, verification: ' ' }, 'code', { verification: 'Enter the code we emailed you' }],
  ['where there is no password yet', { ...change, verification: '' }, 'none', {}],
  ['with two that differ', { ...change, repeated: 'Secret' }, 'password', { repeated: 'Passwords do not match' }],
] as const)('a new password is checked when it is changed %s', (_, values, method, errors) => {
  expect(checkPasswordChange(values, method)).toEqual(errors);
});

it.each([
  ['https://leads.example.test/#message=Confirmation+link+accepted.+Please+proceed', true],
  ['https://leads.example.test/?message=Confirmation+link+accepted', true],
  ['https://leads.example.test/#message=Send+us+money', false],
  ['https://leads.example.test/', false],
])('%s reports the first of two confirmations: %s', (url, isFirst) => {
  expect(isFirstOfTwoConfirmed(url)).toBe(isFirst);
});
