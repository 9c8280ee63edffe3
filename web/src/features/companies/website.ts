export type Website = { href: string; label: string };

/** The address of a company's website, from what it is said to be; null where that is no address of the web. The label is its host. */
export function websiteOf({ website, domain }: { website: string | null; domain: string | null }): Website | null {
  return readAddress(website) ?? readAddress(domain);
}

const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

function readAddress(text: string | null): Website | null {
  const said = text?.trim();
  if (!said) return null;
  const address = URL.parse(SCHEME.test(said) ? said : `https://${said}`);
  if (!address || !/^https?:$/.test(address.protocol) || !address.hostname.includes('.')) return null;
  return { href: address.href, label: address.hostname.replace(/^www\./, '') };
}
