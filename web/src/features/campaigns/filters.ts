import { isUuid } from '../../lib/uuid.ts';

/** What a list of campaigns is narrowed to, as the address holds it: one customer's, or all (null), and those whose name contains a term. */
export type CampaignFilters = { customers: readonly string[] | null; term: string };

export function readFilters(url: URLSearchParams): CampaignFilters {
  const customer = url.get('customer');
  return {
    customers: customer && isUuid(customer) ? [customer.toLowerCase()] : null,
    term: (url.get('search') ?? '').trim(),
  };
}

/** The address's parameters with these filters in place of its own; other parameters stay. */
export function writeFilters(url: URLSearchParams, { customers, term }: CampaignFilters): URLSearchParams {
  const next = new URLSearchParams(url);
  const put = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name));
  put('customer', customers?.[0]);
  put('search', term.trim());
  return next;
}
