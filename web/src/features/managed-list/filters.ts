import { isUuid } from '../../lib/uuid.ts';

/** What a list of customers' rows is narrowed to, as the URL holds it. */
export type ListFilters = { term: string; customerId: string | null };

export const NO_LIST_FILTERS: ListFilters = { term: '', customerId: null };

export function readListFilters(url: URLSearchParams): ListFilters {
  const customer = url.get('customer');
  return {
    term: (url.get('search') ?? '').trim(),
    customerId: customer && isUuid(customer) ? customer.toLowerCase() : null,
  };
}

/** The URL's parameters with these filters in place of its own; other parameters stay. */
export function writeListFilters(url: URLSearchParams, { term, customerId }: ListFilters): URLSearchParams {
  return withParameters(url, { search: term.trim() || null, customer: customerId });
}

/** The URL's parameters with these in place of its own; null takes one away. */
export function withParameters(url: URLSearchParams, parameters: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(url);
  for (const [name, value] of Object.entries(parameters)) value === null ? next.delete(name) : next.set(name, value);
  return next;
}

/** The filters in words, for 'No leads match …'; nothing where there are none. */
export function describeListFilters({ term, customerId }: ListFilters, customerName = 'unknown'): string {
  return [term && `“${term}”`, customerId && `customer ${customerName}`].filter(Boolean).join(', ');
}
