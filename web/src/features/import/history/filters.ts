import { useUrlFilters, withParameters } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';
import { texts } from '../texts.ts';
import type { ImportFilters } from './history-data.ts';

export const NO_FILTERS: ImportFilters = { customerId: null, withErrors: false };

export function readFilters(url: URLSearchParams): ImportFilters {
  return { customerId: uuidIn(url.get('customer')), withErrors: url.get('errors') === '1' };
}

export function writeFilters(url: URLSearchParams, { customerId, withErrors }: ImportFilters): URLSearchParams {
  return withParameters(url, { customer: customerId, errors: withErrors ? '1' : null });
}

export const isFiltered = ({ customerId, withErrors }: ImportFilters) => customerId !== null || withErrors;

/** The filters in words, for 'No imports match …'. */
export function describeFilters({ customerId, withErrors }: ImportFilters, customerName?: string): string {
  const customer = customerId !== null && texts.history.filterCustomer(customerName ?? customerId);
  return [customer, withErrors && texts.history.filterErrors].filter(Boolean).join(', ');
}

export const useImportFilters = () => useUrlFilters({ read: readFilters, write: writeFilters });
