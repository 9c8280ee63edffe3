import type { Session, User } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { follow, NOTHING_KNOWN } from './signed-in.ts';

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
const careful: User = { ...ada, factors: [{ ...factor, status: 'verified' }] };
const hesitant: User = { ...ada, factors: [{ ...factor, status: 'unverified' }] };

const session = (user: User, aal = 'aal1'): Session => ({
  access_token: `header.${btoa(JSON.stringify({ aal }))}.signature`,
  refresh_token: '',
  expires_in: 3600,
  token_type: 'bearer',
  user,
});

const nobody = { user: null, lacksSecondFactor: false, signIns: 0 };
const here = { user: ada, lacksSecondFactor: false, signIns: 1 };
const halfway = { user: careful, lacksSecondFactor: true, signIns: 0 };

it.each([
  ['an opened page that finds no session', NOTHING_KNOWN, null, nobody],
  ['an opened page that finds a session', NOTHING_KNOWN, session(ada), { ...here, signIns: 0 }],
  ['signing in', nobody, session(ada), here],
  ['signing out', here, null, { ...nobody, signIns: 1 }],
  ['signing in again', { ...nobody, signIns: 1 }, session(ada), { ...here, signIns: 2 }],
  ['a change of the user', here, session(renamed), { ...here, user: renamed }],
  ['signing in with a code still to come', nobody, session(careful), halfway],
  ['the code', halfway, session(careful, 'aal2'), { user: careful, lacksSecondFactor: false, signIns: 1 }],
  ['giving up before the code', halfway, null, nobody],
  ['signing in with a factor half set up', nobody, session(hesitant), { ...here, user: hesitant }],
] as const)('%s is followed', (_, before, next, after) => {
  expect(follow(before, next)).toEqual(after);
});

it('a refreshed token of the same user changes nothing', () => {
  expect(follow(here, session({ ...ada }))).toBe(here);
});

it('no session, told twice, changes nothing', () => {
  expect(follow(nobody, null)).toBe(nobody);
});

it('a token that cannot be read has no second factor', () => {
  expect(follow(nobody, { ...session(careful), access_token: 'opaque' })).toEqual(halfway);
});
