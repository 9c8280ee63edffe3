import { parseUrl } from '#domain/parse-url.ts';

export type Website = { href: string; label: string };

/** The link to a company's website or domain, labelled with its host. null if neither is an http or https URL. */
export function websiteLink({ website, domain }: { website: string | null; domain: string | null }): Website | null {
  return parseWebsite(website) ?? parseWebsite(domain);
}

const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

function parseWebsite(text: string | null): Website | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const url = parseUrl(SCHEME.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return null;
  return { href: url.href, label: url.hostname.replace(/^www\./, '') };
}
