import { useUrlFilters } from '../../../lib/url-filters.ts';
import { isUuid } from '../../../lib/uuid.ts';

/** What the history is narrowed to, as the address holds it. */
export type ImportFilters = { customerId: string | null; withErrors: boolean };

export const NO_FILTERS: ImportFilters = { customerId: null, withErrors: false };

export function readFilters(url: URLSearchParams): ImportFilters {
  const customer = url.get('customer');
  return {
    customerId: customer && isUuid(customer) ? customer.toLowerCase() : null,
    withErrors: url.get('errors') === '1',
  };
}

/** The address's parameters with these filters in place of its own; other parameters stay. */
export function writeFilters(url: URLSearchParams, { customerId, withErrors }: ImportFilters): URLSearchParams {
  const next = new URLSearchParams(url);
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  put('customer', customerId);
  put('errors', withErrors ? '1' : null);
  return next;
}

export const isFiltered = ({ customerId, withErrors }: ImportFilters) => customerId !== null || withErrors;

/** The filters in words, for 'No imports match …'. */
export function describeFilters({ customerId, withErrors }: ImportFilters, customerName?: string): string {
  const customer = customerId !== null && `customer ${customerName ?? customerId}`;
  return [customer, withErrors && 'imports with errors'].filter(Boolean).join(', ');
}

export const useImportFilters = () => useUrlFilters({ read: readFilters, write: writeFilters });
