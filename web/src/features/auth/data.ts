import type { AuthError } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { accounts, backendUrl, headers, isCallback, isFlowPending, orThrow, pageUrl } from '@/lib/backend.ts';
import { logFailure } from '@/lib/failure.ts';
import { paths } from '@/paths.ts';
import type { CallbackMessage } from './callback/callback-messages.ts';
import { isFirstOfTwoConfirmed } from './checks.ts';
import { texts } from './texts.ts';

let fromCallback = isCallback() ? readCallback() : Promise.resolve(null);

/** Reads the URL before a redirect within the app changes it, and removes the callback's parameters from it. */
async function readCallback(): Promise<CallbackMessage | null> {
  const { href, pathname } = location;
  const isOtherBrowser = new URL(href).searchParams.has('code') && !isFlowPending();
  const { error } = await (await accounts()).initialize();
  if (!error && !isOtherBrowser && !isFirstOfTwoConfirmed(href)) return null;
  const messages = await import('./callback/callback-messages.ts');
  if (location.pathname === pathname) history.replaceState(history.state, '', pathname);
  if (error) return messages.callbackErrorMessage(error, pathname);
  return isOtherBrowser ? messages.otherBrowserMessage(pathname) : messages.FIRST_OF_TWO_CONFIRMED;
}

/** The message of the URL that opened the app. Only the first caller gets it. */
export async function takeCallbackMessage(): Promise<CallbackMessage | null> {
  const taken = fromCallback;
  fromCallback = Promise.resolve(null);
  return taken;
}

/** The ways to sign in other than a password. */
export type SignInMethods = { providers: string[]; sso: boolean };

const PASSWORD_ONLY: SignInMethods = { providers: [], sso: false };
const NOT_PROVIDERS = ['email', 'phone', 'anonymous_users', 'web3', 'passkey'];
const TIMEOUT_MS = 4000;

let methods: Promise<SignInMethods> | undefined;

/** Read once. None after a failure or 4 seconds, because a password always works. */
export function signInMethods(): Promise<SignInMethods> {
  methods ??= Promise.race([
    readSignInMethods().catch((failure) => {
      logFailure('Error fetching sign-in providers', failure);
      return PASSWORD_ONLY;
    }),
    new Promise<SignInMethods>((resolve) => setTimeout(resolve, TIMEOUT_MS, PASSWORD_ONLY)),
  ]);
  return methods;
}

/** The sign-in methods for components that must not suspend. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in methods'],
  queryFn: signInMethods,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Hosted projects return more. */
type AuthSettings = { external: Record<string, boolean>; saml_enabled?: boolean };

async function readSignInMethods(): Promise<SignInMethods> {
  const response = await fetch(backendUrl('auth/v1/settings'), { headers });
  if (!response.ok) throw new Error(`/auth/v1/settings returned ${response.status}`);
  const { external, saml_enabled: sso = false } = (await response.json()) as AuthSettings;
  const providers = Object.keys(external).filter((name) => external[name] && !NOT_PROVIDERS.includes(name));
  return { providers, sso };
}

/** Opens the provider's sign-in page, which returns to `returnTo`. */
export const signInWithProvider = (provider: string, returnTo: string) =>
  orThrow((accounts) =>
    accounts.signInWithOAuth({
      provider: provider as 'google', // the API accepts any configured name
      options: { redirectTo: pageUrl(returnTo) },
    }),
  );

export const signInWithCompany = (domain: string, returnTo: string) =>
  orThrow((accounts) => accounts.signInWithSSO({ domain, options: { redirectTo: pageUrl(returnTo) } }));

/** Mails the confirmation link again; it opens `returnTo`. */
export const resendConfirmation = (email: string, returnTo: string) =>
  orThrow((accounts) => accounts.resend({ type: 'signup', email, options: { emailRedirectTo: pageUrl(returnTo) } }));

/** Verifies a code of any authenticator app of the account. */
export async function verifySecondFactor(code: string): Promise<void> {
  const { data } = await orThrow((accounts) => accounts.mfa.listFactors());
  const errors: AuthError[] = [];
  for (const { id } of data.totp) {
    const { error } = await (await accounts()).mfa.challengeAndVerify({ factorId: id, code });
    if (!error) return;
    errors.push(error);
  }
  throw errors[0] ?? new Error(texts.secondFactorGone);
}

/** Mails a link and a code for choosing a new password, if the account exists. */
export const requestPasswordReset = (email: string) =>
  orThrow((accounts) => accounts.resetPasswordForEmail(email, { redirectTo: pageUrl(paths.newPassword) }));

/** Where the page of an emailed link sends its form. */
export const verifyLinkUrl = backendUrl('auth/v1/verify/link');

/** Whether the token of a link is for another browser, which has begun its flow. */
export const isOtherBrowsers = (token: string) => token.startsWith('pkce_') && !isFlowPending();

/** Signs in with the code of the email, which may be read on another device. */
export const verifyRecoveryCode = (email: string, code: string) =>
  orThrow((accounts) => accounts.verifyOtp({ type: 'recovery', email, token: code }));

/** The current password, or a code that was mailed. */
export type Verification = { password?: string; code?: string };

/** Sets a new password, which signs out every other device. */
export const changePassword = (password: string, verification: Verification = {}) =>
  orThrow((accounts) =>
    accounts.updateUser({
      password,
      ...(verification.password !== undefined && { current_password: verification.password }),
      ...(verification.code !== undefined && { nonce: verification.code }),
    }),
  );

/** Mails a code that replaces the current password. */
export const sendVerificationCode = () => orThrow((accounts) => accounts.reauthenticate());
