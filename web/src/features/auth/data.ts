import type { AuthError } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { accounts, backendUrl, headers, isFlowPending, pageUrl } from '@/lib/backend.ts';
import { logFailure } from '@/lib/failure.ts';
import { paths } from '@/paths.ts';
import { type CallbackWord, callbackWord, elsewhereWord, HALF_CONFIRMED, isHalfConfirmed } from './callback-errors.ts';

let fromCallback = readCallback();

/** The address is read at once, before a redirect within the app changes it, and then freed of what it brought. */
async function readCallback(): Promise<CallbackWord | null> {
  const { href, pathname } = location;
  const isElsewhere = new URL(href).searchParams.has('code') && !isFlowPending();
  const { error } = await accounts.initialize();
  const word = error ? callbackWord(error, pathname) : wordOf(href, { isElsewhere });
  if (word && location.pathname === pathname) history.replaceState(history.state, '', pathname);
  return word;
}

function wordOf(href: string, { isElsewhere }: { isElsewhere: boolean }): CallbackWord | null {
  if (isElsewhere) return elsewhereWord(new URL(href).pathname);
  return isHalfConfirmed(href) ? HALF_CONFIRMED : null;
}

/** The word that the address brought when the page was opened, to whoever asks first. */
export async function takeCallbackWord(): Promise<CallbackWord | null> {
  const taken = fromCallback;
  fromCallback = Promise.resolve(null);
  return taken;
}

/** How one can sign in apart from a password. */
export type WaysIn = { providers: string[]; sso: boolean };

const PASSWORD_ALONE: WaysIn = { providers: [], sso: false };
const NO_PROVIDERS = ['email', 'phone', 'anonymous_users', 'web3', 'passkey'];
const PATIENCE_MS = 4000;

let asked: Promise<WaysIn> | undefined;

/** Asked once; what cannot be learnt in time is left out, since the password always works. */
export function waysIn(): Promise<WaysIn> {
  asked ??= Promise.race([
    readWaysIn().catch((failure) => {
      logFailure('Error fetching sign-in providers', failure);
      return PASSWORD_ALONE;
    }),
    new Promise<WaysIn>((resolve) => setTimeout(resolve, PATIENCE_MS, PASSWORD_ALONE)),
  ]);
  return asked;
}

/** The same, for where a page is not to wait for it. */
export const waysInQuery = queryOptions({
  queryKey: ['ways in'],
  queryFn: waysIn,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Hosted projects return more. */
type AuthSettings = { external: Record<string, boolean>; saml_enabled?: boolean };

async function readWaysIn(): Promise<WaysIn> {
  const response = await fetch(backendUrl('auth/v1/settings'), { headers });
  if (!response.ok) throw new Error(`/auth/v1/settings returned ${response.status}`);
  const { external, saml_enabled: sso = false } = (await response.json()) as AuthSettings;
  const providers = Object.keys(external).filter((name) => external[name] && !NO_PROVIDERS.includes(name));
  return { providers, sso };
}

/** Leaves for a provider's own page; comes back to `returnTo`. */
export async function signInWithProvider(provider: string, returnTo: string): Promise<void> {
  const { error } = await accounts.signInWithOAuth({
    provider: provider as 'google', // the wire takes any name that the server is configured with
    options: { redirectTo: pageUrl(returnTo) },
  });
  if (error) throw error;
}

/** Leaves for the sign-in page of a company; comes back to `returnTo`. */
export async function signInWithCompany(domain: string, returnTo: string): Promise<void> {
  const { error } = await accounts.signInWithSSO({ domain, options: { redirectTo: pageUrl(returnTo) } });
  if (error) throw error;
}

/** Mails the link that confirms an address once more; it leads to `returnTo`. */
export async function resendConfirmation(email: string, returnTo: string): Promise<void> {
  const { error } = await accounts.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: pageUrl(returnTo) },
  });
  if (error) throw error;
}

/** Mails a link to the page where a new password is chosen, if there is such an account. */
export async function requestNewPassword(email: string): Promise<void> {
  const { error } = await accounts.resetPasswordForEmail(email, { redirectTo: pageUrl(paths.newPassword) });
  if (error) throw error;
}

/** Signs in by the code of the email for a new password, wherever that was opened. */
export async function enterRecoveryCode(email: string, code: string): Promise<void> {
  const { error } = await accounts.verifyOtp({ type: 'recovery', email, token: code });
  if (error) throw error;
}

export async function setNewPassword(password: string): Promise<void> {
  const { error } = await accounts.updateUser({ password });
  if (error) throw error;
}

/** Shows the second factor: a code of any authenticator app that the account knows. */
export async function proveSecondFactor(code: string): Promise<void> {
  const { data, error } = await accounts.mfa.listFactors();
  if (error) throw error;
  const failures: AuthError[] = [];
  for (const { id } of data.totp) {
    const { error: refused } = await accounts.mfa.challengeAndVerify({ factorId: id, code });
    if (!refused) return;
    failures.push(refused);
  }
  throw failures[0] ?? new Error('The account has no authenticator app any more. Sign in again.');
}
