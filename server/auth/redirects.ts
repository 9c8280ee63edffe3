// Redirect targets: the site, a loopback address, or a URL that AUTH_REDIRECT_URLS allows. Any other target becomes the site.
import { isIP } from 'node:net';
import { siteUrl } from '../config.ts';
import type { AuthContext } from './context.ts';

/** Returns the first allowed URL of these: the requested one, the header `redirect_to`, the referrer; else the site. */
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

/** Adds parameters to a URL's fragment and, for flows that read them there, to its query. GoTrue marks its redirects with `sb`. */
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

/** Whether a URL matches a pattern of AUTH_REDIRECT_URLS, `scheme://host:port/path`. Compares parsed parts, never text. Any query and fragment match. */
type RedirectPattern = (url: URL) => boolean;

const FORM =
  /^(?<scheme>[a-z][a-z\d+.-]*):(?:\/\/(?<host>\[[\da-f:.]+\]|[^/:@\s#]*)(?::(?<port>\d{1,5}|\*))?(?<afterHost>\/[^\s#]*)?|(?<path>(?!\/\/)[^\s#]+))$/i;
const SPECIAL = new Set(['http:', 'https:', 'ftp:', 'ws:', 'wss:']);
const LABELS = /^[a-z\d-]+(\.[a-z\d-]+)*$/i;

/** Returns undefined for a pattern that no URL could match: without a scheme, with a wildcard in it, with credentials or a fragment. */
export function readRedirectPattern(text: string): RedirectPattern | undefined {
  const { scheme, host = '', port, afterHost = '', path = afterHost } = FORM.exec(text)?.groups ?? {};
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

/** The host in lower case and Punycode, as a parsed URL has it. A question mark would end the host, so a letter stands in for it. */
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

/** `?` matches one character and `*` any number of them, both except dots and slashes; `**` matches anything. */
function glob(pattern: string, wildcards: { one: string; some: string; any: string }): RegExp {
  const source = pattern.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return wildcards.any;
    if (part === '*') return wildcards.some;
    if (part === '?') return wildcards.one;
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 's');
}
