// The patterns of AUTH_REDIRECT_URLS: `scheme://host:port/path`, compared with the parts of a parsed URL, never with its text.
import { isIP } from 'node:net';

/** Whether a URL matches. Its query and fragment may be any. */
export type RedirectPattern = (url: URL) => boolean;

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
  const normal = SPECIAL.has(protocol) ? hostOf(host) : host;
  if (!/[*?]/.test(host)) return (hostname) => hostname === normal;
  const form = glob(normal, { one: '[a-z\\d-]', some: '[a-z\\d-]*', any: '[a-z\\d.-]*' });
  return (hostname) => LABELS.test(hostname) && isIP(hostname) === 0 && form.test(hostname);
}

/** In lower case and Punycode, as in a parsed URL. A question mark would end the host, so a letter replaces it. */
function hostOf(host: string): string {
  const url = `http://${host.replaceAll('?', 'q')}`;
  if (!URL.canParse(url)) return host.toLowerCase();
  return host.includes('?') ? host.toLowerCase() : new URL(url).hostname;
}

function portPattern(protocol: string, port: string | undefined): Matches {
  if (port === '*') return () => true;
  const normal = port && SPECIAL.has(protocol) ? new URL(`${protocol}//host:${port}`).port : (port ?? '');
  return (given) => given === normal;
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
