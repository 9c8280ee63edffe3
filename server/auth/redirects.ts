// In charge of where a browser may be sent: to the site, to this machine, or where AUTH_REDIRECT_URLS allows. Sends everybody else to the site.
import { type Config, siteOf } from '../config.ts';
import type { AuthContext } from './context.ts';
import { readRedirectPattern } from './redirect-patterns.ts';

/** What the request asks for, else where it came from, else the site. */
export function redirectTarget(c: AuthContext, config: Config, asked = c.req.query('redirect_to')): string {
  const site = siteOf(config);
  const candidates = [asked, c.req.header('redirect_to'), c.req.header('Referer')];
  const isAllowed = (address: string | undefined) =>
    address !== undefined && isAllowedRedirect(address, site, config.AUTH_REDIRECT_URLS);
  return candidates.find(isAllowed) ?? site;
}

/** Browsers drop or rewrite these before they read an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\s\\\u0000-\u001f\u007f]/;

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

export function isAllowedRedirect(address: string, site: string, patterns: string[]): boolean {
  if (UNSAFE.test(address) || !URL.canParse(address)) return false;
  const [target, home] = [new URL(address), new URL(site)];
  if (target.username || target.password) return false;
  if (target.protocol === home.protocol && target.host === home.host) return true; // blob: has the origin of its page
  if (target.protocol === 'http:' && LOOPBACK.test(target.hostname)) return true;
  return patterns.some((pattern) => readRedirectPattern(pattern)?.(target));
}

/** The address with these members in its fragment, and in its query where the flow reads them there. */
export function withAnswer(target: string, answer: Record<string, string>, { inQuery = false } = {}): string {
  const url = new URL(target);
  if (inQuery) for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...answer, sb: '' }).toString();
  return url.href;
}

/** The address with a code in its query. */
export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.href;
}
