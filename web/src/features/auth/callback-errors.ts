import type { AuthError } from '@supabase/auth-js';

/** What a link or a provider brought back instead of a session, in words that say what to do, by the wire's code. */
const WORDS: Record<string, string> = {
  otp_expired: 'This link has expired or has been used already. Ask for a new one.',
  flow_state_expired: 'Signing in took too long. Try again.',
  flow_state_not_found: 'Signing in was not finished in the browser that began it. Try again.',
  bad_oauth_state: 'Signing in was not finished in the browser that began it. Try again.',
  bad_oauth_callback: 'The provider’s answer could not be understood. Try again.',
  flow_state_already_used: 'This sign-in has been used already. Try again.',
  identity_already_exists: 'This account of the provider is linked already.',
  provider_email_needs_verification: 'Confirm your address first: we have sent you an email.',
  email_exists: 'This email address belongs to another account.',
  signup_disabled: 'New accounts are not allowed here.',
  user_banned: 'This account is suspended.',
};

/** Errors found in the address itself, which have no code of the wire. */
const INVALID = /^(No session defined in URL|Not a valid|Error in URL)/;

/** The words for an error that a callback brought; the backend's own where there are none. */
export function callbackWords(error: AuthError): string {
  const words = WORDS[codeOf(error) ?? ''];
  if (words) return words;
  if (INVALID.test(error.message)) return 'This sign-in link is not valid. Open the newest one that you were sent.';
  return error.message;
}

/** The code of the wire: in the details where the error came with the address, else its own. */
function codeOf(error: AuthError & { details?: { code?: string; error?: string } | null }): string | undefined {
  return error.details?.code ?? error.code;
}

export const HALF_CONFIRMED = 'Confirmed. Now open the link that we sent to the other address.';

/** Whether the address brings word of the first of two confirmations; its own words are not shown, for anybody may write an address. */
export function isHalfConfirmed(address: string): boolean {
  const { search, hash } = new URL(address);
  const words = [search, hash].map((part) => new URLSearchParams(part.slice(1)).get('message'));
  return words.some((word) => word?.startsWith('Confirmation link accepted'));
}
