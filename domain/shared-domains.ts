import lists from './shared-domains.json' with { type: 'json' };

/**
 * Domains with addresses or sites of unrelated users or companies: of free mail providers, public suffixes of two labels (`co.uk`, `myshopify.com`), and
 * hosts of sites in subdomains. From the npm packages psl 1.15.0, email-providers 2.26.0 and freemail 1.7.0, besides some that these lack.
 * `private.is_shared_domain` is the same list in SQL.
 */
export const SHARED_DOMAINS: ReadonlySet<string> = new Set(lists.shared);

/** Hosts, with their subdomains, on which many companies have a page. Also in SQL: private.is_platform. */
export const PLATFORMS: readonly string[] = lists.platforms;
