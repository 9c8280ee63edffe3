import type { AuthError } from '@supabase/auth-js';
import { paths } from '@/paths.ts';

/** What the address says to the user when the page is opened by a link, or by a provider that sends them back. */
export type CallbackWord = { isError: boolean; text: string };

/** What a link or a provider brought back instead of a session, in words that say what to do, by the wire's code. */
const WORDS = new Map(
  Object.entries({
    otp_expired: 'This link has expired or has been used already. Ask for a new one.',
    flow_state_expired: 'This link was opened too late to sign you in. Sign in as usual, or ask for a new one.',
    flow_state_not_found: 'This sign-in is no longer valid. Try again.',
    bad_oauth_state: 'This sign-in is no longer valid. Try again.',
    bad_oauth_callback: 'The provider’s answer could not be understood. Try again.',
    flow_state_already_used: 'This sign-in has been used already. Try again.',
    identity_already_exists: 'This account of the provider is linked already.',
    provider_email_needs_verification: 'Confirm your address first: we have sent you an email.',
    email_exists: 'This email address belongs to another account.',
    signup_disabled: 'New accounts are not allowed here.',
    user_banned: 'This account is suspended.',
    over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
    insufficient_aal: 'This needs your second factor. Sign in with it, then try again.',
    saml_assertion_invalid: 'Your company’s answer could not be accepted. Ask its administrator.',
    saml_relay_state_not_found: 'This sign-in is no longer valid. Try again.',
  }),
);

/** Errors found in the address itself, which have no code of the wire: tokens in it are one. */
const INVALID = /^(No session defined in URL|Not a valid|Error in URL)/;

/** The code in the address is of a flow that another browser began. */
const ELSEWHERE = new Set(['bad_code_verifier', 'pkce_code_verifier_not_found']);

/**
 * The word for an error that a callback brought to a page; the backend's own where there is none. A text in the address is not shown, for
 * anybody may write an address.
 */
export function callbackWord(error: AuthError, page: string): CallbackWord {
  const code = codeOf(error) ?? '';
  if (ELSEWHERE.has(code)) return elsewhereWord(page);
  const isInvalid = INVALID.test(error.message);
  const invalid = 'This sign-in link is not valid. Sign in as usual, or ask for a new password.';
  const other = isOfAddress(error) ? 'This sign-in did not work. Try again.' : error.message;
  return { isError: true, text: WORDS.get(code) ?? (isInvalid ? invalid : other) };
}

/** For a link that was opened in another browser than the one that asked for it: what it confirms holds, but nobody is signed in. */
export function elsewhereWord(page: string): CallbackWord {
  if (page === paths.newPassword) {
    return {
      isError: true,
      text: 'This link was asked for in another browser. Open it there, or ask for a new one here.',
    };
  }
  return {
    isError: false,
    text: 'This link was asked for in another browser, so it does not sign you in here. What it confirms is confirmed: sign in as usual.',
  };
}

/** The details of an error that came with the address. */
type Detailed = AuthError & { details?: { code?: string; error?: string } | null };

const isOfAddress = ({ details }: Detailed) => Boolean(details);

/** The code of the wire: in the details where the error came with the address, else its own. */
const codeOf = ({ details, code }: Detailed) => details?.code ?? code;

export const HALF_CONFIRMED: CallbackWord = {
  isError: false,
  text: 'Confirmed. Now open the link that we sent to the other address.',
};

/** Whether the address brings word of the first of two confirmations; its own words are not shown, for anybody may write an address. */
export function isHalfConfirmed(address: string): boolean {
  const { search, hash } = new URL(address);
  const words = [search, hash].map((part) => new URLSearchParams(part.slice(1)).get('message'));
  return words.some((word) => word?.startsWith('Confirmation link accepted'));
}
