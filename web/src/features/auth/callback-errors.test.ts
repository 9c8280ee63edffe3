import {
  AuthError,
  AuthImplicitGrantRedirectError,
  AuthPKCECodeVerifierMissingError,
  AuthPKCEGrantCodeExchangeError,
} from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { callbackWord, elsewhereWord, isHalfConfirmed } from './callback-errors.ts';

const fromUrl = (code: string, message = 'told by the server') =>
  new AuthImplicitGrantRedirectError(message, { error: 'access_denied', code });

const invalid = 'This sign-in link is not valid. Sign in as usual, or ask for a new password.';
const unknown = 'This sign-in did not work. Try again.';
const elsewhere =
  'This link was asked for in another browser, so it does not sign you in here. What it confirms is confirmed: sign in as usual.';

it.each([
  [
    'a link that is too old',
    fromUrl('otp_expired'),
    { isError: true, text: 'This link has expired or has been used already. Ask for a new one.' },
  ],
  ['an unknown code, whose text anybody may write', fromUrl('strange', 'Call us'), { isError: true, text: unknown }],
  ['a code that every object has', fromUrl('constructor'), { isError: true, text: unknown }],
  ['a code that is the prototype of every object', fromUrl('__proto__'), { isError: true, text: unknown }],
  [
    'an answer of the server with an unknown code',
    new AuthError('Something odd', 422, 'strange'),
    { isError: true, text: 'Something odd' },
  ],
  [
    'an address without a session',
    new AuthImplicitGrantRedirectError('No session defined in URL'),
    { isError: true, text: invalid },
  ],
  [
    'an address with tokens',
    new AuthPKCEGrantCodeExchangeError('Not a valid PKCE flow url.'),
    { isError: true, text: invalid },
  ],
  ['a code of another browser’s', new AuthPKCECodeVerifierMissingError(), { isError: false, text: elsewhere }],
  [
    'a code beside another flow of this browser’s',
    new AuthError('code challenge does not match', 400, 'bad_code_verifier'),
    { isError: false, text: elsewhere },
  ],
  [
    'an answer of the server',
    new AuthError('User is banned', 403, 'user_banned'),
    { isError: true, text: 'This account is suspended.' },
  ],
])('%s', (_, error, word) => {
  expect(callbackWord(error, '/')).toEqual(word);
});

it('on the page for a new password a link of another browser is asked for once more', () => {
  expect(elsewhereWord('/auth/new-password')).toEqual({
    isError: true,
    text: 'This link was asked for in another browser. Open it there, or ask for a new one here.',
  });
});

it.each([
  ['https://leads.example.test/#message=Confirmation+link+accepted.+Please+proceed', true],
  ['https://leads.example.test/?message=Confirmation+link+accepted', true],
  ['https://leads.example.test/#message=Send+us+money', false],
  ['https://leads.example.test/', false],
])('%s: half confirmed is %s', (address, half) => {
  expect(isHalfConfirmed(address)).toBe(half);
});
