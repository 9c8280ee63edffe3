import {
  describeListFilters,
  type ListFilters,
  NO_LIST_FILTERS,
  readListFilters,
  writeListFilters,
} from '@/features/admin-list/filters.ts';
import { withParameters } from '@/lib/url-parameters.ts';

/** What a list of leads is narrowed to, as the URL holds it; an audience of '' means leads without one. */
export type LeadFilters = ListFilters & { audience: string | null };

export const NO_FILTERS: LeadFilters = { ...NO_LIST_FILTERS, audience: null };

export function readFilters(url: URLSearchParams): LeadFilters {
  return { ...readListFilters(url), audience: url.get('audience') };
}

/** The URL's parameters with these filters in place of its own; other parameters stay. */
export function writeFilters(url: URLSearchParams, filters: LeadFilters): URLSearchParams {
  return withParameters(writeListFilters(url, filters), { audience: filters.audience });
}

/** Another customer has other audiences, so choosing one lets go of the audience. */
export function withCustomer(filters: LeadFilters, customerId: string | null): LeadFilters {
  return { ...filters, customerId, audience: customerId === filters.customerId ? filters.audience : null };
}

/** The filters in words, for 'No leads match …'; nothing where there are none. */
export function describeFilters(filters: LeadFilters, customerName?: string): string {
  const { audience } = filters;
  const parts = [
    describeListFilters(filters, customerName),
    audience !== null && (audience === '' ? 'no audience' : `audience ${audience}`),
  ];
  return parts.filter(Boolean).join(', ');
}
