// Reads what a word of a do-not-contact list names: an email, a LinkedIn page or a domain, in the forms of spreadsheets, email programs and block lists.
import { cleanEmail, isLeadEmail } from './email.ts';
import { domainOfWebsite } from './import/hosts.ts';

/**
 * `isMarked`: it can be nothing else, as Booking.com in the name of a company can. `isPattern`: it is written as all addresses of a domain.
 * `error`: why it can be no entry.
 */
export type Address = {
  kind: 'email' | 'domain' | 'linkedin';
  value: string;
  isMarked: boolean;
  isPattern?: boolean;
  error?: string;
};

const DOMAIN = /^([\p{L}\p{M}\p{N}_-]+\.)+(\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu;
const LINKEDIN = /^(https?:\/\/)*([\w-]+\.)*linkedin\.com\/[^\s*%]/i;
const QUOTES = /^["'`“”„‚‘’«»<([{]+|["'`“”‘’«»>)\]},;:!.]+$/g;
/** A label that some programs write before an address, such as `mailto:` and `domain=`. */
const LABEL = /^(?:[a-z][a-z-]*:|(?:e?-?mail|domain|website|url)=)(?!\/\/|\d+(?:\/|$))(?=\S)/i;
/** The wildcards that block lists write before and after a domain, such as `*@`, `*.`, `%@`, `.` and `||`. */
const PATTERN = /^([*%.^|\\]*)(@?)([*%.\\]*)(.*?)(?:\$|\^|\/\*+)?$/s;

/** The address that a word names; null for another word. The database rejects a value that is written as an address but is none. */
export function readAddress(word: string): Address | null {
  const email = cleanEmail(word);
  const text = plainText(isLeadEmail(email) ? email : word);
  const marked = (kind: Address['kind'], value: string): Address => ({ kind, value, isMarked: true });
  if (LINKEDIN.test(text)) return marked('linkedin', text);
  const [, wildcard = '', at = '', deeper = '', rest = ''] = PATTERN.exec(text.replaceAll('\\.', '.')) ?? [];
  const host = hostIn(rest);
  const isBare = host === rest.toLowerCase();
  if (text.includes('@') && !/^[^@]*\//.test(text))
    return at && isBare && DOMAIN.test(host)
      ? { ...marked('domain', host), isPattern: true }
      : { kind: 'email', value: text, isMarked: /.@[^@]+\./.test(text) };
  if (DOMAIN.test(host)) {
    const isPage = /^[^/]+\/[^*]/.test(withoutScheme(rest)) && domainOfWebsite(rest) === null;
    const isPattern = wildcard + deeper !== '';
    return {
      kind: 'domain',
      value: host,
      isMarked: isPattern || !isBare,
      ...(isPattern && { isPattern }),
      ...(isPage && { error: pageError(host) }),
    };
  }
  const isBroken = (/[*%!~]|\.\./.test(text) && /\.\p{L}|[*%]\.|\.[*%]/u.test(text)) || /^%.*%$/.test(text);
  return isBroken || /^(\.\p{Ll}+$|https?:|www\.|(\d+\.){3}\d+$)/u.test(text) ? marked('domain', text) : null;
}

const pageError = (host: string) => `${host} has pages of many companies: add the company’s own domain or its name`;

/** Removes invisible characters, quotes, brackets, a label and a final full stop, and writes signs that some lists spell out. */
const plainText = (word: string): string =>
  word
    .replace(/\p{Cf}/gu, '')
    .replace(/[。．․｡]/g, '.')
    .replace(/[[(](?:\.|dot)[\])]/gi, '.')
    .replace(/[[(]at[\])]/gi, '@')
    .replace(QUOTES, '')
    .replace(LABEL, '')
    .replace(QUOTES, '')
    .replace(/^\/?(?=(?:in|company)\/[^/]+\/?$)/i, 'linkedin.com/');

const withoutScheme = (text: string) => text.replace(/^(?:[a-z][a-z0-9+.-]*:|https?)?\/\//i, '').replace(/^[*%]\./, '');

const hostIn = (text: string) =>
  withoutScheme(text)
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '')
    .replace(/^www\.(?=[^.]+\.)/i, '')
    .toLowerCase();
