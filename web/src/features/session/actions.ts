import type { AuthError } from '@supabase/auth-js';
import { accounts, isHeld, isSessionStored, pageUrl, removeSession } from '@/lib/backend.ts';
import { config } from '@/lib/config.ts';
import { clearDrafts } from '@/lib/drafts.ts';
import { commonTexts } from '@/lib/texts.ts';
import { replaceToasts, toast, toastFailure } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { texts } from './texts.ts';

export type Credentials = { email: string; password: string };
export type NewAccount = Credentials & { fullName: string };

/** Signs in. Shows the backend's error in a toast and throws it. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { error } = await (await accounts()).signInWithPassword(credentials);
  if (!error) return;
  toastFailure(commonTexts.signInFailed, error);
  throw error;
}

/** Whether the email of a new account must be confirmed first. */
export type SignUpState = 'ready' | 'unconfirmed';

/** Creates an account. Shows the backend's error in a toast and throws it. */
export async function signUp(account: NewAccount): Promise<SignUpState> {
  const { email, password, fullName } = account;
  const { data, error } = await (await accounts()).signUp({
    email,
    password,
    options: { emailRedirectTo: pageUrl(paths.home), data: { full_name: fullName } },
  });
  if (error) {
    toastFailure(commonTexts.signUpFailed, error);
    throw error;
  }
  const isReady = data.session !== null;
  toast({
    title: texts.accountCreated,
    description: isReady ? texts.canSignIn : texts.mustConfirm,
    tone: 'success',
  });
  return isReady ? 'ready' : 'unconfirmed';
}

/** The name of the error of auth-js for a session that the server does not know. */
const MISSING = 'AuthSessionMissingError';

/** How many sign-outs this page has started, and how many of them are under way. */
let signOuts = 0;
let pendingSignOuts = 0;

/** When a tab of this browser last signed out. Other tabs read it when their session ends. */
const SIGNED_OUT_AT = 'leadlight.signed-out-at';
const MAX_NOTICE_MS = 10_000;

/** Whether this page or another tab is signing out, so that the session does not end unexpectedly. */
export function isSigningOut(): boolean {
  const at = Number(localStorage.getItem(SIGNED_OUT_AT) ?? Number.NaN);
  return pendingSignOuts > 0 || Math.abs(Date.now() - at) < MAX_NOTICE_MS;
}

/** Ends the session of this device, those of the other devices, or all. */
export async function endSessions(scope: 'local' | 'others' | 'global') {
  signOuts += 1;
  pendingSignOuts += 1;
  if (scope !== 'others') localStorage.setItem(SIGNED_OUT_AT, String(Date.now()));
  try {
    const result = scope === 'local' ? await endThisSession() : await (await accounts()).signOut({ scope });
    if (result.error) localStorage.removeItem(SIGNED_OUT_AT);
    else if (scope !== 'others') clearDrafts();
    return result;
  } finally {
    pendingSignOuts -= 1;
  }
}

/** auth-js would remove the session from the browser even if the server could not end it. */
async function endThisSession(): Promise<{ error: AuthError | null }> {
  const { data, error: unknown } = await (await accounts()).getSession();
  if (unknown) return { error: unknown };
  if (data.session) {
    const { error } = await (await accounts()).admin.signOut(data.session.access_token, 'local');
    const hasEnded = !error || error.name === MISSING || [401, 403, 404].includes(error.status ?? 0);
    if (!hasEnded) return { error };
  }
  await removeSession();
  return { error: null };
}

/** Signs out on this device. Shows an error in a toast, and the user stays signed in. */
export async function signOut(): Promise<void> {
  const { error } = await endSessions('local');
  if (error) toastFailure(commonTexts.signOutFailed, error);
}

let check: Promise<void> | undefined;

/** Signs out if the server has ended this session, and says so, instead of what failed because of it. Checks once at a time. */
export function leaveEndedSession(): Promise<void> {
  check ??= leaveIfEnded().finally(() => {
    check = undefined;
  });
  return check;
}

/** auth-js removes a session that the server does not know. */
async function leaveIfEnded(): Promise<void> {
  if (!isSessionStored() || pendingSignOuts > 0) return; // requests fail while this page signs out
  const before = signOuts;
  const { error } = await (await accounts()).getUser();
  if (error?.name !== MISSING || signOuts !== before || isHeld()) return;
  const description = config.publicDemo ? texts.signedOutByReset : texts.signedOutHint;
  replaceToasts({ title: texts.signedOut, description });
}
