import { describe, expect, it } from 'vitest';
import { checkCode, checkLogin, checkNewPassword, checkSignUp, plainCode } from './checks.ts';

const entries = { fullName: 'Ada Lovelace', email: 'ada@example.test', password: 'secret' };

describe('login', () => {
  it.each([
    ['takes email and password', entries, {}],
    ['leaves the form of an email to the backend', { ...entries, email: 'ada' }, {}],
    ['leaves a short password to the backend', { ...entries, password: 'x' }, {}],
    ['needs an email', { ...entries, email: ' ' }, { email: 'Enter your email' }],
    ['needs a password', { ...entries, password: '' }, { password: 'Enter your password' }],
  ])('%s', (_, given, errors) => {
    expect(checkLogin(given)).toEqual(errors);
  });
});

describe('sign-up', () => {
  it.each([
    ['takes a password of 6 characters', entries, {}],
    ['takes no name', { ...entries, fullName: '' }, {}],
    ['leaves the length of a name to the backend', { ...entries, fullName: 'n'.repeat(201) }, {}],
    ['leaves the form of an email to the backend', { ...entries, email: 'ada' }, {}],
    ['leaves a missing email to the backend', { ...entries, email: '' }, {}],
    [
      'refuses a password of 5 characters',
      { ...entries, password: 'secre' },
      { password: 'Password must be at least 6 characters' },
    ],
  ])('%s', (_, given, errors) => {
    expect(checkSignUp(given)).toEqual(errors);
  });
});

describe('a new password', () => {
  it.each([
    ['takes the same 6 characters twice', 'secret', 'secret', {}],
    ['refuses 5 characters', 'secre', 'secre', { password: 'Password must be at least 6 characters' }],
    ['refuses two that differ', 'secret', 'secreT', { repeated: 'Passwords do not match' }],
  ])('%s', (_, password, repeated, errors) => {
    expect(checkNewPassword({ password, repeated })).toEqual(errors);
  });
});

describe('a code', () => {
  it.each([
    ['takes six digits', '123456', {}],
    ['takes them in two groups', ' 123 456', {}],
    ['refuses five', '12345', { code: 'Enter the six digits' }],
    ['refuses letters', '12345a', { code: 'Enter the six digits' }],
  ])('%s', (_, code, errors) => {
    expect(checkCode({ code })).toEqual(errors);
  });

  it('is sent without what stands between the digits', () => {
    expect(plainCode(' 123-456 ')).toBe('123456');
  });
});
