import type { AuthError } from '@supabase/auth-js';
import { paths } from '@/paths.ts';
import { texts } from './texts.ts';

/** The outcome of a link or of a provider sign-in, as the page shows it. */
export type CallbackMessage = { isError: boolean; text: string };

const MESSAGES = new Map(Object.entries(texts.errors));

/** Messages of auth-js about the URL itself, which have no code. */
const INVALID_URL = /^(No session defined in URL|Not a valid|Error in URL)/;

const OTHER_BROWSER = new Set(['bad_code_verifier', 'pkce_code_verifier_not_found']);

/** The message for an error of a callback to a page. Texts in the URL are never shown, because anyone can write a URL. */
export function callbackErrorMessage(error: UrlError, page: string): CallbackMessage {
  const code = error.details?.code ?? error.code ?? '';
  if (OTHER_BROWSER.has(code)) return otherBrowserMessage(page);
  const unknown = error.details ? texts.unknown : error.message;
  return { isError: true, text: MESSAGES.get(code) ?? (INVALID_URL.test(error.message) ? texts.invalid : unknown) };
}

/** The message about a link opened in another browser than the one that requested it: it confirms the address but signs no one in. */
export function otherBrowserMessage(page: string): CallbackMessage {
  if (page === paths.newPassword) return { isError: true, text: texts.otherBrowser };
  return { isError: false, text: texts.otherBrowserConfirmed };
}

/** auth-js puts the parameters of the URL into `details`. */
type UrlError = AuthError & { details?: { code?: string; error?: string } | null };

export const FIRST_OF_TWO_CONFIRMED: CallbackMessage = { isError: false, text: texts.firstOfTwo };
