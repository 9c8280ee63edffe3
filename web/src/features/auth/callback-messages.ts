import type { AuthError } from '@supabase/auth-js';
import { paths } from '@/paths.ts';

/** The outcome of a link or of a provider sign-in, as the page shows it. */
export type CallbackMessage = { isError: boolean; text: string };

/** By error code of the auth API. */
const MESSAGES = new Map(
  Object.entries({
    otp_expired: 'This link has expired or was already used. Request a new one.',
    flow_state_expired: 'This link was opened too late to sign you in. Sign in as usual, or request a new one.',
    flow_state_not_found: 'This sign-in is no longer valid. Try again.',
    bad_oauth_state: 'This sign-in is no longer valid. Try again.',
    bad_oauth_callback: 'We couldn’t read the provider’s response. Try again.',
    flow_state_already_used: 'This sign-in was already used. Try again.',
    identity_already_exists: 'This provider account is already linked.',
    provider_email_needs_verification: 'Confirm your email address first: we’ve sent you a link.',
    email_exists: 'This email address belongs to another account.',
    signup_disabled: 'New accounts aren’t allowed here.',
    user_banned: 'This account is suspended.',
    over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
    insufficient_aal: 'This needs your second factor. Sign in with it, then try again.',
    saml_assertion_invalid: 'Your company’s sign-in response wasn’t accepted. Contact its administrator.',
    saml_relay_state_not_found: 'This sign-in is no longer valid. Try again.',
  }),
);

/** auth-js found the error in the URL itself, for example tokens, and gives it no code. */
const INVALID_URL = /^(No session defined in URL|Not a valid|Error in URL)/;

/** The code in the URL belongs to a flow that another browser started. */
const OTHER_BROWSER = new Set(['bad_code_verifier', 'pkce_code_verifier_not_found']);

/** The message for an error of a callback to a page. Texts in the URL are never shown, because anyone can write a URL. */
export function callbackErrorMessage(error: AuthError, page: string): CallbackMessage {
  const code = codeOf(error) ?? '';
  if (OTHER_BROWSER.has(code)) return otherBrowserMessage(page);
  const invalid = 'This sign-in link isn’t valid. Sign in as usual, or request a new password.';
  const unknown = isFromUrl(error) ? 'This sign-in didn’t work. Try again.' : error.message;
  return { isError: true, text: MESSAGES.get(code) ?? (INVALID_URL.test(error.message) ? invalid : unknown) };
}

/** For a link opened in another browser than the one that requested it: it confirms the address but signs no one in. */
export function otherBrowserMessage(page: string): CallbackMessage {
  if (page === paths.newPassword) {
    return {
      isError: true,
      text: 'This link was requested in another browser. Open it there, or request a new one here.',
    };
  }
  return {
    isError: false,
    text: 'This link was requested in another browser, so it can’t sign you in here. Anything it confirms is confirmed: sign in as usual.',
  };
}

/** auth-js puts the parameters of the URL into `details`. */
type UrlError = AuthError & { details?: { code?: string; error?: string } | null };

const isFromUrl = ({ details }: UrlError) => Boolean(details);

const codeOf = ({ details, code }: UrlError) => details?.code ?? code;

export const FIRST_OF_TWO_CONFIRMED: CallbackMessage = {
  isError: false,
  text: 'Confirmed. Now open the link that we sent to the other address.',
};

/** Whether the URL reports the first of two confirmations of an email change. Its text is not shown, because anyone can write a URL. */
export function isFirstOfTwoConfirmed(url: string): boolean {
  const { search, hash } = new URL(url);
  const messages = [search, hash].map((part) => new URLSearchParams(part.slice(1)).get('message'));
  return messages.some((message) => message?.startsWith('Confirmation link accepted'));
}
