import { AuthError, AuthImplicitGrantRedirectError } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { callbackWords, isHalfConfirmed } from './callback-errors.ts';

const fromUrl = (code: string, message = 'told by the server') =>
  new AuthImplicitGrantRedirectError(message, { error: 'access_denied', code });

it.each([
  [
    'a link that is too old',
    fromUrl('otp_expired'),
    'This link has expired or has been used already. Ask for a new one.',
  ],
  ['a code that nobody knows', fromUrl('strange', 'Something odd'), 'Something odd'],
  [
    'an address without a session',
    new AuthImplicitGrantRedirectError('No session defined in URL'),
    'This sign-in link is not valid. Open the newest one that you were sent.',
  ],
  ['an answer of the server', new AuthError('User is banned', 403, 'user_banned'), 'This account is suspended.'],
])('%s', (_, error, words) => {
  expect(callbackWords(error)).toBe(words);
});

it.each([
  ['https://leads.example.test/#message=Confirmation+link+accepted.+Please+proceed', true],
  ['https://leads.example.test/?message=Confirmation+link+accepted', true],
  ['https://leads.example.test/#message=Send+us+money', false],
  ['https://leads.example.test/', false],
])('%s: half confirmed is %s', (address, half) => {
  expect(isHalfConfirmed(address)).toBe(half);
});
