import {
  AuthError,
  AuthImplicitGrantRedirectError,
  AuthPKCECodeVerifierMissingError,
  AuthPKCEGrantCodeExchangeError,
} from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { callbackErrorMessage, otherBrowserMessage } from './callback-messages.ts';

const fromUrl = (code: string, message = 'sent by the server') =>
  new AuthImplicitGrantRedirectError(message, { error: 'access_denied', code });

const invalid = 'This sign-in link isn’t valid. Sign in as usual, or reset your password.';
const unknown = 'That sign-in didn’t work. Try again.';
const otherBrowser =
  'This link was requested in another browser, so it can’t sign you in here. If it confirmed your email, just sign in as usual.';

it.each([
  [
    'a link that is too old',
    fromUrl('otp_expired'),
    { isError: true, text: 'This link has expired or was already used. Request a new one.' },
  ],
  ['an unknown code, whose text is not shown', fromUrl('strange', 'Call us'), { isError: true, text: unknown }],
  ['a code that is a property of every object', fromUrl('constructor'), { isError: true, text: unknown }],
  ['a code that is the prototype of every object', fromUrl('__proto__'), { isError: true, text: unknown }],
  [
    'an error response with an unknown code',
    new AuthError('Something odd', 422, 'strange'),
    { isError: true, text: 'Something odd' },
  ],
  [
    'a URL without a session',
    new AuthImplicitGrantRedirectError('No session defined in URL'),
    { isError: true, text: invalid },
  ],
  [
    'a URL with tokens',
    new AuthPKCEGrantCodeExchangeError('Not a valid PKCE flow url.'),
    { isError: true, text: invalid },
  ],
  ['a code of another browser', new AuthPKCECodeVerifierMissingError(), { isError: false, text: otherBrowser }],
  [
    'a code of another browser while this one has a flow of its own',
    new AuthError('code challenge does not match', 400, 'bad_code_verifier'),
    { isError: false, text: otherBrowser },
  ],
  [
    'an error response',
    new AuthError('User is banned', 403, 'user_banned'),
    { isError: true, text: 'This account has been suspended.' },
  ],
])('the message for %s', (_, error, message) => {
  expect(callbackErrorMessage(error, '/')).toEqual(message);
});

it('on the new-password page a link from another browser asks for a new link', () => {
  expect(otherBrowserMessage('/auth/new-password')).toEqual({
    isError: true,
    text: 'This link was requested in another browser. Open it there, or request a new one here.',
  });
});
