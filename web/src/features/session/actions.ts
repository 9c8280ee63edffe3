import { isAuthSessionMissingError } from '@supabase/auth-js';
import { accounts, isSessionStored, pageUrl } from '@/lib/backend.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';

export type Credentials = { email: string; password: string };
export type NewAccount = Credentials & { fullName: string };

/** Signs in, or says why not and throws the backend's error. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { error } = await accounts.signInWithPassword(credentials);
  if (!error) return;
  toastFailure('Error signing in', error);
  throw error;
}

/** What a new account still needs: nothing, or the address confirmed by the link that was mailed. */
export type SignedUp = 'ready' | 'unconfirmed';

/** Makes an account, or says why not and throws the backend's error. */
export async function signUp(account: NewAccount): Promise<SignedUp> {
  const { email, password, fullName } = account;
  const { data, error } = await accounts.signUp({
    email,
    password,
    options: { emailRedirectTo: pageUrl(paths.home), data: { full_name: fullName } },
  });
  if (error) {
    toastFailure('Error signing up', error);
    throw error;
  }
  const isReady = data.session !== null;
  toast({
    title: 'Account created',
    description: isReady ? 'You can now sign in with your credentials.' : 'Confirm your email address, then sign in.',
    tone: 'success',
  });
  return isReady ? 'ready' : 'unconfirmed';
}

/** How often somebody has begun to sign out here. */
let departures = 0;

/** Ends the session of this device, those of the others, or all of them; answers what went wrong. */
export function endSessions(scope: 'local' | 'others' | 'global') {
  departures += 1;
  return accounts.signOut({ scope });
}

/** Signs out on this device, or says why not. */
export async function signOut(): Promise<void> {
  const { error } = await endSessions('local');
  if (error) toastFailure('Error signing out', error);
}

/** Asks the service whether this device's session is gone without anybody having signed out here; the device is signed out then. */
export async function isEndedElsewhere(): Promise<boolean> {
  if (!isSessionStored()) return false;
  const before = departures;
  const { error } = await accounts.getUser();
  return isAuthSessionMissingError(error) && departures === before;
}
