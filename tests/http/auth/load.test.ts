import { expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import { NO_LIMITS, PASSWORD, signIn, signUp } from './requests.ts';

const SIGN_INS = 60;
const LISTS = 20;

const server = setUpServer(NO_LIMITS);

test('while sixty users sign in at once, lists do not wait for the hashing', async () => {
  const account = await signUp(server);
  let signedIn = 0;
  const signIns = Array.from({ length: SIGN_INS }, async () => {
    const { status } = await signIn(server, { email: account.email, password: PASSWORD });
    signedIn += 1;
    return status;
  });
  const headers = { apikey: server.publishableKey, Authorization: `Bearer ${account.session.access_token}` };
  for (let list = 0; list < LISTS; list += 1) {
    const response = await fetch(`${server.url}/rest/v1/leads?select=id&limit=50`, { headers });
    expect([response.status, await response.text()]).toEqual([200, '[]']);
  }
  // if hashing blocked them, at least one sign-in would finish during each list
  expect(signedIn).toBeLessThan(SIGN_INS / 2);
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]));
}, 300_000);
