// Domains with characters beyond ASCII have two written forms, such as müller.de and xn--mller-kva.de. The database compares them as they are written.
import { parseUrl } from './parse-url.ts';

/** The other written forms of a domain of two or more labels or a web address; none of a domain in ASCII. */
export function otherDomains(domain: string): string[] {
  const host = domain
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/[/?#:].*$/, '')
    .toLowerCase();
  const ascii = host.includes('.') && /[^\p{ASCII}]|xn--/u.test(host) && toAscii(host);
  if (!ascii) return [];
  const labels = ascii.split('.').map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label));
  const unicode = labels.join('.');
  if (toAscii(unicode) !== ascii) return [];
  return [...new Set([ascii, unicode])].filter((form) => form !== host.normalize());
}

const toAscii = (host: string): string | null => parseUrl(`http://${host}`)?.hostname ?? null;

/** The other written forms of an email address. */
export function otherEmails(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  return otherDomains(email.slice(at)).map((domain) => email.slice(0, at) + domain);
}

/** The other values that must be on a do-not-contact list for an international domain. */
export function otherForms(kind: string, value: string): string[] {
  if (kind === 'email') return otherEmails(value);
  return kind === 'domain' ? otherDomains(value) : [];
}

/** Decodes Punycode (RFC 3492, 6.2); of what is none, returns anything. */
function decode(label: string): string {
  const end = label.lastIndexOf('-');
  const characters = [...label.slice(0, Math.max(end, 0))];
  let [code, insertAt, bias, isFirst] = [128, 0, 72, true];
  for (let at = end + 1; at < label.length; ) {
    const start = insertAt;
    for (let [weight, threshold] = [1, 36 - bias]; ; threshold += 36) {
      const digit = Number.parseInt(label[at] ?? '', 36);
      if (Number.isNaN(digit)) return '';
      at += 1;
      const value = digit < 10 ? digit + 26 : digit - 10;
      insertAt += value * weight;
      const least = Math.min(Math.max(threshold, 1), 26);
      if (value < least) break;
      weight *= 36 - least;
    }
    const length = characters.length + 1;
    bias = adapted(insertAt - start, length, isFirst);
    isFirst = false;
    code += Math.floor(insertAt / length);
    insertAt %= length;
    if (code > 0x10ffff) return '';
    characters.splice(insertAt, 0, String.fromCodePoint(code));
    insertAt += 1;
  }
  return characters.join('');
}

function adapted(change: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? 700 : 2));
  delta += Math.floor(delta / length);
  let steps = 0;
  for (; delta > 455; steps += 36) delta = Math.floor(delta / 35);
  return steps + Math.floor((36 * delta) / (delta + 38));
}
