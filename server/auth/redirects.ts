// Redirect targets: the site, a loopback address, or a URL that AUTH_REDIRECT_URLS allows. Any other target becomes the site.
import { isIP } from 'node:net';
import { siteUrl } from '../config.ts';
import type { AuthContext } from './context.ts';

/** The first allowed of: the given URL, the header `redirect_to`, the referrer, the site. */
export function redirectTarget(c: AuthContext, requested = c.req.query('redirect_to')): string {
  const { config } = c.var;
  const site = siteUrl(config);
  const candidates = [requested, c.req.header('redirect_to'), c.req.header('Referer')];
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

/** Whether a URL matches a pattern of AUTH_REDIRECT_URLS, `scheme://host:port/path`, by its parts, never by its text. Its query and fragment may be any. */
type RedirectPattern = (url: URL) => boolean;

const FORM =
  /^(?<scheme>[a-z][a-z\d+.-]*):(?:\/\/(?<host>\[[\da-f:.]+\]|[^/:@\s#]*)(?::(?<port>\d{1,5}|\*))?(?<below>\/[^\s#]*)?|(?<path>(?!\/\/)[^\s#]+))$/i;
const SPECIAL = new Set(['http:', 'https:', 'ftp:', 'ws:', 'wss:']);
const LABELS = /^[a-z\d-]+(\.[a-z\d-]+)*$/i;

/** Undefined where the scheme is missing or has a wildcard, and for credentials or a fragment: no URL could match. */
export function readRedirectPattern(text: string): RedirectPattern | undefined {
  const { scheme, host = '', port, below = '', path = below } = FORM.exec(text)?.groups ?? {};
  if (scheme === undefined) return undefined;
  const protocol = `${scheme.toLowerCase()}:`;
  if (SPECIAL.has(protocol) && host === '') return undefined;
  const isHost = hostPattern(protocol, host);
  const isPort = portPattern(protocol, port);
  const isPath = pathPattern(protocol, host.endsWith('**') && path === '' ? '**' : path);
  return (url) => url.protocol === protocol && isHost(url.hostname) && isPort(url.port) && isPath(url.pathname);
}

type Matches = (part: string) => boolean;

/** A wildcard stands for letters, digits and hyphens (`**` also for dots), so it matches neither an IP address nor an encoded character. */
function hostPattern(protocol: string, host: string): Matches {
  const normal = SPECIAL.has(protocol) ? normalHost(host) : host;
  if (!/[*?]/.test(host)) return (hostname) => hostname === normal;
  const form = glob(normal, { one: '[a-z\\d-]', some: '[a-z\\d-]*', any: '[a-z\\d.-]*' });
  return (hostname) => LABELS.test(hostname) && isIP(hostname) === 0 && form.test(hostname);
}

/** In lower case and Punycode, as in a parsed URL. A question mark would end the host, so a letter replaces it. */
function normalHost(host: string): string {
  const url = `http://${host.replaceAll('?', 'q')}`;
  if (!URL.canParse(url)) return host.toLowerCase();
  return host.includes('?') ? host.toLowerCase() : new URL(url).hostname;
}

function portPattern(protocol: string, port: string | undefined): Matches {
  if (port === '*') return () => true;
  const normal = port && SPECIAL.has(protocol) ? new URL(`${protocol}//host:${port}`).port : (port ?? '');
  return (urlPort) => urlPort === normal;
}

function pathPattern(protocol: string, path: string): Matches {
  const normal = SPECIAL.has(protocol) && path === '' ? '/' : path;
  const form = glob(normal.replace(/[^\x21-\x7e]/gu, encodeURIComponent), { one: '[^./]', some: '[^./]*', any: '.*' });
  return (pathname) => form.test(pathname);
}

/** `?` is one character, `*` any number of them but dots and slashes, `**` any number of any. */
function glob(pattern: string, wildcards: { one: string; some: string; any: string }): RegExp {
  const source = pattern.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return wildcards.any;
    if (part === '*') return wildcards.some;
    if (part === '?') return wildcards.one;
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 's');
}
