import type { Session, User } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { nextSignedIn, UNKNOWN } from './signed-in.ts';

const ada: User = {
  id: 'ada',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const renamed: User = { ...ada, user_metadata: { full_name: 'Ada' }, updated_at: '2026-01-02T00:00:00Z' };
const factor = { id: 'phone', factor_type: 'totp', created_at: '', updated_at: '' } as const;
const withFactor: User = { ...ada, factors: [{ ...factor, status: 'verified' }] };
const withUnverifiedFactor: User = { ...ada, factors: [{ ...factor, status: 'unverified' }] };

const session = (user: User, aal = 'aal1'): Session => ({
  access_token: `header.${btoa(JSON.stringify({ aal }))}.signature`,
  refresh_token: '',
  expires_in: 3600,
  token_type: 'bearer',
  user,
});

const signedOut = { user: null, lacksSecondFactor: false, signIns: 0 };
const signedIn = { user: ada, lacksSecondFactor: false, signIns: 1 };
const lacksCode = { user: withFactor, lacksSecondFactor: true, signIns: 0 };

it.each([
  ['opening the page without a session', UNKNOWN, null, signedOut],
  ['opening the page with a session', UNKNOWN, session(ada), { ...signedIn, signIns: 0 }],
  ['signing in', signedOut, session(ada), signedIn],
  ['signing out', signedIn, null, { ...signedOut, signIns: 1 }],
  ['signing in again', { ...signedOut, signIns: 1 }, session(ada), { ...signedIn, signIns: 2 }],
  ['a change of the user', signedIn, session(renamed), { ...signedIn, user: renamed }],
  ['signing in without the code', signedOut, session(withFactor), lacksCode],
  [
    'entering the code',
    lacksCode,
    session(withFactor, 'aal2'),
    { user: withFactor, lacksSecondFactor: false, signIns: 1 },
  ],
  ['signing out before the code', lacksCode, null, signedOut],
  [
    'signing in with an unverified factor',
    signedOut,
    session(withUnverifiedFactor),
    { ...signedIn, user: withUnverifiedFactor },
  ],
] as const)('the signed-in user follows %s', (_, before, next, after) => {
  expect(nextSignedIn(before, next)).toEqual(after);
});

it('a refreshed token of the same user changes nothing', () => {
  expect(nextSignedIn(signedIn, session({ ...ada }))).toBe(signedIn);
});

it('no session, reported twice, changes nothing', () => {
  expect(nextSignedIn(signedOut, null)).toBe(signedOut);
});

it('a token that cannot be parsed has not verified the second factor', () => {
  expect(nextSignedIn(signedOut, { ...session(withFactor), access_token: 'opaque' })).toEqual(lacksCode);
});
