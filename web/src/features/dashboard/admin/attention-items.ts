import { generatePath } from 'react-router';
import type { Database } from '#domain/database.types.ts';
import { NO_FILTERS, writeFilters } from '@/features/lists/filters.ts';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { texts } from '../texts.ts';

/** What failed comes before what only waits. */
export const reasons = [
  'imports with errors',
  'invitations not mailed',
  'invitations expiring',
  'leads waiting',
] as const;
export type Reason = (typeof reasons)[number];

/** Something of a customer that waits for an administrator. */
export type AttentionItem = Database['public']['Functions']['needs_attention']['Returns'][number] & { reason: Reason };

/** The database counts waiting leads up to this number. */
const MOST_COUNTED = 1000;

const WORDS: Record<Reason, (amount: string, isOne: boolean) => string> = {
  'leads waiting': texts.attention.leadsWaiting,
  'invitations not mailed': texts.attention.notDelivered,
  'invitations expiring': texts.attention.expiring,
  'imports with errors': texts.attention.importErrors,
};

/** '3 leads waiting for over 7 days'. */
export function describeItem({ reason, amount }: Pick<AttentionItem, 'reason' | 'amount'>, locale?: string): string {
  const one = amount === 1;
  const count = formatNumber(amount, locale) + (reason === 'leads waiting' && amount >= MOST_COUNTED ? '+' : '');
  return WORDS[reason](count, one);
}

/** The page where an administrator deals with it. */
export function pathOf({ reason, customer_id }: Pick<AttentionItem, 'reason' | 'customer_id'>): string {
  switch (reason) {
    case 'leads waiting':
      return `${paths.adminLeads}?${writeFilters(new URLSearchParams(), { ...NO_FILTERS, customerId: customer_id })}`;
    case 'imports with errors':
      return `${paths.adminImports}?${new URLSearchParams({ customer: customer_id, errors: '1' })}`;
    default:
      return generatePath(paths.adminCustomer, { id: customer_id });
  }
}

/** The label of the date shown with each reason. */
export const DATE_LABELS: Record<Reason, string> = {
  'leads waiting': texts.attention.oldest,
  'invitations not mailed': texts.attention.oldest,
  'invitations expiring': texts.attention.next,
  'imports with errors': texts.attention.latest,
};

/** Sorts by reason, then the newest first; of invitations that expire, the next to expire. */
export function sortItems(items: readonly AttentionItem[]): AttentionItem[] {
  const sorted = items.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.customer_name.localeCompare(other.customer_name),
  );
  return reasons.flatMap((reason) => sorted.filter((item) => item.reason === reason));
}

const placeOf = ({ reason, since }: AttentionItem) => Date.parse(since) * (reason === 'invitations expiring' ? 1 : -1);
