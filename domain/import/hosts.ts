// In charge of web addresses and host names: what is one, and which host stands for a company. Refuses to fetch or to correct them.

const sharedHosts = [
  'linkedin.com',
  'facebook.com',
  'instagram.com',
  'twitter.com',
  'x.com',
  'youtube.com',
  'medium.com',
  'github.com',
  'linktr.ee',
  'google.com',
  'bit.ly',
  't.me',
  'wa.me',
  'crunchbase.com',
  'angel.co',
  'wellfound.com',
  'about.me',
  'notion.site',
];

/** The address with `https://` before it where it names no scheme (`host:port` names none); null unless that is an http(s) URL whose host has two or more non-empty labels. */
export function webAddress(text: string): string | null {
  const address = hasScheme(text) ? text : `https://${text}`;
  const host = /^https?:\/\//i.test(address) && URL.canParse(address) ? hostOf(address) : '';
  return hasLabels(host) ? address : null;
}

/** The host of a domain cell, which may be written as an address: lower case, without scheme, `www.`, port and path. Null where it is no host of two or more labels, or holds an `@`. */
export function domainOf(text: string): string | null {
  if (text.includes('@')) return null;
  const host = withoutWww(hostOf(text));
  return hasLabels(host) && URL.canParse(`https://${host}`) ? host : null;
}

/** The company's own domain by its website; null where the host is shared by many, such as a social network's. */
export function domainOfWebsite(address: string): string | null {
  const host = withoutWww(hostOf(address));
  const isShared = sharedHosts.some((shared) => host === shared || host.endsWith(`.${shared}`));
  return isShared || !hasLabels(host) ? null : host;
}

/** A port after the colon means that what stands before it is a host. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text);
}

function hostOf(text: string): string {
  const authority = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#\\].*$/s, '');
  return authority.replace(/^.*@/s, '').replace(/:\d*$/, '').toLowerCase();
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

function hasLabels(host: string): boolean {
  return /^[^.\s]+(?:\.[^.\s]+)+$/.test(host);
}
