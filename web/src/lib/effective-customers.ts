import { useLayoutEffect } from 'react';
import type { Database } from '#domain/database.types.ts';

type Relations = Database['public']['Tables'] & Database['public']['Views'];
type OfCustomers = { [Name in keyof Relations]: 'customer_id' extends keyof Relations[Name]['Row'] ? Name : never };

/** The tables and views whose rows the customer area shows. */
const LIMITED: ReadonlySet<string> = new Set<OfCustomers[keyof Relations]>([
  'audience_summary',
  'campaign_counts',
  'campaign_reviews',
  'campaign_steps',
  'campaign_versions',
  'campaigns',
  'colleague_requests',
  'comments',
  'companies',
  'custom_fields',
  'decisions',
  'leads',
  'review_links',
  'step_suggestions',
]);

let effective: readonly string[] | null = null;

/** Limits every request for rows to those of these customers; null lifts the limit. The caller's rights may reach further: an administrator may impersonate one of all customers, and a member may choose one of theirs. */
export function limitToCustomers(customers: readonly string[] | null): void {
  effective = customers;
}

/** Limits the requests of a page to these customers, separated by spaces; null sets no limit. Runs before the effects of the page's parts, which send them. */
export function useEffectiveCustomers(customers: string | null) {
  useLayoutEffect(() => {
    limitToCustomers(customers?.split(' ').filter(Boolean) ?? null);
    return () => limitToCustomers(null);
  }, [customers]);
}

/** The address of a request for rows, limited to the effective customers. Functions take customers as arguments instead. */
export function limitedUrl(address: string, method = 'GET'): string {
  const url = new URL(address);
  const [, table = ''] = /\/rest\/v1\/(\w+)$/.exec(url.pathname) ?? [];
  if (!effective || method === 'POST' || !LIMITED.has(table)) return address;
  const filter = `in.(${effective.join()})`;
  if (!url.searchParams.getAll('customer_id').includes(filter)) url.searchParams.append('customer_id', filter);
  return url.href;
}
