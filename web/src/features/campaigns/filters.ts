import { searchTermIn } from '@/lib/search-term.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';

export type CampaignFilters = { customers: readonly string[] | null; term: string };

export function readFilters(url: URLSearchParams): CampaignFilters {
  const customerId = uuidIn(url.get('customer'));
  return { customers: customerId ? [customerId] : null, term: searchTermIn(url.get('search')) };
}

export function writeFilters(url: URLSearchParams, { customers, term }: CampaignFilters): URLSearchParams {
  return withParameters(url, { customer: customers?.[0] ?? null, search: term.trim() || null });
}
