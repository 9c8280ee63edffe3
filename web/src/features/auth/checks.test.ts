import { describe, expect, it } from 'vitest';
import { checkCode, checkLogin, plainCode } from './checks.ts';

const values = { email: 'ada@example.test', password: 'secret' };

describe('login', () => {
  it.each([
    ['accepts email and password', values, {}],
    ['leaves the form of an email to the backend', { ...values, email: 'ada' }, {}],
    ['leaves a short password to the backend', { ...values, password: 'x' }, {}],
    ['needs an email', { ...values, email: ' ' }, { email: 'Enter your email' }],
    ['needs a password', { ...values, password: '' }, { password: 'Enter your password' }],
  ])('%s', (_, given, errors) => {
    expect(checkLogin(given)).toEqual(errors);
  });
});

describe('a code', () => {
  it.each([
    ['has six digits', '123456', {}],
    ['may have them in two groups', ' 123 456', {}],
    ['of five digits is invalid', '12345', { code: 'Enter the 6-digit code' }],
    ['with another character is invalid', '12345a', { code: 'Enter the 6-digit code' }],
  ])('%s', (_, code, errors) => {
    expect(checkCode({ code })).toEqual(errors);
  });

  it('is sent without separators', () => {
    expect(plainCode(' 123-456 ')).toBe('123456');
  });
});
