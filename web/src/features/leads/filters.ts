import { isUuid } from '../../lib/uuid.ts';

/** What a list of leads is narrowed to, as the URL holds it; an audience of '' means leads without one. */
export type LeadFilters = { term: string; customerId: string | null; audience: string | null };

export const NO_FILTERS: LeadFilters = { term: '', customerId: null, audience: null };

export function readFilters(url: URLSearchParams): LeadFilters {
  const customer = url.get('customer');
  return {
    term: (url.get('search') ?? '').trim(),
    customerId: customer && isUuid(customer) ? customer.toLowerCase() : null,
    audience: url.get('audience'),
  };
}

/** The URL's parameters with these filters in place of its own; other parameters stay. */
export function writeFilters(url: URLSearchParams, { term, customerId, audience }: LeadFilters): URLSearchParams {
  const next = new URLSearchParams(url);
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  put('search', term.trim() || null);
  put('customer', customerId);
  put('audience', audience);
  return next;
}

/** Another customer has other audiences, so choosing one lets go of the audience. */
export function withCustomer(filters: LeadFilters, customerId: string | null): LeadFilters {
  return { ...filters, customerId, audience: customerId === filters.customerId ? filters.audience : null };
}

export function isFiltered({ term, customerId, audience }: LeadFilters): boolean {
  return term !== '' || customerId !== null || audience !== null;
}

/** The filters in words, for 'No leads match …'. */
export function describeFilters({ term, audience }: LeadFilters, customerName?: string): string {
  const parts = [
    term && `“${term}”`,
    customerName && `customer ${customerName}`,
    audience !== null && (audience === '' ? 'no audience' : `audience ${audience}`),
  ];
  return parts.filter(Boolean).join(', ');
}
