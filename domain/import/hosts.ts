import { parseUrl } from '../parse-url.ts';
import lists from '../shared-domains.json' with { type: 'json' };

/**
 * Domains with addresses or sites of unrelated users or companies: of free mail providers, public suffixes of two labels (`co.uk`, `myshopify.com`), and
 * hosts of sites in subdomains. From the npm packages psl 1.15.0, email-providers 2.26.0 and freemail 1.7.0, besides some that these lack.
 * Also in SQL: private.is_shared_domain.
 */
export const SHARED_DOMAINS: ReadonlySet<string> = new Set(lists.shared);

/** Hosts, with their subdomains, on which many companies have a page. Also in SQL: private.is_platform. */
export const PLATFORMS: readonly string[] = lists.platforms;

/** Returns the URL, with `https://` added if it has no scheme (`host:port` has none); null for an email, and unless it is an http(s) URL whose host has two or more labels. */
export function webAddress(text: string): string | null {
  if (!hasScheme(text) && /^[^/?#]*@/.test(text)) return null;
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

/** Labels consist of letters of any alphabet, digits, hyphens and underscores. */
function hasLabels(host: string): boolean {
  return /^[^\s!-,./:-@[-^`{-~]+(?:\.[^\s!-,./:-@[-^`{-~]+)+$/.test(host);
}
