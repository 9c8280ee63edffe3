// Redirect targets: the site, a loopback address, or a URL that AUTH_REDIRECT_URLS allows. Any other target becomes the site.
import { siteOf } from '../config.ts';
import type { AuthContext } from './context.ts';
import { readRedirectPattern } from './redirect-patterns.ts';

/** The first allowed of: the given URL, the header `redirect_to`, the referrer, the site. */
export function redirectTarget(c: AuthContext, given = c.req.query('redirect_to')): string {
  const { config } = c.var;
  const site = siteOf(config);
  const candidates = [given, c.req.header('redirect_to'), c.req.header('Referer')];
  const isAllowed = (url: string | undefined) =>
    url !== undefined && isAllowedRedirect(url, site, config.AUTH_REDIRECT_URLS);
  return candidates.find(isAllowed) ?? site;
}

/** Browsers drop or rewrite these characters before they parse a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSAFE = /[\s\\\u0000-\u001f\u007f]/;

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

export function isAllowedRedirect(url: string, site: string, patterns: string[]): boolean {
  if (UNSAFE.test(url) || !URL.canParse(url)) return false;
  const [target, home] = [new URL(url), new URL(site)];
  if (target.username || target.password) return false;
  if (target.protocol === home.protocol && target.host === home.host) return true; // blob: has the origin of its page
  if (target.protocol === 'http:' && LOOPBACK.test(target.hostname)) return true;
  return patterns.some((pattern) => readRedirectPattern(pattern)?.(target));
}

/** Adds parameters to a URL's fragment and, for flows that read them there, to its query. */
export function withParameters(target: string, parameters: Record<string, string>, { inQuery = false } = {}): string {
  const url = new URL(target);
  if (inQuery) for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...parameters, sb: '' }).toString();
  return url.href;
}

/** Adds a code to a URL's query. */
export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.href;
}
