import { searchTermIn } from '@/lib/search-term.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';

/** What a list of campaigns is narrowed to, as the address holds it: one customer's, or all (null), and those whose name contains a term. */
export type CampaignFilters = { customers: readonly string[] | null; term: string };

export function readFilters(url: URLSearchParams): CampaignFilters {
  const customerId = uuidIn(url.get('customer'));
  return { customers: customerId ? [customerId] : null, term: searchTermIn(url.get('search')) };
}

/** The address's parameters with these filters in place of its own; other parameters stay. */
export function writeFilters(url: URLSearchParams, { customers, term }: CampaignFilters): URLSearchParams {
  return withParameters(url, { customer: customers?.[0] ?? null, search: term.trim() || null });
}
