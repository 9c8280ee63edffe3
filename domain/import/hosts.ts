import { parseUrl } from '../parse-url.ts';
import { PLATFORMS, SHARED_DOMAINS } from '../shared-domains.ts';

/** Returns the URL, with `https://` added if it has no scheme (`host:port` has none); null unless it is an http(s) URL whose host has two or more non-empty labels. */
export function webAddress(text: string): string | null {
  const address = hasScheme(text) ? text : `https://${text}`;
  const host = /^https?:\/\//i.test(address) && parseUrl(address) ? parseHost(address) : '';
  return hasLabels(host) ? address : null;
}

/** Returns the host of a domain or URL in lower case, without `www.`; null if it has fewer than two labels or contains an `@`. */
export function parseDomain(text: string): string | null {
  if (text.includes('@')) return null;
  const host = withoutWww(parseHost(text));
  return hasLabels(host) && parseUrl(`https://${host}`) ? host : null;
}

/** Returns the domain of a company's website; null for a host that many companies share, such as a social network or a free mail provider. */
export function domainOfWebsite(address: string): string | null {
  const host = withoutWww(parseHost(address));
  const isShared = SHARED_DOMAINS.has(host) || PLATFORMS.some((one) => host === one || host.endsWith(`.${one}`));
  return isShared || !hasLabels(host) ? null : host;
}

/** A colon before a port belongs to `host:port`. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text);
}

function parseHost(text: string): string {
  const authority = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#\\].*$/s, '');
  return authority
    .replace(/^.*@/s, '')
    .replace(/\.?(?::\d*)?$/, '')
    .toLowerCase();
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function hasLabels(host: string): boolean {
  return /^[^.\s]+(?:\.[^.\s]+)+$/.test(host);
}
