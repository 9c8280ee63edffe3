import { searchTermIn } from '@/lib/search-term.ts';
import { withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';

/** What a list of customers' rows is narrowed to, as the URL holds it. */
export type ListFilters = { term: string; customerId: string | null };

export const NO_LIST_FILTERS: ListFilters = { term: '', customerId: null };

export function readListFilters(url: URLSearchParams): ListFilters {
  return { term: searchTermIn(url.get('search')), customerId: uuidIn(url.get('customer')) };
}

/** The URL's parameters with these filters in place of its own; other parameters stay. */
export function writeListFilters(url: URLSearchParams, { term, customerId }: ListFilters): URLSearchParams {
  return withParameters(url, { search: term.trim() || null, customer: customerId });
}

/** The filters in words, for 'No leads match …'; nothing where there are none. */
export function describeListFilters({ term, customerId }: ListFilters, customerName = 'unknown'): string {
  return [term && `“${term}”`, customerId && `customer ${customerName}`].filter(Boolean).join(', ');
}
